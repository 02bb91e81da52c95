"""The vocabulary of the whole product: the instruments, a profile, a transcript, evidence, risk.

It holds frozen values, and the rules that follow from an instrument's form alone. A value belongs here once two rooms
need it; how an agent arrives at one stays in that agent's room.
"""
