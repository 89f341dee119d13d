"""``--ask``: a person looks at the plan before anything is searched."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

import typer

from ascertain.errors import InputError
from ascertain.interfaces.cli.progress import Progress
from ascertain.interfaces.cli.wording import plan_text

if TYPE_CHECKING:
    from ascertain.evidence.plan import ResearchPlan

__all__ = ["ask_about"]


async def ask_about(made: ResearchPlan, progress: Progress) -> str:
    """Show a plan and wait for a person without holding the loop; an interrupt does not wait.

    Returns:
        The answer to what the plan would clarify, or an empty word for yes.

    Raises:
        InputError: if the person does not want the plan.
    """
    loop = asyncio.get_running_loop()
    answered: asyncio.Future[str] = loop.create_future()

    def run() -> None:
        try:
            said = _reviewed(made, progress)
        except (Exception, SystemExit) as error:  # noqa: BLE001 (a thread's boundary: it is raised where it is awaited)
            tell(answered.set_exception, error)
        else:
            tell(answered.set_result, said)

    def tell(call: Callable[..., None], what: object) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(lambda: answered.done() or call(what))

    threading.Thread(target=run, daemon=True).start()
    return await answered


def _reviewed(made: ResearchPlan, progress: Progress) -> str:
    """Show a plan; return the answer to what it would clarify, or an empty word.

    Raises:
        InputError: if the person does not want it.
    """
    with progress.paused():
        typer.echo(plan_text(made), err=True)
        try:
            if made.clarify is not None:
                answer = typer.prompt(made.clarify, err=True, default="", show_default=False)
                if answer.strip():
                    return str(answer)
            agreed = typer.confirm("Go on with this plan?", err=True, default=True)
        except typer.Abort:  # the input ended, or the person did
            typer.echo("", err=True)  # nobody pressed Enter
            agreed = False
        if not agreed:
            raise InputError(
                "the plan was declined",
                path="--ask",
                hint="Edit plan.json in the run's folder and give it back with --plan.",
            )
    return ""
