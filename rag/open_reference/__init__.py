"""The reference that ships with the product: common disorders in its own words, printed as a PDF. Not the DSM-5.

The chapters are data, one file per chapter; the code here prints them as a book.
"""
