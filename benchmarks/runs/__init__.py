"""Batches over datasets, published logs among them: read, examined record by record, summed up, written down.

Here belongs what needs many conversations; what one of them is measured by is in `benchmarks/cards`."""
