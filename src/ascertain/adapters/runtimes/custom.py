"""A researcher that the caller wrote, such as another framework's agent."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from ascertain.adapters.runtimes.briefing import conclusion_of, gaps_of
from ascertain.evidence.brief import Brief, HandBack
from ascertain.ports.meter import Meter
from ascertain.ports.toolbox import Toolbox

__all__ = ["CustomRuntime", "Researcher"]

Researcher = Callable[[Brief, Toolbox], Awaitable[str | None]]
"""Gathers evidence with the tools given and returns its conclusion in its own words."""


class CustomRuntime:
    """Runs a function as the researcher.

    What it spends on models is its own affair: the run's caps on money and tokens do not reach
    it. Sources, evidence and time are held as for every researcher, and what it raises ends
    this researcher alone.

    Args:
        researcher: called once for each brief, several at a time.
    """

    def __init__(self, researcher: Researcher) -> None:
        self._researcher = researcher

    @property
    def name(self) -> str:
        """The runtime's name in manifests, with the function's."""
        return f"custom:{getattr(self._researcher, '__name__', type(self._researcher).__name__)}"

    async def run(self, brief: Brief, toolbox: Toolbox, meter: Meter) -> HandBack:
        """Let the function carry out the brief."""
        del meter
        said = await self._researcher(brief, toolbox)
        return HandBack(
            sub_question_id=brief.subquestion.id,
            conclusion=conclusion_of(str(said or "")),
            gaps=gaps_of(str(said or "")),
            ending="finished",
        )
