"""One adapter for each vendor's SDK, imported only when it is asked for: it sends a request once and reads the answer.

Waiting, retries, limits and money are the same for all providers and stay outside, in `agents/llm`."""
