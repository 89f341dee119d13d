"""Does a sentence say what its claims say? Clause by clause, each against one claim.

A sentence checked against all of its claims at once may take a name from one and a year from
another. So it is divided at its joints, and every part must say exactly one of the claims.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ascertain.evidence.check import Check
from ascertain.reporting.clause_rules import fault_of_first
from ascertain.reporting.joint_rules import Joiner, Joint, fault_of_later
from ascertain.reporting.prose_tokens import Wording, read_wording
from ascertain.reporting.prose_words import CONFLICT_FRAMES, canonical

__all__ = ["MOST_CLAIMS", "PairCheck", "Told", "faults_of_retelling"]

PairCheck = Callable[[str, str], Sequence[Check]]
"""Evidence and a statement to the checks of the statement against the evidence."""

MOST_CLAIMS = 4
"""Claims that one sentence may tell."""

_MOST_JOINTS = 8
_MOST_REASONS = 4

_JOINT = re.compile(
    r"\s*(?P<semicolon>[;；])\s*(?:and\s+)?"
    r"|,?\s+(?P<and>and)\s+"
    r"|,\s*(?P<relative>which|who)\s+"
    r"|(?P<comma>,\s+|，\s*)",
    re.IGNORECASE,
)
_CONTRAST = re.compile(
    r"\s*[,;]?\s+(?:but|while|whereas)\s+|\s*[;；，]\s*(?:而|但|但是)", re.IGNORECASE
)
_CONTRAST_MARK = "; "
_ASIDE = re.compile(r", an? [^,;:()\d]{1,80},(?= )")
_RISKY_ASIDE = re.compile(
    r"[A-Z]|\b(?:not?|never|claim\w*|report\w*|alleg\w*|rumou?r\w*|sa(?:y|id)\w*|who|which|that"
    r"|un\w+|if|only|except\w*)\b"
)
_UNNAMED = re.compile(
    r"(?:it|he|she|they|the (?:company|firm|organi[sz]ation|group|author|researcher|professor))\b"
    r"(?=\s+[a-z])",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Told:
    """A claim as prose may tell it.

    Attributes:
        text: the claim's own text.
        conflicts_with: ids of claims that it conflicts with.
        subject: whom the whole task is about, which a claim that opens with ``It`` means.
    """

    id: str
    text: str
    conflicts_with: frozenset[str] = frozenset()
    subject: str | None = None

    @cached_property
    def wordings(self) -> tuple[Wording, ...]:
        """The claim in each of the wordings that say it."""
        text = canonical(self.text.replace("[", "").replace("]", ""))
        texts = [text]
        if self.subject and (opening := _UNNAMED.match(text)):
            texts.append(canonical(self.subject) + text[opening.end() :])
        for one in tuple(texts):
            aside = _ASIDE.search(one)
            if aside and not _RISKY_ASIDE.search(aside[0]):
                texts.append(one[: aside.start()] + one[aside.end() :])
        return tuple(read_wording(one) for one in texts)


@dataclass(frozen=True)
class _Clause:
    """Part of a sentence; ``before``: all that stands before it; ``number``: of its last joint."""

    text: str
    before: str
    joiner: Joiner
    number: int


@dataclass
class _Search:
    """Looks for one claim for each part of a sentence; remembers why not."""

    sentence: str
    claims: Sequence[Told]
    check: PairCheck
    faults: list[str] = field(default_factory=list[str])

    @cached_property
    def joints(self) -> list[re.Match[str]]:
        return list(_JOINT.finditer(self.sentence))

    def run(self) -> bool:
        return self._first_of(len(self.joints)) or self._nested()

    def _nested(self) -> bool:
        """Take out one clause that stands within: led Skerrion, which employs 40 people, until."""
        for number, opening in enumerate(self.joints[:-1]):
            if _joiner(opening) != "relative":
                continue
            for closing in self.joints[number + 1 :]:
                if closing["comma"] and self._is_nested(opening, closing):
                    return True
        return False

    def _is_nested(self, opening: re.Match[str], closing: re.Match[str]) -> bool:
        before = read_wording(self.sentence[: opening.start()])
        inner = self.sentence[opening.end() : closing.start()]
        rest = f"{self.sentence[: opening.start()]} {self.sentence[closing.end() :]}"
        joint = Joint("relative", before, before)
        for claim in self.claims:
            if any(self._fits_later(inner, one, joint) for one in claim.wordings):
                others = [other for other in self.claims if other is not claim]
                search = _Search(rest, others, self.check, self.faults)
                if others and search.run():
                    return True
        return False

    def _first_of(self, joints: int) -> bool:
        for number in range(joints, -1, -1):
            end = self.joints[number].start() if number < joints else len(self.sentence)
            clause = _Clause(self.sentence[:end].strip(" ,;，；"), "", "and", number)
            for claim in self.claims:
                for wording in claim.wordings:
                    if not self._fits_first(clause.text, wording):
                        continue
                    if number == len(self.joints) and _is_fragment(clause.text, wording):
                        self.faults.append("it is no whole sentence")
                    elif self._goes_on(clause, [claim], [_spoken(clause.text, wording)]):
                        return True
        return False

    def _goes_on(self, clause: _Clause, told: list[Told], wordings: list[Wording]) -> bool:
        if clause.number == len(self.joints):
            return self._all_told(told)
        if len(told) == len(self.claims):
            return False
        for following in self._clauses_after(clause.number):
            joint = self._joint(following, wordings)
            for claim in self.claims:
                if claim in told:
                    continue
                for wording in claim.wordings:
                    if self._fits_later(following.text, wording, joint) and self._goes_on(
                        following, [*told, claim], [*wordings, wording]
                    ):
                        return True
        return False

    def _clauses_after(self, number: int) -> Iterator[_Clause]:
        opening = self.joints[number]
        joiner = _joiner(opening)
        before = self.sentence[: opening.start()]
        for last in range(number + 1, len(self.joints) + 1):
            end = self.joints[last].start() if last < len(self.joints) else len(self.sentence)
            text = self.sentence[opening.end() : end].strip(" ,;，；")
            if text:
                yield _Clause(text, before, joiner, last)

    def _joint(self, clause: _Clause, wordings: list[Wording]) -> Joint:
        before, head = read_wording(clause.before), wordings[0]
        words = before.words
        subject = head.subject[:1]
        at = words.index(subject[0]) if subject and subject[0] in words else 0
        return Joint(
            joiner=clause.joiner,
            before=before,
            last=wordings[-1],
            fronted=frozenset(before.keys[:at]),
            is_aside=len(wordings) == 1 and _is_aside(before, head),
        )

    def _fits_first(self, text: str, claim: Wording) -> bool:
        fault = fault_of_first(read_wording(text), claim)
        return self._passes(text, claim, fault)

    def _fits_later(self, text: str, claim: Wording, joint: Joint) -> bool:
        fault = fault_of_later(read_wording(text), claim, joint)
        return self._passes(text, claim, fault)

    def _passes(self, text: str, claim: Wording, fault: str) -> bool:
        if not fault and text.rstrip(" .。") != claim.text.rstrip(" .。"):
            checks = self.check(claim.text, text)
            fault = "; ".join(
                f"{one.name}: {one.detail}"
                for one in checks
                if one.outcome in {"fail", "uncertain"}
            )
        if fault:
            self.faults.append(fault)
        return not fault

    def _all_told(self, told: list[Told]) -> bool:
        """Say whether claims that no clause was laid to are told by the sentence all the same."""
        said = [wording for claim in told for wording in claim.wordings]
        idle = [claim for claim in self.claims if claim not in told]
        for claim in idle:
            if not any(not fault_of_first(one, mine) for one in said for mine in claim.wordings):
                self.faults.append(f"it cites {claim.id} and does not say it")
                return False
        return True


def faults_of_retelling(sentence: str, claims: Sequence[Told], check: PairCheck) -> list[str]:
    """Return why a sentence does not say exactly what its claims say; empty if it does.

    Args:
        sentence: one sentence.
        claims: those that it cites, at least one.
        check: the rules by which evidence is checked, for each clause and its claim.
    """
    if len(claims) > MOST_CLAIMS:
        return [f"it cites {len(claims)} claims; at most {MOST_CLAIMS} can be told apart in one"]
    text = canonical(sentence)
    if _is_conflict(claims):
        shown = _CONTRAST.sub(_CONTRAST_MARK, text)
        bare = CONFLICT_FRAMES.sub("", shown).strip(" ,;:，；：")
        if shown == bare == text:
            return ["it does not say that its claims conflict"]
        text = bare
    search = _Search(text, claims, check)
    if len(search.joints) > _MOST_JOINTS:
        return [f"it has more than {_MOST_JOINTS + 1} parts; nobody can tell what belongs together"]
    if search.run():
        return []
    return _told_shortly(text, claims, search.faults)


def _spoken(text: str, claim: Wording) -> Wording:
    """Return what the first clause speaks of: as the claim does, but where voice was turned."""
    said = read_wording(text)
    return said if len(said.places("agent")) != len(claim.places("agent")) else claim


def _is_fragment(text: str, claim: Wording) -> bool:
    """Say whether a clause made an aside of its claim (Ailsa, who led it) and stands alone."""
    said = read_wording(text)
    if len(said.places("relative")) > len(claim.places("relative")):
        return True
    if said.places("present", "past"):
        return False
    marks = len(said.places("agent")) - len(claim.places("agent"))
    if marks == 0:
        return bool(claim.places("present", "past"))
    return marks > 0 and said.tokens[said.core].kind != "han"


def _is_aside(before: Wording, head: Wording) -> bool:
    """Say whether what follows the first subject was put in commas: by a relative, a participle."""
    at = head.core + len(head.subject)
    return (at < len(before.tokens) and before.tokens[at].parted) or bool(before.places("relative"))


def _is_conflict(claims: Sequence[Told]) -> bool:
    ids = {claim.id for claim in claims}
    return any(claim.conflicts_with & (ids - {claim.id}) for claim in claims)


def _joiner(match: re.Match[str]) -> Joiner:
    if match["semicolon"]:
        return "semicolon"
    if match["and"]:
        return "and"
    return "relative" if match["relative"] else "comma"


def _told_shortly(text: str, claims: Sequence[Told], faults: Sequence[str]) -> list[str]:
    """Return the reasons that say most: words of no claim, then what single claims lack."""
    held = {key for claim in claims for one in claim.wordings for key in one.keys}
    added = [key for key in read_wording(text).keys if key not in held and key != "and"]
    reasons = [f"no claim of it says {', '.join(map(repr, added[:5]))}"] if added else []
    if len(claims) == 1 or not reasons:
        reasons.extend(faults[: 1 if len(claims) == 1 else _MOST_REASONS])
    return list(dict.fromkeys(reasons))[:_MOST_REASONS]
