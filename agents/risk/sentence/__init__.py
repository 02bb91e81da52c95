"""What one sentence says of risk by rule: the act, whose it is, denied or not, when, and what stands around it.

What may enter: the reading of one sentence. What a whole message or its question adds stands above this room.
"""
