"""Pages made to keep the comparison busy take time in proportion to their length."""

from __future__ import annotations

import pytest

from ascertain.validation.identity.entry import subject_of
from ascertain.validation.identity.judging import judge_page
from ascertain.validation.identity.page import links_in, page_view
from growth import grows_in_proportion

ANCHOR = "https://www.mira-volkan.example/"
LIFE = "Mira Volkan is a seismologist at the Karst Observatory in Ljubno, born in Maribor in 1970."


@pytest.mark.parametrize(
    ("head", "piece", "tail"),
    [
        ("", "Mira Volkan ", ""),
        ("", "Mira (", ""),
        ("Mira Volkan (", "aaaaaa", ""),
        ("", "born ", "Mira Volkan"),
        ("", "Mira Volkan\n", ""),
        ("", "陈", ""),
        ("", "Volkan, ", ""),
        ("10.1234/", "999999", ""),
        ("", "Mira a b c ", ""),
        ("", '<a href="', ""),
    ],
)
def test_hostile_pages_take_no_longer_than_their_length_says(
    head: str, piece: str, tail: str
) -> None:
    anchor = page_view("A1", [ANCHOR], title="Mira Volkan", text=LIFE)
    subject = subject_of("Mira Volkan", [ANCHOR], [anchor])

    def work(size: int) -> None:
        text = head + piece * size + tail
        judge_page(subject, page_view("S1", ["https://news.example/1"], title="", text=text))
        links_in(text, ANCHOR)

    assert grows_in_proportion(work, 4_000)
