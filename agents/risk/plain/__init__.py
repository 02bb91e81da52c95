"""A patient's characters as plain words: folded, spelled out, disguises undone, each with its place in the message.

What may enter: what makes the same words out of another way of typing them. No meaning.
"""
