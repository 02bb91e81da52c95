"""The reference that ships with the product: common disorders in its own words, printed as a PDF. Not the DSM-5."""
