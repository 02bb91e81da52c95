"""HTTP before any room: heads, paths, headers, CSRF, and who may call what."""
