"""What a patient is sent in danger: the script and the numbers of each locale (templates/safety).

What may enter: looking these texts up. Nothing that decides who gets them.
"""
