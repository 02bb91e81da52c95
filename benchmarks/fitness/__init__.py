"""Whether a model is fit for its roles: fixed invented tasks, put to it by the product's own prompts and checks.

Tasks are data (`interview.toml`, `transcripts.toml`, `cards.toml`); the limits of the verdicts stand in
`verdict.py`."""
