"""Background jobs: the table that is the truth, leases, reconciling, and which handler does which kind.

Here belongs what every job needs; what one job does belongs to its own room."""
