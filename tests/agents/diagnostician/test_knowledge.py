import re

import pytest

from agents.diagnostician.features import limited, marked
from agents.diagnostician.knowledge import Disorder, Feature, knowledge
from agents.domain.level1 import instrument, items
from agents.reading.vocabulary import filled

DISORDERS = knowledge().disorders
FEATURES = knowledge().features
BESIDE = re.compile(r"()\(\?<![^)]*\)")
CHOICE = re.compile(r"\(\?:([^()|]*)[^()]*\)\??")


@pytest.mark.parametrize("disorder", DISORDERS, ids=lambda d: d.name)
def test_a_disorder_names_only_what_exists(disorder: Disorder) -> None:
    keys = {*disorder.features, *disorder.against, *(key for group in disorder.must for key in group)}
    assert keys <= set(FEATURES)
    assert {*disorder.items, *(item for group in disorder.needs for item in group)} <= set(items())
    assert all(set(joint.items) <= set(items()) and 0 < joint.least <= 4 for joint in disorder.together)
    assert disorder.category in {category.name for category in knowledge().categories}
    domains = {domain.key for domain in instrument().domains}
    assert all(domains.issuperset((*variant.over, *variant.under)) for variant in disorder.variants)
    codes = [disorder.icd10, *(variant.icd10 for variant in disorder.variants)]
    assert all(re.fullmatch(r"[A-Z]\d[0-9A-Z](\.[0-9A-Z]{1,4})?", code) for code in codes)
    assert disorder.base < 0, "nothing said and nothing scored must speak against every disorder"
    assert disorder.needs or disorder.must


@pytest.mark.parametrize(("key", "feature"), FEATURES.items())
def test_every_phrase_can_be_read_and_is_found_where_it_counts(key: str, feature: Feature) -> None:
    for phrase in feature.patterns:
        only, words = limited(phrase)
        heard_in = {*(only or feature.only or items())} - {*feature.outside}
        assert heard_in <= set(items())
        example = filled(words, knowledge().words).replace(" .. ", " ").replace("*", "s")
        for choice in (BESIDE, CHOICE, CHOICE):
            example = choice.sub(lambda found: found[1], example)
        assert re.fullmatch("[a-z0-9 ]+", example), f"{phrase} holds more than words, choices and gaps"
        found = [one for one, _ in marked(f" {example} . ") if one.key == key]
        assert heard_in <= {item for item in items() for one in found if one.counts_in(item)}


def test_every_feature_is_used() -> None:
    used = {key for d in DISORDERS for key in (*d.features, *d.against, *(key for group in d.must for key in group))}
    assert used == set(FEATURES)


def test_names_and_codes_are_unique() -> None:
    names = [disorder.name for disorder in DISORDERS]
    assert len(set(names)) == len(names) >= 25
