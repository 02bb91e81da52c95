"""An interview leaves the server as a file: text for a record system, Markdown, PDF, JSON, CSV, FHIR, or all of it.

What an interview may give is decided in one place (`server/exports/material.py`): one that was ended for safety, or by
the patient, gives its status, alerts, findings, transcript and the answers before, and nothing derived from them.
"""
