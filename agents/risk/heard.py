"""A message while it is read: what is known of all of it, and what each of its sentences told."""

from functools import cache

from agents.domain.risk import Finding
from agents.risk.answer import Answer
from agents.risk.answers import answered, opens_with_no
from agents.risk.lexicon import bank, speller
from agents.risk.matters import grave, telling
from agents.risk.parts import Part, remarks
from agents.risk.phrases.elements import Text
from agents.risk.phrases.index import Index
from agents.risk.phrases.patterns import Phrase, earliest
from agents.risk.plain.canon import Sentence, canonical
from agents.risk.policy import Policy
from agents.risk.port import Message
from agents.risk.questions import topic
from agents.risk.sentence.acts import acts, kinds
from agents.risk.sentence.hit import Hit
from agents.risk.sentence.judgement import judge
from agents.risk.sentence.ruleset import Rule, rules
from agents.risk.sentence.surroundings import Surroundings

_ON_THE_WAY = frozenset({"bus", "car", "wheel", "motorway", "traffic", "train", "tube"})
_TAKING_BACK = ("not_acting", "no_plan", "was_then")
"""What takes a reply back (answers.toml)."""


@cache
def index() -> Index[Rule | str]:
    """The phrase rules that read a sentence, then the kinds of act."""
    sentence_rules = ((rule, rule.when) for rule in rules() if rule.reach != "message")
    return Index([*sentence_rules, *kinds().items()])


class Heard:
    """One message with its question. `asked`: what that was about as far as risk goes; `ordinary`: it was an item that
    has nothing to do with risk; `touched`: the places where a rule was found, whatever came of it."""

    def __init__(self, message: Message, policy: Policy) -> None:
        self.message = message
        self.policy = policy
        self.canon = canonical(message.text, speller())
        self.whole = Part(tuple(self.canon.words), 0, True)
        asked = topic(message.context, message.item)
        self.asks_back = bool(message.context) and Answer(self.whole.text, self.whole.text).asks_back
        self.asked = None if asked and self.asks_back else asked
        self.ordinary = message.item is not None and self.asked is None
        self.elsewhere = self.asked is None and bool(message.context or message.item)
        self.touched: set[int] = set()
        self._told: dict[tuple[int, int], list[Hit]] = {}
        self._remarks: dict[int, bool] = {}

    def told(self, sentence: Sentence) -> list[Hit]:
        """What the rules find in a sentence."""
        key = (sentence.first, len(sentence.words))
        if key not in self._told:
            self._told[key] = self._read(sentence)
        return self._told[key]

    def _read(self, sentence: Sentence) -> list[Hit]:
        found: list[Hit] = []
        called = index().called(sentence)
        around = Surroundings(sentence, self.whole.text, self.message.context) if called else None
        for owner, phrases in called.items():
            if around is not None:
                found += self._hits(owner, phrases, sentence, around)
        return found

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
        """The places of words that matter, and those where a rule was found, in order."""
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
