"""The processes of an installation, how they start, serve and end: the web server, and the worker beside it.

Routes, tables and jobs stay in their rooms; the command line imports this, and no room does."""
