"""BERTScore (Zhang et al., 2020) of replies against their questions, and of questions against the form's items."""

from benchmarks.metrics.metric import Explained, Measured, Metric, Pairs, Plot, Talk, figure, short
from benchmarks.metrics.models import Alike, Meters

_NONE = "no question of an item is followed by a reply"


def _measure(talk: Talk, meters: Meters) -> Measured:
    """Replies and items go into one batch: candidates are the replies, and the questions against the form."""
    replies, items = [(reply, question) for question, reply in talk.replies], list(talk.items)
    scored = meters.bertscore.score([*replies, *items])
    said, kept = scored[: len(replies)], scored[len(replies) :]
    of, n = f"{len(said)} replies to questions of items", len(said)
    return Measured(
        figures=(
            figure("bertscore.f1", _mean(said, "f1"), of, n, _NONE),
            figure("bertscore.precision", _mean(said, "precision"), of, n, _NONE),
            figure("bertscore.recall", _mean(said, "recall"), of, n, _NONE),
            figure("bertscore.items", _mean(kept, "f1"), f"{len(kept)} questions of items", len(kept), _NONE),
        ),
        along=Pairs(
            f1=short([one.f1 for one in said]),
            model=meters.bertscore.name,
            digest=meters.bertscore.digest,
            layers=meters.bertscore.layers,
        ),
    )


def _mean(scored: list[Alike], name: str) -> float | None:
    return sum(getattr(one, name) for one in scored) / len(scored) if scored else None


METRIC = Metric(
    key="bertscore",
    title="BERTScore",
    plain="How alike two texts are word by word, by the meaning of words in their context.",
    what="replies against their questions; questions against the form's items",
    reads="turns that ask for an item, and the patient's words after them",
    by="bert-score with the bundled MiniLM, or with roberta-large (`ANAMNESIS_BERTSCORE`)",
    figures=(
        Explained(
            key="bertscore.f1",
            title="Question and reply, F1",
            plain=(
                "How much of a question comes back in the reply to it, and the other way round, averaged "
                "over all questions."
            ),
            formula="2PR/(P+R) of each pair, mean over pairs; no idf weights, no rescaling",
            source="Zhang et al. 2020 (BERTScore), bert-score 0.3.13",
        ),
        Explained(
            key="bertscore.precision",
            title="Question and reply, precision",
            plain="How much of the reply is found in the question.",
            formula="mean over the reply's tokens of the highest cosine with a token of the question",
            source="Zhang et al. 2020 (BERTScore)",
        ),
        Explained(
            key="bertscore.recall",
            title="Question and reply, recall",
            plain="How much of the question is found in the reply.",
            formula="mean over the question's tokens of the highest cosine with a token of the reply",
            source="Zhang et al. 2020 (BERTScore)",
        ),
        Explained(
            key="bertscore.items",
            title="Question and the form's item, F1",
            better="higher",
            plain="How near the interviewer's words stay to the item of the form that they ask for.",
            formula="BERTScore F1 of the first question for each item with the item's printed wording, mean over items",
            source="Zhang et al. 2020 (BERTScore)",
        ),
    ),
    measure=_measure,
    plot=Plot(0.0, 1.0, "BERTScore F1 of each question with its reply, in order"),
    slow=True,
    place=20,
)
