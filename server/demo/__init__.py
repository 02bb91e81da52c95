"""Invented interviews for trying the product out: scripts, the player that speaks them, a clinic's month, the doors on
the start page. All of it is marked as invented wherever it is listed, counts in no figure and goes in one click."""
