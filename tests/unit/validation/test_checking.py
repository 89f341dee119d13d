"""Checking pairs and evidence records, through the public functions."""

from __future__ import annotations

from typing import Any

import pytest

from ascertain.evidence.admitted import Evidence
from ascertain.evidence.selector import QuoteSelector
from ascertain.sources.anchoring.finding import prepare
from ascertain.validation.checking import MAX_CLAIM, Checked, check_evidence, check_pair

PAGE = (
    "The Halden Institute\n\nAda Renholt founded the institute. She joined the board in 2014. "
    "Critics claim that the roof leaks. It is not true that the lift was closed. "
    "The tower fell in 1931. This is false. Was the mill sold? The mill was sold in 1950."
)


def outcomes(checked: Checked) -> dict[str, str]:
    return {check.name: check.outcome for check in checked.checks}


def detail(checked: Checked, name: str) -> str:
    return next(check.detail for check in checked.checks if check.name == name)


def record(claim: str, quote: str, text: str = PAGE, **more: Any) -> Evidence:
    start = text.index(more.pop("exact", quote))
    end = start + len(quote)
    selector = QuoteSelector(exact=text[start:end], start=start, end=end)
    given: dict[str, Any] = {
        "id": "E1",
        "run_id": "R",
        "sub_question_id": "q1",
        "source_id": "S1",
        "snapshot": "0" * 64,
        "claim_type": "other",
        "claim": claim,
        "source_url": "https://example.org/",
        "resolved_source_url": "https://example.org/",
        "source_type": "other",
        "quote": quote,
        "retrieval_date": "2026-01-01T00:00:00Z",
        "selector": selector,
        "anchor_method": "exact",
        "text_fragment_url": "https://example.org/",
    }
    return Evidence(**{**given, **more})


@pytest.mark.parametrize(
    "quote",
    [
        "Norvale treated 4.2 million litres in 2021, up 12% from about 3.5 million.",
        "Some patients may not recover before May 2024, Dr. Ada Renholt said.",
        "It is not true that all 12 villages opposed the dam last year.",
        "Was the mill sold in 1950?",
        "青岚公司2021年营业收入为三百二十万元，并未下降。",
        "Анна Котова родилась 3 мая 1961 года в Туле.",
        "Die Firma beschäftigte 2019 rund 1.250 Menschen, nicht 900.",
        "昨日、新しい橋が開通した。",
        "See the notes [12].",
    ],
)
def test_a_claim_that_is_its_quote_is_supported_and_passes_every_check_that_applies(
    quote: str,
) -> None:
    checked = check_pair(quote, quote)
    assert checked.verdict == "supported"
    assert set(outcomes(checked).values()) <= {"pass", "not_run"}
    assert checked.confidence == 1


def test_a_bracketed_subject_need_not_stand_in_the_quote() -> None:
    checked = check_pair("[Ada Renholt] joined the board in 2014.", "She joined the board in 2014.")
    assert checked.verdict == "supported"
    assert outcomes(checked)["addition"] == "pass"
    assert set(outcomes(checked).values()) <= {"pass", "not_run"}


@pytest.mark.parametrize(
    "claim",
    [
        "[Ada Renholt] joined the board [in 2014].",
        "[Ada Renholt has 12 sons and] joined the board.",
        "[Ada Renholt never] joined the board.",
    ],
)
def test_additions_bring_in_no_number_date_or_denial(claim: str) -> None:
    checked = check_pair(claim, "She joined the board.")
    assert outcomes(checked)["addition"] == "fail"
    assert checked.verdict != "supported"


def test_an_addition_may_repeat_a_number_that_the_evidence_has() -> None:
    checked = check_pair("[In 2014] she joined the board.", "She joined the board in 2014.")
    assert outcomes(checked)["addition"] == "pass"


def test_a_claim_that_is_no_statement_is_not_supported() -> None:
    for claim in ("", "...", "[Ada]", "of the"):
        assert check_pair(claim, "Ada leads the lab.").verdict == "not_enough_evidence"


def test_evidence_without_words_supports_nothing() -> None:
    checked = check_pair("Ada leads the lab.", "")
    assert (checked.verdict, checked.confidence) == ("not_enough_evidence", 0)


def test_a_claim_longer_than_any_statement_is_not_checked() -> None:
    checked = check_pair("a" * (MAX_CLAIM + 1), "a")
    assert checked.verdict == "not_enough_evidence"
    assert "no one statement" in detail(checked, "coverage")


def test_the_confidence_is_the_sum_of_its_terms() -> None:
    checked = check_pair("Acme sold 5 ships in Oslo in 1990.", "Acme sold 5 ships in Oslo.")
    assert checked.confidence == pytest.approx(sum(term.value for term in checked.terms))
    assert {term.name for term in checked.terms} == {
        "coverage",
        "nearly_verbatim",
        "short_passage",
        "date",
    }


def test_languages_without_word_lists_get_the_other_checks_and_say_so() -> None:
    checked = check_pair("El puente mide 40 m.", "El puente mide 40 m.", language="es-MX")
    assert outcomes(checked)["modality"] == "not_run"
    assert "'es'" in detail(checked, "modality")
    assert outcomes(checked)["number"] == "pass"
    other = check_pair("Мост длиной 40 м.", "Мост длиной 50 м.")
    assert "script" in detail(other, "negation")
    assert other.verdict != "supported"
    assert (
        outcomes(check_pair("橋は40メートルだ。", "橋は40メートルだ。"))["direction"] == "not_run"
    )


def test_denials_are_seen_in_languages_that_have_a_list() -> None:
    said = "Die Brücke über den Fluss wurde gebaut."
    denied = "Die Brücke über den Fluss wurde nicht gebaut."
    assert check_pair(denied, said, language="de").verdict != "supported"
    assert outcomes(check_pair(said, said, language="de"))["negation"] == "not_run"


def test_a_quote_that_stands_where_the_record_says_passes() -> None:
    evidence = record("Ada Renholt founded the institute.", "Ada Renholt founded the institute.")
    checked = check_evidence(evidence, PAGE)
    assert checked.verdict == "supported"
    assert outcomes(checked)["anchor"] == "pass"


def test_a_prepared_text_spares_the_text() -> None:
    evidence = record("Ada Renholt founded the institute.", "Ada Renholt founded the institute.")
    assert check_evidence(evidence, None, prepared=prepare(PAGE)).verdict == "supported"
    assert check_evidence(evidence, PAGE, prepared=prepare(PAGE)).verdict == "supported"


def test_a_folded_quote_passes_if_its_own_place_was_stored() -> None:
    text = "The “Halden”  Institute opened."
    evidence = record(
        'The "Halden" Institute opened.', 'The "Halden" Institute opened.', text, exact="The"
    )
    selector = QuoteSelector(exact=text, start=0, end=len(text))
    checked = check_evidence(evidence.model_copy(update={"selector": selector}), text)
    assert outcomes(checked)["anchor"] == "pass"


def test_a_quote_that_stands_elsewhere_fails() -> None:
    text = "The “Halden” Institute opened. Other words follow it here."
    evidence = record("It opened.", "Other words follow it here.", text)
    moved = evidence.model_copy(update={"quote": 'The "Halden" Institute opened.'})
    checked = check_evidence(moved, text)
    assert "not at the stored place" in detail(checked, "anchor")
    assert (checked.verdict, checked.confidence) == ("not_enough_evidence", 0)


@pytest.mark.parametrize(
    ("quote", "said"),
    [
        ("Ada Renholt sold the institute.", "does not stand"),
        ("Zebras graze quietly beyond nine volcanoes", "nothing like it"),
    ],
)
def test_a_forged_quote_fails(quote: str, said: str) -> None:
    evidence = record("Ada Renholt founded the institute.", "Ada Renholt founded the institute.")
    checked = check_evidence(evidence.model_copy(update={"quote": quote}), PAGE)
    assert said in detail(checked, "anchor")
    assert checked.verdict == "not_enough_evidence"


def test_a_changed_copy_fails() -> None:
    evidence = record("Ada Renholt founded the institute.", "Ada Renholt founded the institute.")
    for text in ("", PAGE[1:], PAGE.replace("Ada", "Ida")):
        checked = check_evidence(evidence, text)
        assert outcomes(checked)["anchor"] == "fail"
        assert (checked.verdict, checked.confidence) == ("not_enough_evidence", 0)


def test_without_the_copy_the_anchor_check_did_not_run() -> None:
    evidence = record("Ada Renholt founded the institute.", "Ada Renholt founded the institute.")
    checked = check_evidence(evidence, None)
    assert outcomes(checked)["anchor"] == "not_run"
    assert checked.verdict == "supported"


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("The lift was closed.", "the lift was closed."),
        ("The roof leaks.", "the roof leaks."),
        ("The tower fell in 1931.", "The tower fell in 1931."),
        ("The mill was sold.", "Was the mill sold"),
    ],
)
def test_words_around_the_quote_that_reverse_it_are_seen(claim: str, quote: str) -> None:
    checked = check_evidence(record(claim, quote), PAGE)
    assert outcomes(checked)["anchor"] == "pass"
    assert outcomes(checked)["context"] == "fail"
    assert checked.verdict == "not_enough_evidence"


_MILL = "The mill was sold in 1931."


def _in_page(page: str) -> str:
    return outcomes(check_evidence(record(_MILL, _MILL, page), page))["context"]


@pytest.mark.parametrize(
    "page",
    [
        f"It is not true that\n{_MILL}",
        f"It is not\n   true that {_MILL}",
        f"The town found no evidence that the\n{_MILL}",
        f"Nobody believes\n{_MILL}",
        f"Some people in the town still claim\n{_MILL}",
        f"Allegedly\n{_MILL}",
        f"{_MILL} The claim\nis false.",
        f"据称\n{_MILL}",
    ],
)
def test_a_line_break_does_not_hide_what_reverses_a_quote(page: str) -> None:
    assert _in_page(page) == "fail"


@pytest.mark.parametrize(
    "page",
    [
        f"No evidence of fraud\n{_MILL}",
        f"It is not true that the pond was drained.\n{_MILL}",
        f"It is not true that\n\n{_MILL}",
        f"Claims\n{_MILL}",
        f"Hopes and fears\n{_MILL}",
        f"{_MILL}\nIs that so?",
    ],
)
def test_a_heading_or_a_sentence_on_the_line_before_reverses_nothing(page: str) -> None:
    assert _in_page(page) == "pass"


def test_a_denial_on_the_line_before_within_the_evidence_counts() -> None:
    assert outcomes(check_pair(_MILL, f"It is not true that\n{_MILL}"))["context"] == "fail"
    assert outcomes(check_pair(_MILL, f"The pond was drained.\n{_MILL}"))["context"] == "pass"


def test_a_bracketed_name_must_stand_somewhere_in_the_source() -> None:
    known = record("[Ada Renholt] joined the board in 2014.", "She joined the board in 2014.")
    assert outcomes(check_evidence(known, PAGE))["addition"] == "pass"
    unknown = record("[Eva Quill] joined the board in 2014.", "She joined the board in 2014.")
    assert outcomes(check_evidence(unknown, PAGE))["addition"] == "uncertain"


def test_a_name_that_the_source_nowhere_has_fails_even_for_a_pronoun() -> None:
    known = record("Ada Renholt joined the board in 2014.", "She joined the board in 2014.")
    assert outcomes(check_evidence(known, PAGE))["name"] == "uncertain"
    unknown = record("Eva Quill joined the board in 2014.", "She joined the board in 2014.")
    assert outcomes(check_evidence(unknown, PAGE))["name"] == "fail"


def test_a_claim_of_two_sentences_is_compared_with_both() -> None:
    both = "No road was built. The dam leaks."
    for evidence in (both, f"Birds sing. {both} It rains.", f"{both} {'It rains a lot. ' * 200}"):
        checked = check_pair(both, evidence)
        assert outcomes(checked)["negation"] == "pass"
        assert checked.verdict == "supported"
    apart = "No road was ever built. The old dam leaks."
    assert outcomes(check_pair(both, apart))["negation"] == "pass"
    assert check_pair(both, f"{apart} {'It rains a lot. ' * 200}").verdict != "refuted"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("The wide stone dam near Oslo holds 12 ships since 2014.", "supported"),
        ("The wide stone dam near Oslo holds 19 ships since 2014.", "refuted"),
        ("The wide stone dam near Oslo holds 12 ships since 2017.", "refuted"),
        ("The wide stone dam near Oslo never holds 12 ships since 2014.", "refuted"),
        ("The narrow stone dam near Oslo holds 12 ships since 2014.", "refuted"),
        ("The wide stone dam near Oslo holds 19 ships since 2017.", "not_enough_evidence"),
        ("The wide stone dam near Rome holds 12 ships since 2014.", "not_enough_evidence"),
        ("Birds near Oslo are 19 and sing since 2014.", "not_enough_evidence"),
    ],
)
def test_only_one_other_value_in_the_same_place_refutes(claim: str, verdict: str) -> None:
    evidence = "The wide stone dam near Oslo holds 12 ships since 2014."
    assert check_pair(claim, evidence).verdict == verdict


def test_white_space_is_no_claim() -> None:
    assert check_pair("\n", "The dam leaks. It rains.").verdict == "not_enough_evidence"
