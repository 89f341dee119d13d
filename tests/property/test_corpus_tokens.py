"""What holds for the words of any text."""

from __future__ import annotations

import sqlite3

from hypothesis import given
from hypothesis import strategies as st

from ascertain.adapters.corpus.tokens import fold, index_tokens, is_prefix, phrases, query_tokens

TEXTS = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from("aZ éß '\"-.,图書館はがカ한글ไทยمَكْहि\u200b\u0301\0\ud800\U00020000"),
    ),
    max_size=200,
)


@given(TEXTS)
def test_tokens_are_short_plain_and_hold_no_ascii_mark(text: str) -> None:
    for token in index_tokens(text):
        assert 0 < len(token) <= 40
        assert not any(char.isspace() for char in token)
        assert all(char.isalnum() for char in token if char.isascii())


@given(TEXTS)
def test_folding_twice_changes_nothing_that_is_searched(text: str) -> None:
    assert index_tokens(fold(text)) == index_tokens(text)


@given(TEXTS)
def test_every_word_of_a_query_is_found_in_the_text_itself(text: str) -> None:
    held = index_tokens(text)
    for token in query_tokens(text):
        if is_prefix(token):
            assert any(one.startswith(token) for one in held)
        else:
            assert token in held


@given(TEXTS)
def test_the_full_text_index_keeps_each_token_as_it_is(text: str) -> None:
    tokens = index_tokens(text)
    held = sqlite3.connect(":memory:")
    try:
        held.execute("CREATE VIRTUAL TABLE words USING fts5 (text, content='', tokenize='ascii')")
        held.execute("CREATE VIRTUAL TABLE terms USING fts5vocab (words, 'row')")
        held.execute("INSERT INTO words (rowid, text) VALUES (1, ?)", (" ".join(tokens),))
        assert {row[0] for row in held.execute("SELECT term FROM terms")} == set(tokens)
    finally:
        held.close()


@given(TEXTS)
def test_phrases_hold_two_words_or_more(text: str) -> None:
    assert all(2 <= len(run) <= 12 for run in phrases(text))
