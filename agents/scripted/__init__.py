"""The scripted provider: stub models that answer with the rules, for tests and demonstrations.

Everything that makes up a scripted answer, in every role, belongs here; no product path may import it."""
