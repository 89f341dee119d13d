"""What a page says about the bearer of a name: the traits that can be compared."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ascertain.sources.values.dates import find_dates
from ascertain.sources.values.names import find_names
from ascertain.validation.identity.folding import fold, is_han, stem_of, words_of
from ascertain.validation.identity.identifiers import identifiers_in
from ascertain.validation.identity.lifetimes import Lifetime, lifetime_in
from ascertain.validation.identity.names import LEGAL_FORMS, Mention, NameParts, find_mentions
from ascertain.validation.identity.page import PageView
from ascertain.validation.identity.topics import BODIES, GENERIC_NAMES, GENERIC_WORDS, topics_of

__all__ = ["Portrait", "portrait_of"]

_MAX_WINDOW = 6_000
_SHORT_LINE = 90
_LINES_AFTER = 3
_MOST = 400
_GRAM = 3
_MIN_WORD = 6
_LOOKED_AT, _BEFORE, _BEHIND = 20, 30, 200
_LAST_WORD = re.compile(r"[^\W\d_]*[ \u00a0]?\Z")
_BRACKETS = re.compile(r"^ ?[(（][^()（）]{0,80}[)）]")
_IS = re.compile(
    r"[^.;!?\n]{0,60}?(?:\b(?:is|was|ist|war|es|est|era|fue|makes?|builds?|develops?|explores?|"
    r"advises?|invests?|sells?|produces?|supplies|supplied|offers?|worked as|works as|served as|"
    r"entwickelt|baut)\b|从事|是一家|任|，)[^.;!?。；\n]{0,80}"
)
"""A name with what is said of its bearer."""

_COMMA = re.compile(r"(?:,| [–|-]) (?:[a-zà-öø-ÿ]+[ ,]{0,2}){1,5}")
"""What stands beside the name in small letters."""

_HAN_PLACE = re.compile(r"([\u3400-\u9fff]{2})[省市县]")
_GENERIC_HAN = (
    "出生于 毕业于 有限公司 年出生 董事长 教授 主要 从事 成立于 总部位 位于 "
    "发表 获得 统一社会信用代码 法定代表人 男 女 年月日 分别 其中 以及 进行 表示 昨日 介绍 中心 "
    "我们 他们"
).split()

_NO_LIFETIME = Lifetime()


@dataclass(frozen=True, slots=True)
class Portrait:
    """The bearer of a name on one page.

    Attributes:
        mentions: where the page names them; none: the page does not.
        is_about: whether the whole page is about them, as its title says.
        names: folded names that stand beside theirs, to how they are written.
        parts: the words of such names, likewise.
        stems: stems of telling words beside their name, to a word that has each.
        grams: runs of three Chinese characters beside their name.
        topics: what the text is about, to the words that show it.
        stated: those that stand right beside the name; of people, what they are by occupation.
        places: Chinese names of provinces, cities and counties.
        days: dates to the day, as ``sources.values.dates`` counts them.
        middles: middle names given, each mention once.
        suffixes: what follows the name.
        identifiers: kind and value.
        lifetime: years of birth, death and work.
        window: the text that all this was read from.
    """

    mentions: tuple[Mention, ...] = ()
    is_about: bool = False
    names: dict[str, str] = field(default_factory=dict[str, str])
    parts: dict[str, str] = field(default_factory=dict[str, str])
    stems: dict[str, str] = field(default_factory=dict[str, str])
    grams: frozenset[str] = frozenset()
    topics: dict[str, str] = field(default_factory=dict[str, str])
    stated: dict[str, str] = field(default_factory=dict[str, str])
    days: frozenset[int] = frozenset()
    places: frozenset[str] = frozenset()
    middles: frozenset[tuple[str, ...]] = frozenset()
    suffixes: tuple[str, ...] = ()
    identifiers: frozenset[tuple[str, str]] = frozenset()
    lifetime: Lifetime = _NO_LIFETIME
    window: str = ""


def portrait_of(page: PageView, names: Sequence[NameParts], *, whole: bool = False) -> Portrait:
    """Gather what a page says about the bearer of any of the given names.

    Args:
        page: the page.
        names: the name and its aliases.
        whole: take the page as being about them, whatever its title.
    """
    mentions = _mentions_in(page.text, page.folded, names)
    in_title = _mentions_in(page.title, fold(page.title), names)
    titled = any(one.is_full for one in in_title)
    is_about = whole or titled
    if not mentions and not in_title and not whole:
        return Portrait()
    window = _window(page, mentions, is_about=is_about)
    shown = f"{window}\n{page.title}"
    folded = fold(shown)
    own = _own_words(names)
    every = [*mentions, *in_title]
    beside, parts = _names_beside(shown, own)
    return Portrait(
        mentions=tuple(every),
        is_about=is_about,
        names=beside,
        parts=parts,
        stems=_stems(folded, own),
        grams=_grams(folded, names),
        topics=topics_of(folded),
        stated=topics_of(_stated(page, mentions, names), occupations=names[0].kind == "person"),
        places=frozenset(_HAN_PLACE.findall(shown)),
        days=frozenset(
            date.first
            for date in find_dates(window)
            if date.precision == "day" and not date.yearless
        ),
        middles=frozenset(one.middle for one in every if one.middle),
        suffixes=tuple(one.suffix for one in every if one.suffix),
        identifiers=frozenset(identifiers_in(shown)),
        lifetime=lifetime_in(window, page.title, names, is_about=titled),
        window=shown,
    )


def _own_words(names: Iterable[NameParts]) -> set[str]:
    """Return the words that stand in the name itself and so tie no page to it."""
    own: set[str] = set()
    for parts in names:
        own.update(parts.words, {parts.suffix, parts.version, fold(parts.legal_form).strip(".")})
        own.update(word for whole in parts.words for word in words_of(whole))
    return own | LEGAL_FORMS.keys() | {"jr", "sr"}


def _stated(page: PageView, mentions: Iterable[Mention], names: Sequence[NameParts]) -> str:
    """Return what the page calls the bearer outright: "a dentist", "is a Lebanese singer"."""
    pieces: list[str] = []
    in_title = _mentions_in(page.title, fold(page.title), names)
    for text, found in ((page.text, list(mentions)), (page.title, in_title)):
        for one in found[:_LOOKED_AT]:
            before = _LAST_WORD.search(text[max(0, one.start - _BEFORE) : one.start])
            after = _BRACKETS.sub("", text[one.end : one.end + _BEHIND], count=1)
            said = _IS.match(after) or _COMMA.match(after)
            pieces += [part[0] for part in (before, said) if part is not None]
    return fold("\n".join(pieces))


def _mentions_in(text: str, folded: str, names: Iterable[NameParts]) -> list[Mention]:
    found = [one for parts in names for one in find_mentions(text, folded, parts)]
    return sorted(found, key=lambda one: (one.start, -one.end))


def _window(page: PageView, mentions: Sequence[Mention], *, is_about: bool) -> str:
    """Return the lines that name them, or the beginning of a page that is about them."""
    if is_about:
        return page.text[:_MAX_WINDOW]
    lines = page.text.split("\n")
    starts: list[int] = []
    at = 0
    for line in lines:
        starts.append(at)
        at += len(line) + 1
    kept: dict[int, None] = {}
    position = 0
    for one in mentions:
        while position + 1 < len(starts) and starts[position + 1] <= one.start:
            position += 1
        kept[position] = None
        if len(lines[position]) < _SHORT_LINE:
            kept.update(
                dict.fromkeys(range(position, min(len(lines), position + 1 + _LINES_AFTER)))
            )
    return "\n".join(lines[index][:2000] for index in sorted(kept))[:_MAX_WINDOW]


def _names_beside(text: str, own: set[str]) -> tuple[dict[str, str], dict[str, str]]:
    """Return the names beside the subject's, and the telling words of those of several words."""
    found: dict[str, str] = {}
    parts: dict[str, str] = {}
    for line in text.split("\n"):
        for name in find_names(line):
            if len(found) > _MOST:
                return found, parts
            written = line[name.start : name.end]
            for segment in _segments([fold(word) for word in name.words], own):
                telling = [word for word in segment if len(word) > 1 and word not in GENERIC_NAMES]
                bodies = {BODIES[word] for word in segment if word in BODIES}
                if not telling:
                    continue
                # "University of Ebbfleet" and "Ebbfleet University" are one.
                found.setdefault(" ".join([*telling, *sorted(bodies)]), written)
                parts.update({word: written for word in telling if len(word) > _GRAM})
    return found, parts


def _segments(words: list[str], own: set[str]) -> Iterator[list[str]]:
    """Divide a name where the subject's own name stands in it."""
    segment: list[str] = []
    for word in words:
        if word in own:
            if segment:
                yield segment
            segment = []
        else:
            segment.append(word)
    if segment:
        yield segment


def _stems(folded: str, own: set[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for word in words_of(folded):
        if len(word) < _MIN_WORD or word in GENERIC_WORDS or word in own or is_han(word):
            continue
        found.setdefault(stem_of(word), word)
        if len(found) == _MOST:
            break
    return found


def _grams(folded: str, names: Iterable[NameParts]) -> frozenset[str]:
    if not is_han(folded):
        return frozenset()
    for name in names:
        for word in name.words:
            if is_han(word):
                folded = folded.replace(word, "|")
    for word in _GENERIC_HAN:
        folded = folded.replace(word, "|")
    runs = re.findall(r"[\u3400-\u9fff]{3,}", folded)
    return frozenset(run[at : at + _GRAM] for run in runs for at in range(len(run) - _GRAM + 1))
