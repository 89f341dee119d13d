"""The demo's small web in a process of its own, for tests that research it."""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
import time
import urllib.parse
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

__all__ = ["LogLine", "RunningSite", "running_site"]

_SCRIPT = Path(__file__).resolve().parents[1] / "demo" / "web_site.py"
_START_S = 30.0
_SERVE_S = 900


class LogLine(NamedTuple):
    """One request that the site met; ``status`` 0 means that it never answered."""

    at: str
    host: str
    method: str
    path: str
    status: int
    conditional: bool


@dataclass
class RunningSite:
    """Where the site is, and what it was asked.

    Attributes:
        hosts: key to origin, such as ``courier`` to ``http://127.0.0.2:40001``.
    """

    hosts: dict[str, str]
    search_url: str
    open_hosts: list[str]
    question: str
    pages: int
    process: subprocess.Popen[bytes]
    seen: int = 0

    def log(self) -> list[LogLine]:
        """Every request so far."""
        lines: list[dict[str, Any]] = json.loads(self._ask("GET", "/__log", 200))
        return [LogLine(**line) for line in lines]

    def mark(self) -> None:
        """Let ``news`` begin here."""
        self.seen = len(self.log())

    def news(self) -> list[LogLine]:
        """Every request since the mark."""
        return self.log()[self.seen :]

    def control(self, *, mode: str | None = None, only: Sequence[str] | None = None) -> None:
        """Change what the search answers; ``only``: paths that it may find, () for all."""
        form: list[tuple[str, str]] = []
        if mode is not None:
            form.append(("mode", mode))
        if only is not None:
            form += [("only", path) for path in only or ("",)]
        self._ask("POST", "/__control", 204, urllib.parse.urlencode(form))

    def _ask(self, method: str, path: str, expected: int, body: str = "") -> bytes:
        address = self.search_url.removeprefix("http://")
        connection = http.client.HTTPConnection(address, timeout=10)
        try:
            connection.request(method, path, body)
            answer = connection.getresponse()
            assert answer.status == expected
            return answer.read()
        finally:
            connection.close()

    def environment(self, cache: Path, **more: str) -> dict[str, str]:
        """Settings with which a run searches and reads this site."""
        return {
            "ASCERTAIN_SEARCH": "searxng",
            "ASCERTAIN_SEARXNG_URL": self.search_url,
            "ASCERTAIN_OPEN_HOSTS": ",".join(self.open_hosts),
            "ASCERTAIN_CACHE_DIR": str(cache),
            "ASCERTAIN_FETCH_TIMEOUT_S": "2",
            "ASCERTAIN_BROWSER": "off",
            **more,
        }

    def stop(self) -> None:
        """End the process. Stopping twice is harmless."""
        self.process.terminate()
        self.process.wait(timeout=10)


@contextmanager
def running_site(folder: Path, *, latency_s: float = 0.01) -> Generator[RunningSite]:
    """Start the site; ``folder`` takes its port file."""
    file = folder / "site.json"
    process = subprocess.Popen(
        [
            *(sys.executable, str(_SCRIPT), "--port-file", str(file)),
            *("--seconds", str(_SERVE_S), "--latency", str(latency_s)),
        ],
        stdout=subprocess.DEVNULL,
    )
    try:
        until = time.monotonic() + _START_S
        while not file.exists():
            assert process.poll() is None, "the site did not start"
            assert time.monotonic() < until, "the site did not start in time"
            time.sleep(0.02)
        yield RunningSite(**json.loads(file.read_text("utf-8")), process=process)
    finally:
        if process.poll() is None:
            process.terminate()
        process.wait(timeout=10)
