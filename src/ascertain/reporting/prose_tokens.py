"""A text as the row of what it says: words of weight and values, small words set aside. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from ascertain.reporting.prose_words import (
    COPULAS,
    DATE_PREPOSITIONS,
    DATE_QUALIFIERS,
    FREE_HAN,
    FREE_WORDS,
    PRONOUNS,
    PRONOUNS_HAN,
    RELATIVES,
    TIES,
    TITLES,
)
from ascertain.sources.values.dates import DateMention, find_dates
from ascertain.sources.values.numbers import Quantity, find_quantities

__all__ = ["SmallWord", "Token", "Wording", "read_wording"]

_Kind = Literal["word", "han", "number", "date"]
_Small = Literal["present", "past", "agent", "pronoun", "relative"]

_HAN = r"\u2e80-\u9fff\uac00-\ud7af"
_PART = re.compile(
    rf"(?:(?![{_HAN}])[^\W_])+(?:['’](?:(?![{_HAN}])[^\W_])+)*|[{_HAN}]|\S", re.UNICODE
)
_COMMA = re.compile(r"[,，(（、；;:：—–]\s*[\"“'‘]?(?:(?:an?|the)\s)?$", re.IGNORECASE)
_JOINED = re.compile(
    r"[,;:，；：、]|\b(?:or|but|which|who|that|while|after|before|when|if)\b|[并而但或若后前时]"
)
_EMBEDS = re.compile(
    r"\b(?:sa(?:id|ys?)|(?:plan|expect|intend|aim|hope|hoping|agree|decid|announc|promis|claim|report"
    r"|believ|propos|want|ask|warn|threat|tr(?:y|ie)|refus|fail)\w*)\b"
    r"|计划|宣布|表示|称|说|预计|拟|打算|决定|同意|承诺|希望|要求|试图",
    re.IGNORECASE,
)
"""Words on which another statement hangs, so that a date may belong to either."""

_AND = re.compile(r"(\S+) and (\S+)")
_POSSESSIVE = re.compile(r"(?:['’]s.?|s['’])$")
_BETWEEN = frozenset(("a", "an", "the", "also", *PRONOUNS, *DATE_QUALIFIERS))
"""Words that may stand between a preposition and what it belongs to."""


class Token(NamedTuple):
    """A word of weight or a value.

    Attributes:
        key: what it says: the folded word, or the value in base units.
        tie: ``in`` (or on, at) or ``of`` where one stands before it, and ``'s`` behind it.
        start: where it stands, and ``end``.
        capital: whether it is a word that begins with a capital.
        parted: whether a comma or the like stands right before it.
    """

    key: str
    tie: str
    start: int
    end: int
    kind: _Kind
    capital: bool
    parted: bool

    @property
    def place(self) -> bool:
        """Whether ``in``, ``on`` or ``at`` stands before it."""
        return self.tie.startswith("in")


class SmallWord(NamedTuple):
    """A word that is set aside, with rules of its own; ``at``: the token that it precedes."""

    kind: _Small
    word: str
    at: int


@dataclass(frozen=True)
class Wording:
    """What a text says, in order.

    Attributes:
        text: the text that was read.
        tokens: words of weight and values.
        small: copulas, marks of who acts, pronouns and relatives.
    """

    text: str
    tokens: tuple[Token, ...]
    small: tuple[SmallWord, ...]

    @property
    def keys(self) -> list[str]:
        """What each token says, with its ties: ``in bergen``."""
        return [f"{token.tie} {token.key}" if token.tie else token.key for token in self.tokens]

    @property
    def words(self) -> list[str]:
        """What each token says by itself."""
        return [token.key for token in self.tokens]

    def shown(self, keys: Iterable[str]) -> list[str]:
        """Return what these keys or words stand for, as the text has it, in its order."""
        wanted = set(keys)
        return [
            self.text[one.start : one.end]
            for one, key in zip(self.tokens, self.keys, strict=True)
            if key in wanted or one.key in wanted
        ]

    def places(self, *kinds: str) -> list[int]:
        """Return which tokens small words of these kinds stand before."""
        return [small.at for small in self.small if small.kind in kinds]

    @property
    def dates(self) -> list[int]:
        """Which tokens are dates."""
        return [at for at, token in enumerate(self.tokens) if token.kind == "date"]

    @property
    def core(self) -> int:
        """Which token is the first that is no date and no place put in front."""
        at, tokens = 0, self.tokens
        while at < len(tokens) - 1 and tokens[at].kind == "date":
            at += 1
        return at

    @property
    def subject(self) -> tuple[str, ...]:
        """What it speaks of: the first word of weight, or the whole name that it belongs to.

        Of a name that owns something (Lumen's chair), the thing owned is part of it; so are
        names that are listed with it, and titles.
        """
        first = last = self.core
        while last + 1 < len(self.tokens) and self._goes_on(last):
            last += 1
        return tuple(self.words[first : last + 1])

    def _goes_on(self, last: int) -> bool:
        """Say whether the subject that reaches to a token reaches to the next one too."""
        here, following = self.tokens[last : last + 2]
        between = self.text[here.end : following.start]
        if _POSSESSIVE.search(self.text[: here.end + 1]) or following.key in TITLES:
            return True
        if here.key in TITLES or here.key == "and":
            return following.capital and between == " "
        if not here.capital:
            return False
        if following.key == "and":
            return last + 2 < len(self.tokens) and self.tokens[last + 2].capital
        return following.capital and between in {" ", ", "}

    @property
    def subject_text(self) -> str:
        """Its subject as it is written."""
        first, size = self.core, len(self.subject)
        return self.text[self.tokens[first].start : self.tokens[first + size - 1].end]

    @property
    def is_simple(self) -> bool:
        """Whether it is one clause, so that a date or place in it belongs to all of it."""
        text = self.text[self.tokens[self.core].start :] if self.tokens else ""
        if _JOINED.search(text.rstrip(" .。")) or _EMBEDS.search(text):
            return False
        return all(left[0].isupper() and right[0].isupper() for left, right in _AND.findall(text))


class _Part(NamedTuple):
    """A word, sign or value as it stands; ``value``: its key if it is one."""

    word: str
    start: int
    end: int
    value: str
    kind: _Kind


@lru_cache(maxsize=2_000)
def read_wording(text: str) -> Wording:
    """Read a text; time is proportional to its length."""
    parts = list(_parts(text))
    tokens: list[Token] = []
    small: list[SmallWord] = []
    for at, part in enumerate(parts):
        following = parts[at + 1] if at + 1 < len(parts) else None
        kind = _small_kind(part, following)
        if kind is not None:
            small.append(SmallWord(kind, part.word, len(tokens)))
        elif not _is_set_aside(parts, at):
            tokens.append(_token(text, parts, at))
    return Wording(text, tuple(tokens), tuple(small))


def _token(text: str, parts: Sequence[_Part], at: int) -> Token:
    part = parts[at]
    before = parts[at - 1].word if at else ""
    key = part.value or part.word
    if part.kind == "date" and before in DATE_QUALIFIERS:
        key = f"{before} {key}"
    return Token(
        key=key,
        tie="" if part.kind == "date" else _tie(text, parts, at),
        start=part.start,
        end=part.end,
        kind=part.kind,
        capital=part.kind == "word" and text[part.start].isupper(),
        parted=_COMMA.search(text, max(0, part.start - 9), part.start) is not None,
    )


def _tie(text: str, parts: Sequence[_Part], at: int) -> str:
    lead = at - 1
    while lead >= 0 and parts[lead].word in _BETWEEN:
        lead -= 1
    tie = TIES.get(parts[lead].word, "") if lead >= 0 else ""
    owns = parts[at].kind == "word" and _POSSESSIVE.search(text[: parts[at].end + 1])
    return f"{tie} 's".strip() if owns else tie


def _small_kind(part: _Part, following: _Part | None) -> _Small | None:
    if part.value:
        return None
    if part.word in COPULAS:
        return "past" if COPULAS[part.word] == "past" else "present"
    if part.word in PRONOUNS or part.word in PRONOUNS_HAN:
        return "pronoun"
    if part.word in RELATIVES:
        return "relative"
    if part.word in {"由", "被"} or (part.word == "by" and following and not following.value):
        return "agent"
    return None


def _is_set_aside(parts: Sequence[_Part], at: int) -> bool:
    part = parts[at]
    if part.value:
        return False
    following = parts[at + 1] if at + 1 < len(parts) else None
    dated = following is not None and following.kind == "date"
    if dated and (part.word in DATE_PREPOSITIONS or part.word in DATE_QUALIFIERS):
        return True
    if part.word in TIES:
        return _is_tied(parts, at + 1)
    return part.word in FREE_WORDS or part.word in FREE_HAN or part.word == "by"


def _is_tied(parts: Sequence[_Part], at: int) -> bool:
    """Say whether a preposition has something that it belongs to."""
    while at < len(parts) and parts[at].word in _BETWEEN:
        at += 1
    if at == len(parts):
        return False
    word = parts[at].word
    return word not in TIES and word not in COPULAS and word not in RELATIVES and word != "by"


def _parts(text: str) -> Iterator[_Part]:
    values = _values(text)
    place, until = 0, 0
    for match in _PART.finditer(text):
        start, end = match.span()
        while place < len(values) and values[place].end <= start:
            place += 1
        if start < until:
            continue
        if place < len(values) and values[place].start < end:
            value = values[place]
            until = value.end
            yield value
            continue
        word = match[0].casefold().replace("’", "'").removesuffix("'s").replace("于", "在")
        if word[0].isalnum() or _says_something(word):
            kind: _Kind = "han" if re.match(f"[{_HAN}]", word) else "word"
            yield _Part(word, start, end, "", kind)


def _says_something(sign: str) -> bool:
    return unicodedata.category(sign)[0] in "SMC" or sign in "/*@#%&"


def _values(text: str) -> list[_Part]:
    dates = find_dates(text)
    skip = [(date.start, date.end) for date in dates]
    found = [_Part("", date.start, date.end, _date_key(date), "date") for date in dates]
    found.extend(
        _Part("", one.start, one.end, _number_key(one), "number")
        for one in find_quantities(text, skip)
    )
    return sorted(found, key=lambda part: part.start)


def _date_key(date: DateMention) -> str:
    words = date.words if date.precision == "relative" else ""
    sure = "?" if date.ambiguous else ""
    return f"date {date.first} {date.last} {date.precision} {date.relation}{sure} {words}".strip()


def _number_key(one: Quantity) -> str:
    ends = f"{one.value * one.unit.factor:.10g} {one.upper * one.unit.factor:.10g}"
    return f"number {ends} {one.unit.dimension} {one.bound}{' ordinal' if one.ordinal else ''}"
