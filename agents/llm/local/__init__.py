"""Encoders on this machine: sentence vectors by MiniLM, and hashed words where no model is wanted. Nothing is sent.

torch and the tokenizer are imported at the first text."""
