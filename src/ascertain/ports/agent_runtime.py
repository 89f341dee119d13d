"""What drives a researcher, as a port."""

from __future__ import annotations

from typing import Protocol

from ascertain.evidence.brief import Brief, HandBack
from ascertain.ports.meter import Meter
from ascertain.ports.toolbox import Toolbox

__all__ = ["AgentRuntime"]


class AgentRuntime(Protocol):
    """Carries out a brief with the tools given, within the brief's limits.

    Contract: everything found is recorded through the toolbox while it works, so that nothing
    is lost if it is cancelled or dies. It returns a hand-back for every way of ending that it
    knows; only cancellation leaves as an error. It opens nothing itself: no file, no socket
    but to its own model. A model is called only within what the meter grants, and each call is
    settled with it. Any number of briefs at once.
    """

    @property
    def name(self) -> str:
        """The runtime's name in manifests."""
        ...

    async def run(self, brief: Brief, toolbox: Toolbox, meter: Meter) -> HandBack:
        """Carry out the brief."""
        ...
