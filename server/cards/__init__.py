"""Report cards of finished interviews: asked for, made part by part as a job, shown, exported.

Here belong rows, routes and views of cards; what a card measures is `benchmarks/cards`."""
