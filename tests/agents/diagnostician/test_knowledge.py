import re

import pytest

from agents.diagnostician.entries import entries
from agents.diagnostician.knowledge import Disorder, Feature, knowledge
from agents.diagnostician.language import for_items, parse
from agents.domain.level1 import instrument, items

DISORDERS = knowledge().disorders
FEATURES = knowledge().features


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
def test_every_pattern_can_be_read_and_found_by_its_words(key: str, feature: Feature) -> None:
    known = entries()
    for text in feature.patterns:
        only, row = for_items(text.format_map(knowledge().words))
        pattern = parse(row)
        assert "-" not in text
        rest = [min(slot.exact or slot.prefixes) for slot in pattern[1:]]
        heard_in = {*(only or feature.only or items())} - {*feature.outside}
        assert heard_in <= set(items())
        for word in (*pattern[0].exact, *pattern[0].prefixes):
            for item in items():
                called = known.named(known.called([word, *rest], item) & known.served[word])
                found = any(one.key == key and one.pattern == pattern for one in called)
                assert found is (item in heard_in)


def test_every_feature_is_used() -> None:
    used = {key for d in DISORDERS for key in (*d.features, *d.against, *(key for group in d.must for key in group))}
    assert used == set(FEATURES)


def test_names_and_codes_are_unique() -> None:
    names = [disorder.name for disorder in DISORDERS]
    assert len(set(names)) == len(names) >= 25
