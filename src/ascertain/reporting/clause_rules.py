"""Does a clause say what one claim says, no more and no less? Pure.

The words of weight and the values of a clause must be those of its claim, in the same order.
Three things may differ, each under conditions: where the one date of a simple claim stands;
which end of a simple claim its place stands at; active or passive.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

from ascertain.reporting.prose_tokens import Token, Wording
from ascertain.reporting.prose_words import PARTICIPLES, TOPIC_ENDS

__all__ = [
    "added_pronouns",
    "copula_fault",
    "fault_of_first",
    "is_participle",
    "listed",
    "name_fault",
    "without_one_date",
]

_MOST_OBJECT_VERB = 4
"""Words of weight (Chinese: characters) of a verb that voice may move."""

_HOLDS = "it changes when or whether it holds (is, was)"
_ORDER = "it says the words of its claims in another order"


def fault_of_first(clause: Wording, claim: Wording) -> str:
    """Return why a clause that stands alone or first does not say its claim; empty if it does."""
    if not claim.tokens:
        return "its claim has no words to compare"
    if fault := _words_fault(clause, claim):
        return fault
    is_turned = len(clause.places("agent")) != len(claim.places("agent"))
    if is_turned and not _is_turned(clause, claim):
        return "it turns round who acts"
    if not is_turned and not _is_same_order(clause, claim):
        return _ORDER
    if added := added_pronouns(clause, claim):
        return f"it says {listed(added)} for what it should name"
    held = _turned_copula_fault if is_turned else _plain_copula_fault
    return _relative_fault(clause, claim) or name_fault(clause, claim) or held(clause, claim)


def _words_fault(clause: Wording, claim: Wording) -> str:
    mine, theirs = Counter(clause.keys), Counter(claim.keys)
    added, lost = clause.shown(mine - theirs), claim.shown(theirs - mine)
    if added and lost:
        return f"it says {listed(added)} where its claim says {listed(lost)}"
    if added:
        return f"it adds {listed(added)}"
    return f"it leaves out {listed(lost)}" if lost else ""


def listed(words: Iterable[str]) -> str:
    """Return the first few words, in quotes."""
    return ", ".join(repr(word) for word in list(words)[:5])


def _is_same_order(clause: Wording, claim: Wording) -> bool:
    if clause.keys == claim.keys:
        return True
    if not claim.is_simple:
        return False
    mine, theirs = without_one_date(clause, claim)
    if mine == theirs:
        return True
    return _is_rotated(clause, claim) or _is_rotated(claim, clause)


def without_one_date(clause: Wording, claim: Wording) -> tuple[list[str], list[str]]:
    """Return what both say but for the date, where each has just one, and the same.

    Where the clause's date stands must be a place that dates may stand at: first, last, behind
    the subject, before the last place (in May in Bergen), before one who acts (in May by Ailsa).
    """
    mine, theirs = clause.keys, claim.keys
    if len(clause.dates) != 1 or len(claim.dates) != 1:
        return mine, theirs
    at, there = clause.dates[0], claim.dates[0]
    if mine[at] == theirs[there] and _may_stand(clause, at):
        del mine[at]
        del theirs[there]
    return mine, theirs


def _may_stand(clause: Wording, at: int) -> bool:
    last = len(clause.tokens) - 1
    if at in {0, last} or at + 1 in clause.places("agent"):
        return True
    following = clause.tokens[at + 1]
    if following.kind == "han":
        return following.key in TOPIC_ENDS
    return at == len(clause.subject) or (at == last - 1 and following.place)


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
    if len(mine) + len(theirs) != 1:
        return False
    passive, active = (clause, claim) if mine else (claim, clause)
    if not active.is_simple:
        return False
    mark = (mine or theirs)[0]
    said, done = without_one_date(passive, active)
    if len(said) != len(passive.keys) and passive.dates[0] < mark:
        mark -= 1
    if active.tokens[active.core].kind == "han":
        return said[mark:] + said[:mark] == done
    named = {key for key, one in zip(active.keys, active.tokens, strict=True) if not _is_verb(one)}
    for size in range(1, len(done) - 1):
        if said[mark : mark + size] != done[:size]:
            break
        if _is_verb_moved(said[:mark] + said[mark + size :], done[size:], named):
            return True
    return False


def _is_verb(token: Token) -> bool:
    return token.kind in {"word", "han"} and not token.capital and not token.tie


def _is_verb_moved(passive: list[str], active: list[str], named: set[str]) -> bool:
    """Say whether object and verb follow one another in the one, verb and object in the other."""
    for verb in range(1, _MOST_OBJECT_VERB + 1):
        if not named.isdisjoint(active[:verb]):
            break
        for thing in range(1, len(active) - verb + 1):
            moved = active[verb : verb + thing] + active[:verb] + active[verb + thing :]
            if passive == moved:
                return True
    return False


def added_pronouns(clause: Wording, claim: Wording) -> Counter[str]:
    """Return the pronouns that a clause has and its claim has not."""
    return _pronouns(clause) - _pronouns(claim)


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


def name_fault(clause: Wording, claim: Wording) -> str:
    """Return why a clause tears a name of its claim apart; empty if it does not."""
    whole = _pairs(clause)
    words = set(clause.words)
    for pair in _pairs(claim):
        if words.issuperset(pair) and pair not in whole:
            return f"it tears apart {' '.join(claim.shown(pair))!r}"
    return ""


def _pairs(wording: Wording) -> list[tuple[str, str]]:
    """Return the words of names that stand side by side."""
    return [
        (one.key, other.key)
        for one, other in pairwise(wording.tokens)
        if one.capital and other.capital and wording.text[one.end : other.start] == " "
    ]


def _turned_copula_fault(clause: Wording, claim: Wording) -> str:
    if clause.places("present") and not claim.places("present"):
        return _HOLDS
    copulas = clause.places("present", "past")
    is_latin = clause.tokens[clause.core].kind != "han"
    if is_latin and clause.places("agent") and not copulas and not _has_aside(clause):
        return "it is no whole sentence"
    verbs = [_after(clause, at) for at in copulas]
    return "" if all(one is not None and _is_verb(one) for one in verbs) else _HOLDS


def _has_aside(clause: Wording) -> bool:
    return any(one.parted and is_participle(one.key) for one in clause.tokens)


def _plain_copula_fault(clause: Wording, claim: Wording) -> str:
    return copula_fault(clause, claim, inherits=False)


def _after(wording: Wording, at: int) -> Token | None:
    """Return the token from a place on that is no date."""
    return next((one for one in wording.tokens[at:] if one.kind != "date"), None)


def copula_fault(clause: Wording, claim: Wording, *, inherits: bool) -> str:
    """Return why a clause holds at another time than its claim, or is turned; empty if not.

    Args:
        clause: the clause.
        claim: its claim.
        inherits: whether ``is`` or ``was`` of the clause before goes on over this one.
    """
    for kind in ("present", "past"):
        mine, theirs = clause.places(kind), claim.places(kind)
        if mine and not theirs:
            return _HOLDS
        if theirs and not mine and not _may_drop(clause, claim, kind, inherits=inherits):
            return _HOLDS
        said = [_key_after(claim, at) for at in theirs]
        if any(_key_after(clause, at) not in said for at in mine):
            return _HOLDS
    return ""


def _key_after(wording: Wording, at: int) -> str:
    following = _after(wording, at)
    return following.key if following else ""


def _may_drop(clause: Wording, claim: Wording, kind: str, *, inherits: bool) -> bool:
    """Say whether what stands without its ``is`` or ``was`` is read with it all the same."""
    at = claim.places(kind)[0]
    if at >= len(claim.tokens):
        return False
    predicate = claim.tokens[at]
    if kind == "past" and not is_participle(predicate.key):
        return inherits
    place = next((n for n, token in enumerate(clause.tokens) if token.key == predicate.key), None)
    if place is None:
        return inherits
    if clause.tokens[place].parted:
        return True
    return inherits or (place == 0 and bool(clause.places("relative")))


def is_participle(word: str) -> bool:
    """Say whether a word may be a participle of the past."""
    return word.endswith("ed") or word in PARTICIPLES
