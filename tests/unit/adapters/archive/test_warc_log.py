"""The archive of a run as a file."""

from __future__ import annotations

import errno
import gzip
import hashlib
import io
import json
import os
from pathlib import Path
from typing import Any

import pytest
from fastwarc.warc import WarcRecordType
from warcio.archiveiterator import ArchiveIterator

from archive_files import AT, HTML, PAGE, StoredRecord, exchange, read_archive, responses
from ascertain.adapters.archive.commit_list import COMMIT_LIST, WARC_FILE, CommitReading
from ascertain.adapters.archive.warc_log import WarcLog
from ascertain.errors import SnapshotError
from ascertain.evidence.exchange import Exchange


def write(folder: Path, *batches: list[Exchange]) -> bytes:
    log = WarcLog(folder)
    try:
        for batch in batches:
            log.append(batch)
    finally:
        log.close()
    return (folder / WARC_FILE).read_bytes()


def of_kind(archive: bytes, kind: WarcRecordType) -> list[StoredRecord]:
    return [record for record in read_archive(archive) if record.kind == kind]


@pytest.fixture
def quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a test opens hundreds of files, waiting for the disk is not what it is about."""

    def nothing(descriptor: int) -> None:
        os.fstat(descriptor)

    monkeypatch.setattr(os, "fsync", nothing)


def test_a_run_without_exchanges_leaves_no_file(tmp_path: Path) -> None:
    log = WarcLog(tmp_path)
    log.append([])
    log.close()
    log.close()
    assert list(tmp_path.iterdir()) == []


def test_a_response_and_its_request_stand_side_by_side_after_what_wrote_them(
    tmp_path: Path,
) -> None:
    asked = exchange(
        address="192.0.2.7",
        http_version="HTTP/2",
        request_headers=(("User-Agent", "ascertain"), ("Cookie", "sesame")),
    )
    info, response, request = read_archive(write(tmp_path, [asked]))
    assert info.kind == WarcRecordType.warcinfo
    assert b"software: ascertain/" in info.body
    assert response.kind == WarcRecordType.response
    assert response.body == PAGE
    assert response.status == 200
    assert response.fields["WARC-Date"] == AT
    assert response.fields["WARC-IP-Address"] == "192.0.2.7"
    assert response.fields["WARC-Protocol"] == "h2"
    assert response.fields["WARC-Payload-Digest"] == f"sha256:{hashlib.sha256(PAGE).hexdigest()}"
    assert request.kind == WarcRecordType.request
    assert request.url == response.url == asked.url
    assert request.fields["WARC-Concurrent-To"] == response.fields["WARC-Record-ID"]
    assert response.fields["WARC-Concurrent-To"] == request.fields["WARC-Record-ID"]
    assert b"sesame" not in gzip.decompress((tmp_path / WARC_FILE).read_bytes())


def test_another_library_reads_the_same_and_finds_every_digest_right(tmp_path: Path) -> None:
    body = "<p>\u6a4b \u0627\u0644\u062c\u0633\u0631</p>".encode()
    archive = write(
        tmp_path,
        [
            exchange(body=body, response_headers=(*HTML, ("Content-Encoding", "br"))),
            exchange(status=304, body=b""),
            exchange(kind="rendered"),
        ],
    )
    seen: list[tuple[str, bytes]] = []
    for record in ArchiveIterator(io.BytesIO(archive), check_digests=True):
        seen.append((record.rec_type, record.content_stream().read()))
        if record.rec_type != "revisit":
            assert record.digest_checker is not None
            assert record.digest_checker.passed is True
    assert [kind for kind, _ in seen] == [
        "warcinfo",
        *("response", "request"),
        *("revisit", "metadata", "request"),
        "response",
    ]
    assert seen[1][1] == body


def test_a_body_that_came_compressed_is_kept_plain(tmp_path: Path) -> None:
    came = exchange(response_headers=(*HTML, ("Content-Encoding", "br"), ("Content-Length", "9")))
    (response,) = responses(write(tmp_path, [came]))
    fields = dict(response.http_fields)
    assert response.body == PAGE
    assert fields["Content-Length"] == str(len(PAGE))
    assert fields["X-Archive-Orig-Content-Encoding"] == "br"
    assert "Content-Encoding" not in fields


def test_the_list_says_where_each_exchange_stands(tmp_path: Path) -> None:
    archive = write(
        tmp_path, [exchange(body=b"1"), exchange(body=b"2", status=404)], [exchange(body=b"3")]
    )
    entries = list(CommitReading(tmp_path))
    assert [entry.status for entry in entries] == [200, 404, 200]
    for entry, body in zip(entries, (b"1", b"2", b"3"), strict=True):
        (response,) = responses(archive[entry.offset : entry.end])
        assert response.body == body
        assert response.fields["WARC-Record-ID"] == f"<{entry.record}>"
        assert entry.sha256 == hashlib.sha256(body).hexdigest()
    assert entries[-1].end == len(archive)


def test_not_modified_points_to_the_page_that_did_not_change(tmp_path: Path) -> None:
    page = exchange(sent_at="2025-12-01T00:00:00Z", from_store=True)
    unchanged = exchange(status=304, body=b"", response_headers=(("ETag", '"v1"'),))
    for number, batches in enumerate(([[page], [unchanged]], [[unchanged, page]])):
        folder = tmp_path / str(number)
        folder.mkdir()
        archive = write(folder, *batches)
        (original,) = responses(archive)
        (revisit,) = of_kind(archive, WarcRecordType.revisit)
        (told,) = of_kind(archive, WarcRecordType.metadata)
        assert revisit.fields["WARC-Profile"].endswith("/revisit/server-not-modified")
        assert revisit.fields["WARC-Refers-To"] == original.fields["WARC-Record-ID"]
        assert revisit.fields["WARC-Refers-To-Date"] == "2025-12-01T00:00:00Z"
        assert revisit.fields["WARC-Payload-Digest"] == original.fields["WARC-Payload-Digest"]
        assert revisit.body == b""
        assert told.fields["WARC-Concurrent-To"] == revisit.fields["WARC-Record-ID"]
        assert b'ETag: "v1"' in told.body


def test_not_modified_finds_the_page_of_an_earlier_opening(tmp_path: Path) -> None:
    write(tmp_path, [exchange()])
    archive = write(tmp_path, [exchange(status=304, body=b"")])
    (revisit,) = of_kind(archive, WarcRecordType.revisit)
    assert revisit.fields["WARC-Refers-To"] == responses(archive)[0].fields["WARC-Record-ID"]


def test_not_modified_of_a_page_that_nobody_kept_points_nowhere(tmp_path: Path) -> None:
    archive = write(tmp_path, [exchange(status=304, body=b"")])
    (revisit,) = of_kind(archive, WarcRecordType.revisit)
    assert "WARC-Refers-To" not in revisit.fields


def test_only_so_many_pages_are_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ascertain.adapters.archive.warc_log._MAX_ORIGINALS", 2)
    pages = [exchange(f"https://example.org/{number}") for number in range(3)]
    unchanged = [exchange(page.url, b"", status=304) for page in pages]
    write(tmp_path, pages)
    revisits = of_kind(write(tmp_path, unchanged), WarcRecordType.revisit)
    assert ["WARC-Refers-To" in revisit.fields for revisit in revisits] == [False, True, True]


def test_a_page_that_a_browser_made_stands_after_the_plain_one(tmp_path: Path) -> None:
    made = exchange(body=b"<p>made</p>", kind="rendered")
    archive = write(tmp_path, [exchange(body=b"<script>"), made])
    plain, rendered = responses(archive)
    assert (plain.body, rendered.body) == (b"<script>", b"<p>made</p>")
    assert plain.fields["WARC-Date"] == "2026-01-01T00:00:00.250Z"
    assert rendered.fields["WARC-Date"] == "2026-01-01T00:00:01.250Z"
    assert rendered.fields["X-Ascertain-Kind"] == "rendered"
    assert len(of_kind(archive, WarcRecordType.request)) == 1


def test_a_page_that_a_browser_made_later_keeps_its_time(tmp_path: Path) -> None:
    later = exchange(kind="rendered", sent_at="2026-01-01T00:00:09Z")
    archive = write(tmp_path, [exchange(), later])
    assert responses(archive)[1].fields["WARC-Date"] == "2026-01-01T00:00:09Z"


@pytest.mark.parametrize(
    "headers",
    [
        (("X", "1\r\n\r\nHTTP/1.1 200 OK"),),
        (("X\r\nWARC-Type: response", "1"),),
        (("X", "\x00" * 50), ("\u6a4b", "\U0001f309"), ("", "")),
        tuple((f"X-{number}", "y" * 5000) for number in range(500)),
        (("Content-Length", "999999999"), ("Transfer-Encoding", "chunked")),
    ],
)
def test_hostile_headers_break_no_record(
    tmp_path: Path, headers: tuple[tuple[str, str], ...]
) -> None:
    hostile = exchange(response_headers=headers, request_headers=headers, reason="OK\r\nX: y")
    archive = write(tmp_path, [hostile, exchange(body=b"after")])
    assert [response.body for response in responses(archive)] == [PAGE, b"after"]
    assert len(read_archive(archive)) == 5


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        ({"status": 0}, "0 is not an HTTP status"),
        ({"status": 1000}, "not an HTTP status"),
        ({"sent_at": "yesterday"}, "'yesterday' is not a moment"),
        ({"sent_at": "2026-02-30T00:00:00Z"}, "not a moment"),
        ({"url": "file:///etc/passwd"}, "not one of the web"),
        ({"url": "https://example.org/" + "a" * 9000}, "longer than 8,000"),
        ({"url": "https://[broken/"}, "no record holds it"),
    ],
)
def test_an_exchange_that_no_record_can_hold_is_refused_with_all_that_came_with_it(
    tmp_path: Path, more: dict[str, Any], fault: str
) -> None:
    log = WarcLog(tmp_path)
    log.append([exchange(body=b"before")])
    before = (tmp_path / WARC_FILE).read_bytes()
    with pytest.raises(SnapshotError, match=fault):
        log.append([exchange(body=b"good"), exchange(**more)])
    assert (tmp_path / WARC_FILE).read_bytes() == before
    log.append([exchange(body=b"after")])
    log.close()
    assert [r.body for r in responses(tmp_path / WARC_FILE)] == [b"before", b"after"]


def test_a_body_of_five_megabytes_is_kept(tmp_path: Path) -> None:
    body = hashlib.sha256(b"seed").digest() * 160_000
    (response,) = responses(write(tmp_path, [exchange(body=body)]))
    assert response.body == body


def test_runs_go_on_where_they_stopped(tmp_path: Path) -> None:
    first = write(tmp_path, [exchange(body=b"1")])
    second = write(tmp_path, [exchange(body=b"2")], [exchange(body=b"3")])
    assert second.startswith(first)
    assert [response.body for response in responses(second)] == [b"1", b"2", b"3"]
    assert len(of_kind(second, WarcRecordType.warcinfo)) == 1


@pytest.mark.usefixtures("quick_disk")
def test_a_torn_archive_is_cut_back_wherever_it_tore(tmp_path: Path) -> None:
    kept = write(tmp_path, [exchange(body=b"1")])
    listed = (tmp_path / COMMIT_LIST).read_bytes()
    torn = write(tmp_path, [exchange(body=b"2")])
    for end in range(len(kept) + 1, len(torn) + 1):
        (tmp_path / WARC_FILE).write_bytes(torn[:end])
        (tmp_path / COMMIT_LIST).write_bytes(listed)
        archive = write(tmp_path, [exchange(body=b"3")])
        assert archive.startswith(kept)
        assert [response.body for response in responses(archive)] == [b"1", b"3"]
        assert len(list(CommitReading(tmp_path))) == 2


@pytest.mark.usefixtures("quick_disk")
def test_a_torn_list_is_cut_back_wherever_it_tore(tmp_path: Path) -> None:
    write(tmp_path, [exchange(body=b"1")])
    kept = (tmp_path / COMMIT_LIST).read_bytes()
    archive = write(tmp_path, [exchange(body=b"2")])
    listed = (tmp_path / COMMIT_LIST).read_bytes()
    for end in range(len(kept), len(listed)):
        (tmp_path / WARC_FILE).write_bytes(archive)
        (tmp_path / COMMIT_LIST).write_bytes(listed[:end])
        written = write(tmp_path, [exchange(body=b"3")])
        assert [response.body for response in responses(written)] == [b"1", b"3"]
        assert (tmp_path / COMMIT_LIST).read_bytes().startswith(kept)
        assert len(list(CommitReading(tmp_path))) == 2


def test_lines_of_bytes_that_are_lost_are_cut_off(tmp_path: Path) -> None:
    first = write(tmp_path, [exchange(body=b"1")])
    write(tmp_path, [exchange(body=b"2")])
    (tmp_path / WARC_FILE).write_bytes(first)
    archive = write(tmp_path, [exchange(body=b"3")])
    assert [response.body for response in responses(archive)] == [b"1", b"3"]


def test_a_full_disk_keeps_nothing_and_the_archive_goes_on_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = WarcLog(tmp_path)
    log.append([exchange(body=b"1")])
    before = (tmp_path / WARC_FILE).read_bytes(), (tmp_path / COMMIT_LIST).read_bytes()

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(SnapshotError, match="No space left"):
            log.append([exchange(body=b"2")])
    log.append([exchange(body=b"3")])
    log.close()
    assert (tmp_path / WARC_FILE).read_bytes().startswith(before[0])
    assert (tmp_path / COMMIT_LIST).read_bytes().startswith(before[1])
    assert [r.body for r in responses(tmp_path / WARC_FILE)] == [b"1", b"3"]


def test_an_archive_that_somebody_shortened_is_not_written_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = WarcLog(tmp_path)
    log.append([exchange()])

    def interrupted(descriptor: int) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", interrupted)
        with pytest.raises(KeyboardInterrupt):
            log.append([exchange()])
    (tmp_path / WARC_FILE).write_bytes(b"")
    with pytest.raises(SnapshotError, match="shortened"):
        log.append([exchange()])
    log.close()


def test_a_damaged_list_is_named_and_nothing_is_written(tmp_path: Path) -> None:
    archive = write(tmp_path, [exchange()], [exchange()])
    lines = (tmp_path / COMMIT_LIST).read_text("utf-8").splitlines()
    moved = json.dumps({**json.loads(lines[1]), "offset": 7})
    for damaged in (["{}", lines[1]], [lines[0], moved], ["not JSON", lines[1]]):
        (tmp_path / COMMIT_LIST).write_text("".join(f"{x}\n" for x in damaged), "utf-8")
        with pytest.raises(SnapshotError, match=r"exchanges.jsonl, line [12], is damaged"):
            write(tmp_path, [exchange()])
        assert (tmp_path / WARC_FILE).read_bytes() == archive


def test_an_archive_whose_list_was_taken_away_is_left_alone(tmp_path: Path) -> None:
    archive = write(tmp_path, [exchange()])
    (tmp_path / COMMIT_LIST).unlink()
    with pytest.raises(SnapshotError, match=r"exchanges.jsonl is missing"):
        write(tmp_path, [exchange()])
    assert (tmp_path / WARC_FILE).read_bytes() == archive


def test_a_line_without_end_is_refused(tmp_path: Path) -> None:
    write(tmp_path, [exchange()])
    with (tmp_path / COMMIT_LIST).open("ab") as file:
        file.write(b"x" * 100_000)
    with pytest.raises(SnapshotError, match="too long"):
        write(tmp_path, [exchange()])


@pytest.mark.parametrize("name", [WARC_FILE, COMMIT_LIST])
def test_links_and_folders_in_the_archives_place_are_refused(tmp_path: Path, name: str) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_bytes(b"precious")
    run = tmp_path / "run"
    run.mkdir()
    (run / name).symlink_to(elsewhere)
    with pytest.raises(SnapshotError):
        write(run, [exchange()])
    (run / name).unlink()
    (run / name).mkdir()
    with pytest.raises(SnapshotError):
        write(run, [exchange()])
    assert elsewhere.read_bytes() == b"precious"


def test_a_pipe_in_the_archives_place_is_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / COMMIT_LIST)
    with pytest.raises(SnapshotError, match="not a plain file"):
        write(tmp_path, [exchange()])


def test_a_folder_that_is_gone_is_named(tmp_path: Path) -> None:
    with pytest.raises(SnapshotError, match="could not be written"):
        write(tmp_path / "gone", [exchange()])


def test_nothing_is_kept_after_closing(tmp_path: Path) -> None:
    log = WarcLog(tmp_path)
    log.close()
    with pytest.raises(SnapshotError, match="closed"):
        log.append([exchange()])
