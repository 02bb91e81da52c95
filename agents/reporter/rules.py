"""The rule engine of the reporter: the report from profile and diagnosis alone, deterministic and offline."""

from collections.abc import AsyncIterator

from agents.domain.draft import Drafts
from agents.reporter.impressions import impressions
from agents.reporter.limitations import limitations
from agents.reporter.overview import overview
from agents.reporter.port import Brief, Section
from agents.reporter.summary import summary
from agents.reporter.tables import domain_table, item_table


def render(brief: Brief) -> tuple[Section, ...]:
    """The five sections in order. Raises NotNow for an interview that is unfinished or was ended for safety."""
    seen = overview(brief)
    return (
        _section("executive_summary", "1. Executive Summary", summary(seen)),
        _section("domains", "2. Symptom Domain Table", domain_table(seen)),
        _section("items", "3. Item-Level Appendix", item_table(seen)),
        _section("impressions", "4. Provisional Impressions", impressions(brief.diagnosis)),
        _section("limitations", "5. Limitations", limitations(seen)),
    )


def _section(key: str, title: str, text: str) -> Section:
    return Section(key=key, markdown=f"## {title}\n\n{text}\n")


class RulesReporter:
    """The rule engine behind the reporter's contract."""

    name = "rules"

    async def write(self, brief: Brief, drafts: Drafts | None = None) -> AsyncIterator[Section]:
        """The sections of `render`, one by one."""
        for section in render(brief):
            yield section
