"""Serve the demo's small web on loopback addresses until it is told to stop.

Run ``python demo/web_site.py``; it prints the settings with which a run can search and read it.
Linux only: it needs the addresses 127.0.0.1 to 127.0.0.9.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import errno
import json
import shlex
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from web.site import QUESTION, Site

__all__ = ["main"]

_DEFAULT_S = 600.0
_MAX_PORT = 65_535


async def _serve(site: Site, given: argparse.Namespace) -> None:
    await site.start()
    try:
        if given.port_file is not None:
            _write_whole(given.port_file, json.dumps(_described(site)))
        until = f"stops after {given.seconds:g} s (--seconds N) or with Ctrl-C"
        print(f"{site.page_count} pages; {until}.")
        if not given.port:
            print("Each start has other addresses; --port N keeps them.")
        print("In another shell:")
        print(f"  export ASCERTAIN_SEARCH=searxng ASCERTAIN_SEARXNG_URL={site.search_url}")
        print(f"  export ASCERTAIN_OPEN_HOSTS={','.join(site.open_hosts)}")
        print(f"  {_program()} research {shlex.quote(QUESTION)} --web", flush=True)
        ended = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, ended.set)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(ended.wait(), given.seconds)
    finally:
        await site.stop()


def _program() -> str:
    """The command beside this Python, which need not be on the shell's path."""
    beside = Path(sys.executable).absolute().with_name("ascertain")
    return shlex.quote(str(beside)) if beside.exists() else "ascertain"


def _port(text: str) -> int:
    number = int(text)
    if not 0 <= number <= _MAX_PORT:
        raise argparse.ArgumentTypeError(f"{number} is no port; give 0 to {_MAX_PORT}")
    return number


def _described(site: Site) -> dict[str, object]:
    return {
        "hosts": site.hosts,
        "search_url": site.search_url,
        "open_hosts": site.open_hosts,
        "question": QUESTION,
        "pages": site.page_count,
    }


def _write_whole(path: Path, text: str) -> None:
    """Write so that nobody reads half of it."""
    half = path.with_suffix(".part")
    half.write_text(text, "utf-8")
    half.replace(path)


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line and serve."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=_DEFAULT_S, help="how long to serve")
    parser.add_argument("--latency", type=float, default=0.05, help="seconds before each answer")
    parser.add_argument("--port", type=_port, default=0, help="where to listen; else a free port")
    parser.add_argument("--port-file", type=Path, help="where to write the addresses, as JSON")
    given = parser.parse_args(arguments)
    try:
        site = Site(latency_s=given.latency, port=given.port)
        asyncio.run(_serve(site, given))
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            sys.exit(f"Port {given.port} is taken. Give another: --port N.")
        sys.exit(f"The site cannot be served: {error}. It needs Linux and 127.0.0.1 to 127.0.0.9.")


if __name__ == "__main__":
    main()
