"""The command line on the web, as a process of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fastwarc.warc import ArchiveIterator, WarcRecordType

from web_site_process import RunningSite, running_site

QUESTION = "What was Skerrion's revenue in 2024?"
Done = subprocess.CompletedProcess[str]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    with running_site(tmp_path_factory.mktemp("site")) as running:
        yield running


@pytest.fixture
def command(site: RunningSite, tmp_path: Path) -> Callable[..., Done]:
    """Run a command with the settings for the site and a cache of this test."""

    def run(*arguments: str | Path, **settings: str) -> Done:
        return subprocess.run(
            [sys.executable, "-m", "ascertain", *map(str, arguments)],
            env={**os.environ, **site.environment(tmp_path / "cache", **settings)},
            capture_output=True,
            text=True,
            timeout=100,
            check=False,
        )

    return run


@pytest.fixture(autouse=True)
def fresh(site: RunningSite) -> None:
    site.control(mode="ok", only=())
    site.mark()


def _folder(done: Done) -> Path:
    first = done.stdout.splitlines()[0]
    assert first.startswith("RUN_DIR="), done.stderr
    return Path(first.removeprefix("RUN_DIR="))


def _sources(run: Path) -> list[dict[str, Any]]:
    lines = (run / "sources.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


def test_a_run_on_the_web_ends_with_a_report_that_quotes_it(
    site: RunningSite, command: Callable[..., Done], tmp_path: Path
) -> None:
    done = command("research", QUESTION, "--web", "--out", tmp_path / "runs")
    assert done.returncode == 0, done.stderr
    folder = _folder(done)
    assert "£36.8 million" in (folder / "report.md").read_text("utf-8")
    assert command("verify", folder).returncode == 0
    site.mark()
    again = command("research", QUESTION, "--web", "--out", tmp_path / "runs")
    assert again.returncode == 0
    assert site.news() == []
    offline = command("research", QUESTION, "--web", "--offline", "--out", tmp_path / "runs")
    assert offline.returncode == 0, offline.stderr
    late = command("research", QUESTION, "--web", "--max-age", "0", "--out", tmp_path / "runs")
    assert late.returncode == 0
    assert any(line.status == 304 for line in site.news())


def test_a_policy_file_keeps_hosts_from_being_asked(
    site: RunningSite, command: Callable[..., Done], tmp_path: Path
) -> None:
    site.control(only=["/news/2025-03-20-results-2024", "/business/results-2024"])
    policy = tmp_path / "policy.toml"
    policy.write_text('deny = ["127.0.0.2"]\n', "utf-8")
    done = command(*("research", QUESTION, "--web", "--policy", policy, "--out", tmp_path / "runs"))
    assert done.returncode == 0, done.stderr
    by_host = {
        row["requested_url"].split("/")[2].split(":")[0]: row for row in _sources(_folder(done))
    }
    assert by_host["127.0.0.1"]["status"] == "ok"
    assert by_host["127.0.0.2"]["status"] == "blocked"
    assert "127.0.0.2" in by_host["127.0.0.2"]["error"]
    assert all(line.host != "127.0.0.2" for line in site.news())


def test_a_search_that_fails_is_named_and_the_status_is_1(
    site: RunningSite, command: Callable[..., Done], tmp_path: Path
) -> None:
    site.control(mode="rate_limited")
    done = command("research", QUESTION, "--web", "--out", tmp_path / "runs")
    assert done.returncode == 1
    assert "incomplete" in done.stdout + done.stderr
    assert "searxng" in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("form", ["warc", "wacz"])
def test_a_run_is_exported_as_an_archive_of_what_it_read(
    site: RunningSite, command: Callable[..., Done], tmp_path: Path, form: str
) -> None:
    site.control(only=["/business/results-2024", "/people"])
    run = _folder(command("research", QUESTION, "--web", "--out", tmp_path / "runs"))
    file = tmp_path / f"run.{form}"
    done = command("export", run, "--format", form, "--to", file)
    assert done.returncode == 0, done.stderr
    if form == "wacz":
        assert file.read_bytes().startswith(b"PK")
        return
    with file.open("rb") as stream:
        kept = {
            str(record.headers.get("WARC-Target-URI")): record.reader.read().decode()
            for record in ArchiveIterator(stream, record_types=WarcRecordType.response)
        }
    page = kept[f"{site.hosts['courier']}/business/results-2024"]
    assert "Sixty-one harbours now own a current profiler" in page
    assert f"{site.hosts['courier']}/robots.txt" in kept


def test_read_shows_a_page_or_the_reason_why_not(
    site: RunningSite, command: Callable[..., Done]
) -> None:
    page = command("read", f"{site.hosts['skerrion']}/people", "--query", "chief scientist")
    assert page.returncode == 0, page.stderr
    assert "since 15 January 2024" in page.stdout
    refused = command("read", f"{site.hosts['harbour']}/members/minutes-2024")
    assert refused.returncode == 1
    assert "403" in refused.stdout
    private = command("read", "http://127.0.0.2:1/")
    assert private.returncode == 1
    assert "blocked" in private.stdout


@pytest.mark.browser
def test_a_page_that_needs_a_script_is_read_with_a_browser(
    site: RunningSite, command: Callable[..., Done]
) -> None:
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        pytest.skip("no Chromium on this machine")
    url = f"{site.hosts['skerrion']}/app/orders"
    rendered = command("read", url, ASCERTAIN_BROWSER="on", ASCERTAIN_CHROMIUM=browser)
    assert rendered.returncode == 0, rendered.stdout + rendered.stderr
    assert "In 2024 Skerrion took orders for 2,304 instruments" in rendered.stdout
    assert "/api/orders.json" in {line.path for line in site.news()}


def test_a_recheck_asks_the_web_anew_and_offline_asks_nobody(
    site: RunningSite, command: Callable[..., Done], tmp_path: Path
) -> None:
    run = _folder(command("research", QUESTION, "--web", "--out", tmp_path / "runs"))
    site.mark()
    again = command("recheck", run, "--json")
    found = json.loads(again.stdout)
    assert again.returncode == (0 if not found["not_checked"] else 1), again.stderr
    assert site.news() != []
    assert {quote["outcome"] for quote in found["quotes"]} <= {"held", "unread"}
    site.mark()
    kept = command("recheck", run, "--offline")
    assert kept.returncode in {0, 1}
    assert "0 changed, 0 vanished" in kept.stdout
    assert site.news() == []
