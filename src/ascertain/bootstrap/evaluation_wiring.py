"""Wiring of ``eval``: what measures is loaded when it is asked for."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ascertain.evaluation.checker import CheckerReport

__all__ = ["measure_checker"]


def measure_checker(data: Path | None) -> CheckerReport:
    """Check the checker; see ``evaluation.checker``.

    Raises:
        InputError: if the folder of labelled pairs cannot be used.
    """
    from ascertain.evaluation.checker import evaluate_checker

    return evaluate_checker(data, time.process_time)
