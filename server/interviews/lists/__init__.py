"""Interviews as a list: searched and filtered, archived, deleted and taken back, with what lists and trends show."""
