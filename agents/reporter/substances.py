"""Substances and medicines that the patient named, as typed, where the words don't deny them."""

import re

from agents.domain.evidence import Quote
from agents.domain.transcript import Role, Transcript
from agents.reading.document import parts

NAMES = (
    frozenset(
        {"alcohol", "beer", "beers", "wine", "vodka", "whiskey", "whisky", "rum", "gin", "tequila", "liquor", "drinks"}
    )
    | {"cigarettes", "cigarette", "cigar", "cigars", "tobacco", "snuff", "vape", "vaping", "nicotine"}
    | {"cannabis", "marijuana", "weed", "edibles", "thc", "cocaine", "crack", "heroin", "fentanyl", "ecstasy", "mdma"}
    | {"lsd", "ketamine", "methamphetamine", "meth", "amphetamine", "amphetamines", "mushrooms", "kratom"}
    | {"painkiller", "painkillers", "opioid", "opioids", "vicodin", "oxycodone", "oxycontin", "percocet", "codeine"}
    | {"tramadol", "morphine", "ibuprofen", "paracetamol", "acetaminophen", "tylenol", "aspirin", "melatonin"}
    | {
        "sedative",
        "sedatives",
        "tranquilizers",
        "tranquillisers",
        "valium",
        "diazepam",
        "xanax",
        "alprazolam",
        "ativan",
    }
    | {"lorazepam", "klonopin", "clonazepam", "benzos", "benzodiazepines", "ambien", "zolpidem", "adderall", "ritalin"}
    | {"stimulants", "antidepressant", "antidepressants", "antipsychotic", "antipsychotics", "ssri", "prozac", "zoloft"}
    | {"lexapro", "fluoxetine", "sertraline", "escitalopram", "citalopram", "venlafaxine", "bupropion", "lithium"}
    | {"lamotrigine", "quetiapine", "seroquel", "olanzapine", "risperidone", "aripiprazole", "abilify", "gabapentin"}
    | {"pills", "medication", "medications", "meds", "medicine", "medicines", "drugs"}
)
_WORDS = re.compile(r"(?<![a-z])[a-z]+")  # every name is plain letters


def named(transcript: Transcript) -> tuple[Quote, ...]:
    """The first mention of each name, in the order of the conversation."""
    found: dict[str, Quote] = {}
    for turn in transcript:
        if turn.role is not Role.PATIENT or NAMES.isdisjoint(_WORDS.findall(turn.text.lower())):
            continue
        for part in parts(turn.text):
            for word in _WORDS.finditer(part.document.text):
                start, end = word.start() - 1, word.end()
                if word[0] in NAMES and word[0] not in found and not part.document.unsupported(start):
                    first, last = part.original(start, end)
                    found[word[0]] = Quote(text=turn.text[first:last], turn=turn.index, start=first, end=last)
    return tuple(found.values())
