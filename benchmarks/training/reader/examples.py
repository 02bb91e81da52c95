"""The labelled data as examples of the learnt reader: a question, a reply, and what is known of it."""

import json
import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Final

from agents.domain.level1 import domain_of, items
from agents.reading.model.folding import folded, joined
from agents.reading.model.labels import ACTS
from agents.reading.model.windows import windows
from benchmarks.training.datasets import ACTS as ACT_SETS
from benchmarks.training.datasets import DATA, REPLIES, RISK, lines, messages, replies
from benchmarks.training.reader.example import Example, scores, spoken, tiers, wordings
from benchmarks.training.reader.variants import beside, filled, slipped, unmarked

HELD_OUT: Final = DATA / "held_out.toml"
LATER: Final = "later"
"""The part that came after the encoder's training: the Spanish words model learns from it, in seconds."""
RISKY: Final = frozenset({3, 11, 12, 16, 23})
"""Items whose replies may be of risk: their tier is not taken from the scorer's sets."""
_KINDS: Final = {"help": "help", "a person": "human", "about the process": "process", "questions back": "clarify"}
_FEWEST_WORDS: Final = 6
"""Words of a reply that belongs so plainly to its item that it answers no other."""
_OTHERS: Final = 0.18
"""Share of replies that are shown once more under a question of another domain."""
_MISPLACED: Final = 0.12
"""Share of the replies of a pass that stand under a question of another domain instead of their own."""
_PLACED: Final = 0.35
"""Share of the messages without a question that stand, in a pass, under the question of an item that is not of risk:
danger is mostly told there."""
_SHOWN: Final = 4
"""How many times a reply of the acts is shown in a pass: they are few."""
_AGAIN: Final = {"unmarked": 0.16, "slipped": 0.06, "filled": 0.05, "beside": 0.09}
"""Shares of the examples that are written otherwise; the rest stays as it is."""
_REMARKS: Final = (1, 1, 1, 2, 4)
"""How many remarks may stand beside an example."""


def held_out(kind: str, *, later: bool = False) -> frozenset[str]:
    """The names of the sets of a kind (`risk`, `replies`, `acts`) that nothing is trained on but, by `later`, the
    Spanish words model; with `later` those that this is not trained on either."""
    parts = tomllib.loads(HELD_OUT.read_text("utf-8"))
    return frozenset(name for one, sets in parts.items() if not (later and one == LATER) for name in sets[kind])


def part(name: str, kind: str) -> tuple[str, ...]:
    """The held-out sets of one part (`figures`, `limits`, `spanish`, `later`, `later_english`) and kind."""
    return tuple(tomllib.loads(HELD_OUT.read_text("utf-8"))[name][kind])


def risk(name: str) -> list[Example]:
    """One set of messages with their tiers."""
    path = next(path for path in messages() if path.stem == name)
    rows = [json.loads(line) for line in lines(path)]
    return [Example(name, row["context"] or "", row["text"], None, tiers(row["accept"])) for row in rows]


def acts(name: str) -> list[Example]:
    """One set of replies with what they do; none of them is of risk, but what answers an item of risk may be."""
    found = []
    for line in lines(ACT_SETS / f"{name}.jsonl"):
        row = json.loads(line)
        told = scores(str(row["score"])) if row["act"] == "answers" and row.get("score") is not None else None
        act = ACTS.index(row["act"])
        tier = None if row["act"] == "answers" and row["item"] in RISKY else tiers(["none"])
        found.append(Example(name, row["question"], row["reply"], row["item"], tier, act, told))
    return found


def author(path: Path, random: Random) -> list[Example]:
    """One set of replies to items, each with a question of the bank."""
    found = []
    for one in replies(path):
        tier = None if one.item in RISKY else tiers(["none"])
        asked = random.choice(wordings(one.item, spoken(path.stem)))
        found.append(Example(path.stem, asked, one.text, one.item, tier, 0, scores(one.score), one.asks == "a"))
    return found


def followed(random: Random) -> Iterator[Example]:
    """Replies with that to the follow-up question, as the reader is given them: both together."""
    for line in lines(REPLIES / "with_follow_up.txt"):
        item, score, reply, second = (piece.strip() for piece in line.split(" | ")[:4])
        if not item.isdigit():
            continue
        asked = random.choice(wordings(int(item)))
        tier = None if int(item) in RISKY else tiers(["none"])
        yield Example("with_follow_up", asked, joined(reply, second), int(item), tier, 0, scores(score), False)
        yield Example("with_follow_up", asked, reply, int(item), tier, 0, scores(score))


def _corpus() -> Iterator[Example]:
    corpus = tomllib.loads((RISK / "corpus.toml").read_text("utf-8"))
    for group in corpus["group"]:
        yield from (Example("corpus", "", text, None, tiers(group["accept"])) for text in group["texts"])
    for asked in corpus["asked"]:
        for row in asked["replies"]:
            yield Example("corpus", asked["context"] or "", row[0], asked.get("item"), tiers([row[1]]))
    for group in tomllib.loads((RISK / "indirect.toml").read_text("utf-8"))["group"]:
        for row in group["texts"]:
            yield Example("indirect", row[1] if len(row) > 1 else "", row[0], None, tiers([group["tier"]]))


def _short(random: Random) -> Iterator[Example]:
    """Short replies that answer, and such that don't, under any item."""
    kind = ""
    for line in (REPLIES / "non_answers.txt").read_text("utf-8").splitlines():
        if line.startswith("#"):
            kind = line[1:].strip()
        elif line.strip():
            item = random.randint(1, 23)
            act = ACTS.index(_KINDS.get(kind, "nothing"))
            yield Example("non_answers", random.choice(wordings(item)), line, item, tiers(["none"]), act)
    for line in lines(REPLIES / "short_answers.txt"):
        item = random.randint(1, 23)
        yield Example("short_answers", random.choice(wordings(item)), line, item, None, 0)


_OPENINGS: Final = (
    "",
    "",
    "",
    "Honestly, ",
    "To be honest, ",
    "I'd say ",
    "Well, ",
    "um ",
    "I suppose ",
    "If I'm honest, ",
)
_BEHIND: Final = (
    "",
    "",
    "",
    ", to be honest",
    ", really",
    ", I think",
    " lately",
    " these two weeks",
    ", if I'm honest",
)
_THROUGHOUT: Final = ("all fortnight", "the whole two weeks", "as always", "these two weeks, all of it")
_TOLD: Final = 3
"""How many times a plain statement is shown with how often."""
_SELF_HARM: Final = 11
_SAID: Final = 8
"""In how many sentences of each kind, denying and affirming, a word is shown."""


def plain(random: Random) -> Iterator[Example]:
    """Plain statements of each item, as they are, dressed, and with how often."""
    often = [line.split(" | ") for line in lines(REPLIES / "frequencies.txt")]
    for line in lines(REPLIES / "plain_statements.txt"):
        number, there, text = line.split(" | ")
        item = int(number)
        tier = None if item in RISKY else tiers(["none"])

        def one(reply: str, score: str, asks: bool, item: int = item, tier: tuple[float, ...] | None = tier) -> Example:
            return Example("plain", random.choice(wordings(item)), reply, item, tier, 0, scores(score), asks)

        bare, dressed = f"{text}.", f"{random.choice(_OPENINGS)}{text}{random.choice(_BEHIND)}."
        for reply in (bare, dressed):
            yield one(reply, "1-4 (2)" if there == "+" else "0", there == "+")
        for score, words in random.sample(often, _TOLD) if there == "+" else ():
            form = random.choice(("{0}, {1}.", "{0} {1}.", "{1}. {0}.", "{0}. {1}."))
            yield one(form.format(text, words.strip()), score.strip(), False)
        if there == "-":
            yield one(f"{text}, {random.choice(_THROUGHOUT)}.", "0", False)
        yield one(f"{'Yes' if there == '+' else 'No'}, {text}.", "1-4 (2)" if there == "+" else "0", there == "+")


def negated(random: Random) -> Iterator[Example]:
    """Sentences that deny or affirm with words of denial, about the words of every item."""
    rows = [line.split(" | ") for line in lines(REPLIES / "negations.txt")]
    forms = [row for row in rows if row[0].startswith("says")]
    for kind, number, *word in (row for row in rows if not row[0].startswith("says")):
        item = int(number)
        fitting = [row for row in forms if row[0] == f"says {kind}"]
        denials = [row for row in fitting if row[1] == "0"]
        affirmed = [row for row in fitting if row[1] != "0"]
        for _, score, asks, form in (*random.sample(denials, _SAID), *random.sample(affirmed, _SAID)):
            text = form.format(*word)
            tier = tiers(["urgent" if item == _SELF_HARM and score != "0" else "none"])
            told = tier if item not in RISKY or item == _SELF_HARM else None
            text = text[0].upper() + text[1:] if form[0] == "{" else text
            asked = random.choice(wordings(item))
            yield Example("negations", asked, text, item, told, 0, scores(score), asks == "a")


def training(random: Random, *, later: bool = False) -> list[Example]:
    """All that is learnt from, with `later` by the Spanish words model, else by the others: without the sets held out
    and without any text that stands in one of them."""
    seen = unseen(later=later)
    found = [*_corpus(), *followed(random), *_short(random), *plain(random), *negated(random)]
    for path in messages():
        if path.stem not in held_out("risk", later=later):
            found += [replace(one, act=_act(path.stem)) for one in risk(path.stem)]
    told: list[Example] = []
    for path in (REPLIES / "voices.txt", *sorted((REPLIES / "authors").glob("*.txt"))):
        if path.stem not in held_out("replies", later=later):
            told += author(path, random)
    found += told
    found += [_elsewhere(one, random) for one in told if random.random() < _OTHERS and _belongs(one)]
    for path in sorted(ACT_SETS.glob("*.jsonl")):
        if path.stem not in held_out("acts", later=later):
            found += _SHOWN * acts(path.stem)
    return [piece for one in found if folded(one.reply) not in seen for piece in _cut(one)]


def unseen(*, later: bool = False) -> frozenset[str]:
    """The folded texts of the sets held out."""
    random, (messages_, authors, others) = (
        Random(0),
        (held_out(kind, later=later) for kind in ("risk", "replies", "acts")),
    )
    told = [one for name in messages_ for one in risk(name)]
    told += [one for name in authors for one in author(REPLIES / "authors" / f"{name}.txt", random)]
    told += [one for name in others for one in acts(name)]
    return frozenset(folded(one.reply) for one in told if len(one.reply.split()) > 2)


def _act(name: str) -> int | None:
    return 0 if name in ("item_replies", "whole_interviews") else None


def _belongs(one: Example) -> bool:
    return len(one.reply.split()) >= _FEWEST_WORDS


def _elsewhere(one: Example, random: Random) -> Example:
    """The reply under a question of another domain, which it does not answer."""
    domains = {item: domain_of(item).key for item in items()}
    item = random.choice([item for item in domains if domains[item] != domains[one.item or 0]])
    asked = random.choice(wordings(item, one.language))
    return replace(one, question=asked, item=item, act=ACTS.index("other"), scores=None, asks=None)


def _cut(one: Example) -> list[Example]:
    """A long harmless text by its windows too: each of them is harmless."""
    if one.tier is None or one.tier[0] < 1 or len(places := windows(one.reply)) < 2:
        return [one]
    return [one, *(replace(one, reply=one.reply[a:b], act=None, scores=None, asks=None) for a, b in places)]


def varied(known: Sequence[Example], random: Random) -> list[Example]:
    """The examples of one pass, some of them written otherwise."""
    remarks = {language: harmless(language) for language in ("en", "es")}
    found = []
    for one in known:
        if one.act == 0 and one.scores and one.item and _belongs(one) and random.random() < _MISPLACED:
            one = _elsewhere(one, random)
        elif one.tier is not None and one.item is None and not one.question and random.random() < _PLACED:
            item = random.choice([item for item in items() if item not in RISKY])
            one = replace(one, question=random.choice(wordings(item, one.language)), item=item)
        chance, text = random.random(), one.reply
        for kind, share in _AGAIN.items():
            if chance < share:
                text = _otherwise(kind, text, one.language, remarks[one.language], random)
                break
            chance -= share
        found.append(replace(one, reply=text))
    return found


def _otherwise(kind: str, text: str, language: str, remarks: Sequence[str], random: Random) -> str:
    if kind == "unmarked":
        return unmarked(text)
    if kind == "slipped":
        return slipped(text, random)
    if kind == "filled":
        return filled(text, random, language)
    for _ in range(random.choice(_REMARKS)):
        text = beside(text, remarks, random, language)
    return text


_REMARK: Final = re.compile(r"^.{15,90}$")


def harmless(language: str = "en") -> list[str]:
    """Remarks of ordinary life that say nothing of risk and answer no item: first turns and small talk."""
    told = [one.reply for one in risk("first_turns")] if language == "en" else []
    for path in sorted(ACT_SETS.glob("*.jsonl")):
        if path.stem not in held_out("acts") and spoken(path.stem) == language:
            told += [one.reply for one in acts(path.stem) if one.act == ACTS.index("nothing")]
    return [text for text in told if _REMARK.match(text)]
