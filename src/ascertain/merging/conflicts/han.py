"""A Chinese claim taken apart: known words, and the pieces between them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise

from ascertain.merging.conflicts.assertion import Assertion, Counted, nearest_date
from ascertain.merging.conflicts.lexicon import (
    HAN_ATTRIBUTES,
    HAN_EMPTY,
    HAN_EVENTS,
    HAN_PLACES,
    HAN_SCOPES,
)
from ascertain.sources.values.dates import find_dates
from ascertain.sources.values.numbers import Quantity, find_quantities

__all__ = ["han_assertion", "is_han"]

_HAN = re.compile("[\u3400-\u9fff]")
_NEGATION = re.compile(
    "没有|并未|从未|尚未|未|没|不(?![断仅同过但少久到足低超])|并非|非(?![常洲])|无(?![论数线限])"
)
_LATIN = re.compile(r"[A-Za-z][A-Za-z0-9-]*")
_CLAUSE = re.compile("[，。；！？,;]")
_BY = re.compile("(?:增长|增加|上升|上涨|下降|下跌|减少|提高)了?$")
_LEVEL = re.compile("(?:[到至]|为)$")
_COUNTER = re.compile("[人名份个家艘本件辆座项种次]次?")
_LOOK_BACK = 6


def is_han(text: str) -> bool:
    """Whether a text is written without spaces between its words."""
    return len(_HAN.findall(text)) * 2 > len(re.sub(r"[\W\d_]", "", text))


def han_assertion(text: str) -> Assertion:
    """Take a Chinese claim apart.

    Args:
        text: as ``plain_text`` returns it.
    """
    dates = tuple(find_dates(text))
    whole = find_quantities(text, skip=[(date.start, date.end) for date in dates])
    counted = [one for one in whole if not one.ordinal]
    blanked = _blanked(text, [(part.start, part.end) for part in (*dates, *counted)])
    events = dict(_found(blanked, HAN_EVENTS))
    marks = sorted(events)
    rest = _clauses_with(blanked, counted) if counted else blanked
    pieces = _pieces(rest)
    return Assertion(
        text=text,
        said={piece: piece for piece in pieces},
        names=frozenset(name.casefold() for name in _LATIN.findall(rest)),
        quantities=tuple(_counted(text, one) for one in counted),
        dates=dates,
        events={
            events[at]: nearest_date(at, at + 2, dates, [mark for mark in marks if mark != at])
            for at in marks
        },
        attributes=frozenset(dict(_found(rest, HAN_ATTRIBUTES)).values()),
        places=frozenset(dict(_found(blanked, HAN_PLACES)).values()),
        scopes=frozenset(HAN_SCOPES.findall(blanked)),
        negations=len(_NEGATION.findall(blanked)),
        is_han=True,
    )


def _blanked(text: str, spans: list[tuple[int, int]]) -> str:
    signs = list(text)
    for start, end in spans:
        signs[start:end] = " " * (end - start)
    return "".join(signs)


def _found(text: str, table: Mapping[str, str]) -> Iterator[tuple[int, str]]:
    taken = bytearray(len(text))
    for form in sorted(table, key=len, reverse=True):
        at = text.find(form)
        while at >= 0:
            if 1 not in taken[at : at + len(form)]:
                taken[at : at + len(form)] = b"\1" * len(form)
                yield at, table[form]
            at = text.find(form, at + 1)


def _clauses_with(text: str, counted: list[Quantity]) -> str:
    """Return the clauses that hold numbers, and before each the one that it takes up."""
    bounds = [0, *(found.end() for found in _CLAUSE.finditer(text)), len(text)]
    kept: list[str] = []
    for start, end in pairwise(bounds):
        clause = text[start:end]
        if any(start <= one.start < end for one in counted):
            if not _pieces(clause) and start:
                clause = text[:end]
            kept.append(clause)
    return "，".join(kept)


def _pieces(text: str) -> tuple[str, ...]:
    for table in (HAN_ATTRIBUTES, HAN_EVENTS, HAN_PLACES):
        for form in sorted(table, key=len, reverse=True):
            text = text.replace(form, " ")
    text = _NEGATION.sub(" ", text)
    text = _LATIN.sub(" ", HAN_SCOPES.sub(" ", text))
    return tuple(dict.fromkeys(piece for piece in HAN_EMPTY.sub(" ", text).split() if piece))


def _counted(text: str, quantity: Quantity) -> Counted:
    before = text[max(0, quantity.start - _LOOK_BACK) : quantity.start].rstrip("约近逾")
    counter = _COUNTER.match(text, quantity.end)
    noun = (counter[0],) if counter and not quantity.unit.dimension else ()
    return Counted(quantity, noun, _BY.search(before) is not None)
