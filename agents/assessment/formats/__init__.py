"""Transcripts read from files: DAIC-WOZ tables, JSON, plain text, subtitles.

One module per format, each turning text into utterances; `reading` recognises the format, `speakers` says who is who.
Nothing here knows what a transcript is read for.
"""
