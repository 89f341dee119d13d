"""Say in one sentence why a quote was not taken for what stands in the text."""

from __future__ import annotations

from collections.abc import Sequence

from ascertain.evidence.selector import Difference

__all__ = ["reason_for"]

_SHOWN = 120
_SENTENCES = {
    "cut_word": "the quote begins or ends inside a word of the source: '{source}'",
    "cut_number": "the quote cuts off part of a number of the source: '{source}'",
    "cut_sign": "the quote leaves out a sign beside its first or last word: '{source}'",
    "sign": "the source has the sign '{source}' where the quote has '{quote}'",
    "unit": "the source's unit is '{source}', the quote's is '{quote}'",
    "question": "the source asks, where the quote states: '{source}'",
    "footnote_mark": "the quote has a mark that the source does not have: '{quote}'",
    "symbol": "the quote has a sign that the source does not have: '{quote}'",
    "word_boundary": "the quote joins or parts words that the source does not: '{source}'",
    "gap_too_long": "the quote's ellipsis jumps too far, over '{source}'",
    "gap_splices": "the quote's ellipsis joins the beginning of one sentence to the end of another,"
    " over '{source}'",
    "gap_reverses": "the quote's ellipsis leaves out what reverses the meaning: '{source}'",
    "part_missing": "the source does not go on with '{quote}' near there",
    "bracketed_insertion": "the quote puts '[{quote}]' where the source has nothing of it",
    "ocr_noise": "too many words are damaged to tell: '{source}'",
}


def reason_for(harmful: Sequence[Difference]) -> str:
    """Return a sentence about the first harmful difference, and how many more there are."""
    if not harmful:
        return "the source says something else there"
    first = harmful[0]
    quote, source = _short(first.quote), _short(first.source)
    if first.kind in _SENTENCES:
        sentence = _SENTENCES[first.kind].format(quote=quote, source=source)
    elif not source:
        sentence = f"the quote says '{quote}', which the source does not have there"
    elif not quote:
        sentence = f"the quote leaves out '{source}', which the source has there"
    else:
        sentence = f"the source says '{source}' where the quote says '{quote}'"
    more = len(harmful) - 1
    return f"{sentence} (and {more} more)" if more else sentence


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else line[: _SHOWN - 1] + "…"
