"""Which runtime works on which subquestion, by rules that a person wrote; pure."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import Field

from ascertain.errors import InputError
from ascertain.evidence.kinds import AnswerType, ClaimType, Skill, SourceType
from ascertain.evidence.plan import ResearchPlan, Subquestion
from ascertain.evidence.record import NonBlank, Record
from ascertain.gathering.question_traits import language_of

__all__ = [
    "Assignment",
    "Language",
    "Rule",
    "Rules",
    "Runner",
    "When",
    "assign",
    "check_names",
    "fallback_for",
]

Language = Literal["ar", "de", "el", "en", "es", "fr", "he", "hi", "ja", "ko", "ru", "th", "zh"]
"""Languages that can be told from a subquestion's wording."""

_Name = Annotated[NonBlank, Field(max_length=200)]


@dataclass(frozen=True, slots=True)
class Runner:
    """A runtime with its sets of tools.

    Attributes:
        name: unique within a run, such as ``claude``.
        skills: what it is able to do.
    """

    name: str
    skills: frozenset[Skill] = field(default=frozenset())


class When(Record):
    """Conditions on a subquestion; all that are given must hold, and none given always holds.

    Attributes:
        skill: one of the skills that it asks for.
        source_type: one of the kinds of source that it wants.
        language: of its question.
        round: the research round that it is worked on in, from 1.
    """

    skill: Skill | None = None
    claim_type: ClaimType | None = None
    answer_type: AnswerType | None = None
    source_type: SourceType | None = None
    language: Language | None = None
    round: Annotated[int, Field(strict=True, ge=1, le=10)] | None = None


class Rule(Record):
    """Which runner to use when."""

    when: When = When()
    use: _Name


class Rules(Record):
    """Rules in order, and who takes over from whom.

    Attributes:
        rules: the first that holds, and whose runner has the skills, decides.
        fallbacks: a runner's name to those that take over from it, in order.
    """

    rules: tuple[Rule, ...] = Field(default=(), max_length=200)
    fallbacks: dict[_Name, Annotated[tuple[_Name, ...], Field(max_length=20)]] = Field(
        default_factory=dict[str, tuple[str, ...]], max_length=100
    )


@dataclass(frozen=True, slots=True)
class Assignment:
    """Who works on a subquestion.

    Attributes:
        runner: its name.
        reason: why, as words for a person.
    """

    runner: str
    reason: str


def assign(
    plan: ResearchPlan, runners: Sequence[Runner], rules: Rules, *, round_: int = 1
) -> dict[str, Assignment]:
    """Give each subquestion of a plan to a runner.

    The first rule that holds decides, if its runner has the skills that the subquestion asks
    for. Where none does, it is the first runner with all of these skills; where there is no such
    runner, the first of those that have most of them, and the reason says what is lacking.

    Args:
        plan: what is worked on.
        runners: at least one, the one preferred first.
        rules: as a person wrote them.
        round_: the research round, from 1.

    Raises:
        InputError: if there is no runner, two have one name, or a rule names an unknown one.
    """
    check_names(runners, rules)
    return {sub.id: _assigned(sub, runners, rules, round_) for sub in plan.subquestions}


def check_names(runners: Sequence[Runner], rules: Rules) -> None:
    """See that every name in the rules is a runner's.

    Raises:
        InputError: naming the rule, such as ``rules[2].use``, and the names that are known.
    """
    names = [runner.name for runner in runners]
    if not names:
        raise InputError("there is no runtime to work on the plan", hint="Name one.")
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise InputError(f"two runtimes are called {twice!r}", hint="Give each its own name.")
    for path, name in _named(rules):
        if name not in names:
            raise InputError(
                f"there is no runtime {name!r}", path=path, hint=f"Known are {', '.join(names)}."
            )


def fallback_for(runner: str, tried: Collection[str], rules: Rules) -> str | None:
    """Return who takes over from a runner, or None.

    Those named for it come first, in order; then those named for them, and so on, so that a
    chain is followed past runners that were tried already.

    Args:
        runner: the name of the one that failed.
        tried: names of those that worked on the subquestion before; with or without ``runner``.
        rules: as a person wrote them.
    """
    seen = {runner}
    near: list[str] = [runner]
    while near:
        found = [name for one in near for name in rules.fallbacks.get(one, ())]
        near = [name for name in dict.fromkeys(found) if name not in seen]
        seen.update(near)
        untried = next((name for name in near if name not in tried), None)
        if untried is not None:
            return untried
    return None


def _named(rules: Rules) -> Iterator[tuple[str, str]]:
    for at, rule in enumerate(rules.rules):
        yield f"rules[{at}].use", rule.use
    for name, others in rules.fallbacks.items():
        yield f"fallbacks.{name}", name
        for at, other in enumerate(others):
            yield f"fallbacks.{name}[{at}]", other


def _assigned(sub: Subquestion, runners: Sequence[Runner], rules: Rules, round_: int) -> Assignment:
    wanted = frozenset(sub.skills)
    by_name = {runner.name: runner for runner in runners}
    passed: list[str] = []
    for at, rule in enumerate(rules.rules):
        if not _holds(rule.when, sub, round_):
            continue
        lacking = wanted - by_name[rule.use].skills
        if not lacking:
            return Assignment(rule.use, _because([*passed, f"rules[{at}] ({_said(rule.when)})"]))
        passed.append(f"rules[{at}] names {rule.use}, which lacks {_listed(lacking)}")
    best = min(runners, key=lambda runner: len(wanted - runner.skills))
    if lacking := wanted - best.skills:
        why = f"no runtime has {_listed(lacking)} as well"
    else:
        why = f"the first that has {_listed(wanted)}" if wanted else "the first of the runtimes"
    return Assignment(best.name, _because([*(passed or ["no rule holds"]), why]))


def _holds(when: When, sub: Subquestion, round_: int) -> bool:
    plain: Mapping[str, object] = {
        "claim_type": sub.claim_type,
        "answer_type": sub.answer_type,
        "language": language_of(sub.question) if when.language else None,
        "round": round_,
    }
    return (
        all(getattr(when, name) in {None, value} for name, value in plain.items())
        and (when.skill is None or when.skill in sub.skills)
        and (when.source_type is None or when.source_type in sub.source_types)
    )


def _said(when: When) -> str:
    given = when.model_dump(exclude_none=True)
    return ", ".join(f"{name} {value}" for name, value in given.items()) or "always"


def _listed(skills: Collection[Skill]) -> str:
    return ", ".join(sorted(skills))


def _because(reasons: Sequence[str]) -> str:
    return "; ".join(reasons)
