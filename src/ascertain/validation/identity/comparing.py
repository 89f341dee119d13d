"""The signals for and against a page's being about the subject."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from urllib.parse import urlsplit

from ascertain.evidence.identity import IdentitySignal
from ascertain.sources.urls import same_site
from ascertain.validation.identity.entry import Subject
from ascertain.validation.identity.han_names import is_han_name
from ascertain.validation.identity.identifiers import EXCLUSIVE, IDENTIFIER_NAMES
from ascertain.validation.identity.lifetimes import Lifetime
from ascertain.validation.identity.page import PageView
from ascertain.validation.identity.portrait import Portrait

__all__ = [
    "against",
    "compare_host",
    "compare_identifiers",
    "compare_links",
    "compare_traits",
    "for_",
]

_SHOWN = 4
_PHRASE, _PHRASE_MOST = 1.25, 3.0
_SINGLE, _SINGLE_MOST = 0.5, 1.5
_STEM, _STEM_MOST = 0.25, 0.75
_FIELD = 0.5
_OTHER_FIELD, _OTHER_TOPIC = 1.75, 0.5
_THING = 1.0
"""What the same field says of firms and products, whose names are protected within it."""

_DAY = 1.5
_RUN, _RUN_MOST = 0.8, 3.0
_LONG_RUN, _LONG = 5, 1.5
"""Chinese characters from which the name of a body is as telling as two words."""

_YOUNGEST = 12
"""Years of age below which nobody is likely to have done what pages tell."""

_NEAR = 1
"""Years by which two dates of birth may differ and mean one: a page may have computed it."""

_FEW = 12
"""Names on the shorter side up to which a shared one is worth its full weight."""

_MIN_LABEL = 5
_MANY = 2
"""Names on either side from which having none in common is worth saying."""


def for_(name: str, weight: float, detail: str) -> IdentitySignal:
    """Make a signal that speaks for the page."""
    return IdentitySignal(name=name, direction="for", weight=round(weight, 2), detail=detail)


def against(name: str, weight: float, detail: str) -> IdentitySignal:
    """Make a signal that speaks against the page."""
    return IdentitySignal(name=name, direction="against", weight=round(weight, 2), detail=detail)


def compare_links(subject: Subject, page: PageView) -> Iterator[IdentitySignal]:
    """Compare where the page and the anchor pages are and lead."""
    for anchor in subject.anchors:
        if anchor.links & page.addresses:
            yield for_("anchor_links_here", 4.0, "a page known to be about them links to it")
            break
    linked = sorted(page.links & subject.addresses)
    if linked:
        yield for_("links_to_anchor", 2.0, f"it links to {linked[0]}")
    for url in sorted(subject.addresses):
        if any(same_site(url, address) for address in page.addresses):
            yield for_("same_site", 1.0, f"it is on the site of {url}")
            return
        host = urlsplit(url).hostname or ""
        bare = host.removeprefix("www.")
        if bare and not linked and bare in page.folded and "." in bare:
            yield for_("names_anchor_site", 2.0, f"it gives the address {bare}")
            return


def compare_host(subject: Subject, page: PageView, here: Portrait) -> Iterator[IdentitySignal]:
    """Compare the names that pages give with the names of the hosts that pages are on."""
    for url in sorted(subject.addresses):
        for label in (urlsplit(url).hostname or "").split("."):
            if len(label) >= _MIN_LABEL and (label in here.names or label in here.parts):
                detail = (
                    f"it names {here.names.get(label) or here.parts[label]}, on whose site {url} is"
                )
                yield for_("names_host", 1.25, detail)
                break
    names = _merged(portrait.parts for portrait in subject.portraits)
    for address in sorted(page.addresses):
        for label in (urlsplit(address).hostname or "").split("."):
            if len(label) >= _MIN_LABEL and label in names:
                yield for_("host_of", 1.0, f"it is on the site of {names[label]}")
                return


def compare_identifiers(subject: Subject, here: Portrait) -> Iterator[IdentitySignal]:
    """Compare numbers that stand for one subject only."""
    known = {pair for portrait in subject.portraits for pair in portrait.identifiers}
    for kind, value in sorted(here.identifiers & known):
        yield for_("identifier", 5.0, f"the same {IDENTIFIER_NAMES[kind]}: {value}")
        return
    if not here.is_about and subject.entry.kind != "company":
        # A page about several may give the numbers of others.
        return
    for kind in sorted(EXCLUSIVE):
        theirs = sorted(value for name, value in known if name == kind)
        its = sorted(value for name, value in here.identifiers if name == kind)
        if len(theirs) == 1 and len(its) == 1:
            detail = f"another {IDENTIFIER_NAMES[kind]}: {its[0]}, not {theirs[0]}"
            yield against("identifier", 4.0, detail)


def compare_traits(subject: Subject, here: Portrait) -> Iterator[IdentitySignal]:
    """Compare what the page says beside the name with what the anchor pages say."""
    names = _merged(portrait.names for portrait in subject.portraits)
    parts = _merged(portrait.parts for portrait in subject.portraits)
    # Of the words of longer names, only those count that stand alone on the other side.
    shared = {key: here.names[key] for key in here.names if key in names or key in parts}
    shared.update({key: here.parts[key] for key in here.parts if key in names})
    worth = _by_chance(min(len(names), len(here.names)))
    grams = {gram for portrait in subject.portraits for gram in portrait.grams}
    runs = _runs(here.grams & grams)
    tying = [run for run in runs if is_han_name(run)]
    yield from _names(shared, worth)
    if tying:
        weight = min(_RUN_MOST, sum(_RUN if len(run) < _LONG_RUN else _LONG for run in tying))
        yield for_("names_beside", weight, f"both name {_listed(tying)}")
    days = sorted(here.days & {day for portrait in subject.portraits for day in portrait.days})
    if days:
        yield for_("same_day", _DAY, f"both tell of {_day(days[0])}")
    yield from _words(subject, here, [run for run in runs if run not in tying], worth)
    met = bool(shared or runs or days)
    yield from _fields(subject, here, worth, met=met)
    if not met and _disjoint(subject, names, here):
        said = _listed([*here.names.values(), *sorted(here.places)])
        yield against("other_names_beside", 1.0, f"beside the name stand only others: {said}")
    if subject.entry.kind in {"person", "other"}:
        yield from _lifetimes([portrait.lifetime for portrait in subject.portraits], here)


def _day(day: int) -> str:
    return f"{day // 10000:04}-{day // 100 % 100:02}-{day % 100:02}"


def _words(
    subject: Subject, here: Portrait, runs: list[str], worth: float
) -> Iterator[IdentitySignal]:
    """Shared words of a field: they fit the subject, and anybody else of its trade."""
    stems = _merged(portrait.stems for portrait in subject.portraits)
    words = [word for stem, word in here.stems.items() if stem in stems and word not in here.names]
    words += runs
    if words:
        weight = worth * min(_STEM_MOST, _STEM * len(words))
        yield for_("shared_words", weight, f"both say {_listed(words)}")


def _merged(every: Iterable[dict[str, str]]) -> dict[str, str]:
    merged: dict[str, str] = {}
    for one in every:
        merged.update(one)
    return merged


def _listed(words: Iterable[str]) -> str:
    return ", ".join(list(dict.fromkeys(words))[:_SHOWN])


def _by_chance(names: int) -> float:
    """Return what a shared name is worth: long pages share some with any other long page."""
    return min(1.0, _FEW / names) ** 0.5 if names else 1.0


def _names(shared: dict[str, str], worth: float) -> Iterator[IdentitySignal]:
    phrases = {key: written for key, written in shared.items() if " " in key}
    inside = {word for key in phrases for word in key.split()}
    singles = {key: w for key, w in shared.items() if " " not in key and key not in inside}
    if phrases:
        weight = min(_PHRASE_MOST, worth * _PHRASE * len(phrases))
        yield for_("names_beside", weight, f"both name {_listed(phrases.values())}")
    if singles:
        weight = worth * min(_SINGLE_MOST, _SINGLE * len(singles))
        yield for_("names_beside", weight, f"both name {_listed(singles.values())}")


def _runs(grams: frozenset[str] | set[str]) -> list[str]:
    """Join overlapping runs of three characters to the longest that they make."""
    left = set(grams)
    found: list[str] = []
    for gram in sorted(grams):
        if gram not in left:
            continue
        left.discard(gram)
        run = gram
        while (more := next((g for g in sorted(left) if g[:2] == run[-2:]), None)) is not None:
            left.discard(more)
            run += more[-1]
        while (more := next((g for g in sorted(left) if g[1:] == run[:2]), None)) is not None:
            left.discard(more)
            run = more[0] + run
        found.append(run)
    return sorted(found, key=lambda run: (-len(run), run))


def _fields(
    subject: Subject, here: Portrait, worth: float, *, met: bool
) -> Iterator[IdentitySignal]:
    known = _merged(portrait.topics for portrait in subject.portraits)
    both = [topic for topic in here.topics if topic in known]
    if both:
        weight = worth * (_THING if subject.entry.kind in {"company", "product"} else _FIELD)
        said = _listed(here.topics[topic] for topic in both)
        yield for_("field", weight, f"the same field, {both[0]}: {said}")
    elif known and here.stated:
        theirs, its = next(iter(known)), next(iter(here.stated))
        weight = _OTHER_TOPIC if met else _OTHER_FIELD
        detail = f"another field: {its} ({here.stated[its]}), not {theirs} ({known[theirs]})"
        yield against("field", weight, detail)
    elif known and here.topics:
        theirs, its = next(iter(known)), next(iter(here.topics))
        detail = f"it tells of another field: {its} ({here.topics[its]}), not {theirs}"
        yield against("field", _OTHER_TOPIC, detail)


def _disjoint(subject: Subject, names: dict[str, str], here: Portrait) -> bool:
    """Whether both sides name enough for it to mean something that nothing is shared."""
    places = {place for portrait in subject.portraits for place in portrait.places}
    if places and here.places and not places & here.places:
        return True
    enough = len(set(here.names.values())) >= _MANY and len(set(names.values())) >= _MANY
    return enough and bool(here.mentions)


def _lifetimes(known: list[Lifetime], here: Portrait) -> Iterator[IdentitySignal]:
    life = here.lifetime
    born = next((one.born for one in known if one.born), None)
    died = next((one.died for one in known if one.died), None)
    since = max((year for one in known for year in one.since), default=None)
    place = next((one.birth_place for one in known if one.birth_place), "")
    yield from _births(born, life)
    spans = {span for one in known for span in one.spans} & life.spans
    if spans:
        first, last = min(spans)
        yield for_("same_years", 1.0, f"both say {first}–{last}")
    if died and life.died:
        if abs(died - life.died) <= _NEAR:
            yield for_("death_year", 2.0, f"died {life.died}, as theirs")
        else:
            yield against("death_year", 4.0, f"died {life.died}, not {died}")
    elif life.died and since and since > life.died:
        yield against("death_year", 4.0, f"died {life.died}; the subject was at work in {since}")
    if place and life.birth_place:
        if place == life.birth_place:
            yield for_("birth_place", 1.0, f"born in {place.title()}")
        else:
            detail = f"born in {life.birth_place.title()}, not {place.title()}"
            yield against("birth_place", 1.5, detail)


def _births(born: int | None, life: Lifetime) -> Iterator[IdentitySignal]:
    if born and life.born:
        if abs(born - life.born) <= _NEAR:
            yield for_("birth_year", 2.5, f"born {life.born}")
        else:
            yield against("birth_year", 4.0, f"born {life.born}, not {born}")
    elif born and life.years and max(life.years) < born + _YOUNGEST:
        detail = f"it tells of {max(life.years)}; the subject was born in {born}"
        yield against("too_early", 3.0, detail)
