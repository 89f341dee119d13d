"""An address in a report is the one that was tried, with nothing hidden in it."""

from __future__ import annotations

import html

import pytest

from ascertain.evidence.report import FailedSource
from ascertain.reporting.html import render_html
from ascertain.reporting.markdown import render_markdown
from ascertain.reporting.material import ReportMaterial
from ascertain.reporting.visible import visible
from ascertain.reporting.wording import address_of
from builders import source
from unit.reporting.report_material import ferry_material

HIDDEN = [
    ("\u202e", "\\u202e"),
    ("\u2066", "\\u2066"),
    ("\u200b", "\\u200b"),
    ("\u200d", "\\u200d"),
    ("\u00ad", "\\u00ad"),
    ("\ufeff", "\\ufeff"),
    ("\u2060", "\\u2060"),
    ("\u061c", "\\u061c"),
    ("\u180e", "\\u180e"),
    ("\u3164", "\\u3164"),
    ("\u115f", "\\u115f"),
    ("\ufe0f", "\\ufe0f"),
    ("\u00a0", "\\u00a0"),
    ("\u2003", "\\u2003"),
    ("\u2028", "\\u2028"),
    ("\x1b", "\\u001b"),
    ("\n", "\\u000a"),
    ("\x9b", "\\u009b"),
    ("\ud800", "\\ud800"),
    ("\ue000", "\\ue000"),
    ("\U000e0041", "\\U000e0041"),
    ("\U000e0101", "\\U000e0101"),
]


def _failing(url: str) -> ReportMaterial:
    ferry = ferry_material()
    failed = FailedSource(source_id="S7", url=url, status="error", reason="no such host")
    report = ferry.report.model_copy(update={"failed_sources": (failed,)})
    return ReportMaterial(
        report=report,
        plan=ferry.plan,
        claims=ferry.claims,
        evidence=ferry.evidence,
        sources=ferry.sources,
        texts=ferry.texts,
        headings=ferry.headings,
    )


@pytest.mark.parametrize(("sign", "written"), HIDDEN)
def test_what_cannot_be_seen_is_written_out_and_never_dropped(sign: str, written: str) -> None:
    assert visible(f"http://{sign}evil.example/") == f"http://{written}evil.example/"


@pytest.mark.parametrize(
    "address", ["https://example.org/a?b=c%20d", "https://bücher.example/新", "file:///a b/ü.txt"]
)
def test_what_can_be_seen_stays_as_it_is(address: str) -> None:
    assert visible(address) == address


@pytest.mark.parametrize(("sign", "written"), [pair for pair in HIDDEN if pair[0] != "\ud800"])
def test_both_reports_show_a_failed_address_with_its_hidden_signs(sign: str, written: str) -> None:
    material = _failing(f"http://{sign}evil.example/")
    page = html.unescape(render_html(material))
    assert f"http://{written}evil.example/" in page
    lines = [line for line in render_markdown(material).splitlines() if "evil" in line]
    assert (
        lines[0]
        .replace("\\\\", "\\")
        .replace("\\:", ":")
        .startswith(f"- http://{written}evil.example/")
    )


def test_a_sources_host_shows_them_too() -> None:
    url = "http://\u202eevil.example/"
    assert address_of(source(resolved_url=url)) == "\\u202eevil.example"
