"""Does a clause say what one claim says, no more and no less? Pure.

The words of weight and the values of a clause must be those of its claim, in the same order.
Four things may differ, each under conditions: where the one date of a simple claim stands; which
end of a simple claim its place stands at; active or passive; and, in a clause joined to others,
words that stand before it in the sentence and are left out here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from ascertain.reporting.prose_tokens import Wording, read_wording
from ascertain.reporting.prose_words import PARTICIPLES, SCOPE

__all__ = ["Joiner", "Joint", "fault_of_first", "fault_of_later"]

Joiner = Literal["and", "semicolon", "comma", "relative"]

_MOST_OBJECT_VERB = 4
"""Words of weight (Chinese: characters) of a verb that voice may move."""

_ORDER = "it says the words of its claims in another order"


@dataclass(frozen=True)
class Joint:
    """What a later clause is joined to.

    Attributes:
        joiner: what joins it.
        before: all of the sentence that stands before it.
        head: the claim that the first clause tells.
        last: the claim that the clause right before it tells.
        fronted: what the sentence puts before its first subject (a date, a place).
        is_aside: whether what stands right before is an aside after the subject (Lumen, founded
            in 2014,), so that this clause goes on with the subject.
    """

    joiner: Joiner
    before: Wording
    head: Wording
    last: Wording
    fronted: frozenset[str]
    is_aside: bool = False


def fault_of_first(clause: Wording, claim: Wording) -> str:
    """Return why a clause that stands alone or first does not say its claim; empty if it does."""
    mine, theirs = clause.keys, claim.keys
    if not theirs:
        return "its claim has no words to compare"
    if fault := _words_fault(mine, theirs):
        return fault
    is_turned = len(clause.places("agent")) != len(claim.places("agent"))
    if is_turned and not _is_turned(clause, claim):
        return "it turns round who acts"
    if not is_turned and not _is_same_order(clause, claim):
        return _ORDER
    return (
        _pronoun_fault(clause, claim)
        or _relative_fault(clause, claim)
        or ("" if is_turned else _copula_fault(clause, claim, inherits=False))
        or ("it changes when it holds" if is_turned and _adds_present(clause, claim) else "")
    )


def fault_of_later(clause: Wording, claim: Wording, joint: Joint) -> str:
    """Return why a clause that is joined to others does not say its claim; empty if it does."""
    earlier = set(joint.before.keys)
    dropped = _dropped(clause, claim)
    if dropped is None and len(clause.tokens) < len(claim.tokens):
        return _turned_later_fault(clause, claim, joint)
    if dropped is None:
        # A whole clause may also turn voice or move its date, as a first one does.
        fault = fault_of_first(clause, claim)
        return fault or _reach_fault(claim, joint)
    if len(clause.places("agent")) != len(claim.places("agent")):
        return _turned_later_fault(clause, claim, joint)
    if len(clause.places("relative")) != len(claim.places("relative")):
        return "it takes a clause from what it belongs to"
    keys = claim.keys
    if lost := [keys[at] for at in dropped if keys[at] not in earlier]:
        return f"it leaves out {_listed(lost)}"
    return (
        _reach_fault(claim, joint)
        or _attachment_fault(clause, claim, joint, dropped)
        or _later_pronoun_fault(clause, claim, joint, dropped)
        or _copula_fault(clause, claim, inherits=_shares_copula(claim, joint))
    )


def _turned_later_fault(clause: Wording, claim: Wording, joint: Joint) -> str:
    """Read the clause with the subject that it goes on with: Brim, founded in 1988, was bought."""
    goes_on = joint.joiner == "and" or (joint.joiner == "comma" and joint.is_aside)
    if not goes_on:
        return "it turns round who acts"
    whole = read_wording(f"{joint.last.subject_text} {clause.text}")
    return fault_of_first(whole, claim) or _reach_fault(claim, joint)


def _words_fault(mine: list[str], theirs: list[str]) -> str:
    added, lost = Counter(mine) - Counter(theirs), Counter(theirs) - Counter(mine)
    if added and lost:
        return f"it says {_listed(added)} where its claim says {_listed(lost)}"
    if added:
        return f"it adds {_listed(added)}"
    return f"it leaves out {_listed(lost)}" if lost else ""


def _listed(keys: Iterable[str]) -> str:
    return ", ".join(repr(key) for key in list(keys)[:5])


def _is_same_order(clause: Wording, claim: Wording) -> bool:
    mine, theirs = clause.keys, claim.keys
    if mine == theirs:
        return True
    if not claim.is_simple:
        return False
    mine, theirs = _without_one_date(clause, claim)
    if mine == theirs:
        return True
    return _is_rotated(clause, claim) or _is_rotated(claim, clause)


def _without_one_date(clause: Wording, claim: Wording) -> tuple[list[str], list[str]]:
    """Return what both say but for the date, where each has just one."""
    mine, theirs = clause.keys, claim.keys
    if len(clause.dates) == len(claim.dates) == 1:
        del mine[clause.dates[0]]
        del theirs[claim.dates[0]]
    return mine, theirs


def _is_rotated(fronted: Wording, plain: Wording) -> bool:
    """Say whether one puts the other's last phrase (in Bergen) in front of the rest."""
    mine, theirs = fronted.keys, plain.keys
    for size in range(1, len(mine)):
        at = len(theirs) - size
        if mine[:size] == theirs[at:] and mine[size:] == theirs[:at]:
            return fronted.tokens[0].place and plain.tokens[at].place
    return False


def _is_turned(clause: Wording, claim: Wording) -> bool:
    """Say whether one is the other in the passive, with the same one who acts."""
    mine, theirs = clause.places("agent"), claim.places("agent")
    if len(mine) + len(theirs) != 1 or not _base_of(clause, claim).is_simple:
        return False
    passive, active = (clause, claim) if mine else (claim, clause)
    mark = (mine or theirs)[0]
    said, done = _without_one_date(passive, active)
    if len(said) != len(passive.keys) and passive.dates[0] < mark:
        mark -= 1
    for size in range(1, len(done) - 1):
        if said[mark : mark + size] != done[:size]:
            break
        if _is_verb_moved(said[:mark] + said[mark + size :], done[size:]):
            return True
    return False


def _base_of(clause: Wording, claim: Wording) -> Wording:
    return claim if claim.places("agent") == [] else clause


def _is_verb_moved(passive: list[str], active: list[str]) -> bool:
    """Say whether object and verb follow one another in the one, verb and object in the other."""
    for verb in range(1, _MOST_OBJECT_VERB + 1):
        for thing in range(1, len(active) - verb + 1):
            moved = active[verb : verb + thing] + active[:verb] + active[verb + thing :]
            if passive == moved:
                return True
    return False


def _pronoun_fault(clause: Wording, claim: Wording) -> str:
    added = _pronouns(clause) - _pronouns(claim)
    return f"it says {_listed(added)} for what it should name" if added else ""


def _pronouns(wording: Wording) -> Counter[str]:
    return Counter(small.word for small in wording.small if small.kind == "pronoun")


def _relative_fault(clause: Wording, claim: Wording) -> str:
    mine, theirs = clause.places("relative"), claim.places("relative")
    if len(mine) < len(theirs):
        return "it takes a clause from what it belongs to"
    subject = len(claim.subject)
    if len(mine) > len(theirs) and mine[0] != claim.core + subject:
        return "a clause belongs to something else than in its claim"
    return ""


def _adds_present(clause: Wording, claim: Wording) -> bool:
    return bool(clause.places("present")) and not claim.places("present")


def _copula_fault(clause: Wording, claim: Wording, *, inherits: bool) -> str:
    for kind in ("present", "past"):
        mine, theirs = clause.places(kind), claim.places(kind)
        if mine and not theirs:
            return "it changes when or whether it holds (is, was)"
        if theirs and not mine and not _may_drop(clause, claim, kind, inherits=inherits):
            return "it changes when or whether it holds (is, was)"
    return ""


def _may_drop(clause: Wording, claim: Wording, kind: str, *, inherits: bool) -> bool:
    """Say whether what stands without its ``is`` or ``was`` is read with it all the same."""
    at = claim.places(kind)[0]
    if at >= len(claim.tokens):
        return False
    predicate = claim.tokens[at]
    if kind == "past" and not _is_participle(predicate.key):
        return inherits
    place = next((n for n, token in enumerate(clause.tokens) if token.key == predicate.key), None)
    if place is None:
        return inherits
    if clause.tokens[place].parted:
        return True
    return inherits or (place == 0 and bool(clause.places("relative")))


def _is_participle(word: str) -> bool:
    return word.endswith("ed") or word in PARTICIPLES


def _shares_copula(claim: Wording, joint: Joint) -> bool:
    """Say whether "is" or "was" of the clause before goes on: was founded and sold."""
    if joint.joiner not in {"and", "comma"}:
        return False
    kinds = [kind for kind in ("present", "past") if claim.places(kind)]
    return all(joint.last.places(kind) for kind in kinds) and all(
        joint.before.places(kind) for kind in kinds
    )


def _dropped(clause: Wording, claim: Wording) -> list[int] | None:
    """Return which of the claim's words a later clause leaves out; None if it is no part of it."""
    wanted = clause.keys
    if not wanted or len(wanted) > len(claim.tokens):
        return None
    found = _left_out(wanted, claim.keys)
    if found is None and claim.is_simple and len(clause.dates) == len(claim.dates) == 1:
        date = claim.dates[0]
        mine, theirs = _without_one_date(clause, claim)
        found = _left_out(mine, theirs)
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
    if spread := sorted(joint.fronted - held):
        return f"{_listed(spread)} would be said of a claim that does not say it"
    if spread := sorted((SCOPE & set(joint.before.keys)) - held):
        return f"{_listed(spread)} may be read as said of the next claim too"
    return ""


def _attachment_fault(clause: Wording, claim: Wording, joint: Joint, dropped: list[int]) -> str:
    """Refuse a clause that would be read of another subject than its claim's."""
    core, subject = claim.core, claim.subject
    lost = [at for at in dropped if at >= core]
    if not lost:
        return ""
    if claim.tokens[core].kind == "han":
        return _topic_fault(claim, joint, lost)
    ends = core + len(subject)
    if fault := _owner_fault(clause, claim, joint, lost):
        return fault
    if clause.tokens[clause.core].key not in subject:
        if joint.joiner == "relative" or _opens_with_participle(clause, joint):
            fault = _nearest_name(joint.before) != subject
        else:
            fault = joint.last.subject != subject
        if fault:
            return f"a clause would be read of another than {' '.join(subject)}"
    others = [at for at in lost if at >= ends]
    if [at for at in others if claim.tokens[at].kind == "date"] and others != lost:
        return "a date would be read of another clause"
    names = {claim.tokens[at].key for at in others if claim.tokens[at].capital}
    if names and _other_names(joint.before, subject) != [names]:
        return f"it leaves open which {_listed(sorted(names))} is meant"
    return ""


def _owner_fault(clause: Wording, claim: Wording, joint: Joint, lost: list[int]) -> str:
    """Refuse a thing whose owner is left out where it may be read as somebody else's."""
    ends = claim.core + len(claim.subject)
    kept = [claim.tokens[at] for at in range(claim.core, ends) if at not in lost]
    if not kept or kept[0].capital or clause.tokens[clause.core].key != kept[0].key:
        return ""
    return (
        f"it leaves open whose {kept[0].key!r} is meant"
        if _other_names(joint.before, claim.subject)
        else ""
    )


def _topic_fault(claim: Wording, joint: Joint, lost: list[int]) -> str:
    """In Chinese, what is left out must be how both claims begin."""
    core, size = claim.core, len(lost)
    is_beginning = lost == list(range(core, core + size))
    head = joint.last.keys[joint.last.core :]
    if not is_beginning or size < 2 or head[:size] != claim.keys[core : core + size]:  # noqa: PLR2004 (one character is no topic)
        return "a clause would be read of another subject"
    return "" if joint.joiner != "relative" else "a clause would be read of another subject"


def _opens_with_participle(clause: Wording, joint: Joint) -> bool:
    return joint.joiner == "comma" and not joint.is_aside and _is_participle(clause.tokens[0].key)


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
        if run[0] in places:
            continue
        if not set(run) <= set(subject) and set(run) not in found:
            found.append(set(run))
    return found


def _later_pronoun_fault(clause: Wording, claim: Wording, joint: Joint, dropped: list[int]) -> str:
    added = _pronouns(clause) - _pronouns(claim)
    if not added:
        return ""
    subject = range(claim.core, claim.core + len(claim.subject))
    leads = any(small.kind == "pronoun" and small.at == 0 for small in clause.small)
    inner = sum(added.values()) - leads
    if inner > 0 and not [at for at in dropped if at not in subject]:
        return f"it says {_listed(added)} for nothing that its claim names"
    is_han = claim.tokens[claim.core].kind == "han"
    if leads and not is_han and _other_names(joint.before, claim.subject):
        return f"it leaves open whom {_listed(added)} means"
    return ""
