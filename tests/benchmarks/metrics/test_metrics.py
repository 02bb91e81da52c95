"""Measures against references that are computed otherwise, or counted by hand."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.llm.local.minilm import folder
from benchmarks.cards.conversation import Conversation
from benchmarks.metrics import metrics
from benchmarks.metrics.coherence import coherence
from benchmarks.metrics.metric import Measured, Unavailable
from benchmarks.metrics.models import BertScore, Meters
from benchmarks.metrics.readability import Counts, counts, is_complex
from benchmarks.metrics.wording import distinct, words
from benchmarks.runs.importing import chat, snapshot_of
from tests.benchmarks.chats import log

NUMBERS = st.floats(-1, 1, allow_nan=False, width=32).filter(lambda x: abs(x) > 1e-3)
VECTORS = st.integers(2, 6).flatmap(lambda n: st.lists(st.lists(NUMBERS, min_size=n, max_size=n), max_size=12))


def cosine(a: list[float], b: list[float]) -> float:
    dot = math.fsum(x * y for x, y in zip(a, b, strict=True))
    return dot / math.sqrt(math.fsum(x * x for x in a)) / math.sqrt(math.fsum(y * y for y in b))


def average(values: list[float]) -> float:
    return math.fsum(values) / len(values)


@settings(deadline=None)
@given(VECTORS)
def test_coherence_is_what_a_loop_over_pairs_gives(vectors: list[list[float]]) -> None:
    found = coherence(vectors)
    n = len(vectors)
    if n < 2:
        assert found is None
        return
    assert found is not None
    cosines = {(i, j): cosine(vectors[i], vectors[j]) for i in range(n) for j in range(i + 1, n)}
    assert found.overall == pytest.approx(average(list(cosines.values())), abs=1e-12)
    assert found.adjacent == pytest.approx([cosines[i, i + 1] for i in range(n - 1)], abs=1e-12)
    windows = [average([cosines[i, i + 1], cosines[i + 1, i + 2], cosines[i, i + 2]]) for i in range(n - 2)]
    assert found.windows == pytest.approx(windows, abs=1e-12)
    assert found.mean_window == (pytest.approx(average(windows), abs=1e-12) if windows else None)


@pytest.mark.parametrize(
    ("text", "sentences", "word_count", "syllables", "complex_words"),
    [
        ("The cat sat on the mat.", 1, 6, 6, 0),
        # two short sentences count as sentences
        ("Thank you. Good. How have you slept in the past two weeks?", 3, 12, 12, 0),
        # Af-ter-noon, hos-pi-tal, med-i-cine; "asked" and "visited" end in -ed, vis-it-ed is easy by its ending
        ("After noon I visited the hospital and asked for medicine.", 1, 10, 17, 2),
        # Dr. and e.g. end no sentence; a number is one word of one syllable; a compound of easy words is easy
        ("Dr. Smith saw 14 well-known people, e.g. singers.", 1, 8, 11, 0),
        ("It happened... twice! Did it?", 3, 5, 6, 0),
        ("", 0, 0, 0, 0),
    ],
)
def test_readability_counts_by_hand(
    text: str, sentences: int, word_count: int, syllables: int, complex_words: int
) -> None:
    found = counts([text])
    if not word_count:
        assert found is None
        return
    assert found == Counts(sentences=sentences, words=word_count, syllables=syllables, complex=complex_words)


def test_a_whole_turn_counted_by_hand() -> None:
    """Every syllable's border is marked: the marks are the count."""
    marked = [
        "In the past two weeks, how of·ten have you felt ner·vous or wor·ried?",
        "Some peo·ple find it dif·fi·cult to talk a·bout this; take all the time you need.",
        "If a ques·tion is un·com·fort·a·ble, you may leave it out.",
        "Have you no·ticed an·y change in your ap·pe·tite, your en·er·gy, or your con·cen·tra·tion?",
        "Tell me, for ex·am·ple, what hap·pened yes·ter·day eve·ning.",
    ]
    said = " ".join(marked).split()
    hard = ["difficult", "uncomfortable", "appetite", "energy", "concentration", "example", "yesterday"]
    found = counts([" ".join(marked).replace("·", "")])
    assert (len(said), len(hard)) == (13 + 15 + 10 + 13 + 8, 7) == (59, 7)
    assert found == Counts(sentences=5, words=59, syllables=sum(1 + word.count("·") for word in said), complex=7)
    assert found.syllables == 86
    plain = [word.strip(",.?;").replace("·", "") for word in said]
    assert [word for word in plain if is_complex(word)] == hard
    assert round(found.grade, 2) == 6.21
    assert round(found.fog, 2) == 9.47
    assert round(found.ease, 2) == 71.54


def test_the_three_formulas() -> None:
    found = Counts(sentences=5, words=100, syllables=140, complex=10)
    assert found.grade == pytest.approx(0.39 * 20 + 11.8 * 1.4 - 15.59)
    assert found.fog == pytest.approx(0.4 * (20 + 10))
    assert found.ease == pytest.approx(206.835 - 1.015 * 20 - 84.6 * 1.4)


@pytest.mark.parametrize(
    ("word", "first", "complex_word"),
    [
        ("hospital", False, True),
        ("Hospital", True, True),
        ("Washington", False, False),  # a name
        ("examining", False, True),
        ("wondering", False, False),  # three by -ing alone
        ("expected", False, False),
        ("anything", False, True),  # -thing is no ending
        ("easy-going", False, False),
        ("follow-up", False, False),
        ("half-forgotten", False, True),
        ("2,500", False, False),
    ],
)
def test_what_gunning_calls_complex(word: str, first: bool, complex_word: bool) -> None:
    assert is_complex(word, first) is complex_word


def test_distinct_by_hand() -> None:
    texts = ("How are you? How are they?", "How?")
    assert words(texts[0]) == ["how", "are", "you", "how", "are", "they"]
    assert distinct(texts, 1) == (pytest.approx(4 / 7), 7)
    assert distinct(texts, 2) == (pytest.approx(4 / 5), 5)
    assert distinct(("", "one"), 2) is None


def test_bertscore_in_a_batch_is_what_the_package_gives_and_what_pairs_alone_give() -> None:
    bert_score = pytest.importorskip("bert_score")
    scorer = BertScore()
    pairs = [
        ("I sleep four hours at most.", "How have you slept?"),
        ("My nights are short.", "My nights are short."),
        ("Seven apples, and a pear that nobody wanted, lay in the bowl by the window.", "How have you slept?"),
        ("No.", "Have you felt down, depressed or hopeless in the past two weeks?"),
        ("The river was high, and so were we. " * 90, "My nights are short. " * 150),  # cut off
        ("", "How have you slept?"),
    ]
    together = scorer.score(pairs)
    for pair, scored in zip(pairs[:3], together, strict=False):
        alone = scorer.score([pair])[0]
        assert scored.f1 == pytest.approx(alone.f1, abs=1e-5)
        assert scored.precision == pytest.approx(alone.precision, abs=1e-5)
    assert together[1].f1 == pytest.approx(1, abs=1e-5)
    assert together[0].f1 > together[2].f1
    assert scorer.score([]) == []
    by_the_package = bert_score.BERTScorer(model_type=str(folder()), num_layers=6, device="cpu")
    precision, recall, f1 = by_the_package.score(*map(list, zip(*pairs, strict=True)))
    assert [one.precision for one in together] == pytest.approx(precision.tolist(), abs=1e-5)
    assert [one.recall for one in together] == pytest.approx(recall.tolist(), abs=1e-5)
    assert [one.f1 for one in together] == pytest.approx(f1.tolist(), abs=1e-5)
    assert len(scorer.digest) == 64


@pytest.mark.parametrize("key", [one.key for one in metrics().values() if not one.slow])
def test_a_metric_gives_the_figures_it_declares_and_says_so_where_nobody_said_a_word(key: str) -> None:
    metric, meters = metrics()[key], Meters.local()
    talk = snapshot_of(chat("one", log()))
    found = metric.measure(Conversation(talk), meters)
    assert isinstance(found, Measured)
    assert [one.key for one in found.figures] == [one.key for one in metric.figures]
    nobody = talk.model_copy(update={"profile": talk.profile.model_copy(update={"transcript": ()})})
    silent = metric.measure(Conversation(nobody), meters)
    if isinstance(silent, Measured):  # counts may be 0; what needs words has no value
        assert all(one.value == 0 or isinstance(one.value, Unavailable) for one in silent.figures)
