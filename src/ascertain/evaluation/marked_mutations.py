"""Altering a claim where the pair's marks say how: names, denials, directions, roles, words."""

from __future__ import annotations

from collections.abc import Iterator

from ascertain.evaluation.replacing import exchanged, replaced
from ascertain.evaluation.true_pairs import TruePair

__all__ = ["MARKED_KINDS", "marked_mutations"]

_FIRST_NAMES = ("Ellery", "Marwan", "Sigrun", "Tobiah", "Wanda")
_SURNAMES = ("Cardew", "Mulvane", "Petrossian", "Quisling-Rae", "Zabel")
_ORGANISATIONS = ("Vireo", "Castellan", "Ironwood", "Parallax", "Umbra")
_PLACES = ("Yarrowby", "Quillon", "Zandvoort", "Ekbatan", "Mirefield")
_HAN_FIRST_NAMES = ("国栋", "思远", "晓霞", "振邦")
_HAN_SURNAMES = ("薛", "邹", "柏", "齐")
_HAN_NAMES = ("远征", "红枫", "金石", "白鹭")

_ADDED = (
    ", which forced the whole board to resign",
    ", a step that local hospitals welcomed",
    ", although critics had warned of radiation",
    ", and the owner received a medal for it",
    " because of a fault in the control software",
)
_HAN_ADDED = (
    "，导致整个董事会辞职",
    "，受到当地医院的欢迎",
    "，并因此获得了国家奖章",
    "，原因是控制软件出现故障",
)

_HELPING = frozenset("is are was were be been".split())

MARKED_KINDS = (
    "name_surname name_first name_organisation name_place negation_claim negation_passage "
    "direction superlative word swap modality date_period attribution beyond"
).split()
"""Kinds that are made here."""


def marked_mutations(pair: TruePair, claim: str, place: int) -> Iterator[tuple[str, str, str]]:
    """Alter one claim in each way that the pair's marks allow.

    Args:
        pair: the pair.
        claim: its claim, or a rewriting of it.
        place: a number that chooses among replacements; equal numbers choose equally.

    Yields:
        Kind, claim and passage.
    """
    passage = pair.passage()
    for kind, altered in (
        *_names(pair, claim, place),
        *_exchanges(pair, claim),
        ("beyond", _beyond(pair, claim, place)),
    ):
        if altered is not None and altered != claim:
            yield kind, altered, passage
    if pair.deny is not None and replaced(claim, *pair.deny) is not None:
        denied = replaced(pair.core, *pair.deny)
        if denied is not None:
            yield "negation_passage", claim, pair.passage(denied)


def _exchanges(pair: TruePair, claim: str) -> Iterator[tuple[str, str | None]]:
    for kind, mark in (
        ("negation_claim", pair.deny),
        ("direction", pair.turn),
        ("superlative", pair.top),
        ("word", pair.word),
        ("modality", pair.sure),
        ("date_period", pair.span),
        ("attribution", pair.speaker),
    ):
        if mark is not None:
            yield kind, _marked(claim, mark)
    if pair.swap is not None:
        yield "swap", exchanged(claim, *pair.swap)


def _marked(claim: str, mark: tuple[str, str]) -> str | None:
    """Replace a mark's words; None where a helping verb stands before and would stand twice."""
    wanted, by = mark
    before = claim[: claim.find(wanted)].split()[-1:]
    if by.startswith("did not ") and before and before[0] in _HELPING:
        by = f"not {wanted}"
    return replaced(claim, wanted, by)


def _names(pair: TruePair, claim: str, place: int) -> Iterator[tuple[str, str | None]]:
    if pair.language == "zh":
        yield from _han_names(pair, claim, place)
        return
    first, _, last = pair.person.rpartition(" ")
    if pair.person in claim and last:
        surname = _SURNAMES[place % len(_SURNAMES)]
        yield "name_surname", replaced(claim, pair.person, f"{first} {surname}".strip())
    if first and pair.person in claim:
        name = _FIRST_NAMES[place % len(_FIRST_NAMES)]
        yield "name_first", replaced(claim, pair.person, f"{name} {last}")
    for kind, name, pool in (
        ("name_organisation", pair.org, _ORGANISATIONS),
        ("name_place", pair.place, _PLACES),
    ):
        if name:
            head, _, rest = name.partition(" ")
            del head
            other = f"{pool[place % len(pool)]} {rest}".strip()
            yield kind, replaced(claim, name, other)


def _han_names(pair: TruePair, claim: str, place: int) -> Iterator[tuple[str, str | None]]:
    person = pair.person
    if person:
        surname = _HAN_SURNAMES[place % len(_HAN_SURNAMES)]
        given = _HAN_FIRST_NAMES[place % len(_HAN_FIRST_NAMES)]
        yield "name_surname", replaced(claim, person, surname + person[1:])
        yield "name_first", replaced(claim, person, person[0] + given)
    for kind, name in (("name_organisation", pair.org), ("name_place", pair.place)):
        if name:
            other = _HAN_NAMES[place % len(_HAN_NAMES)] + name[2:]
            yield kind, replaced(claim, name, other)


def _beyond(pair: TruePair, claim: str, place: int) -> str:
    added = _HAN_ADDED if pair.language == "zh" else _ADDED
    return claim[:-1] + added[place % len(added)] + claim[-1]
