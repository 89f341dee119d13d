"""True pairs of claim and passage, written for this purpose, with what may be altered in them."""

from __future__ import annotations

from importlib import resources
from typing import Literal

from ascertain.evidence.record import NonBlank, Record

__all__ = ["Language", "TruePair", "load_pairs"]

Language = Literal["en", "zh"]

_Exchange = tuple[NonBlank, str]
_FILES: tuple[Language, ...] = ("en", "zh")


class TruePair(Record):
    """A claim that its passage bears out, rewritings of it, and marks for altering it.

    A mark ``(from, to)`` holds words of the claim and what stands in their place in an altered
    one; marks say what no rule could find.

    Attributes:
        core: the sentence that bears the claim out.
        before: a sentence before it.
        after: a sentence after it.
        claim: the claim; the core itself where none is given.
        same: rewritings that keep the meaning, or say less.
        person: a name of a person in the claim.
        org: a name of an organisation.
        place: a name of a place.
        deny: the verb and its denial, or the other way round; stands in the core as well.
        turn: a word and its opposite.
        top: a superlative or ordinal and its opposite.
        word: an ordinary word and another one.
        swap: two phrases that change places.
        sure: hedged words, and the same as a fact.
        span: since, until, before, after, and another of them.
        speaker: who says it, and somebody else.
    """

    core: NonBlank
    before: str = ""
    after: str = ""
    claim: str = ""
    same: tuple[NonBlank, ...]
    person: str = ""
    org: str = ""
    place: str = ""
    deny: _Exchange | None = None
    turn: _Exchange | None = None
    top: _Exchange | None = None
    word: _Exchange | None = None
    swap: _Exchange | None = None
    sure: _Exchange | None = None
    span: _Exchange | None = None
    speaker: _Exchange | None = None
    language: Language = "en"

    @property
    def said(self) -> str:
        """The claim."""
        return self.claim or self.core

    def passage(self, core: str | None = None) -> str:
        """Return the passage, with another sentence in the core's place if one is given."""
        parts = [self.before, self.core if core is None else core, self.after]
        return ("" if self.language == "zh" else " ").join(part for part in parts if part)


def load_pairs() -> list[TruePair]:
    """Read all pairs: English, then Chinese, in the files' order."""
    pairs: list[TruePair] = []
    for language in _FILES:
        file = resources.files("ascertain.evaluation") / "pairs" / f"{language}.jsonl"
        for line in file.read_text(encoding="utf-8").splitlines():
            pair = TruePair.model_validate_json(line)
            pairs.append(pair.model_copy(update={"language": language}))
    return pairs
