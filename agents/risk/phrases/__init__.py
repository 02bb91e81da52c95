"""The pattern language of risk: what a phrase is made of, how it is compiled, and which phrases a text can hold at all.

What may enter: matching, without a word of English and without a tier.
"""
