"""Background jobs: the table that is the truth, the queue that wakes a worker, leases and reconciling.

Here belongs what every job needs; what one job does belongs to its own room, and none of those is imported here."""
