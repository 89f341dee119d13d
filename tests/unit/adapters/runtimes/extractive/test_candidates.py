from __future__ import annotations

import pytest

from ascertain.adapters.runtimes.extractive.candidates import (
    candidates_of,
    is_quotable,
    is_table_row,
)
from extractive_pages import Page, reply_for


@pytest.mark.parametrize(
    "text",
    [
        "Mara Voss founded Halden Tidal in 2011.",
        "“The yard will close,” said Mara Voss.",
        "哈尔登公司去年开设了新船厂。",
        "同社は昨年、新しい造船所を開いた。",
        "افتتحت الشركة حوضا جديدا لبناء السفن في بيرغن.",
    ],
)
def test_whole_statements_are_quotable_in_every_script(text: str) -> None:
    assert is_quotable(text)


@pytest.mark.parametrize(
    "text",
    [
        "Who founded Halden Tidal in 2011?",
        "谁在去年创办了这家哈尔登公司？",
        "Halden Tidal opens yard in Bergen",
        "Mara Voss at the yard, Bergen, Norway.",
        "Mara Voss founded Halden Tidal and then...",
        "Mara Voss founded Halden Tidal and then…",
        "We use cookies to improve what you see here.",
        "Sign up for our newsletter about turbines today.",
        "Home | News | Turbines | Yards | Contact was here.",
        "点击查看哈尔登公司的更多相关新闻。",
        "12.5 14.9 19.2 18.8 17.1 is 22.",
        "He left.",
        "The yard grew " + "and grew " * 80 + ".",
    ],
)
def test_questions_headlines_captions_fragments_and_boilerplate_are_not(text: str) -> None:
    assert not is_quotable(text)


def test_dated_list_entries_are_rows() -> None:
    assert is_table_row("- 1916-1920 - Ada Example")
    assert is_table_row("2004–2010: Halden Tidal")
    assert not is_table_row("Halden Tidal opens yard")


def test_a_search_engines_date_in_front_of_a_sentence_is_left_out() -> None:
    page = Page("file:///a.txt", "", "Oct 26, 2022 ... Halden Tidal opened a yard in Bergen.")
    found = candidates_of(0, reply_for(page), {"halden"})
    assert [candidate.text for candidate in found] == ["Halden Tidal opened a yard in Bergen."]


def test_wide_gaps_part_layout_from_sentences() -> None:
    page = Page(
        "file:///a.txt", "", "船厂新闻\u3000\u3000哈尔登公司去年开设了新船厂。", language="zh"
    )
    found = candidates_of(0, reply_for(page), {"船厂"})
    assert [candidate.text for candidate in found] == ["哈尔登公司去年开设了新船厂。"]


def test_a_candidate_stands_in_its_passage_where_it_says() -> None:
    page = Page(
        "file:///a.txt", "", "The sea rose. Halden Tidal opened a yard. It was late.\n\nEnd."
    )
    for candidate in candidates_of(0, reply_for(page), {"halden", "sea", "late"}):
        assert page.text[candidate.start :].startswith(candidate.text)


def test_what_stands_before_never_crosses_a_paragraph() -> None:
    page = Page("file:///a.txt", "", "The sea rose that night.\n\nHalden Tidal opened a yard.")
    found = candidates_of(0, reply_for(page), {"halden"})
    assert [candidate.before for candidate in found] == [()]


_FOUNDED = "Halden Tidal was founded in 2011 by Mara Voss."


@pytest.mark.parametrize(
    "text",
    [
        f"It is not true that\n{_FOUNDED}",
        f"Nobody ever believed\n{_FOUNDED}",
        f"The board of the yard calls the report that it read a\n{_FOUNDED}",
        f"After a long dispute the owners of the old yard deny to the press\n{_FOUNDED}",
        "The yard says so\nhalden Tidal was founded in 2011 by Mara Voss.",
        "没有证据表明\n哈尔登公司去年开设了新船厂。",
    ],
)
def test_the_rest_of_a_sentence_from_the_line_before_is_no_candidate(text: str) -> None:
    page = Page("file:///a.txt", "", text)
    assert candidates_of(0, reply_for(page), {"halden", "哈", "哈尔", "尔登"}) == []


@pytest.mark.parametrize(
    "text",
    [
        f"About Halden Tidal\n{_FOUNDED}",
        f"The yard was opened by the mayor. It is not true that he left.\n{_FOUNDED}",
        f"It is not true that\n\n{_FOUNDED}",
        f"Home » Yards » All that is known of the yard in Bergen by the sea » more\n{_FOUNDED}",
        "- halden Tidal was founded in 2011 by Mara Voss.",
        "iHalden Tidal was founded in 2011 by Mara Voss.",
    ],
)
def test_a_sentence_below_a_heading_or_in_a_list_is_a_candidate(text: str) -> None:
    page = Page("file:///a.txt", "", text)
    found = candidates_of(0, reply_for(page), {"mara"})
    assert [candidate.text for candidate in found] == [text.rsplit("\n", 1)[-1]]
