"""The report on paper, set by reportlab with the typefaces that its wheel carries."""
