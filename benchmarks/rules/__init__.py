"""How well and how fast the rule engines read labelled data. `python -m benchmarks.rules` prints it all."""
