"""Chat logs in the layout of DSM5AgentFlow, made for these tests."""

from typing import Any

from agents.domain import level1

REPORT = (
    "You told me of <sym>low mood</sym>.\n\n**Diagnosis:** <med>Major depressive disorder</med>\n\n"
    "**Reasoning:** The mood was low on most days. Sleep was short."
)
LOW = {
    1: "Nothing gives me joy, nearly every day.",
    2: "I feel hopeless nearly every day.",
    14: "I wake up at four nearly every night.",
}


def log(profile: str = "depression", items: int = 23, report: str | None = REPORT, **more: Any) -> dict[str, Any]:
    """A chat that asks the first `items` items, and repeats its report as the last turn."""
    turns = [("assistant", "Hello, I will ask you 23 questions. Are you ready to begin?"), ("patient", "Yes, I am.")]
    for number, item in list(level1.items().items())[:items]:
        turns += [("assistant", item.text), ("patient", LOW.get(number, "No, not at all."))]
    if report is not None:
        turns.append(("assistant", "Thank you for your answers. That was the last question."))
        turns.append(("assistant", report))
    about = {"assistant_model": "some-model", "patient_profile": profile}
    conversation = [{"role": role, "content": text, "rag_usage": None} for role, text in turns]
    return {"conversation": conversation, "diagnosis": report, "metadata": about, "timestamp": "now"} | more
