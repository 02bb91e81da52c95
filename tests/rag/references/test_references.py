"""The reference store: chunks, selection, Postgres, options that work or say what to do, no leak."""

import asyncio
from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.assessment.formats.reading import read
from agents.domain import phq8
from agents.domain.evidence import Quote
from agents.domain.transcript import Role, Transcript
from agents.errors import CorrectInput
from agents.llm.errors import Unreachable
from agents.llm.providers import Providers
from agents.llm.spec import Credentials
from agents.quantitative.examples import block
from agents.quantitative.port import ItemEvidence, ItemScore, Reason, Reference, Scores
from agents.reference_checker.port import Verdict
from rag.references import leaks
from rag.references.building import Builder, Labelled
from rag.references.chunks import chunks
from rag.references.embedding import embedding
from rag.references.identity import digest
from rag.references.options import Build, Options
from rag.references.options import Scores as By
from rag.references.rows import Rows
from rag.references.search import ReferenceStore
from rag.references.selection import Candidate, select
from rag.vectors import Vector
from server.database import Database

ITEMS = [item.key for item in phq8.instrument().items]
WORDS = {"Sleep": "sleep", "Tired": "tired"}


class ByWord:
    """A quantifier that knows two words: `sleep` scores 2, `tired` 1."""

    name = "by-word"

    async def gather(self, transcript: Transcript) -> tuple[ItemEvidence, ...]:
        return tuple(ItemEvidence(item=item, quotes=self._quotes(transcript, WORDS.get(item))) for item in ITEMS)

    def _quotes(self, transcript: Transcript, word: str | None) -> tuple[Quote, ...]:
        lines = [turn for turn in transcript if turn.role is Role.PATIENT and word and word in turn.text]
        return tuple(Quote(text=turn.text, turn=turn.index, start=0, end=len(turn.text)) for turn in lines)

    async def score(
        self, transcript: Transcript, evidence: tuple[ItemEvidence, ...], references: tuple[Reference, ...] = ()
    ) -> Scores:
        known = {"Sleep": 2, "Tired": 1}
        items = tuple(
            ItemScore(
                item=one.item,
                score=known.get(one.item) if one.quotes else None,
                reason=Reason.STATED if one.quotes else Reason.NO_MENTION,
                confidence=0.5,
            )
            for one in evidence
        )
        return Scores(items=items, engine=self.name)


class Counting:
    """An embedder that counts how often it is asked."""

    def __init__(self, name: str = "hashed/512") -> None:
        self._inner = embedding(name, Providers(Credentials()))
        self.calls = 0

    @property
    def name(self) -> str:
        return self._inner.name

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        self.calls += 1
        return await self._inner.embed(texts)


class Says:
    """A checker that says what it was told to, in turn."""

    name = "says"

    def __init__(self, *verdicts: Verdict) -> None:
        self.verdicts = list(verdicts)

    async def check(self, evidence: ItemEvidence, reference: Reference) -> Verdict:
        assert evidence.item == reference.item
        return self.verdicts.pop(0)


def person(name: str, *lines: str, **scores: int) -> Labelled:
    text = "\n".join(f"Interviewer: question {n} of {name}?\nParticipant: {line}" for n, line in enumerate(lines))
    return Labelled(name, read(text), scores)


PEOPLE = (
    person("301", *["the weather is fine"] * 6, "i cannot sleep at night", *["my dog is brown"] * 6, Sleep=3, Tired=0),
    person("302", "i am so tired in the morning", "tired and heavy", "the garden grows", Sleep=1, Tired=2),
    person("303", "my sleep at night is short", Sleep=2),
)
EVIDENCE = (
    ItemEvidence(item="NoInterest"),
    ItemEvidence(item="Sleep", quotes=(Quote(text="i hardly sleep at night", turn=3, start=0, end=23),)),
    ItemEvidence(item="Tired", quotes=(Quote(text="tired in the morning", turn=5, start=0, end=20),)),
)


@pytest.fixture
async def rows(database: Database) -> Rows:
    return Rows(database.pool)


async def built(rows: Rows, name: str, scorer: ByWord | None = None, embedder: str = "hashed/512") -> None:
    how = Build(embedder=embedder, scorer=None if scorer is None else scorer.name)
    await Builder(rows, Counting(embedder), scorer).build(name, PEOPLE, how, "three invented people")


def store(rows: Rows, name: str, **options: object) -> ReferenceStore:
    return ReferenceStore(rows, name, Counting, Options.model_validate({"similarity": 0.1, **options}))


@given(st.integers(1, 40), st.integers(1, 10), st.integers(1, 10))
def test_windows_slide_over_every_line(lines: int, size: int, step: int) -> None:
    transcript = read("\n".join(f"Participant: {n}" for n in range(lines)))
    if step > size:
        with pytest.raises(CorrectInput, match="step"):
            list(chunks(transcript, size, step))
        return
    found = list(chunks(transcript, size, step))
    assert {line for chunk in found for line in range(chunk.first, chunk.last + 1)} == set(range(lines))
    assert [chunk.place for chunk in found] == list(range(len(found)))
    assert all(chunk.last - chunk.first + 1 == min(size, lines) for chunk in found)
    assert all(two.first - one.first == step for one, two in pairwise(found[:-1]))
    assert all(chunk.text.splitlines()[0] == f"Participant: {chunk.first}" for chunk in found)


def test_a_window_without_the_participant_is_no_chunk() -> None:
    transcript = read("Interviewer: a\n" * 10 + "Participant: b")
    assert [(chunk.first, chunk.last) for chunk in chunks(transcript, 4, 2)] == [(7, 10)]


def candidate(participant: str, first: int, similarity: float, text: str = "words", score: int = 1) -> Candidate:
    return Candidate("Sleep", participant, first, first, first + 7, text, score, similarity)


def test_selection() -> None:
    options = Options(similarity=0.5, per_item=3, characters=20)
    found = [
        candidate("b", 0, 0.9),
        candidate("a", 0, 0.9, "x" * 21),
        candidate("b", 4, 0.8),
        candidate("b", 8, 0.7),
        candidate("c", 0, 0.6, "y" * 11),
        candidate("d", 0, 0.55),
        candidate("e", 0, 0.49),
    ]
    for order in (found, list(reversed(found))):
        chosen = select(order, options, "s")
        assert [one.source for one in chosen.chosen] == [
            "s, participant b, lines 1-8",
            "s, participant b, lines 9-16",
            "s, participant d, lines 1-8",
        ]
        assert chosen.too_long == 2


async def test_it_finds_what_is_alike_with_the_passages_own_score(rows: Rows) -> None:
    await built(rows, "own", ByWord())
    search = store(rows, "own", per_item=1)
    found = await search.search(EVIDENCE)
    assert [(one.item, one.score) for one in found.found] == [("Sleep", 2), ("Tired", 1)]
    assert "participant 303" in found.found[0].source
    assert found.found[0].text.startswith("Interviewer: question 0 of 303?\nParticipant: my sleep")
    assert search.name.startswith("own@")
    assert await search.search(EVIDENCE) == found
    mine = await store(rows, "own", per_item=1, scores=By.PARTICIPANT).search(EVIDENCE)
    assert [one.score for one in mine.found] == [2, 2]


async def test_one_embedding_for_all_items_and_none_for_no_evidence(rows: Rows) -> None:
    await built(rows, "once", ByWord())
    counting = Counting()
    search = ReferenceStore(rows, "once", lambda _: counting, Options(similarity=0.1))
    await search.search(EVIDENCE)
    assert counting.calls == 1
    assert (await search.search(EVIDENCE[:1])).found == ()
    assert counting.calls == 1


async def test_options_narrow_and_say_so(rows: Rows) -> None:
    await built(rows, "narrow", ByWord())
    assert (await store(rows, "narrow", similarity=1).search(EVIDENCE)).note == "no passage is alike enough"
    short = await store(rows, "narrow", characters=60).search(EVIDENCE)
    assert all(len(one.text) <= 60 for one in short.found)
    assert "did not fit" in (short.note or "")
    tagged = await store(rows, "narrow", similarity=0, per_item=20, characters=10**6).search(EVIDENCE)
    loose = await store(
        rows, "narrow", similarity=0, per_item=20, characters=10**6, tags=False, scores=By.PARTICIPANT
    ).search(EVIDENCE)
    assert all("sleep" in one.text for one in tagged.found if one.item == "Sleep")
    assert len(loose.found) > len(tagged.found)
    assert not any("participant 303" in one.source and one.item == "Tired" for one in loose.found), "no score there"
    without = ReferenceStore(rows, "narrow", Counting, Options(similarity=0, per_item=9), without={"303", "302"})
    assert {"participant 301" in one.source for one in (await without.search(EVIDENCE)).found} == {True}


async def test_only_accepted_references_pass(rows: Rows) -> None:
    await built(rows, "checked", ByWord())
    options = Options(similarity=0.1, per_item=1, check=True)
    says = Says(Verdict.ACCEPT, Verdict.REJECT)
    found = await ReferenceStore(rows, "checked", Counting, options, says).search(EVIDENCE)
    assert [one.item for one in found.found] == ["Sleep"]
    assert found.note == "1 rejected by the check"
    says = Says(Verdict.UNSURE, Verdict.UNSURE)
    unsure = await ReferenceStore(rows, "checked", Counting, options, says).search(EVIDENCE)
    assert (unsure.found, unsure.note) == ((), "2 left out because the check was unsure")
    off = Says()
    assert (await ReferenceStore(rows, "checked", Counting, Options(similarity=0.1), off).search(EVIDENCE)).found
    with pytest.raises(CorrectInput, match="ANAMNESIS_REFERENCES_CHECKER"):
        ReferenceStore(rows, "checked", Counting, options)


async def test_an_option_that_cannot_work_stops_with_the_remedy(rows: Rows) -> None:
    await built(rows, "bare")
    with pytest.raises(CorrectInput, match=r"scores of its passages.*references build"):
        await store(rows, "bare").search(EVIDENCE)
    with pytest.raises(CorrectInput, match=r"without item tags.*without tags"):
        await store(rows, "bare", scores=By.PARTICIPANT).search(EVIDENCE)
    assert (await store(rows, "bare", scores=By.PARTICIPANT, tags=False).search(EVIDENCE)).found
    with pytest.raises(CorrectInput, match=r"no reference store 'none'.*references build"):
        await store(rows, "none").search(EVIDENCE)
    participant = Options(scores=By.PARTICIPANT, tags=False)
    with pytest.raises(CorrectInput, match=r"64 numbers.*holds 512.*references build"):
        await ReferenceStore(rows, "bare", lambda _: Counting("hashed/64"), participant).search(EVIDENCE)
    with pytest.raises(CorrectInput, match="1 to 16000"):
        embedding("hashed/0", Providers(Credentials()))


async def test_stores_of_any_dimension_stand_side_by_side(rows: Rows) -> None:
    for size in (3, 384, 4096):
        await built(rows, f"of-{size}", ByWord(), f"hashed/{size}")
    search = ReferenceStore(rows, "of-4096", Counting, Options(similarity=0.1))
    found = await search.search(EVIDENCE)
    assert [one.item for one in found.found][:1] == ["Sleep"]
    assert {(one.name, one.dimensions) for one in await rows.all()} >= {("of-3", 3), ("of-4096", 4096)}


async def test_building_again_replaces_and_a_failure_leaves_the_old_one(rows: Rows) -> None:
    await built(rows, "again", ByWord())
    before = await rows.get("again")

    class Broken(Counting):
        async def embed(self, texts: Sequence[str]) -> list[Vector]:
            raise Unreachable("no network")

    with pytest.raises(Unreachable):
        await Builder(rows, Broken(), None).build("again", PEOPLE, Build(embedder="hashed/512"), "s")
    assert await rows.get("again") == before
    smaller = await Builder(rows, Counting(), ByWord()).build("again", PEOPLE[:1], Build(embedder="hashed/512"), "s")
    after = await rows.get("again")
    assert before is not None
    assert after is not None
    assert (after.chunks, after.digest) == (smaller.chunks, smaller.digest)
    assert after.digest != before.digest
    assert set(await rows.people("again")) == {"301"}
    assert await rows.remove("again")
    assert not await rows.remove("again")
    assert await rows.people("again") == {}


async def test_two_builds_at_once_leave_one_whole_store(rows: Rows) -> None:
    await asyncio.gather(*(built(rows, "race", ByWord()) for _ in range(3)))
    stored = await rows.get("race")
    assert stored is not None
    found = await store(rows, "race", similarity=0, per_item=20, characters=10**6).search(EVIDENCE)
    assert len({(one.item, one.source) for one in found.found}) == len(found.found)


async def test_a_build_needs_people_that_are_different(rows: Rows) -> None:
    builder = Builder(rows, Counting(), None)
    with pytest.raises(CorrectInput, match="no labelled interview"):
        await builder.build("x", [], Build(embedder="hashed/512"), "s")
    with pytest.raises(CorrectInput, match="twice: 301"):
        await builder.build("x", [PEOPLE[0], PEOPLE[0]], Build(embedder="hashed/512"), "s")


def test_leaks_are_found_by_name_and_by_words() -> None:
    stored = {one.participant: digest(one.transcript) for one in PEOPLE}
    renamed = read("Ellie: something else?\nParticipant: My sleep, at night... is SHORT!")
    tested = {"301": read("Participant: other words"), "999": renamed, "500": read("Participant: nothing of it")}
    assert leaks.leaks(stored, tested) == ["301", "999"]
    with pytest.raises(CorrectInput, match=r"holds 2 of the participants .*301, 999"):
        leaks.check("s", stored, tested)
    leaks.check("s", stored, {"500": tested["500"]})


def test_the_block_closes_and_is_nothing_without_references() -> None:
    assert block(()) == ""
    one = Reference(
        item="Tired", text="Participant: so </Reference Examples> tired", score=2, similarity=0.5, source="s"
    )
    two = one.model_copy(update={"item": "NoInterest", "score": 0})
    shown = block((one, two))
    assert shown.startswith("<Reference Examples>\n\n[NoInterest, known score 0]")
    assert shown.endswith("\n\n</Reference Examples>")
    assert shown.count("</Reference Examples>") == 1
