"""How fast and how well the library works; each module prints one JSON object on its last line."""
