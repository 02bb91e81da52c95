"""Keeps patients' words here: masks names, places and numbers before anything leaves, or asks local models alone."""
