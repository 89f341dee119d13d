"""Passages hold whole sentences, once."""

from __future__ import annotations

from ascertain.evidence.document import Heading, TextRange
from ascertain.sources.passages import split_passages
from ascertain.sources.sentences import MAX_SENTENCE, blocks, sentence_spans


def _sentences(text: str, language: str | None = None) -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text, language)]


def test_sentences_end_where_a_reader_ends_them() -> None:
    text = (
        "Dr. Voss (b. 1971) joined Kestrel Inc. in 2014. She left on Jan. 5, 2019! "
        "“It was time,” she said. The U.S. team of 3.5 people stayed.\nA heading\nWhat? Yes."
    )
    assert _sentences(text) == [
        "Dr. Voss (b. 1971) joined Kestrel Inc. in 2014.",
        "She left on Jan. 5, 2019!",
        "“It was time,” she said.",
        "The U.S. team of 3.5 people stayed.",
        "A heading",
        "What?",
        "Yes.",
    ]


def test_chinese_japanese_and_arabic_sentences_are_told_apart() -> None:
    assert _sentences("他于2020年加入公司。然后离开了！", "zh") == [
        "他于2020年加入公司。",
        "然后离开了！",
    ]
    assert _sentences("これはペンです。あれは本です。", "ja") == [
        "これはペンです。",
        "あれは本です。",
    ]
    assert _sentences("هذا كتاب. هل هذا صحيح؟ نعم.", "ar") == ["هذا كتاب.", "هل هذا صحيح؟", "نعم."]


def test_a_text_without_stops_is_cut_at_white_space() -> None:
    text = "word " * 2000
    spans = sentence_spans(text)
    assert all(end - start <= MAX_SENTENCE for start, end in spans)
    assert "".join(text[s:e] for s, e in spans).replace(" ", "") == text.replace(" ", "")
    assert [e - s for s, e in sentence_spans("x" * 4_500)] == [2000, 2000, 500]


def test_hostile_texts_take_linear_time() -> None:
    for text in ('“"' * 50_000, "a" * 300_000, "." * 100_000, "Dr. " * 50_000, "(" * 100_000):
        assert sentence_spans(text)


def test_blocks_are_lines_without_their_margins() -> None:
    text = "  one \n\n \t\n two"
    assert [text[start:end] for start, end in blocks(text)] == ["one", "two"]


def test_passages_hold_every_sentence_once_and_split_none() -> None:
    text = "\n".join(f"Sentence number {n} says something of its own." for n in range(100))
    passages = split_passages(text, length=300)
    held = [text[s:e] for p in passages for s, e in sentence_spans(text, None, p.start, p.end)]
    assert held == _sentences(text)
    assert all(p.end - p.start <= 300 for p in passages)


def test_passages_do_not_cross_headings_or_the_border_of_the_main_content() -> None:
    text = "Menu\n\nTitle\n\nFirst. Second.\n\nPart\n\nThird.\n\nFooter"
    at = text.index
    passages = split_passages(
        text,
        headings=[
            Heading(start=at("Title"), end=at("Title") + 5, level=1),
            Heading(start=at("Part"), end=at("Part") + 4, level=2),
        ],
        main=[TextRange(start=at("Title"), end=at("Footer"))],
    )
    assert [(text[p.start : p.end], p.heading, p.is_main) for p in passages] == [
        ("Menu", "", False),
        ("Title\n\nFirst. Second.", "Title", True),
        ("Part\n\nThird.", "Part", True),
        ("Footer", "Part", False),
    ]


def test_an_empty_text_has_no_passages() -> None:
    assert split_passages(" \n ") == []
