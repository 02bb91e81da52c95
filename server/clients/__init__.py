"""Clients: pseudonymous people with their interviews, notes, repeats and trends."""
