"""A claim taken apart: its words, and the values that another claim may give otherwise."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from ascertain.merging.conflicts.lexicon import (
    ATTRIBUTES,
    EMPTY,
    LABELS,
    NOT_OPENING_NAMES,
    ONCE,
    PERSONS,
    PLACES,
    RANKED_PLACES,
    SAME,
    SCOPES,
)
from ascertain.sources.stems import stem
from ascertain.sources.values.dates import DateMention, find_dates
from ascertain.sources.values.names import find_names
from ascertain.sources.values.numbers import Quantity, find_quantities
from ascertain.sources.words import NEGATIONS

__all__ = ["Assertion", "Counted", "canonical", "nearest_date", "plain_text", "spaced_assertion"]

_MAX = 1_000
_BRACKETS = re.compile(r"[\[\]]")
_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_POSSESSIVE = re.compile(r"['’]s?$")
_CONTRACTED = re.compile(r"n['’]t$")
_BY = re.compile(r"\bby (?:about |around |some |nearly |over )?$", re.IGNORECASE)
_NOUN_WORDS = 3
"""Words after a number among which is the noun that it counts."""
_NO_NAMES = frozenset({"none", "all", "not"})
_NOT_COUNTED = frozenset("of in on at by for from to with and or as than a an the".split())


class Counted(NamedTuple):
    """A quantity with what it counts.

    Attributes:
        noun: the words right after the number, as far as they are one phrase; canonical stems.
        is_difference: whether it says by how much something changed ("rose by 3 percent").
    """

    quantity: Quantity
    noun: tuple[str, ...] = ()
    is_difference: bool = False


@dataclass(frozen=True, slots=True)
class Assertion:
    """A claim taken apart.

    Attributes:
        text: the claim, normalised and without brackets; spans of values are in it.
        said: content words without values and names, canonical stem to the word as written; in
            scripts without spaces, pieces between known words.
        names: words that are written as names, case-folded; signs such as ``t4`` as well.
        groups: the words of each name.
        opening: the first word, where it may or may not be a name; or empty.
        events: what happens once, with its date.
        places: what one alone can hold.
        scopes: words that limit what is meant.
        negations: how many there are.
        universal: ``all``, ``none`` or ``some``, where the claim says how many of them; or empty.
        is_han: whether it is written without spaces.
    """

    text: str
    said: Mapping[str, str] = field(default_factory=dict[str, str])
    names: frozenset[str] = frozenset()
    groups: tuple[frozenset[str], ...] = ()
    opening: str = ""
    quantities: tuple[Counted, ...] = ()
    dates: tuple[DateMention, ...] = ()
    events: Mapping[str, DateMention | None] = field(default_factory=dict[str, DateMention | None])
    attributes: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()
    scopes: frozenset[str] = frozenset()
    negations: int = 0
    universal: str = ""
    is_han: bool = False

    @property
    def keys(self) -> frozenset[str]:
        """What claims about the same thing have in common."""
        own = frozenset(self.said) | self.names | self.places | self.attributes
        if not self.is_han:
            return own
        pairs = {piece[at : at + 2] for piece in self.said for at in range(len(piece) - 1)}
        return frozenset(pairs) | self.names | self.places | self.attributes | {*self.events}


class _Token(NamedTuple):
    """A word and where it stands; canonical stem in ``stem``."""

    start: int
    end: int
    word: str
    stem: str


def canonical(word: str) -> str:
    """Return the stem that stands for all words that say the same, of a case-folded word."""
    known = SAME.get(word)
    if known is not None:
        return known
    bare = stem(word)
    return SAME.get(bare, bare)


def plain_text(claim: str) -> str:
    """Return a claim as it is taken apart: normalised, without brackets, cut where it is long."""
    return unicodedata.normalize("NFKC", _BRACKETS.sub("", claim[:_MAX]))


def spaced_assertion(text: str) -> Assertion:
    """Take a claim in a script with spaces apart.

    Args:
        text: as ``plain_text`` returns it.
    """
    dates = tuple(find_dates(text))
    whole = find_quantities(text, skip=[(date.start, date.end) for date in dates])
    labels = [quantity for quantity in whole if _is_label(text, quantity)]
    counted = [one for one in whole if one not in labels and not one.ordinal]
    spans = [(part.start, part.end) for part in (*dates, *counted, *labels)]
    tokens = list(_tokens(text, spans))
    groups = list(_names(text, spans))
    named = {word for group in groups for word in group}
    if tokens and (tokens[0].word in SAME or tokens[0].stem in ATTRIBUTES):
        named.discard(tokens[0].word)  # "Membership of the Dalby choir"
    named |= {f"{text[part.start : part.end]}" for part in labels}
    named |= {token.word for token in tokens if _is_sign(token.word)}
    folded = [token.word for token in tokens]
    counts = Counter(folded)
    said = {
        token.stem: token.word
        for token in tokens
        if token.word not in named and token.word not in EMPTY and token.word not in NEGATIONS
    }
    for word in ("all", "none", "not", "t"):
        said.pop(word, None)
    return Assertion(
        text=text,
        said={key: word for key, word in said.items() if not _CONTRACTED.search(word)},
        names=frozenset(named - _NO_NAMES),
        groups=tuple(group - _NO_NAMES for group in groups),
        opening=_opening(tokens, named),
        quantities=tuple(_counted(text, one, tokens) for one in counted),
        dates=dates,
        events={
            token.stem: nearest_date(token.start, token.end, dates, _breaks(tokens))
            for token in tokens
            if token.stem in ONCE
        },
        attributes=frozenset(token.stem for token in tokens if token.stem in ATTRIBUTES),
        places=frozenset(_places(text)),
        scopes=frozenset(token.word for token in tokens if token.word in SCOPES),
        negations=sum(counts[word] for word in counts if word in NEGATIONS)
        + sum(bool(_CONTRACTED.search(word)) for word in folded),
        universal=_universal(folded),
    )


def nearest_date(
    start: int, end: int, dates: tuple[DateMention, ...], breaks: list[int]
) -> DateMention | None:
    """Return the date that a word speaks of: the next one after it, else the last before it.

    Another word that has a date of its own stands between none of both.
    """
    for date in dates:
        if date.start >= end and not any(end <= at < date.start for at in breaks):
            return date
    for date in reversed(dates):
        if date.end <= start and not any(date.end <= at < start for at in breaks):
            return date
    return None


def _breaks(tokens: list[_Token]) -> list[int]:
    return [token.start for token in tokens if token.stem in ONCE]


def _is_label(text: str, quantity: Quantity) -> bool:
    """Whether a number is part of a name, as in "version 4.2" or "Vestra 20"."""
    if quantity.unit.name or quantity.bound != "exact":
        return False
    before = re.search(r"([^\W\d_]+)[ \u00a0]$", text[max(0, quantity.start - 30) : quantity.start])
    if before is None:
        return False
    word = before[1]
    opens = not text[: quantity.start - len(word) - 1].strip()
    return word.casefold() in LABELS or (
        word[0].isupper() and not opens and word.casefold() not in EMPTY
    )


def _tokens(text: str, spans: list[tuple[int, int]]) -> Iterator[_Token]:
    taken = bytearray(len(text))
    for start, end in spans:
        taken[start:end] = b"\1" * (end - start)
    for found in _TOKEN.finditer(text):
        if 1 not in taken[found.start() : found.end()]:
            word = _POSSESSIVE.sub("", found[0]).casefold()
            yield _Token(found.start(), found.end(), word, canonical(word))


def _names(text: str, spans: list[tuple[int, int]]) -> Iterator[frozenset[str]]:
    """Yield the words of each name; signs of units and months belong to their values."""
    for name in find_names(text):
        if not any(start <= name.start and name.end <= end for start, end in spans):
            yield frozenset(name.words)


def _is_sign(word: str) -> bool:
    return any(char.isdigit() for char in word) and any(char.isalpha() for char in word)


def _opening(tokens: list[_Token], named: set[str]) -> str:
    if not tokens or tokens[0].word in named | EMPTY | NOT_OPENING_NAMES:
        return ""
    return tokens[0].stem


def _counted(text: str, quantity: Quantity, tokens: list[_Token]) -> Counted:
    noun: list[str] = []
    at = quantity.end
    for token in tokens:
        if token.start < quantity.end:
            continue
        if text[at : token.start].strip(" \u00a0-") or token.word in _NOT_COUNTED:
            break
        noun.append("person" if token.word in PERSONS else token.stem)
        at = token.end
        if len(noun) == _NOUN_WORDS:
            break
    difference = _BY.search(text, max(0, quantity.start - 16), quantity.start) is not None
    return Counted(quantity, tuple(noun), difference)


def _places(text: str) -> Iterator[str]:
    for name, pattern in PLACES:
        for found in pattern.finditer(text):
            ranked = RANKED_PLACES.search(text[max(0, found.start() - 12) : found.start()])
            yield f"{ranked[0].strip(' -').casefold()} {name}" if ranked else name


def _universal(folded: list[str]) -> str:
    first = folded[:2]
    if "none" in first or first[:1] == ["no"]:
        return "none"
    if first == ["not", "all"]:
        return "some"
    return "all" if {"all", "every", "each"} & set(first[:1]) else ""
