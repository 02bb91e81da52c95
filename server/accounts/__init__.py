"""Staff: who may sign in, and how a browser becomes signed in and out.

Here belong accounts, sessions, one-time links, passwords and the limits on trying them; never a patient's data."""
