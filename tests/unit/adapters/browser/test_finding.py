"""Finding the browser, and saying what is missing."""

from __future__ import annotations

import shutil
import stat
from pathlib import Path

import pytest

from ascertain.adapters.browser import finding
from ascertain.adapters.browser.finding import find_chromium, require_chromium
from ascertain.errors import NotAvailableError


def _program(folder: Path, name: str) -> str:
    path = folder / name
    path.write_text("#!/bin/sh\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def test_a_browser_on_the_search_path_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = _program(tmp_path, "chromium-browser")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_chromium() == expected
    assert require_chromium("chromium-browser") == expected
    assert require_chromium(expected) == expected


def test_without_a_browser_none_is_found_and_the_error_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def nowhere(name: str) -> str | None:
        return None

    monkeypatch.setattr(shutil, "which", nowhere)
    assert find_chromium() is None
    with pytest.raises(NotAvailableError, match=r"no Chromium was found\. Install it"):
        require_chromium(find_chromium())


def test_a_path_that_is_no_program_is_named(tmp_path: Path) -> None:
    with pytest.raises(NotAvailableError, match=r"nothing-here is no program.*ASCERTAIN_CHROMIUM"):
        require_chromium(str(tmp_path / "nothing-here"))


def test_a_missing_library_is_named_with_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    def without(name: str) -> object | None:
        return None if name == "psutil" else object()

    monkeypatch.setattr(finding, "find_spec", without)
    with pytest.raises(NotAvailableError, match=r"psutil is not installed.*ascertain\[browser\]"):
        require_chromium("chromium")
