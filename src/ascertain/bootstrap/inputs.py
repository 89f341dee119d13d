"""What users write becomes records here, or an error that names the place."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from ascertain.errors import InputError
from ascertain.evidence.limits import Limits
from ascertain.evidence.plan import ResearchPlan
from ascertain.evidence.record import Record
from ascertain.evidence.task import ResearchTask
from ascertain.gathering.planning import plan_for_task, plan_question

__all__ = ["load_plan", "load_task", "make_limits", "plan_from"]

_MAX_BYTES = 1_000_000
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
        fault = error.errors(include_url=False)[0]
        option = "--" + str(fault["loc"][0]).replace("_", "-")
        raise InputError(_said(fault), path=option) from None


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
    try:
        return kind.model_validate_json(text)
    except ValidationError as error:
        # A misspelt field first: it explains the ones that seem to be missing.
        faults = sorted(
            error.errors(include_url=False), key=lambda fault: fault["type"] != "extra_forbidden"
        )
        first = faults[0]
        if first["type"] == "json_invalid":
            raise InputError(f"{path} is not JSON: {first['msg']}") from None
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        raise InputError(f"{_said(first)}{more}", path=_place(noun, first["loc"])) from None


def _place(noun: str, location: tuple[int | str, ...]) -> str:
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in location)
    return noun + "".join(steps)


def _said(fault: Any) -> str:
    if fault["type"] == "extra_forbidden":
        return "unknown field"
    if fault["type"] == "missing":
        return "this field is needed"
    return str(fault["msg"]).removeprefix("Value error, ")
