"""A provider's error is told from what people say, however it is written down."""

import pytest

from agents.domain import level1
from benchmarks.runs.provider_error import provider_error

ERRORS = (
    "Error code: 429 - {'error': {'message': 'Rate limit reached for acme-large in organization org-1'}}",
    "Error code: 500",
    "Error: 503 Service Unavailable",
    "Error: Request timed out.",
    "[ERROR] API request failed",
    "ERROR",
    "API Error: model not found",
    "Error generating response: HTTPConnectionPool(host='localhost', port=11434): Read timed out.",
    "Error communicating with the API: 502 Server Error: Bad Gateway for url: http://localhost/api/chat",
    "An error occurred while generating the response: connection reset",
    "Sorry, an error occurred: the API returned status 500.",
    "Rate limit reached for model `acme-70b` in organization `org_1` on tokens per minute (TPM): Limit 6000",
    "Rate limit exceeded. Please try again in 20s.",
    "Rate limit reached",
    "429 Too Many Requests",
    "Too Many Requests",
    "HTTP/1.1 503 Service Unavailable",
    "502 Bad Gateway",
    "500: Internal Server Error",
    "You exceeded your current quota, please check your plan and billing details.",
    "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
    "The model is currently overloaded. Please try again later.",
    "Service temporarily unavailable.",
    "Incorrect API key provided: acme***.",
    "Failed to generate a response after 3 attempts",
    "Failed to generate response.",
    "Unable to get response from the model",
    "Connection error.",
    "Internal Server Error",
    "<!DOCTYPE html>\n<html lang=\"en\"><head><title>502</title></head><body>Bad gateway</body></html>",
    "<html>\r\n<head><title>504 Gateway Time-out</title></head>",
    '{"error": {"message": "The server had an error", "type": "server_error", "code": null}}',
    '{"error":"model \\"acme\\" not found, try pulling it first"}',
    '[{"error": {"code": 429, "status": "RESOURCE_EXHAUSTED"}}]',
    '```json\n{"detail": "Not Found"}\n```',
    '{"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}',
    '{"message": "no Route matched with those values", "code": 404}',
    "{'error': {'message': 'bad'}}",
    'Traceback (most recent call last):\n  File "chat.py", line 3, in <module>\nValueError: no',
    "openai.RateLimitError: Error code: 429",
    "litellm.exceptions.Timeout: APITimeoutError",
    "requests.exceptions.ConnectionError: HTTPSConnectionPool",
    "RateLimitError: too fast",
    "ReadTimeout",
    "ConnectionError('refused')",
    "TypeError: fetch failed\n    at node:internal/deps/undici:11457:11",
    "And how often did that bother you [openai.APIConnectionError]",
    "In the past two weeks, how Error code: 529 - overloaded",
)  # fmt: skip
WORDS = (
    "Error after error, that is my life.",
    "I made an error at work and my boss shouted, 500 times a day it feels like.",
    "Too many requests at work, I can't keep up.",
    "My boss sends too many requests. I answer at night.",
    "The server at the diner was rude and I was overloaded.",
    "My connection to people is broken.",
    "Connection errors with my family, if you can call it that, every day.",
    "My greatest failure: I couldn't answer her request.",
    "There was a limit, and I reached it: I couldn't get out of bed.",
    "I reached my limit for stress.",
    "I failed to get a response from my daughter for months.",
    "404, as the kids say: brain not found.",
    "About 400 mg, no more than that.",
    "I take 500: one in the morning, one at night.",
    "It's an exception, I usually sleep well.",
    "Exceptionally tired.",
    "Terror: that is the word for it.",
    "Timeouts never helped my son either.",
    "The model I built fell and I cried.",
    '"Nothing", that is what I say when they ask about my status: nothing.',
    "{sighs} I don't know.",
    "[long pause] No.",
    "<sym>low mood</sym> most days",
    "*shrugs* no",
    "I'm a web developer and I stare at HTML pages and error codes until 3 am.",
    "I got a 401k letter and panicked.",
    "No.",
    "",
)


@pytest.mark.parametrize("text", ERRORS)
def test_errors_are_known(text: str) -> None:
    assert provider_error(text)
    assert provider_error(f"\n  {text}\n")


@pytest.mark.parametrize("text", WORDS)
def test_what_people_say_is_none(text: str) -> None:
    assert provider_error(text) is None


def test_the_status_is_told_and_nothing_of_the_text() -> None:
    assert provider_error("Error code: 429 - {'error': {'message': 'key sk-secret'}}") == "a provider's error (429)"


def test_no_item_of_the_form_and_no_prompt_is_one() -> None:
    assert [item for item in level1.items().values() if provider_error(item.text)] == []
