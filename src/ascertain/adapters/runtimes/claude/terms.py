"""How the program of the Claude Agent SDK is started."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ascertain.evidence.model_call import ModelUsage

__all__ = ["ClaudeTerms", "Price"]

Price = Callable[[str, ModelUsage], float | None]
"""A model's name and tokens to US dollars; None where no price is known."""


@dataclass(frozen=True, slots=True)
class ClaudeTerms:
    """How the program is started.

    Attributes:
        model: a name or alias, such as ``sonnet``.
        folder: of the run; each conversation gets a folder of its own in it.
        price: what a call costs, where the table knows it.
        program: None: the one that comes with the SDK.
        timeout_s: for one answer of the model.
    """

    model: str
    folder: Path
    price: Price
    program: Path | None = None
    timeout_s: float = 120.0

    @property
    def place(self) -> str:
        """The model's name as a part of a folder's name."""
        return "".join(char if char.isalnum() else "-" for char in self.model)[:40]
