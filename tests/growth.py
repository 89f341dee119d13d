"""Whether work grows with its input in proportion: by ratios in one process, never by a clock's
reading against a number of seconds."""

from __future__ import annotations

import gc
from collections.abc import Callable
from time import process_time

__all__ = ["grows_in_proportion"]

_TRIES = 4
_LEAST_S = 0.005
"""Shorter measurements say nothing; such work is fast enough whatever it grows by."""


def grows_in_proportion(
    work: Callable[[int], object], size: int, *, times: int = 4, slack: float = 2.5
) -> bool:
    """Whether input ``times`` as large takes at most ``slack`` times its share longer.

    Work that grows with the square takes ``times`` squared as long. The best of a few tries
    counts, since a busy machine only ever makes one of them slower.

    Args:
        work: does the work for an input of that size.
        size: of the smaller input.
        times: how much larger the other is.
        slack: over the ratio of the sizes.
    """
    work(size)
    return any(
        _seconds(work, size * times) <= slack * times * max(_seconds(work, size), _LEAST_S)
        for _ in range(_TRIES)
    )


def _seconds(work: Callable[[int], object], size: int) -> float:
    gc.collect()
    began = process_time()
    work(size)
    return process_time() - began
