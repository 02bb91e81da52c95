"""The parts of `anamnesis benchmark`: one card, interviews with personas, how far a batch is.

The measuring itself is in `benchmarks`; here are only arguments, files and what a terminal shows."""
