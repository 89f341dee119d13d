"""Where a quote stands: W3C quote and position selectors, and how the place was found."""

from __future__ import annotations

from pydantic import Field

from ascertain.evidence.kinds import AnchorMethod
from ascertain.evidence.record import Record

__all__ = ["Anchor", "Difference", "QuoteSelector"]


class QuoteSelector(Record):
    """W3C Web Annotation TextQuoteSelector and TextPositionSelector in one.

    Attributes:
        exact: the text as it stands in the snapshot.
        prefix: up to 32 code points before it.
        suffix: up to 32 code points after it.
        start: first code point, from 0.
        end: code point after the last.
    """

    exact: str
    prefix: str = ""
    suffix: str = ""
    start: int = Field(ge=0)
    end: int = Field(ge=0)


class Difference(Record):
    """One place where the quote and the text are not the same, and why it does not matter.

    Attributes:
        kind: such as ``case``, ``white_space``, ``quotation_mark``, ``ellipsis``,
            ``footnote_mark``, ``line_break_hyphen``, ``bracketed_insertion``, ``ocr_noise``.
        quote: the quote's side (may be empty).
        source: the text's side (may be empty).
    """

    kind: str
    quote: str = ""
    source: str = ""


class Anchor(Record):
    """A quote resolved in a text.

    Attributes:
        method: ``exact``: the same characters; ``normalized``: the same after folding of
            forms that carry no meaning; ``fuzzy``: small harmless differences, all listed.
        differences: empty for ``exact``.
    """

    selector: QuoteSelector
    method: AnchorMethod
    differences: tuple[Difference, ...] = ()
