"""What a clinic tells its patients: its name, its phone, who reads, what is kept, and its own answers to their
questions about the conversation. Every version is kept with who made it and when; the latest one counts.

Only admins change it. The conversation reads it at each turn; what the interviewer says without it is in `agents`.
"""
