"""Serve the demo's small web on loopback addresses until it is told to stop.

Run ``python demo/web_site.py``; it prints the settings with which a run can search and read it.
Linux only: it needs the addresses 127.0.0.1 to 127.0.0.9.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import shlex
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from web.site import QUESTION, Site

__all__ = ["main"]

_DEFAULT_S = 600.0


async def _serve(site: Site, seconds: float, port_file: Path | None) -> None:
    await site.start()
    try:
        if port_file is not None:
            _write_whole(port_file, json.dumps(_described(site)))
        print(f"{site.page_count} pages; stops after {seconds:g} s or with Ctrl-C.")
        print("In another shell:")
        print(f"  export ASCERTAIN_SEARCH=searxng ASCERTAIN_SEARXNG_URL={site.search_url}")
        print(f"  export ASCERTAIN_OPEN_HOSTS={','.join(site.open_hosts)}")
        print(f"  ascertain research {shlex.quote(QUESTION)} --web", flush=True)
        ended = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, ended.set)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(ended.wait(), seconds)
    finally:
        await site.stop()


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
    parser.add_argument("--port-file", type=Path, help="where to write the addresses, as JSON")
    given = parser.parse_args(arguments)
    try:
        asyncio.run(_serve(Site(latency_s=given.latency), given.seconds, given.port_file))
    except OSError as error:
        sys.exit(f"The site cannot be served: {error}. It needs Linux and 127.0.0.1 to 127.0.0.9.")


if __name__ == "__main__":
    main()
