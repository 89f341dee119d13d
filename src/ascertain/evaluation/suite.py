"""The mutation suite: every true pair, its rewritings, and everything that may be altered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from ascertain.evaluation.context_mutations import CONTEXT_KINDS, context_mutations
from ascertain.evaluation.marked_mutations import MARKED_KINDS, marked_mutations
from ascertain.evaluation.true_pairs import Language, TruePair, load_pairs
from ascertain.evaluation.value_mutations import VALUE_MUTATIONS

__all__ = ["GROUPS", "KINDS", "TRUE_KINDS", "Case", "Half", "mutation_suite"]

Half = Literal["open", "held_out"]

TRUE_KINDS = ("claim", "paraphrase")
KINDS = (*(kind for kind, _ in VALUE_MUTATIONS), *MARKED_KINDS, *CONTEXT_KINDS)
"""All kinds of mutation."""

GROUPS: dict[str, tuple[str, ...]] = {
    "number": tuple(kind for kind in KINDS if kind.startswith("number")),
    "unit": tuple(kind for kind in KINDS if kind.startswith("unit")),
    "date": tuple(kind for kind in KINDS if kind.startswith(("date", "time"))),
    "name": tuple(kind for kind in KINDS if kind.startswith("name")),
    "negation": ("negation_claim", "negation_passage"),
    "direction": ("direction", "superlative"),
    "role": ("swap", "attribution"),
    "degree": ("quantifier", "modality"),
    "wording": ("word", "beyond"),
    "context": CONTEXT_KINDS,
}
"""Kinds of one sort, as they are counted together."""


class Case(NamedTuple):
    """One claim and one passage.

    Attributes:
        kind: one of ``TRUE_KINDS`` or of ``KINDS``.
        language: of both.
        half: which half of the pairs it was made from.
        claim: the claim.
        passage: the passage.
    """

    kind: str
    language: Language
    half: Half
    claim: str
    passage: str

    @property
    def is_true(self) -> bool:
        """Whether the passage bears the claim out."""
        return self.kind in TRUE_KINDS


def mutation_suite() -> list[Case]:
    """Return all cases: the same ones in the same order each time.

    Every second pair is held out: rules were mended by looking at the other ones alone.
    """
    cases: list[Case] = []
    for place, pair in enumerate(load_pairs()):
        half: Half = "held_out" if place % 2 else "open"
        cases += (
            Case(kind, pair.language, half, claim, passage)
            for kind, claim, passage in _cases_of(pair, place // 2)
        )
    return cases


def _cases_of(pair: TruePair, place: int) -> Iterator[tuple[str, str, str]]:
    passage = pair.passage()
    yield "claim", pair.said, passage
    for rewritten in pair.same:
        yield "paraphrase", rewritten, passage
    claims = (pair.said, *pair.same)
    seen = set(claims)
    for number, claim in enumerate(claims):
        for kind, alter in VALUE_MUTATIONS:
            altered = alter(claim)
            if altered is not None and altered not in seen:
                seen.add(altered)
                yield kind, altered, passage
        for kind, altered, around in marked_mutations(pair, claim, place + number):
            if (altered, around) != (claim, passage) and altered not in seen - {claim}:
                yield kind, altered, around
    for kind, around in context_mutations(pair, place):
        yield kind, pair.said, around
        yield kind, pair.same[0], around
