"""Only the last few texts are kept folded."""

from __future__ import annotations

from ascertain.sources.prepared_texts import PreparedTexts


def test_the_last_texts_are_kept_and_older_ones_made_again() -> None:
    texts = PreparedTexts()
    first = texts.get("a", "one text")
    assert texts.get("a", "one text") is first
    for name in "bcd":
        texts.get(name, f"text {name}")
    assert texts.get("a", "one text") is first
    for name in "efgh":
        texts.get(name, f"text {name}")
    assert texts.get("a", "one text") is not first
