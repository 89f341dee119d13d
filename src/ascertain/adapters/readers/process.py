"""One worker process as its parent holds it."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from typing import BinaryIO, cast

from ascertain.adapters.readers.frames import Answer, Order, receive_answer, send_order

__all__ = ["WorkerProcess"]

_START_S = 60.0
"""Seconds a new process may take until it says that it is ready."""
_PASSED_ON = (
    "DYLD_LIBRARY_PATH",
    "LD_LIBRARY_PATH",
    "PATH",
    "SYSTEMROOT",
    "TEMP",
    "TMP",
    "TMPDIR",
)
"""All that a worker sees of the environment: no keys."""


class WorkerProcess:
    """A process that reads one document at a time.

    Args:
        memory_mb: its cap on memory above what it starts with.
        max_text: code points of text to keep from one document.
    """

    def __init__(self, memory_mb: int, max_text: int) -> None:
        module = "ascertain.adapters.readers.worker"
        command = [sys.executable, "-P", "-m", module, str(memory_mb), str(max_text)]
        environment = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))
        self._process = subprocess.Popen(  # noqa: S603 - our own module, arguments are numbers
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            start_new_session=True,
        )
        self._started = False

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    @property
    def exit_status(self) -> int | None:
        """As in ``subprocess``; None while it lives."""
        return self._process.poll()

    def read(self, order: Order, timeout_s: float) -> Answer | None:
        """Have a document read; blocks.

        Returns:
            The answer; None if the process died or took longer than ``timeout_s``: it is gone then.
        """
        if not self._started:
            ready = self._within(_START_S, None)
            if ready is None or ready.status != "ready":
                self.kill()
                return None
            self._started = True
        answer = self._within(timeout_s, order)
        if answer is None:
            self.kill()
        return answer

    def kill(self) -> None:
        """End the process now; harmless if it has ended."""
        self._process.kill()

    def dispose(self) -> None:
        """End the process, wait for it and close its pipes."""
        self.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                try:
                    stream.close()
                except OSError:  # what was never sent
                    continue

    def _within(self, seconds: float, order: Order | None) -> Answer | None:
        watchdog = threading.Timer(seconds, self.kill)
        watchdog.daemon = True
        watchdog.start()
        try:
            if order is not None:
                send_order(cast("BinaryIO", self._process.stdin), order)
            return receive_answer(cast("BinaryIO", self._process.stdout))
        except OSError:  # the process is gone
            return None
        finally:
            watchdog.cancel()
