"""Signals from the name itself: middle names, suffixes, legal forms, versions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from ascertain.evidence.identity import IdentitySignal
from ascertain.validation.identity.comparing import against, for_
from ascertain.validation.identity.entry import Subject
from ascertain.validation.identity.portrait import Portrait

__all__ = ["compare_naming"]

_SAME, _IN_NAME = 0.75, 0.25
"""What is said of the subject elsewhere ties more than what its namesakes share by being such."""


def compare_naming(subject: Subject, here: Portrait) -> Iterator[IdentitySignal]:
    """Compare how the page gives the name with how the task and the anchor pages do."""
    if subject.entry.kind == "person":
        yield from _middles(subject, here)
        yield from _suffixes(subject, here)
    elif subject.entry.kind == "company":
        yield from _legal_forms(subject, here)
    elif subject.entry.kind == "product":
        yield from _versions(subject, here)


def _known_middles(subject: Subject) -> set[tuple[str, ...]]:
    known = {middle for portrait in subject.portraits for middle in portrait.middles}
    own = subject.names[0].words[1:-1]
    return known | ({own} if own else set())


def _middles(subject: Subject, here: Portrait) -> Iterator[IdentitySignal]:
    known = _known_middles(subject)
    if not known or not here.middles:
        return
    theirs, its = _written(known), _written(here.middles)
    if any(_agree(one, other) for one in known for other in here.middles):
        yield for_(
            "middle_name",
            _IN_NAME if subject.names[0].words[1:-1] else _SAME,
            f"the same middle name or initial: {its}",
        )
    else:
        yield against("middle_name", 2.5, f"another middle name or initial: {its}, not {theirs}")


def _written(middles: Iterable[tuple[str, ...]]) -> str:
    return " ".join(word.title() for word in min(middles))


def _agree(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether some word of each is, or begins, one of the other's."""
    return any(a.startswith(b) or b.startswith(a) for a in one for b in other)


def _suffixes(subject: Subject, here: Portrait) -> Iterator[IdentitySignal]:
    own = {subject.names[0].suffix} - {""}
    its = Counter(here.suffixes)
    if not its:
        return
    most = its.most_common(1)[0][0]
    if own and most in own:
        yield for_("name_suffix", _IN_NAME, f"the same addition to the name: {most.title()}.")
    elif own and here.is_about and not own & its.keys():
        yield against("name_suffix", 3.0, f"{most.title()}., not {min(own).title()}.")


def _legal_forms(subject: Subject, here: Portrait) -> Iterator[IdentitySignal]:
    own = {subject.names[0].legal_form} - {""}
    if not own:
        own = {suffix for portrait in subject.portraits for suffix in portrait.suffixes}
    its = set(here.suffixes)
    if not own or not its:
        return
    if own & its:
        yield for_("legal_form", _IN_NAME, f"the same legal form: {min(own & its)}")
    else:
        yield against("legal_form", 1.75, f"another legal form: {min(its)}, not {min(own)}")


def _versions(subject: Subject, here: Portrait) -> Iterator[IdentitySignal]:
    own = subject.names[0].version
    its = Counter(suffix.removeprefix("v") for suffix in here.suffixes)
    if not own or not its:
        return
    same = [version for version in its if _same_line(own, version)]
    if same:
        yield for_("version", _IN_NAME, f"the same version line: {min(same)}")
    else:
        most = its.most_common(1)[0][0]
        yield against("version", 4.0, f"another version: {most}, not {own}")


def _same_line(own: str, other: str) -> bool:
    return other == own or other.startswith(f"{own}.") or own.startswith(f"{other}.")
