"""Quotes: found again in the text that they come from, letter by letter, and shown in whole sentences.

What enters works on any text and knows no agent: it says where words stand, never what they mean.
"""
