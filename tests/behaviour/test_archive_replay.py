"""An exported archive opened in pywb, a replay tool that knows nothing of us."""

from __future__ import annotations

import http.client
import socket
import subprocess
import time
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from archive_files import PAGE, exchange, keep
from ascertain.adapters.archive.exporting import export_wacz, export_warc
from ascertain.adapters.archive.warc_log import WarcLog
from ascertain.adapters.memory.snapshot_store import MemorySnapshots
from builders import source

PROGRAMS = Path(__file__).parents[2] / ".tools" / "pywb" / "bin"
MADE = b"<html><body><p>Drawn by a script in 1932.</p></body></html>"
TEXT = "The bridge opened in 1931.\n"
URL = "https://example.org/page"
APP = "https://example.org/app?b=2&a=1"
_START_S = 60.0


@dataclass(frozen=True, slots=True)
class Replay:
    """A running pywb with two collections: the WARC, and the WACZ with our index."""

    port: int
    text_url: str

    def get(self, path: str) -> tuple[int, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def exported(folder: Path) -> str:
    """Export a small run both ways; returns the digest of its page."""
    run = folder / "run"
    run.mkdir()
    log = WarcLog(run)
    log.append([exchange("https://example.org/robots.txt", b"User-agent: *\n")])
    log.append([exchange(URL, response_headers=(("Content-Type", "text/html"), ("X", "1\r\n2")))])
    log.append([exchange(APP, b"<script></script>"), exchange(APP, MADE, kind="rendered")])
    log.append([exchange(URL, b"", status=304, sent_at="2026-02-01T00:00:00.5Z")])
    log.close()
    snapshots = MemorySnapshots()
    sources = [
        source(name, canonical_url=url, resolved_url=url, content_hash=keep(snapshots, data, text))
        for name, url, data, text in (("S1", URL, PAGE, TEXT), ("S2", APP, MADE, "Drawn\n"))
    ]
    export_warc(run, sources, snapshots, folder / "out.warc.gz")
    export_wacz(run, sources, snapshots, folder / "out.wacz")
    return sources[0].content_hash or ""


def serve(folder: Path, port: int) -> subprocess.Popen[bytes]:
    """Lay two collections out and start pywb over them."""
    for command in (["init", "warc"], ["add", "warc", "out.warc.gz"], ["init", "wacz"]):
        subprocess.run(
            [PROGRAMS / "wb-manager", *command],
            cwd=folder,
            check=True,
            capture_output=True,
            timeout=_START_S,
        )
    place = folder / "collections" / "wacz"
    with zipfile.ZipFile(folder / "out.wacz") as package:
        archive = package.read("archive/data.warc.gz")
        (place / "archive" / "data.warc.gz").write_bytes(archive)
        (place / "indexes" / "index.cdxj").write_bytes(package.read("indexes/index.cdx"))
    return subprocess.Popen(
        [PROGRAMS / "wayback", "-b", "127.0.0.1", "-p", str(port)],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


@pytest.fixture(scope="module")
def replay(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Replay]:
    if not (PROGRAMS / "wayback").exists():
        pytest.skip("pywb is not in .tools/pywb (sh tools/pywb.sh puts it there)")
    folder = tmp_path_factory.mktemp("replay")
    sha256, port = exported(folder), free_port()
    process = serve(folder, port)
    running = Replay(port, f"urn:text:{sha256}")
    try:
        until = time.monotonic() + _START_S
        while True:
            assert process.poll() is None, "pywb did not start"
            assert time.monotonic() < until, "pywb did not start in time"
            try:
                running.get("/")
                break
            except OSError:
                time.sleep(0.1)
        yield running
    finally:
        process.terminate()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(timeout=10)


both = pytest.mark.parametrize("collection", ["warc", "wacz"])


@both
def test_a_page_is_replayed_as_it_was(replay: Replay, collection: str) -> None:
    assert replay.get(f"/{collection}/20260101000000id_/{URL}") == (200, PAGE)


@both
def test_a_page_in_the_browsers_view_has_its_sentence(replay: Replay, collection: str) -> None:
    status, body = replay.get(f"/{collection}/20260101000000mp_/{URL}")
    assert status == 200
    assert b"The bridge opened in 1931." in body


@both
def test_a_page_that_did_not_change_is_shown_and_not_an_empty_answer(
    replay: Replay, collection: str
) -> None:
    assert replay.get(f"/{collection}/20260201000000id_/{URL}") == (200, PAGE)


@both
def test_what_a_browser_made_is_the_page_and_the_plain_answer_stays(
    replay: Replay, collection: str
) -> None:
    assert replay.get(f"/{collection}/id_/{APP}") == (200, MADE)
    assert replay.get(f"/{collection}/20260101000000id_/{APP}") == (200, b"<script></script>")


@both
def test_the_text_that_was_read_has_an_address_of_its_own(replay: Replay, collection: str) -> None:
    assert replay.get(f"/{collection}/id_/{replay.text_url}") == (200, TEXT.encode())


def test_what_is_not_in_the_archive_is_not_found(replay: Replay) -> None:
    assert replay.get("/warc/id_/https://example.org/other")[0] == 404
