"""What users write becomes records here, or an error that names the place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from ascertain.bootstrap.fault_words import fault_place, fault_words, faults_of
from ascertain.errors import InputError
from ascertain.evidence.limits import Limits
from ascertain.evidence.plan import ResearchPlan
from ascertain.evidence.record import Record
from ascertain.evidence.task import ResearchTask
from ascertain.gathering.planning import plan_for_task, plan_question

__all__ = ["load_plan", "load_task", "make_limits", "plan_from"]

_MAX_BYTES = 1_000_000
_MAX_DIGITS = 300
Kind = TypeVar("Kind", bound=Record)


def load_task(path: Path) -> ResearchTask:
    """Read a task file.

    Raises:
        InputError: naming the field that cannot be used.
    """
    return _load(path, ResearchTask, "task")


def load_plan(path: Path) -> ResearchPlan:
    """Read an edited plan.

    Raises:
        InputError: naming the field that cannot be used.
    """
    plan = _load(path, ResearchPlan, "plan")
    return plan.model_copy(update={"made_by": "user"})


def make_limits(**given: float | None) -> Limits:
    """Make limits from options; None means the default.

    Raises:
        InputError: naming the option that is out of bounds.
    """
    try:
        return Limits.model_validate({k: v for k, v in given.items() if v is not None})
    except ValidationError as error:
        fault = faults_of(error)[0]
        option = "--" + str(fault["loc"][0]).replace("_", "-")
        raise InputError(fault_words(fault, table="an object"), path=option) from None


def plan_from(
    question: str | None, task: ResearchTask | None, plan: ResearchPlan | None
) -> ResearchPlan:
    """Return the plan to follow: the given one, the task's, or one made from the question.

    Raises:
        InputError: if there is nothing to plan, or two things that exclude one another.
    """
    if task is not None and (question or plan):
        raise InputError(
            "a task file holds its own question", path="--task", hint="Leave the others out."
        )
    if task is not None:
        return plan_for_task(task)
    if plan is not None:
        if question and " ".join(question.split()) != " ".join(plan.question.split()):
            raise InputError(
                f"the plan is for another question: «{plan.question[:200]}»",
                path="--plan",
                hint="Leave the question out, or make a plan for it with `ascertain plan`.",
            )
        return plan
    return plan_question(question or "")


def _load(path: Path, kind: type[Kind], noun: str) -> Kind:
    try:
        if path.stat().st_size > _MAX_BYTES:
            raise InputError(f"{path} is over {_MAX_BYTES:,} bytes; that is no {noun} file")
        text = path.read_text("utf-8-sig")
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise InputError(f"{path} is not UTF-8 text", hint=f"A {noun} file is JSON.") from None
    _check_json(text, path)
    try:
        return kind.model_validate_json(text, strict=True)
    except ValidationError as error:
        faults = faults_of(error)
        first = faults[0]
        if first["type"] == "json_invalid":
            raise InputError(f"{path} is not JSON that can be used") from None
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        where = fault_place((noun, *first["loc"]))
        raise InputError(f"{fault_words(first, table='an object')}{more}", path=where) from None


def _check_json(text: str, path: Path) -> None:
    """Refuse what is no JSON, and what says one thing twice: the last would win unseen."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise InputError(f"{path} gives {name[:80]!a} twice", hint="Keep one of them.")
            seen.add(name)
        return dict(pairs)

    def number(digits: str) -> int:
        if len(digits) > _MAX_DIGITS:
            raise InputError(f"{path} holds a number of over {_MAX_DIGITS} digits")
        return int(digits)

    def constant(name: str) -> float:
        raise InputError(f"{path} is not JSON: {name} is no number there")

    try:
        json.loads(text, object_pairs_hook=once, parse_int=number, parse_constant=constant)
    except json.JSONDecodeError as error:
        what = error.msg[:1].lower() + error.msg[1:]
        where = f"line {error.lineno}, column {error.colno}"
        raise InputError(f"{path} is not JSON: {what} ({where})") from None
    except RecursionError:
        raise InputError(f"{path} is not JSON that can be used: it is nested too deeply") from None
