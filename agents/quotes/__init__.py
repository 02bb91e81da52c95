"""Quotes: located exactly in the text that they come from, and shown in whole sentences.

Code here works on any text and knows no agent: it says where words occur, never what they mean.
"""
