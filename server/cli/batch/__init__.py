"""What the commands share: a file of JSON Lines answered line by line, arguments, progress, the offline team.

Nothing here is a command; commands import it, and it imports no command."""
