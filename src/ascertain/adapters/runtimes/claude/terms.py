"""How the program of the Claude Agent SDK is started."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ascertain.adapters.runtimes.claude.gate import Price
from ascertain.adapters.runtimes.claude.web_tools import BuiltInWeb

__all__ = ["ClaudeTerms"]


@dataclass(frozen=True, slots=True)
class ClaudeTerms:
    """How the program is started.

    Attributes:
        model: a name or alias, such as ``sonnet``.
        folder: of the run; each conversation gets a folder of its own in it.
        price: what a call costs, where the table knows it.
        program: None: the one that comes with the SDK.
        timeout_s: for one answer of the model.
        web: on what terms the program reads the web itself; None: with our tools alone.
        delegates: whether a lead hands the work to researchers that the program starts.
    """

    model: str
    folder: Path
    price: Price
    program: Path | None = None
    timeout_s: float = 120.0
    web: BuiltInWeb | None = None
    delegates: bool = False

    @property
    def place(self) -> str:
        """The model's name as a part of a folder's name."""
        return "".join(char if char.isalnum() else "-" for char in self.model)[:40]
