"""Pages that show what several rooms know.

Here belong thin handlers over more than one room; a page of one room alone lives in that room."""
