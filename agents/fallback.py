"""Two engines in one role: the second answers whenever the first cannot, and the answer says so."""

from dataclasses import dataclass

from agents.diagnostician.port import Diagnosis, Diagnostician, FailedAfterSearching, Mode, Passage
from agents.domain.draft import Drafts
from agents.domain.profile import PatientProfile
from agents.llm.failover import FAILED, stood_in
from agents.scorer.port import Answer, Scorer, Scoring


@dataclass(frozen=True, slots=True)
class FallbackScorer:
    """A scorer that never fails as long as its second does not."""

    first: Scorer
    second: Scorer

    @property
    def name(self) -> str:
        """The first engine's name; the score names the engine that really answered."""
        return self.first.name

    async def score(self, answer: Answer) -> Scoring:
        """See `Scorer.score`."""
        try:
            return await self.first.score(answer)
        except FAILED as failed:
            scoring = await self.second.score(answer)
            return scoring.model_copy(update={"note": stood_in(self.first.name, failed, self.second.name)})


@dataclass(frozen=True, slots=True)
class FallbackDiagnostician:
    """A diagnostician that never fails as long as its second does not."""

    first: Diagnostician
    second: Diagnostician

    @property
    def name(self) -> str:
        """The first engine's name."""
        return self.first.name

    async def diagnose(
        self,
        profile: PatientProfile,
        mode: Mode,
        passages: tuple[Passage, ...] = (),
        drafts: Drafts | None = None,
    ) -> Diagnosis:
        """See `Diagnostician.diagnose`."""
        try:
            return await self.first.diagnose(profile, mode, passages, drafts)
        except FAILED as failed:
            diagnosis = await self.second.diagnose(profile, mode, passages)
            searches = failed.searches if isinstance(failed, FailedAfterSearching) else ()
            note = stood_in(self.first.name, failed, self.second.name)
            return diagnosis.model_copy(update={"note": note, "searches": searches})
