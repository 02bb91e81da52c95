"""The report card of one interview: a frozen snapshot, and the parts that say how good it and its report were.

Here belongs what is measured or judged on one snapshot; what runs over many is in `benchmarks/runs`."""
