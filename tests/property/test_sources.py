"""Addresses and passages under any input."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from ascertain.sources.passages import split_passages
from ascertain.sources.sentences import sentence_spans
from ascertain.sources.urls import canonical_url

URLS = st.one_of(
    st.text(max_size=80),
    st.from_regex(r"(https?|file)://[a-zA-Z0-9.:\[\]-]{0,20}(/[\w.%~-]{0,8}){0,4}(\?\w*)?(#\w*)?"),
)


@given(URLS)
def test_the_canonical_form_is_a_fixed_point(url: str) -> None:
    once = canonical_url(url)
    assert canonical_url(once) == once


@given(st.text(max_size=400), st.sampled_from([None, "en", "zh", "ar", "xx"]))
def test_sentences_cover_all_but_white_space(text: str, language: str | None) -> None:
    spans = sentence_spans(text, language)
    assert all(a.end <= b.start for a, b in pairwise(spans))
    assert "".join("".join(text[s:e].split()) for s, e in spans) == "".join(text.split())


@given(st.text(max_size=400), st.integers(1, 100))
def test_passages_are_in_order_and_cover_all_sentences(text: str, length: int) -> None:
    passages = split_passages(text, length=length)
    held = sum(len(sentence_spans(text, None, p.start, p.end)) for p in passages)
    assert held == len(sentence_spans(text))
    assert all(a.end <= b.start for a, b in pairwise(passages))
