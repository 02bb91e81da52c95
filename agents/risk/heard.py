"""A message while it is read: what is known of all of it, and what each of its sentences told."""

from functools import cache

from agents.domain.risk import Finding
from agents.risk.acts import acts, kinds
from agents.risk.answer import Answer
from agents.risk.answers import answered, opens_with_no
from agents.risk.canon import Sentence, canonical
from agents.risk.elements import Text
from agents.risk.evidence import Mark, Sign, core
from agents.risk.hit import Hit
from agents.risk.index import Index
from agents.risk.judgement import judge
from agents.risk.lexicon import bank, speller
from agents.risk.parts import Part, remarks
from agents.risk.patterns import Phrase, earliest, every
from agents.risk.policy import Policy
from agents.risk.port import Message
from agents.risk.questions import topic
from agents.risk.ruleset import Rule, rules
from agents.risk.surroundings import Surroundings
from agents.risk.weights import grave, leads, telling

_ON_THE_WAY = frozenset({"bus", "car", "wheel", "motorway", "traffic", "train", "tube"})
_TAKING_BACK = ("not_acting", "no_plan", "was_then")
"""What takes a reply back (answers.toml)."""


@cache
def index() -> Index[Rule | Sign | str]:
    """The phrase rules that read a sentence, then the kinds of act, then the signs."""
    sentence_rules = ((rule, rule.when) for rule in rules() if rule.reach != "message")
    signs = ((sign, sign.when) for sign in core())
    return Index([*sentence_rules, *kinds().items(), *signs])


class Heard:
    """One message with its question. `asked`: what that was about as far as risk goes; `ordinary`: it was an item that
    has nothing to do with risk; `touched`: the places where a rule or a sign was found, whatever came of it."""

    def __init__(self, message: Message, policy: Policy) -> None:
        self.message = message
        self.policy = policy
        self.canon = canonical(message.text, speller())
        self.whole = Part(tuple(self.canon.words), 0, True)
        asked = topic(message.context, message.item)
        self.asked = None if asked and Answer(self.whole.text, self.whole.text).asks_back else asked
        self.ordinary = message.item is not None and self.asked is None
        self.elsewhere = self.asked is None and bool(message.context or message.item)
        self.leading = leads(message.context, message.item, self.asked)
        self.touched: set[int] = set()
        self._told: dict[tuple[int, int], tuple[list[Hit], list[Mark]]] = {}
        self._remarks: dict[int, bool] = {}

    def told(self, sentence: Sentence) -> tuple[list[Hit], list[Mark]]:
        """What the rules find in a sentence, and the signs in it."""
        key = (sentence.first, len(sentence.words))
        if key not in self._told:
            self._told[key] = self._read(sentence)
        return self._told[key]

    def _read(self, sentence: Sentence) -> tuple[list[Hit], list[Mark]]:
        found: list[Hit] = []
        marks: list[Mark] = []
        called = index().called(sentence)
        around = Surroundings(sentence, self.whole.text, self.message.context) if called else None
        for owner, phrases in called.items():
            if isinstance(owner, Sign):
                marks += self._signs(owner, phrases, sentence)
            elif around is not None:
                found += self._hits(owner, phrases, sentence, around)
        return found, marks

    def _signs(self, sign: Sign, phrases: list[Phrase], sentence: Sentence) -> list[Mark]:
        if not (spans := every(phrases, sentence)):
            return []
        self.touched.add(sentence.first + spans[0].start)
        return sign.read(spans, sentence)

    def _hits(self, owner: Rule | str, phrases: list[Phrase], sentence: Sentence, around: Surroundings) -> list[Hit]:
        if isinstance(owner, Rule):
            if not (span := earliest(phrases, sentence)):
                return []
            self.touched.add(sentence.first + span.start)
            return owner.read(span, sentence, around, self.policy)
        told = acts(sentence, owner, phrases)
        self.touched.update(sentence.first + act.span.start for act in told)
        return [hit for act in told if (hit := judge(act, around, self.policy))]

    def telling(self) -> list[int]:
        """The places of words that matter, and those where a rule or a sign was found, in order."""
        words = telling()
        return sorted({*self.touched, *(place for place, word in enumerate(self.whole.words) if word in words)})

    def may_answer(self, part: Part) -> bool:
        """Whether a part may answer a question about risk otherwise than the whole: after a no nothing does."""
        if self.asked is None or (part.first and opens_with_no(self.whole.text)):
            return False
        return self.asked_of(part) is not None

    def asked_of(self, part: Part) -> str | None:
        """What the last question asked of risk, where the part can answer it: nothing but remarks that answer nothing
        stands before it."""
        if self.asked is None or part.first == 0:
            return self.asked
        if part.first not in self._remarks:
            before = Part(self.whole.words[: part.first], 0, False)
            self._remarks[part.first] = remarks(before.words) and not self._answers(before)
        return self.asked if self._remarks[part.first] else None

    def _answers(self, part: Part) -> bool:
        asked, read = self.asked, part.sentences
        return asked is not None and bool(read and answered(read[0], part.text, asked, self.policy))

    def goes_on(self, part: Part) -> bool:
        """Whether what stands after a part takes back what it answers, or tells more of it than a yes."""
        rest = Text(self.whole.words[part.end :])
        if not rest.words:
            return False
        told = Answer(part.sentences[0], part.text) if part.sentences else None
        if told and not told.begins("yes") and not (grave() - _ON_THE_WAY).isdisjoint(rest.known):
            return True
        return Answer(rest, rest).denies or any(bank("answers.toml", key).found(rest) for key in _TAKING_BACK)

    def finding(self, hit: Hit, part: Sentence) -> Finding:
        """A hit as a finding on the patient's own characters."""
        start, end = self.canon.original(part.first + hit.start, part.first + max(hit.start, hit.end - 1))
        return Finding(
            rule=hit.rule,
            tier=hit.tier,
            about=hit.about,
            start=start,
            end=end,
            text=self.message.text[start:end],
            lethality=hit.lethality,
        )
