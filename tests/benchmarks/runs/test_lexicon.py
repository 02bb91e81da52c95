"""Diagnoses in free text read as codes, without ever seeing a label."""

import pytest

from benchmarks.runs.lexicon import diagnosed
from benchmarks.runs.profiles import ranked


@pytest.mark.parametrize(
    ("report", "codes"),
    [
        ("**Diagnosis:** <med>Major Depressive Disorder, moderate, with anxious distress</med>", ["F32"]),
        ("Diagnosis: Generalized Anxiety Disorder (F41.1)\n\nReasoning: unlike panic disorder ...", ["F41.1"]),
        (
            "## Diagnosis\n\n1. Panic Disorder with Agoraphobia\n2. Social phobia\n\n## Rationale\nPTSD",
            ["F41.0", "F40.1"],
        ),
        ("Diagnosis: Rule out bipolar II disorder; post-traumatic stress disorder.", ["F43.1", "F31"]),
        ("Diagnosis: OCD. No evidence of schizophrenia or psychosis.", ["F42"]),
        ("Diagnosis: Obsessive-Compulsive Personality Disorder", ["F60.5"]),
        ("Provisional diagnosis: schizoaffective disorder, bipolar type", ["F25"]),
        ("**Possible Diagnosis:**\n- Adjustment disorder with depressed mood", ["F43.2"]),
        ("Diagnosis: Alcohol use disorder, severe, and cannabis use disorder", ["F10", "F12"]),
        ("The picture fits <med>social anxiety disorder</med>, less <med>PTSD</med>.", ["F40.1", "F43.1"]),
        ("It looks like bipolar I disorder to me.", ["F31"]),
        ("Diagnosis: F20.9", ["F20.9"]),
        ("Diagnosis: deferred. More sessions are needed.", []),
        ("", []),
    ],
)
def test_reports(report: str, codes: list[str]) -> None:
    assert [one.code for one in diagnosed(report)] == codes


def test_profiles_of_codes() -> None:
    assert ranked(["F33.1", "F32", "F41.9", "F10", "F19"]) == ("depression", "other", "substance_abuse")
    assert ranked([None]) == ("other",)
    assert ranked([]) == ()
