"""Twenty loopback hosts with ten generated articles each, for ``bench/web.py``; Linux only.

Run by the bench as a process of its own: prints the port, serves until its input ends.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import random
import sys
from functools import cache

__all__ = ["HOSTS", "PAGES", "main", "urls"]

HOSTS = tuple(f"127.0.1.{number}" for number in range(1, 21))
PAGES = 10
"""On each host."""

_PARAGRAPHS = 24
_SYLLABLES = "ka lo mi tra ven dor pel su rin mak tol bre nia gor fel ost".split()
_END = b"\r\n\r\n"


def urls(port: int) -> list[str]:
    """Return every page, host by host in turn, as a search that mixes hosts would give them."""
    return [f"http://{host}:{port}/{page}" for page in range(PAGES) for host in HOSTS]


@cache
def _article(path: str) -> bytes:
    chance = random.Random(path)
    words = ["".join(chance.choices(_SYLLABLES, k=chance.randint(2, 4))) for _ in range(2_000)]
    paragraphs = "".join(
        "<p>" + " ".join(chance.choices(words, k=60)).capitalize() + ".</p>\n"
        for _ in range(_PARAGRAPHS)
    )
    menu = "".join(f'<li><a href="/{at}">{words[at]}</a></li>' for at in range(40))
    page = (
        f'<!DOCTYPE html><html lang="en"><head><title>{words[0]}</title></head><body>'
        f"<nav><ul>{menu}</ul></nav><article><h1>{words[0]}</h1>\n{paragraphs}</article>"
        "<footer><p>Generated.</p></footer></body></html>"
    )
    return gzip.compress(page.encode(), mtime=0)


class _Connection(asyncio.Protocol):
    """Answers one request after another, each after the latency."""

    def __init__(self, latency_s: float) -> None:
        self._latency_s = latency_s
        self._transport: asyncio.WriteTransport | None = None
        self._heard = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        if isinstance(transport, asyncio.WriteTransport):
            self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._heard += data
        while _END in self._heard:
            head, _, self._heard = self._heard.partition(_END)
            path = head.split(b" ", 2)[1].decode("latin-1")
            loop = asyncio.get_running_loop()
            loop.call_later(self._latency_s, self._answer, path)

    def _answer(self, path: str) -> None:
        if self._transport is None or self._transport.is_closing():
            return
        if path == "/robots.txt":
            self._transport.write(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
            return
        body = _article(path)
        self._transport.write(
            b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n"
            b"Content-Encoding: gzip\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)
        )


async def _serve(latency_s: float) -> None:
    for page in range(PAGES):
        _article(f"/{page}")
    loop = asyncio.get_running_loop()
    port = 0
    for host in HOSTS:
        server = await loop.create_server(lambda: _Connection(latency_s), host, port, backlog=512)
        port = server.sockets[0].getsockname()[1]
    print(port, flush=True)
    await asyncio.to_thread(sys.stdin.buffer.read)


def main() -> None:
    """Serve."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--latency", type=float, default=0.05)
    asyncio.run(_serve(parser.parse_args().latency))


if __name__ == "__main__":
    main()
