"""Words that each form of the report shares."""

from __future__ import annotations

import pytest

from ascertain.evidence.claim import Claim
from ascertain.evidence.report import Scorecard
from ascertain.reporting.standing import standing_of
from ascertain.reporting.wording import (
    LINE_LIMIT,
    address_of,
    as_sentence,
    balanced,
    dates_words,
    note_words,
    one_line,
    partial_reason,
    printable,
    scorecard_tallies,
    web_link,
)
from unit.reporting.record_builders import claim_of
from unit.reporting.report_material import ferry_material


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "JaVaScRiPt://host/%0aalert(1)",
        "data:text/html,<script>1</script>",
        "vbscript:x",
        "file:///etc/hosts",
        "//host/path",
        "https://",
        "http://[broken",
        "https://host/" + "x" * 3000,
        "",
        None,
    ],
)
def test_only_web_addresses_become_links(url: str | None) -> None:
    assert web_link(url) is None


def test_a_link_is_percent_encoded_once() -> None:
    assert web_link("https://h.example/新 <b>?q=%20") == (
        "https://h.example/%E6%96%B0%20%3Cb%3E?q=%20"
    )


def test_a_long_title_ends_in_an_ellipsis_and_never_in_a_loose_accent() -> None:
    line = one_line("e\u0301" * 5000)
    assert len(line) <= LINE_LIMIT + 1
    assert line.endswith("e…")


def test_a_title_is_one_line_without_controls_and_without_turned_direction() -> None:
    assert one_line(" a\n\tb\x00\x85c\u2028d\u202egpj.exe ") == "a b c dgpj.exe"


@pytest.mark.parametrize(
    ("text", "closed"),
    [
        ("plain", "plain"),
        ("a\u202eb", "a\u202eb\u202c"),
        ("\u2067a\u202bb", "\u2067a\u202bb\u202c\u2069"),
        ("\u202ea\u202c", "\u202ea\u202c"),
    ],
)
def test_open_direction_marks_are_closed_behind_the_text(text: str, closed: str) -> None:
    assert balanced(text) == closed


@pytest.mark.parametrize(
    ("note", "words"),
    [
        ("(as of 2021)", "as of 2021"),
        ("undated", "undated"),
        ("(a) or (b)", "(a) or (b)"),
        ("", ""),
    ],
)
def test_a_note_loses_only_brackets_around_the_whole(note: str, words: str) -> None:
    assert note_words(note) == words


def test_dates_say_where_they_were_read_or_that_there_is_none() -> None:
    sources = ferry_material().sources
    assert dates_words(sources["S5"]) == "published 2025-04 (pdf CreationDate)"
    assert dates_words(sources["S6"]) == "undated"


def test_an_address_is_the_host_or_the_name_of_the_file() -> None:
    sources = ferry_material().sources
    assert address_of(sources["S1"]) == "lumen-ferries.example"
    assert address_of(sources["S5"]) == "annual-report-2024.pdf"


def test_a_partial_report_without_a_reason_says_that_none_was_recorded() -> None:
    assert "no reason was recorded" in partial_reason(ferry_material().report)


@pytest.mark.parametrize(
    ("reason", "printed"),
    [
        ("the model is busy", "The model is busy"),
        ("every: one", "Every: one"),
        ("--ask: the plan was declined", "--ask: the plan was declined"),
        ("vllm:qwen3 is busy", "vllm:qwen3 is busy"),
        ("«q1» is open", "«q1» is open"),
        ("没有来源", "没有来源"),
        ("", ""),
    ],
)
def test_a_reason_begins_like_a_sentence_unless_a_name_stands_first(
    reason: str, printed: str
) -> None:
    assert as_sentence(reason) == printed


def test_halves_of_surrogate_pairs_and_nul_are_replaced() -> None:
    assert printable("a\ud800b\x00c") == "a\ufffdb\ufffdc"


def test_the_scorecard_names_every_denominator() -> None:
    words = {
        tally.what: tally.words for tally in scorecard_tallies(ferry_material().report.scorecard)
    }
    assert words["Sentences"] == (
        "9 of 9 sentences needing support checked, 9 supported, 1 removed"
    )
    assert words["Sources"] == "6 of 8 tried sources read, 2 failed, 1 undated"
    assert words["Quotes"].startswith("15 of 16 quotes found character for character")
    assert words["Documents"] == "31 documents searched, 1 unreadable"


def test_documents_are_not_counted_where_none_were_searched() -> None:
    assert "Documents" not in {tally.what for tally in scorecard_tallies(Scorecard())}


def _standing(*claims: Claim) -> tuple[str, bool]:
    standing = standing_of(claims)
    return standing.mark, standing.dated


def test_the_weakest_claim_decides_how_a_sentence_stands() -> None:
    strong = claim_of("C1", "a", ("E1", "E2"), confidence=0.9, as_of="2024")
    single = claim_of("C2", "b", ("E1",), confidence=0.6)
    clash = claim_of("C3", "c", ("E1", "E2"), as_of="2020", conflicts_with=("C9",))
    refuted = claim_of("C4", "d", ("E1",), verdict="refuted", as_of="2020")
    assert _standing(strong) == ("several", True)
    assert _standing(strong, single) == ("single", False)
    assert _standing(strong, clash) == ("conflicting", True)
    assert _standing(strong, clash, refuted) == ("unsupported", True)
    assert standing_of([strong, single]).confidence == "confidence 0.60"
    assert standing_of([strong, clash]).date == "as of 2020"
