"""The pages that staff and patients open: a template and what it shows.

Here belong thin handlers over several rooms; a page of one room alone lives in that room."""
