"""What users write, parsed; the parsing code is loaded when a command needs it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from ascertain.evidence.limits import Limits
    from ascertain.evidence.plan import ResearchPlan
    from ascertain.evidence.task import ResearchTask

__all__ = ["load_plan", "load_task", "make_limits", "plan_from"]


def load_task(path: Path) -> ResearchTask:
    """Read a task file; see ``bootstrap.inputs``."""
    from ascertain.bootstrap import inputs

    return inputs.load_task(path)


def load_plan(path: Path) -> ResearchPlan:
    """Read an edited plan; see ``bootstrap.inputs``."""
    from ascertain.bootstrap import inputs

    return inputs.load_plan(path)


def make_limits(**given: float | None) -> Limits:
    """Make limits from options; see ``bootstrap.inputs``."""
    from ascertain.bootstrap import inputs

    return inputs.make_limits(**given)


def plan_from(
    question: str | None, task: ResearchTask | None, plan: ResearchPlan | None
) -> ResearchPlan:
    """Return the plan to follow; see ``bootstrap.inputs``."""
    from ascertain.bootstrap import inputs

    return inputs.plan_from(question, task, plan)
