"""Is a message clearly not in the language of the interview? By script, then by function words. Short and name-like
messages never are."""

import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from agents.language import ENGLISH, Language
from agents.reading.model.folding import folded

UNKNOWN: Final = "und"
LONGEST: Final = 2000
LEAST_WORDS: Final = 4
LEAST_HITS: Final = 3
LEAST_FEW: Final = 2
"""Common words of a language that fewer words have to hold, all but one, beside none of the interview's own."""
CERTAIN: Final = 3
ANSWERS: Final = frozenset({"si", "sí", "oui", "ja", "sim", "nein", "non", "no"})
"""A yes and a no, which are understood."""
MOST_SAID: Final = 10
"""Words of a message that only speaks of languages."""
LEAST_LETTERS: Final = {"zh": 4, "ja": 4, "ko": 5}

_ALONE: Final = 40
_OFTEN_IN_SPANISH: Final = re.compile(
    r"\b(?:casi|siempre|nunca|jamas|a veces|veces|todo el (?:dia|tiempo)|a menudo|diario"
    r"|(?:tod|algun|much|vari|poc)[oa]s (?:los |las )?(?:dias|noches)|cada (?:dia|noche))\b"
)
_CLAUSE: Final = re.compile(r"(?:(?!\s(?:and|but|so|because|cuz|y|pero|porque)\s)[^.!?;,\n])+")
_LINKS: Final = frozenset({"and", "but", "so", "because", "cuz", "y", "pero", "porque"})
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_SCRIPTS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("ja", re.compile(r"[\u3040-\u30ff]")),
    ("ko", re.compile(r"[\uac00-\ud7af\u1100-\u11ff]")),
    ("zh", re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")),
    ("ar", re.compile(r"[\u0600-\u06ff\u0750-\u077f]")),
    ("hi", re.compile(r"[\u0900-\u097f]")),
    ("ru", re.compile(r"[\u0400-\u04ff]")),
    (UNKNOWN, re.compile(r"[\u0370-\u05ff\u0700-\u074f\u0780-\u08ff\u0980-\u10ff\u1200-\u1cff]")),
)


@cache
def _data() -> Mapping[str, Any]:
    return tomllib.loads(Path(__file__).with_name("languages.toml").read_text("utf-8"))


@cache
def vocabulary() -> Mapping[str, frozenset[str]]:
    """Common words by language, with the words of English taken out of every other language."""
    words = {code: frozenset(text.split()) for code, text in _data()["common"].items()}
    homographs = frozenset(_data()["english_too"].split())
    return {code: told if code == "en" else told - words["en"] - homographs for code, told in words.items()}


@cache
def _spoken() -> Mapping[str, tuple[str, ...]]:
    """Each word with the languages that have it among their common words."""
    spoken: dict[str, tuple[str, ...]] = {}
    for code, common in vocabulary().items():
        for word in common:
            spoken[word] = (*spoken.get(word, ()), code)
    return spoken


@cache
def _own(code: str) -> frozenset[str]:
    """All common words of a language in which interviews are held, also those that English has as well."""
    return frozenset(_data()["common"][code].split()) | frozenset(_data()["own"].get(code, "").split())


@cache
def _speech() -> Mapping[str, frozenset[str]]:
    return {code: frozenset(text.split()) for code, text in _data()["speech"].items()}


@cache
def _asking(code: str, own: str) -> tuple[re.Pattern[str], tuple[tuple[str, re.Pattern[str]], ...]]:
    """How it is said in the language `code` that the interview's is not understood, and how each other is asked for."""
    names, ways = _data()["names"][code], "|".join(f"(?:{way})" for way in _data()["wanted"][code])
    asked = ((name, ways.replace("<name>", rf"\b(?:{called})\b")) for name, called in names.items() if name != own)
    denied = _data()["denied"][code].replace("<own>", f"(?:{names[own]})")
    return re.compile(denied), tuple((name, re.compile(way)) for name, way in asked)


@cache
def _english_only() -> frozenset[str]:
    return frozenset(word for word, codes in _spoken().items() if codes == ("en",))


def _by_script(text: str) -> str | None:
    """The language when most letters belong to a script that English never uses, and there are enough of them."""
    letters = sum(map(str.isalpha, text))
    counts = {code: len(pattern.findall(text)) for code, pattern in _SCRIPTS}
    if 2 * sum(counts.values()) <= letters:
        return None
    code = "ja" if counts["ja"] else max(counts, key=counts.__getitem__)
    if code in LEAST_LETTERS:
        total = counts[code] if code == "zh" else counts[code] + counts["zh"]
        return code if total >= LEAST_LETTERS[code] else None
    words = _WORD.findall(text)
    return None if len(words) < 2 or all(word[0].isupper() for word in words) or counts[code] < 8 else code


def speaks_of(text: str, language: Language = ENGLISH) -> str | None:
    """The language of which a short message speaks: it asks for it, or says in it that the interview's is not
    understood."""
    said, own = folded(text), language.split("-")[0]
    words = _WORD.findall(said)
    if len(words) > MOST_SAID:
        return None
    for code in _data()["wanted"]:
        denied, wanted = _asking(code, own)
        if denied.search(said):
            return code if code != own else UNKNOWN
        if (asked := next((name for name, way in wanted if way.search(said)), None)) is not None:
            return asked
    others = {code: told for code, told in _speech().items() if code != own}
    unspaced = next((code for code in LEAST_LETTERS if any(word in said for word in others[code])), None)
    known = vocabulary()[own] if own == ENGLISH else _own(own)
    if unspaced or any(word in known for word in words):
        return unspaced
    ours = _speech().get(own, frozenset())
    hits = Counter(code for code, told in others.items() for word in words if word in told and word not in ours)
    return max(hits, key=hits.__getitem__) if hits else None


def _by_words(words: Iterable[str], foreign_letters: int, own: str) -> str | None:
    """The language whose common words outnumber those of the own one three to one (with at least three)."""
    said, spoken = list(words), _spoken()
    others = said if own == ENGLISH else [word for word in said if word not in _own(own)]
    hits = Counter(code for word in others for code in spoken.get(word, ()))
    both = hits.pop(own, 0)
    code = max(hits, key=hits.__getitem__, default="")
    known = both + sum(word in _own(own) and word not in vocabulary().get(code, ()) for word in said if own != ENGLISH)
    if len(said) < LEAST_WORDS:
        few = code != ENGLISH and not known and not ANSWERS.intersection(said)
        return code if few and hits[code] >= max(LEAST_FEW, len(said) - 1) else None
    certain = CERTAIN + (code == ENGLISH)  # people mix it in
    if hits[code] >= max(LEAST_HITS, certain * known, len(said) / 5):
        return code
    letters = own == ENGLISH and foreign_letters >= 3
    return UNKNOWN if known == 0 and letters and len(said) >= 5 else None


def speaks(text: str, language: Language) -> bool:
    """Whether a message holds words of this language, and none that only English has."""
    said = [word.lower() for word in _WORD.findall(text)]
    own = _own(language.split("-")[0])
    return any(word in own or folded(word) in own for word in said) and _english_only().isdisjoint(said)


def _alone(text: str, own: str) -> str | None:
    """The language of a message that is nothing but a plain yes, no, feeling, or cry for help in it."""
    said = " ".join(_WORD.findall(folded(text[:_ALONE])))
    return next(
        (code for code, words in _singles().items() if code != own and said in words and said not in _own(own)), None
    )


@cache
def _singles() -> Mapping[str, frozenset[str]]:
    told: Mapping[str, str] = _data()["alone"]
    return {code: frozenset(folded(one.strip()) for one in text.split("|")) for code, text in told.items()}


def mixed(text: str) -> bool:
    """Whether a message to an interview in English says how often in Spanish alone, beside words that it may hold of
    either: it is not scored."""
    return _OFTEN_IN_SPANISH.search(folded(text)) is not None


def spanish_part(text: str) -> str | None:
    """The clauses of a message in an English interview that are in Spanish, with blanks for the others' characters;
    None where none is."""
    kept, common = [" "] * len(text), vocabulary()["es"]
    for clause in _CLAUSE.finditer(text[:LONGEST]):
        said = [word.lower() for word in _WORD.findall(clause[0])]
        if said and said[0] in _LINKS:
            said = said[1:]
        if len(said) >= LEAST_FEW and not common.isdisjoint(said) and _english_only().isdisjoint(said):
            kept[slice(*clause.span())] = clause[0]
    return "".join(kept) if any(map(str.isalnum, kept)) else None


def sounds_english(text: str) -> bool:
    """A quick check: plain letters and two common English words among the first few. False proves nothing."""
    return text.isascii() and len(_english_only().intersection(text[:80].lower().split())) >= 2


def foreign(text: str, language: Language = ENGLISH) -> str | None:
    """The ISO 639-1 code of another language than that of the interview, `und` when it is clearly another but unknown,
    None for anything else.

    Reads at most the first 2,000 characters.
    """
    head = text[:LONGEST]
    if not head.isascii():
        head = unicodedata.normalize("NFKC", head)
        if script := _by_script(head):
            return script
    told = speaks_of(head, language) or (_alone(head, language.split("-")[0]) if len(head) <= _ALONE else None)
    if told is not None:
        return told
    if language == ENGLISH and sounds_english(head):
        return None
    words = [word.replace("’", "'") for word in _WORD.findall(head)]
    if not all(word[0].isupper() for word in words) or head.isupper():
        accented = sum(not word.isascii() for word in words)
        return _by_words([word.lower() for word in words], accented, language.split("-")[0])
    return None
