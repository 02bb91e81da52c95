"""The scripted provider: stub models that answer with the rules, for tests and demonstrations.

Here belongs what a scripted answer is made of, in every role; no product path may import it."""
