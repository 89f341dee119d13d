"""A worker process: reads documents one after another, with a cap on its memory.

Started as ``python -m ascertain.adapters.readers.worker MEMORY_MB MAX_TEXT``; it ends when its
standard input does, or by an alarm if it hangs after its parent is gone.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
from typing import BinaryIO

from ascertain.adapters.readers.frames import Answer, Order, receive_order, send_answer
from ascertain.adapters.readers.reading import read_document
from ascertain.errors import ReadError

try:
    import resource
except ImportError:  # Windows
    resource = None

__all__ = ["main"]

_MB = 1 << 20


def main(memory_mb: int, max_text: int) -> None:
    """Serve orders from standard input until it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    logging.disable(logging.CRITICAL)
    answers = _own_stdout()
    _cap_memory(memory_mb)
    send_answer(answers, Answer("ready", b""))
    orders = sys.stdin.buffer
    while (order := receive_order(orders)) is not None:
        _alarm(order.give_up_s)
        answer = _answer(order, max_text)
        _alarm(0)
        del order
        send_answer(answers, answer)


def _own_stdout() -> BinaryIO:
    """Keep standard output for answers alone: whatever else prints goes nowhere."""
    answers = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    os.close(nowhere)
    return answers


def _cap_memory(memory_mb: int) -> None:
    """Cap address space above what the process has now; where the platform cannot, do nothing."""
    if resource is None:
        return
    try:
        with open("/proc/self/statm", encoding="ascii") as statm:  # noqa: PTH123 - not a user's path
            baseline = int(statm.read().split()[0]) * resource.getpagesize()
        limit = baseline + memory_mb * _MB
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    except (OSError, ValueError):
        return


def _alarm(seconds: int) -> None:
    if hasattr(signal, "alarm"):
        signal.alarm(seconds)


def _answer(order: Order, max_text: int) -> Answer:
    try:
        document = read_document(order.data, order.name, order.declared, max_text=max_text)
        return Answer("ok", document.model_dump_json().encode())
    except ReadError as error:
        return Answer(error.status, error.reason.encode("utf-8", "replace"))
    except MemoryError:
        return Answer("memory", b"")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
