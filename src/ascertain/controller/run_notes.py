"""What a report's notes say of the run: what it did without, and each reason once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from ascertain.controller.state import RunState
from ascertain.evidence.brief import HandBack
from ascertain.evidence.events import ProseWritten
from ascertain.evidence.number_words import counted
from ascertain.reporting.writing import AS_CLAIMED

__all__ = ["early_endings", "prose_notes", "shortfall_notes"]

_LISTED = 10
"""Steps that a note names; the rest are counted."""


def early_endings(hand_backs: Iterable[HandBack]) -> str:
    """Say which researchers ended early, each reason once; empty if none did; pure."""
    groups: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for back in hand_backs:
        if back.ending not in {"finished", "limit"}:
            groups[back.ending, back.error or ""].append(f"«{back.sub_question_id}»")
    return "; ".join(
        f"the {'researcher' if len(names) == 1 else 'researchers'} for {_listed(names, ', ')} "
        f"ended by {ending}: {error}"
        for (ending, error), names in groups.items()
    )


def shortfall_notes(state: RunState, told: str) -> list[str]:
    """Say which steps went on in another way or ended early; each reason stands once; pure.

    Args:
        state: of the run.
        told: what the report says at its top of why it is partial; a reason that stands there
            alone is not said again.
    """
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for what, reason in _shortfalls(state):
        groups[reason].append(what)
    above = [reason for reason in groups if f": {reason}" in told]
    only = above[0] if len(above) == 1 else None  # of several, nobody would know which
    return [_note(whats, reason, is_above=reason == only) for reason, whats in groups.items()]


def _shortfalls(state: RunState) -> Iterator[tuple[str, str]]:
    """Yield what a step did without, and why."""
    replaced: set[tuple[str, str]] = set()
    for fell in state.fell_back:
        replaced.add((fell.step, fell.reason))
        yield f"«{fell.step}» went on with {fell.now} instead of {fell.was}", fell.reason
    for back in state.hand_backs:
        if back.error and (back.sub_question_id, back.error) not in replaced:
            yield f"the researcher for «{back.sub_question_id}» ended early", back.error
    for note in state.prose.notes if state.prose else ():
        what, mark, reason = note.partition(AS_CLAIMED)
        yield f"{what}{mark.rstrip(': ')}", reason


def _note(whats: list[str], reason: str, *, is_above: bool) -> str:
    what = _listed(whats, "; ")
    what = what[:1].upper() + what[1:]
    many = len(whats)
    if is_above:
        return f"{what}. {f'The reason, {many} times,' if many > 1 else 'The reason'} stands above."
    return f"{what}. The reason, {many} times: {reason}" if many > 1 else f"{what}: {reason}"


def _listed(names: list[str], between: str) -> str:
    more = [f"and {len(names) - _LISTED} more"] if len(names) > _LISTED else []
    return between.join([*names[:_LISTED], *more])


def prose_notes(prose: ProseWritten | None, model: str | None) -> list[str]:
    """Say how much of the prose is a model's; nothing where it wrote nothing; pure."""
    if prose is None or not (prose.accepted or prose.refused_total):
        return []
    by = model or "the model"
    if not prose.accepted:
        wrote = counted(prose.refused_total, "sentence that", "sentences that")
        held = "does not say what its claims say" if prose.refused_total == 1 else "do not hold"
        return [f"The {wrote} {by} wrote {held}; the claims stand in their own words."]
    kept = counted(prose.accepted, "sentence was", "sentences were")
    note = f"{kept} written by {by} from the claims, and checked against them"
    if prose.refused_total:
        other = "other" if prose.refused_total == 1 else "others"
        note += (
            f"; {prose.refused_total} {other} did not hold and gave way to the claims' own words"
        )
    return [f"{note}."]
