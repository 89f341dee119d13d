"""A run exported as WARC and as WACZ."""

from __future__ import annotations

import hashlib
import io
import json
import os
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fastwarc.warc import WarcRecordType

from archive_files import PAGE, exchange, keep, read_archive
from ascertain.adapters.archive.commit_list import COMMIT_LIST, WARC_FILE
from ascertain.adapters.archive.exporting import ArchiveExport, export_wacz, export_warc
from ascertain.adapters.archive.warc_log import WarcLog
from ascertain.adapters.memory.snapshot_store import MemorySnapshots
from ascertain.errors import InputError, SnapshotError
from ascertain.evidence.source import Source
from builders import source

TEXT = "The bridge opened in 1931.\n"
Export = Callable[..., ArchiveExport]
BOTH = pytest.mark.parametrize("export", [export_warc, export_wacz])


class Run:
    """A run with a page, a redirect to it, an error, a browser's page and a local document."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        log = WarcLog(folder)
        moved = (("Location", "/page"),)
        log.append([exchange("https://example.org/old", b"", status=301, response_headers=moved)])
        log.append([exchange(), exchange("https://example.org/gone", b"gone", status=404)])
        log.append([exchange("https://example.org/app", b"<script>")])
        log.append([exchange("https://example.org/app", b"<p>made</p>", kind="rendered")])
        log.close()
        self.snapshots = MemorySnapshots()
        self.sources = [
            self.web("S1", "https://example.org/page#part", PAGE, TEXT, title="The bridge"),
            self.web("S2", "https://example.org/app", b"<p>made</p>", "made\n"),
            source("S3", content_hash=None, status="error", error="HTTP 404"),
            self.local("S4", "file:///corpus/a note.txt", b"local words"),
        ]

    def web(self, name: str, url: str, data: bytes, text: str, **more: Any) -> Source:
        sha256 = keep(self.snapshots, data, text)
        places = {"requested_url": url, "canonical_url": url, "resolved_url": url}
        return source(name, content_hash=sha256, media_type="text/html", **places, **more)

    def local(self, name: str, url: str, data: bytes, media_type: str = "text/plain") -> Source:
        sha256 = keep(self.snapshots, data, data.decode())
        places = {"requested_url": url, "canonical_url": url, "resolved_url": url}
        return source(name, content_hash=sha256, media_type=media_type, **places)

    def export(self, export: Export, target: Path, **more: Any) -> ArchiveExport:
        return export(self.folder, self.sources, self.snapshots, target, **more)


@pytest.fixture
def run(tmp_path: Path) -> Run:
    return Run(tmp_path / "run")


@pytest.fixture
def package(run: Run, tmp_path: Path) -> zipfile.ZipFile:
    target = tmp_path / "run.wacz"
    run.export(export_wacz, target)
    return zipfile.ZipFile(io.BytesIO(target.read_bytes()))


def test_the_warc_holds_what_was_committed_and_then_what_was_read(run: Run, tmp_path: Path) -> None:
    target = tmp_path / "run.warc.gz"
    report = run.export(export_warc, target)
    archive = target.read_bytes()
    assert archive.startswith((run.folder / WARC_FILE).read_bytes())
    assert report == ArchiveExport(
        path=str(target), exchanges=5, texts=3, local=1, size_bytes=len(archive)
    )
    records = read_archive(archive)
    page, text = (next(r for r in records if r.body == body) for body in (PAGE, TEXT.encode()))
    assert text.kind == WarcRecordType.metadata
    assert text.url == f"urn:text:{hashlib.sha256(PAGE).hexdigest()}"
    assert text.fields["WARC-Refers-To"] == page.fields["WARC-Record-ID"]
    assert text.fields["WARC-Refers-To-Target-URI"] == "https://example.org/page"
    local = next(r for r in records if r.kind == WarcRecordType.resource)
    assert local.url == "file:///corpus/a%20note.txt"
    assert local.body == b"local words"
    assert local.fields["Content-Type"] == "text/plain"


def test_what_was_never_committed_is_not_exported(run: Run, tmp_path: Path) -> None:
    whole = (run.folder / WARC_FILE).read_bytes()
    with (run.folder / WARC_FILE).open("ab") as file:
        file.write(whole[:500])
    target = tmp_path / "run.warc.gz"
    assert run.export(export_warc, target).exchanges == 5
    assert target.read_bytes().startswith(whole)
    assert len([r for r in read_archive(target) if r.kind == WarcRecordType.response]) == 5


def test_two_exports_of_a_run_are_the_same(run: Run, tmp_path: Path) -> None:
    for name in ("1", "2"):
        run.export(export_warc, tmp_path / name)
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()


def test_a_run_of_local_documents_is_exported_without_the_web(tmp_path: Path) -> None:
    run = Run(tmp_path / "run")
    (run.folder / WARC_FILE).unlink()
    note = run.local("S1", "file:///note", b"one", "text/plain\r\nForged: 1")
    again = run.local("S2", "file:///copy", b"one")
    target = tmp_path / "run.warc.gz"
    run.sources = [note, again, note]
    report = run.export(export_warc, target)
    assert (report.exchanges, report.texts, report.local) == (0, 1, 2)
    records = read_archive(target)
    assert [record.kind for record in records] == [
        WarcRecordType.warcinfo,
        *(WarcRecordType.resource, WarcRecordType.metadata, WarcRecordType.resource),
    ]
    assert records[1].fields["Content-Type"] == "application/octet-stream"


def test_a_page_whose_exchange_was_not_archived_is_there_still(run: Run, tmp_path: Path) -> None:
    run.sources.append(run.web("S5", "https://lost.example/", b"<p>lost</p>", "lost\n"))
    target = tmp_path / "run.warc.gz"
    assert run.export(export_warc, target).local == 1
    lost = next(r for r in read_archive(target) if r.body == b"<p>lost</p>")
    assert (lost.kind, lost.url) == (WarcRecordType.resource, "https://lost.example/")


@BOTH
def test_a_run_with_nothing_in_it_is_refused(export: Export, tmp_path: Path) -> None:
    run = tmp_path / "run"
    run.mkdir()
    unread = [source(content_hash=None, status="blocked")]
    with pytest.raises(InputError, match="nothing to archive"):
        export(run, unread, MemorySnapshots(), tmp_path / "out")
    assert [path.name for path in tmp_path.iterdir()] == ["run"]


@BOTH
def test_a_file_that_is_there_is_replaced_only_if_asked(
    export: Export, run: Run, tmp_path: Path
) -> None:
    target = tmp_path / "out"
    target.write_bytes(b"precious")
    with pytest.raises(InputError, match="there already"):
        run.export(export, target)
    assert target.read_bytes() == b"precious"
    assert run.export(export, target, overwrite=True).size_bytes == target.stat().st_size > 8


@BOTH
def test_a_place_that_cannot_be_written_is_named(export: Export, run: Run, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be written: No such file"):
        run.export(export, tmp_path / "gone" / "out")
    with pytest.raises(InputError, match="is a folder"):
        run.export(export, run.folder, overwrite=True)


@BOTH
def test_a_missing_copy_stops_the_export_and_leaves_no_file(
    export: Export, run: Run, tmp_path: Path
) -> None:
    run.snapshots = MemorySnapshots()
    with pytest.raises(SnapshotError):
        run.export(export, tmp_path / "out")
    assert [path.name for path in tmp_path.iterdir()] == ["run"]


@BOTH
def test_a_damaged_archive_is_never_exported(export: Export, run: Run, tmp_path: Path) -> None:
    whole = (run.folder / WARC_FILE).read_bytes()
    for at in range(len(whole) // 4, len(whole), 97):
        damaged = bytearray(whole)
        damaged[at : at + 12] = b"\xff" * 12  # more than the parts of a gzip head that say nothing
        (run.folder / WARC_FILE).write_bytes(damaged)
        with pytest.raises(SnapshotError, match=r"damaged at byte \d"):
            run.export(export, tmp_path / "out")
    assert [path.name for path in tmp_path.iterdir()] == ["run"]


@pytest.mark.parametrize("field", ["sha256", "record", "url"])
def test_a_list_that_says_something_else_than_the_archive_is_found_out(
    run: Run, tmp_path: Path, field: str
) -> None:
    path = run.folder / COMMIT_LIST
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    lines[1][field] = "0" * 64
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")
    with pytest.raises(SnapshotError, match="damaged"):
        run.export(export_warc, tmp_path / "out")


def test_an_archive_with_fewer_exchanges_than_its_list_is_found_out(
    run: Run, tmp_path: Path
) -> None:
    entries = (run.folder / COMMIT_LIST).read_text("utf-8").splitlines()
    first, last = json.loads(entries[0]), json.loads(entries[-1])
    # One line of the length of two exchanges, then a line that no record stands behind.
    shorter = [{**first, "length": last["offset"]}, last, {**last, "offset": 0, "length": 1}]
    shorter[2]["offset"] = last["offset"] + last["length"]
    with (run.folder / WARC_FILE).open("ab") as file:
        file.write(b"\x00")
    text = "".join(f"{json.dumps(line)}\n" for line in shorter)
    (run.folder / COMMIT_LIST).write_text(text, "utf-8")
    with pytest.raises(SnapshotError, match="damaged"):
        run.export(export_warc, tmp_path / "out")


def test_the_package_has_the_parts_that_its_standard_names(package: zipfile.ZipFile) -> None:
    assert package.testzip() is None
    assert package.namelist() == [
        "archive/data.warc.gz",
        "indexes/index.cdx",
        "pages/pages.jsonl",
        "datapackage.json",
        "datapackage-digest.json",
    ]
    assert {entry.compress_type for entry in package.infolist()} == {zipfile.ZIP_STORED}


def test_the_manifest_names_every_part_with_its_digest(package: zipfile.ZipFile) -> None:
    raw = package.read("datapackage.json")
    manifest = json.loads(raw)
    assert manifest["profile"] == "data-package"
    assert manifest["wacz_version"] == "1.1.1"
    assert manifest["mainPageUrl"] == "https://example.org/page"
    parts = {part["path"]: part for part in manifest["resources"]}
    assert set(parts) == set(package.namelist()[:3])
    for path, part in parts.items():
        data = package.read(path)
        assert part["bytes"] == len(data)
        assert part["hash"] == f"sha256:{hashlib.sha256(data).hexdigest()}"
    digest = json.loads(package.read("datapackage-digest.json"))
    assert digest == {
        "path": "datapackage.json",
        "hash": f"sha256:{hashlib.sha256(raw).hexdigest()}",
    }


def test_each_line_of_the_index_leads_to_its_record(package: zipfile.ZipFile) -> None:
    archive = package.read("archive/data.warc.gz")
    lines = package.read("indexes/index.cdx").decode().splitlines()
    assert lines == sorted(lines)
    seen: dict[tuple[str, str], str] = {}
    for line in lines:
        key, moment, rest = line.split(" ", 2)
        entry = json.loads(rest)
        start = int(entry["offset"])
        (record,) = read_archive(archive[start : start + int(entry["length"])])
        assert record.url == entry["url"]
        assert entry["digest"] == record.fields["WARC-Payload-Digest"]
        assert entry["filename"] == "data.warc.gz"
        assert entry.get("status") == (str(record.status) if record.status else None)
        seen[key, moment] = entry.get("mime", "")
    assert seen["org,example)/app", "20260101000001"] == "text/html"
    assert seen["org,example)/page", "20260101000000"] == "text/html"
    assert ("org,example)/old", "20260101000000") in seen
    assert len(lines) == 5 + 3 + 1


def test_an_unchanged_page_is_indexed_as_a_revisit_and_what_was_told_of_it_is_not(
    run: Run, tmp_path: Path
) -> None:
    log = WarcLog(run.folder)
    log.append([exchange(body=b"", status=304, sent_at="2026-02-01T00:00:00Z")])
    log.close()
    target = tmp_path / "run.wacz"
    run.export(export_wacz, target)
    with zipfile.ZipFile(target) as package:
        lines = package.read("indexes/index.cdx").decode().splitlines()
    (entry,) = [json.loads(line.split(" ", 2)[2]) for line in lines if " 20260201" in line]
    assert entry["mime"] == "warc/revisit"
    assert entry["digest"] == f"sha256:{hashlib.sha256(PAGE).hexdigest()}"


def test_the_pages_are_the_sources_of_the_web_with_their_texts(package: zipfile.ZipFile) -> None:
    head, *pages = [json.loads(line) for line in package.read("pages/pages.jsonl").splitlines()]
    assert head["format"] == "json-pages-1.0"
    assert pages == [
        {
            "id": "S1",
            "url": "https://example.org/page",
            "ts": "2026-01-01T00:00:00Z",
            "title": "The bridge",
            "text": TEXT,
        },
        {
            "id": "S2",
            "url": "https://example.org/app",
            "ts": "2026-01-01T00:00:01Z",
            "title": "https://example.org/app",
            "text": "made\n",
        },
    ]


def test_a_package_without_pages_names_no_main_page(tmp_path: Path) -> None:
    run = Run(tmp_path / "run")
    run.sources = run.sources[3:]
    target = tmp_path / "run.wacz"
    run.export(export_wacz, target)
    with zipfile.ZipFile(target) as package:
        assert "mainPageUrl" not in json.loads(package.read("datapackage.json"))


@BOTH
def test_only_a_plain_file_is_ever_replaced(export: Export, run: Run, tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_bytes(b"precious")
    link, pipe = tmp_path / "link", tmp_path / "pipe"
    link.symlink_to(precious)
    os.mkfifo(pipe)
    (tmp_path / "loose").symlink_to(tmp_path / "nowhere")
    for target in (link, pipe, tmp_path / "loose"):
        with pytest.raises(InputError, match="which is not replaced"):
            run.export(export, target, overwrite=True)
    assert link.is_symlink()
    assert pipe.is_fifo()
    assert precious.read_bytes() == b"precious"


@BOTH
def test_a_name_that_no_file_can_have_is_bad_input(
    export: Export, run: Run, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match="cannot be written: File name too long"):
        run.export(export, tmp_path / ("x" * 300))
