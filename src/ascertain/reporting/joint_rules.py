"""May a clause that is joined to others be read as its claim, and as nothing else? Pure.

Joined clauses leave words out and put others in their place: "Ailsa founded Skerrion and led it".
Each word left out must be one that a reader fills in from what stands before: the subject, the
one name that "it" can mean, a verb or a noun that both share. And nothing that stands before
(a date in front, "not", "because") may spread over a claim that does not say it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ascertain.reporting.clause_rules import (
    added_pronouns,
    copula_fault,
    fault_of_first,
    is_participle,
    listed,
    name_fault,
    without_one_date,
)
from ascertain.reporting.prose_tokens import Token, Wording, read_wording
from ascertain.reporting.prose_words import SCOPE, TOPIC_ENDS

__all__ = ["Joiner", "Joint", "fault_of_later"]

Joiner = Literal["and", "semicolon", "comma", "relative"]

_SHORTEST_TOPIC = 2
"""Characters from which the common beginning of two Chinese claims is what they speak of."""

_VALUES = frozenset(("number", "date"))
_OTHER_SUBJECT = "a clause would be read of another subject than its claim's"


@dataclass(frozen=True)
class Joint:
    """What a later clause is joined to.

    Attributes:
        joiner: what joins it.
        before: all of the sentence that stands before it.
        last: the claim that the clause right before it tells.
        fronted: what the sentence puts before its first subject (a date, a place).
        is_aside: whether what stands right before is an aside after the subject (Lumen, founded
            in 2014,), so that this clause goes on with the subject.
    """

    joiner: Joiner
    before: Wording
    last: Wording
    fronted: frozenset[str] = frozenset()
    is_aside: bool = False


@dataclass(frozen=True)
class _Joined:
    """A clause, its claim, and which of the claim's words it leaves out."""

    clause: Wording
    claim: Wording
    joint: Joint
    dropped: tuple[int, ...]

    @property
    def after_subject(self) -> int:
        return self.claim.core + len(self.claim.subject)

    @property
    def others(self) -> list[int]:
        """What is left out beside the subject."""
        return [at for at in self.dropped if at >= self.after_subject]

    def lost(self, places: list[int]) -> list[Token]:
        return [self.claim.tokens[at] for at in places]


def fault_of_later(clause: Wording, claim: Wording, joint: Joint) -> str:
    """Return why a clause that is joined to others does not say its claim; empty if it does."""
    if not clause.tokens or not claim.tokens:
        return "a part of it has no words to compare"
    dropped = _dropped(clause, claim)
    if not dropped:
        # A whole clause may also turn voice or move its date, as a first one does; and one that
        # says more words of the claim than it has in order may lack its subject.
        whole = fault_of_first(clause, claim)
        if not whole or len(clause.tokens) >= len(claim.tokens):
            return whole or _reach_fault(claim, joint)
        return _turned_fault(clause, claim, joint)
    if len(clause.places("agent")) != len(claim.places("agent")):
        return _turned_fault(clause, claim, joint)
    if len(clause.places("relative")) != len(claim.places("relative")):
        return "it takes a clause from what it belongs to"
    joined = _Joined(clause, claim, joint, tuple(dropped))
    return (
        _reach_fault(claim, joint)
        or _left_out_fault(joined)
        or (_topic_fault(joined) if _is_han(claim) else _subject_fault(joined))
        or _pronoun_fault(joined)
        or name_fault(clause, claim)
        or copula_fault(clause, claim, inherits=_shares_copula(claim, joint))
    )


def _is_han(claim: Wording) -> bool:
    return claim.tokens[claim.core].kind == "han"


def _turned_fault(clause: Wording, claim: Wording, joint: Joint) -> str:
    """Read the clause with the subject that it goes on with: Brim, founded in 1988, was bought."""
    goes_on = joint.joiner == "and" or (joint.joiner == "comma" and joint.is_aside)
    if not goes_on:
        return "it turns round who acts, or leaves out of whom it speaks"
    whole = read_wording(f"{joint.last.subject_text} {clause.text}")
    return fault_of_first(whole, claim) or _reach_fault(claim, joint)


def _shares_copula(claim: Wording, joint: Joint) -> bool:
    """Say whether "is" or "was" of the clause before goes on: was founded and sold."""
    if joint.joiner not in {"and", "comma"}:
        return False
    kinds = [kind for kind in ("present", "past") if claim.places(kind)]
    return all(joint.last.places(kind) and joint.before.places(kind) for kind in kinds)


def _dropped(clause: Wording, claim: Wording) -> list[int] | None:
    """Return which of the claim's words a clause leaves out; None if it is no part of it."""
    found = _left_out(clause.keys, claim.keys)
    if found is None and claim.is_simple and len(clause.dates) == len(claim.dates) == 1:
        date = claim.dates[0]
        found = _left_out(*without_one_date(clause, claim))
        found = None if found is None else [at + (at >= date) for at in found]
    return found


def _left_out(wanted: list[str], given: list[str]) -> list[int] | None:
    """Match from the end: what a joined clause leaves out stands at its beginning."""
    left = len(wanted)
    dropped: list[int] = []
    for at in range(len(given) - 1, -1, -1):
        if left and wanted[left - 1] == given[at]:
            left -= 1
        else:
            dropped.append(at)
    return None if left else dropped[::-1]


def _reach_fault(claim: Wording, joint: Joint) -> str:
    """Refuse what would spread from the clauses before over this one."""
    if joint.joiner == "semicolon":
        return ""
    held = set(claim.keys)
    if spread := joint.before.shown(joint.fronted - held):
        return f"{listed(spread)} would be said of a claim that does not say it"
    if spread := joint.before.shown((SCOPE & set(joint.before.words)) - set(claim.words)):
        return f"{listed(spread)} may be read as said of the next claim too"
    return ""


def _left_out_fault(joined: _Joined) -> str:
    """Refuse to leave out what no reader fills in."""
    earlier = set(joined.joint.before.words)
    lost = joined.lost(list(joined.dropped))
    if unsaid := {one.key for one in lost if one.key not in earlier or one.key in SCOPE}:
        return f"it leaves out {listed(joined.claim.shown(unsaid))}"
    if _is_han(joined.claim):
        return ""  # There only a common beginning may be left out: see the rule for topics.
    shared, fronted = _shared_block(joined), _fronted(joined)
    for at in joined.others:
        token = joined.claim.tokens[at]
        is_known = token.capital or at in shared or at in fronted
        if not is_known and not _is_counted_too(joined, at):
            return f"it leaves out {listed([joined.claim.text[token.start : token.end]])}"
    return ""


def _fronted(joined: _Joined) -> set[int]:
    keys = joined.claim.keys
    return {at for at in joined.others if keys[at] in joined.joint.fronted}


def _shared_block(joined: _Joined) -> set[int]:
    """Return the left-out words right behind the subject that the claim before has there too.

    Only where a name or a value follows them: "Lumen runs four ferries and Brim six" leaves out
    the verb, but what "Lumen partly owns" leaves open whether "Brim owns" is "partly" too.
    """
    if joined.clause.places("present", "past"):
        return set()
    last, keys = joined.joint.last, joined.claim.keys
    start, there = joined.after_subject, last.core + len(last.subject)
    shared: set[int] = set()
    for at in joined.others:
        step = at - start
        if step != len(shared) or last.keys[there + step : there + step + 1] != [keys[at]]:
            break
        shared.add(at)
    end = start + len(shared)
    following = joined.claim.tokens[end] if end < len(joined.claim.tokens) else None
    is_value = following is not None and (following.capital or following.kind in _VALUES)
    return shared if is_value else set()


def _is_counted_too(joined: _Joined, at: int) -> bool:
    """Say whether a noun goes on from another number: four ferries in Bergen and two in Oslo."""
    claim, before = joined.claim, joined.joint.before
    number = at - 1
    if number in joined.dropped or claim.tokens[number].kind != "number":
        return False
    if at + 1 < len(claim.tokens):
        # Not "six ferries" behind "four electric ferries": the noun goes as a whole.
        following = claim.tokens[at + 1]
        if not (following.tie or following.capital or following.kind in _VALUES):
            return False
    return any(
        token.key == claim.tokens[at].key and before.tokens[place].kind == "number"
        for place, token in enumerate(before.tokens[1:])
    )


def _subject_fault(joined: _Joined) -> str:
    """Refuse a clause that would be read of another subject than its claim's."""
    subject, clause, joint = joined.claim.subject, joined.clause, joined.joint
    first = clause.tokens[clause.core]
    if first.key not in subject:
        is_near = joint.joiner == "relative" or _opens_with_participle(joined)
        read = _nearest_name(joint.before) if is_near else joint.last.subject
        is_apart = joint.joiner == "relative" and joint.before.words[-1] not in subject
        if read != subject or is_apart:
            return _OTHER_SUBJECT
    elif not first.capital and _other_names(joint.before, subject):
        return f"it leaves open whose {first.key!r} is meant"
    names = {token.key for token in joined.lost(joined.others) if token.capital}
    if names and _other_names(joint.before, subject) != [names]:
        return f"it leaves open whether {listed(joined.claim.shown(names))} is meant"
    return ""


def _opens_with_participle(joined: _Joined) -> bool:
    joint = joined.joint
    is_open = joint.joiner == "comma" and not joint.is_aside
    return is_open and is_participle(joined.clause.tokens[0].key)


def _topic_fault(joined: _Joined) -> str:
    """In Chinese, what is left out must be how both claims begin, and be whole there."""
    core, size = joined.claim.core, len(joined.dropped)
    if joined.joint.joiner == "relative" or size < _SHORTEST_TOPIC:
        return _OTHER_SUBJECT
    last = joined.joint.last
    end = last.core + size
    is_beginning = list(joined.dropped) == list(range(core, core + size))
    if not is_beginning or last.keys[last.core : end] != joined.claim.keys[core : core + size]:
        return _OTHER_SUBJECT
    return "" if _is_whole_topic(last, end) else _OTHER_SUBJECT


def _is_whole_topic(last: Wording, end: int) -> bool:
    """Say whether a verb or a date follows, so that the topic is no part of a longer name."""
    if end >= len(last.tokens):
        return False
    following = last.tokens[end]
    behind = last.text[following.end : following.end + 1]
    if following.kind in {"date", "number"}:
        return behind != "的"
    between = last.text[last.tokens[end - 1].end : following.start]
    return (following.key in TOPIC_ENDS and "的" not in between) or between == "是"


def _names(wording: Wording) -> list[tuple[str, ...]]:
    """Return the runs of capitalised words, in order."""
    runs: list[tuple[str, ...]] = []
    last_end = -2
    for token in wording.tokens:
        if not token.capital:
            continue
        if runs and wording.text[last_end : token.start] == " ":
            runs[-1] = (*runs[-1], token.key)
        else:
            runs.append((token.key,))
        last_end = token.end
    return runs


def _nearest_name(wording: Wording) -> tuple[str, ...]:
    names = _names(wording)
    if names:
        return names[-1]
    return (wording.tokens[-1].key,) if wording.tokens else ()


def _other_names(wording: Wording, subject: tuple[str, ...]) -> list[set[str]]:
    """Return the names but the subject's and those of places (in Bergen), which no "it" means."""
    found: list[set[str]] = []
    places = {token.key for token in wording.tokens if token.place}
    for run in _names(wording):
        if run[0] not in places and not set(run) <= set(subject) and set(run) not in found:
            found.append(set(run))
    return found


def _pronoun_fault(joined: _Joined) -> str:
    added = added_pronouns(joined.clause, joined.claim)
    if not added:
        return ""
    leads = any(small.kind == "pronoun" and small.at == 0 for small in joined.clause.small)
    if sum(added.values()) > leads and not joined.others:
        return f"it says {listed(added)} for nothing that its claim names"
    if (
        leads
        and not _is_han(joined.claim)
        and _other_names(joined.joint.before, joined.claim.subject)
    ):
        return f"it leaves open whom or what {listed(added)} means"
    return ""
