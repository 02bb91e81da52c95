"""Batches over datasets, published logs among them: read, examined record by record, aggregated, written out.

Code that needs many conversations belongs here; the measures of a single one are in `benchmarks/cards`."""
