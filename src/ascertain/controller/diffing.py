"""What differs between two runs, or two points of one run."""

from __future__ import annotations

import jsonpatch
from pydantic import JsonValue

from ascertain.controller.state import RunState
from ascertain.evidence.claim import Claim
from ascertain.evidence.record import Record
from ascertain.merging.wording import wording_of

__all__ = ["ChangedClaim", "ClaimDiff", "diff_claims", "diff_states"]


class ChangedClaim(Record):
    """A claim on both sides whose verdict, confidence, date or sources differ."""

    text: str
    changes: tuple[str, ...]


class ClaimDiff(Record):
    """What a reader would want to know of two runs."""

    added: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    changed: tuple[ChangedClaim, ...] = ()
    unchanged: int = 0


def diff_claims(before: RunState, after: RunState) -> ClaimDiff:
    """Compare claims by their wording, not by their numbers."""
    old, new = _by_wording(before), _by_wording(after)
    changed: list[ChangedClaim] = []
    for key in [key for key in new if key in old]:
        changes = _changes(old[key], new[key])
        if changes:
            changed.append(ChangedClaim(text=new[key].text, changes=changes))
    common = sum(key in old for key in new)
    return ClaimDiff(
        added=tuple(claim.text for key, claim in new.items() if key not in old),
        lost=tuple(claim.text for key, claim in old.items() if key not in new),
        changed=tuple(changed),
        unchanged=common - len(changed),
    )


def diff_states(before: RunState, after: RunState) -> list[dict[str, JsonValue]]:
    """Return the JSON Patch (RFC 6902) that turns the first state into the second."""
    patch = jsonpatch.make_patch(before.model_dump(mode="json"), after.model_dump(mode="json"))
    return patch.patch


def _by_wording(state: RunState) -> dict[str, Claim]:
    return {wording_of(claim.text).key: claim for claim in state.claims.values()}


def _changes(old: Claim, new: Claim) -> tuple[str, ...]:
    pairs = (
        ("verdict", old.verdict, new.verdict),
        ("confidence", f"{old.confidence:.2f}", f"{new.confidence:.2f}"),
        ("independent sources", str(old.independent_sources), str(new.independent_sources)),
        (
            "as of",
            old.as_of.value if old.as_of else "undated",
            new.as_of.value if new.as_of else "undated",
        ),
    )
    return tuple(f"{name}: {was} → {now}" for name, was, now in pairs if was != now)
