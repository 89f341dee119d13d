from __future__ import annotations

import pytest

from ascertain.adapters.runtimes.extractive.candidates import Candidate, candidates_of
from ascertain.adapters.runtimes.extractive.resolving import Resolved, resolve
from ascertain.adapters.runtimes.extractive.subjects import names_person, title_subject
from ascertain.adapters.runtimes.extractive.terms import tokens
from extractive_pages import Page, reply_for


def last_sentence(text: str, heading: str = "", language: str = "en") -> Candidate:
    page = Page("file:///a.txt", "", text, heading, language)
    return candidates_of(0, reply_for(page), frozenset(tokens(text)))[-1]


def resolved(
    text: str, *, subject: str | None = None, title: str | None = None, language: str = "en"
) -> Resolved | None:
    return resolve(last_sentence(text, language=language), subject, title)


def claim(text: str, *, subject: str | None = None, title: str | None = None) -> str | None:
    found = resolved(text, subject=subject, title=title)
    return found.claim if found else None


def test_a_sentence_with_its_own_subject_stays_as_it_is() -> None:
    text = "Mara Voss founded Halden Tidal in Bergen."
    assert resolved(text) == Resolved(text, text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Mara Voss was born in Stad. She also founded Halden Tidal.",
            "[Mara Voss] also founded Halden Tidal.",
        ),
        (
            "Mara Voss was born in Stad. Her first turbine was lost at sea.",
            "[Mara Voss’s] first turbine was lost at sea.",
        ),
        (
            "Mara Voss was born in Stad. In 2011, she founded Halden Tidal.",
            "In 2011, [Mara Voss] founded Halden Tidal.",
        ),
        (
            "Halden Tidal opened a yard. The company employs ninety people.",
            "[Halden Tidal] employs ninety people.",
        ),
        (
            "Mara Voss was born in Stad. She moved away early. She founded Halden Tidal.",
            "[Mara Voss] founded Halden Tidal.",
        ),
    ],
)
def test_a_pronoun_gets_the_name_that_the_sentence_before_begins_with(
    text: str, expected: str
) -> None:
    assert claim(text) == expected


def test_a_short_name_becomes_the_full_name_of_the_title() -> None:
    text = "Voss was born in Stad. She founded Halden Tidal."
    assert claim(text, title="Mara Voss - Tidepedia") == "[Mara Voss] founded Halden Tidal."


def test_at_the_beginning_of_a_paragraph_the_title_names_the_person() -> None:
    assert claim("She founded Halden Tidal in 2011.", title="Mara Voss") == (
        "[Mara Voss] founded Halden Tidal in 2011."
    )


def test_a_headline_or_an_organisation_is_no_antecedent_of_she() -> None:
    assert claim("She founded a second yard in 2011.", title="Halden Tidal Group") is None
    assert claim("She founded a yard in 2011.", title="Engineer wins a prize for turbines") is None


def test_with_two_names_before_it_the_sentence_before_is_quoted_too() -> None:
    text = "Mara Voss met Lena Berg Hansen in Stad. She later founded Halden Tidal."
    assert resolved(text) == Resolved(text, text)


def test_a_pointing_sentence_is_quoted_with_the_one_before_it() -> None:
    text = "The yard lost nine turbines in one storm. This made insurers leave the market."
    assert resolved(text) == Resolved(text, text)


def test_a_pointing_sentence_with_nothing_before_it_is_passed_over() -> None:
    assert resolved("This made most insurers leave the market.") is None


def test_this_week_points_at_nothing() -> None:
    text = "This week Halden Tidal opened a yard."
    assert claim(text) == text


def test_speech_in_the_first_person_is_not_taken_for_a_fact_about_the_subject() -> None:
    assert claim("We founded the yard in 2011 with friends.", title="Mara Voss") is None


def test_they_is_never_guessed() -> None:
    text = "Mara Voss hired ten people. They built the first yard."
    assert claim(text) == text


def test_a_quote_with_the_sentence_before_never_passes_the_limit() -> None:
    before = (
        "The yard lost nine turbines in one storm " + "and repaired another of them " * 16 + "."
    )
    assert resolved(before + " This made insurers leave the market.") is None


def test_a_dated_list_entry_names_its_document_and_heading() -> None:
    candidate = last_sentence("- 1916-1920 - Ada Example", heading="Owners")
    found = resolve(candidate, None, "Lindon House")
    assert found == Resolved("[Lindon House, Owners:] 1916-1920 - Ada Example", candidate.text)


def test_a_dated_list_entry_of_a_nameless_document_is_passed_over() -> None:
    assert resolve(last_sentence("- 1916-1920 - Ada Example"), None, None) is None


def test_a_chinese_pronoun_gets_the_name_of_the_title() -> None:
    found = resolved("她在卑尔根创办了一家潮汐能公司。", title="沃玛拉", language="zh")
    assert found is not None
    assert found.claim == "[沃玛拉]在卑尔根创办了一家潮汐能公司。"


def test_a_chinese_pointing_sentence_is_quoted_with_the_one_before_it() -> None:
    text = "哈尔登公司去年开设了新船厂。该公司雇用了九十名工人。"
    found = resolved(text, language="zh")
    assert found == Resolved(text, text)


def test_only_bracketed_words_are_added() -> None:
    text = "Mara Voss was born in Stad. In 2011, she founded Halden Tidal."
    found = resolved(text)
    assert found is not None
    assert found.claim.replace("[Mara Voss]", "she") == found.quote


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Mara Voss - Tidepedia", "Mara Voss"),
        ("Mara Voss (engineer)", "Mara Voss"),
        ("Bridge of the North", "Bridge of the North"),
        ("Storm takes nine turbines", None),
        ("Who founded Halden Tidal?", None),
        ("", None),
        (None, None),
    ],
)
def test_a_title_is_a_subject_only_if_it_is_a_name(title: str | None, expected: str | None) -> None:
    assert title_subject(title) == expected


def test_organisations_and_numbers_are_not_persons() -> None:
    assert names_person("Mara Voss")
    assert not names_person("University of Stad")
    assert not names_person("Class 40 Locomotive")


def test_a_pronoun_behind_another_name_is_left_alone() -> None:
    text = "In May 2000, Lena Berg resigned and Voss was elected leader of its board."
    assert claim(text, title="Mara Voss") == text


def test_an_it_that_stands_for_nothing_is_left_alone() -> None:
    text = "It is quite possible that the two yards were one."
    assert claim(text, title="Halden Tidal") == text


def test_a_word_that_is_capital_only_because_it_comes_first_is_no_name() -> None:
    text = "Projecting the costs took a year. She then left the yard."
    assert claim(text) == text


def test_an_introduction_without_names_may_stand_before_the_pronoun() -> None:
    assert claim("After a short illness, she sold the yard.", title="Mara Voss") == (
        "After a short illness, [Mara Voss] sold the yard."
    )


def test_who_speaks_of_themselves_is_known_only_to_the_page() -> None:
    assert claim("When I founded this yard in 2011, we hoped for more.", title="Report") is None
    spoken = "“We hoped for more,” said Mara Voss of the yard."
    assert claim(spoken) == spoken
