"""How well and how fast the rule engines read labelled data. `python -m benchmarks.training.figures` prints it all.

One module per kind of record belongs here, and the table that shows them."""
