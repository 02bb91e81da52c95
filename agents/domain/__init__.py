"""What everybody in the product speaks of: the instruments, a profile, a transcript, evidence, risk.

Frozen values enter here, and the rules that follow from an instrument's form alone. A value enters when two
rooms need it; how an agent arrives at one stays in that agent's room.
"""
