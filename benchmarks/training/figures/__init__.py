"""How well and how fast the rule engines read labelled data. `python -m benchmarks.training.figures` prints it all.

Here belongs one module a kind of record, and the table that shows them."""
