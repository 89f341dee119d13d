"""A claim taken apart: its words, and the values that another claim may give otherwise."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from ascertain.sources.stems import stem
from ascertain.sources.values.dates import DateMention, find_dates
from ascertain.sources.values.names import find_names
from ascertain.sources.values.numbers import Quantity, find_quantities
from ascertain.sources.words import CHINESE_NEGATIONS, NEGATIONS

__all__ = ["Assertion", "assertion_of", "is_han"]

_MAX = 1_000
_BRACKETS = re.compile(r"[\[\]]")
_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_POSSESSIVE = re.compile(r"['’]s$")
_HAN = re.compile("[\u3400-\u9fff]")
_HAN_ENDING = re.compile("[。！？；，、：“”《》（）了已\\s]")
_CONTRACTED = re.compile(r"n['’]t$")
_BOUNDS = frozenset(
    "about approximately around roughly nearly almost over under above below than more fewer less "
    "least most up exactly only some as".split()
)
_EMPTY = frozenset(
    "a an the of in on at by for from to with and or is are was were be been being has have had do "
    "does did it its their his her there that which who as since until before after during into "
    "per than then also now".split()
)
"""Words that hold a sentence together and decide nothing here."""
_DETERMINERS = frozenset(
    "a an the this that these those its their his her our my no all some many most each every "
    "in on at by for from to with of it he she they we as after before during since until not "
    "none sales version unemployment".split()
)
_HAN_BOUNDS = re.compile("大约|约|近|超过|不到|逾|左右|至少|最多|以上|以下|多达")
_HAN_NEGATION = sorted(CHINESE_NEGATIONS | {"未", "没有", "并未", "不"}, key=len, reverse=True)


@dataclass(frozen=True, slots=True)
class Assertion:
    """A claim taken apart.

    Attributes:
        words: content words, stemmed, without values, names and negations.
        said: each of them as it is written, case-folded.
        names: words that are written as names, case-folded; signs such as ``t4`` as well.
        text: without what values and names said, for scripts without spaces: one string.
        negations: how many there are.
        universal: ``all``, ``none`` or ``some``, where the claim says how many of them; or empty.
    """

    words: frozenset[str]
    names: frozenset[str]
    text: str
    quantities: tuple[Quantity, ...]
    dates: tuple[DateMention, ...]
    negations: int = 0
    universal: str = ""
    said: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def keys(self) -> frozenset[str]:
        """What claims about the same thing have in common."""
        if not self.text:
            return self.words | self.names
        pairs = {self.text[at : at + 2] for at in range(len(self.text) - 1)}
        return frozenset(pairs) | self.names


def is_han(text: str) -> bool:
    """Whether a text is written without spaces between its words."""
    return len(_HAN.findall(text)) * 2 > len(re.sub(r"[\W\d_]", "", text))


def assertion_of(claim: str) -> Assertion:
    """Take a claim apart; only its first thousand characters are looked at."""
    text = unicodedata.normalize("NFKC", _BRACKETS.sub("", claim[:_MAX]))
    dates = tuple(find_dates(text))
    spans = [(date.start, date.end) for date in dates]
    quantities = tuple(find_quantities(text, skip=spans))
    spans += [(quantity.start, quantity.end) for quantity in quantities]
    rest = _without(text, spans)
    if is_han(text):
        return _han(rest, quantities, dates)
    return _spaced(text, rest, quantities, dates)


def _without(text: str, spans: list[tuple[int, int]]) -> str:
    parts, at = list[str](), 0
    for start, end in sorted(spans):
        parts.append(text[at : max(at, start)])
        at = max(at, end)
    return " ".join((*parts, text[at:]))


def _han(rest: str, quantities: tuple[Quantity, ...], dates: tuple[DateMention, ...]) -> Assertion:
    text = _HAN_BOUNDS.sub("", _HAN_ENDING.sub("", rest))
    negations = 0
    for word in _HAN_NEGATION:
        negations += text.count(word)
        text = text.replace(word, "")
    names = frozenset(name.casefold() for name in re.findall(r"[A-Za-z][A-Za-z0-9-]*", text))
    return Assertion(frozenset(), names, text, quantities, dates, negations)


def _spaced(
    text: str, rest: str, quantities: tuple[Quantity, ...], dates: tuple[DateMention, ...]
) -> Assertion:
    tokens = [_POSSESSIVE.sub("", found) for found in _TOKEN.findall(rest)]
    named = {word for name in find_names(text) for word in name.words}
    for at, token in enumerate(tokens):
        # A capital that opens the sentence names something unless the word is one of grammar.
        opens = at == 0 and token[:1].isupper() and token.casefold() not in _DETERMINERS
        sign = any(char.isdigit() for char in token) and any(char.isalpha() for char in token)
        if opens or sign:
            named.add(token.casefold())
    folded = [token.casefold() for token in tokens]
    counts = Counter(folded)
    negations = sum(counts[word] for word in counts if word in NEGATIONS)
    negations += sum(bool(_CONTRACTED.search(word)) for word in folded)
    left_out = named | _EMPTY | _BOUNDS | NEGATIONS | {"all", "each", "every", "none", ""}
    bare = [_CONTRACTED.sub("", word) for word in folded]
    said = {stem(word): word for word in bare if word not in left_out}
    return Assertion(
        words=frozenset(said),
        said=said,
        names=frozenset(named - {"none", "all", "not"}),
        text="",
        quantities=quantities,
        dates=dates,
        negations=negations,
        universal=_universal(folded),
    )


def _universal(folded: list[str]) -> str:
    first = folded[:2]
    if "none" in first or first[:1] == ["no"]:
        return "none"
    if first[:2] == ["not", "all"]:
        return "some"
    return "all" if {"all", "every", "each"} & set(first[:1]) else ""
