"""Staff accounts: who may sign in, and how they sign in and out.

Here belong accounts, sessions, one-time links, passwords and the limits on trying them; never a patient's data."""
