"""Two sentences with the same order of words, one in the passive and one not: roles that turned."""

from __future__ import annotations

from typing import NamedTuple

from ascertain.validation.participants import (
    Sides,
    governor,
    is_capital,
    is_han,
    is_parted,
)
from ascertain.validation.role_words import AGENT_MARKS, AUXILIARIES, HAN_AGENT_MARKS, MUTUAL
from ascertain.validation.statement import Statement
from ascertain.validation.tested import Tested

__all__ = ["has_agent_mark", "turned_voice"]

_REACH = 8
"""Words between "was" and "by", and from there to those who take part."""


def has_agent_mark(statement: Statement) -> bool:
    """Say whether a sentence has a word that may mark the one who acts (by, 被)."""
    marks = AGENT_MARKS if statement.text.isascii() else AGENT_MARKS | HAN_AGENT_MARKS
    return not marks.isdisjoint(statement.words)


def turned_voice(sides: Sides) -> Tested | None:
    """Look for one sentence in the passive and the other not, with participants in one order."""
    for passive, active in ((sides.claim, sides.best), (sides.best, sides.claim)):
        for mark, word in enumerate(passive.words):
            if word in AGENT_MARKS:
                roles = _passive(sides, passive, mark)
            elif word in HAN_AGENT_MARKS:
                roles = _han_passive(sides, passive, mark)
            else:
                continue
            if roles is not None and _is_active(passive, active, roles):
                return _turned(passive, roles, is_claim=passive is sides.claim)
    return None


class _Roles(NamedTuple):
    """Places of the one acted on, the verb, the one who acts and its mark, in the passive."""

    patient: int
    verb: int
    agent: int
    mark: int


def _passive(sides: Sides, statement: Statement, mark: int) -> _Roles | None:
    """Read "Bob was (lately) hired (in 2020) by Alice" around its "by"."""
    words = statement.words
    near = range(max(0, mark - _REACH), mark)
    auxiliary = max((place for place in near if words[place] in AUXILIARIES), default=None)
    if auxiliary is None:
        return None
    after = range(auxiliary + 1, mark)
    verb = next((place for place in after if sides.is_pivot(statement, place)), None)
    patient = _nearest(sides, statement, range(auxiliary - 1, -1, -1))
    agent = _nearest(sides, statement, range(mark + 1, len(words)))
    if patient is None or verb is None or agent is None:
        return None
    return _Roles(patient, verb, agent, mark)


def _han_passive(sides: Sides, statement: Statement, mark: int) -> _Roles | None:
    """Read 乙被甲收购 around its 被: the verb is what follows the one who acts."""
    other = sides.best if statement is sides.claim else sides.claim
    patient = _nearest(sides, statement, range(mark - 1, -1, -1))
    agent = _nearest(sides, statement, range(mark + 1, len(statement.stems)))
    if patient is None or agent is None:
        return None
    at = other.stems.index(statement.stems[agent])
    verb = agent + 1
    while (
        verb < len(statement.stems)
        and other.stems[at : at + 1 + verb - agent] == statement.stems[agent : verb + 1]
    ):
        verb += 1
    return _Roles(patient, verb, agent, mark) if verb < len(statement.stems) else None


def _nearest(sides: Sides, statement: Statement, places: range) -> int | None:
    """Return the first participant that both sentences have once, within a few words."""
    return next(
        (
            place
            for place in places[:_REACH]
            if sides.is_participant(statement, place)
            and sides.counts[statement.stems[place]] == 1
            and len(sides.places.get(statement.stems[place], ())) == 1
        ),
        None,
    )


def _only(statement: Statement, stem: str) -> int | None:
    return statement.stems.index(stem) if statement.stems.count(stem) == 1 else None


def _is_active(passive: Statement, active: Statement, roles: _Roles) -> bool:
    """Say whether the other sentence has the one acted on before the verb, nothing marked."""
    patient, verb, agent = (_only(active, passive.stems[place]) for place in roles[:3])
    if patient is None or verb is None or agent is None or not patient < verb < agent:
        return False
    words = active.words[patient:agent]
    if not AGENT_MARKS.isdisjoint(words) or not HAN_AGENT_MARKS.isdisjoint(words):
        return False
    if passive.stems[roles.verb] in MUTUAL or governor(active, agent, verb).word:
        return False
    return not is_parted(active, patient, verb) and not is_parted(active, verb, agent)


def _turned(passive: Statement, roles: _Roles, *, is_claim: bool) -> Tested:
    agent = _shown(passive, roles)
    one, other = ("claim", "evidence") if is_claim else ("evidence", "claim")
    mark = passive.words[roles.mark]
    detail = f"the {one} has {agent} as the one who acts (after {mark!r}); the {other} has {agent}"
    return Tested("fail", f"{detail} as the one acted on")


def _shown(statement: Statement, roles: _Roles) -> str:
    """Return the whole name of the one who acts."""
    first = last = roles.agent
    if is_han(statement.words[first]):
        last = roles.verb - 1
    elif is_capital(statement, first):
        while is_capital(statement, first - 1):
            first -= 1
        while last + 1 < len(statement.stems) and is_capital(statement, last + 1):
            last += 1
    return statement.text[statement.spans[first][0] : statement.spans[last][1]]
