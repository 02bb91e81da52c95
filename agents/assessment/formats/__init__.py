"""Transcripts out of files: DAIC-WOZ tables, JSON, plain text, subtitles.

One module a format, each from text to utterances; `reading` tells which it is, `speakers` says who is who.
Nothing here knows what a transcript is read for.
"""
