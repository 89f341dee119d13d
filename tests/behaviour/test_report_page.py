"""The report's page in a browser: what a reader can do with it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    sync_playwright,
)

from ascertain.reporting.citations import number_citations
from ascertain.reporting.html import render_html
from unit.reporting.hostile_material import ATTACKS, hostile_material
from unit.reporting.report_material import ferry_material

pytestmark = pytest.mark.browser

_ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
_LIT = "[...document.querySelectorAll('#pane-text mark.lit')].map(m => m.textContent).join('')"
_ACTIVE = "document.activeElement.id"


def _chromium() -> str | None:
    fixed = Path("/usr/bin/chromium")
    return (
        str(fixed) if fixed.exists() else shutil.which("chromium") or shutil.which("google-chrome")
    )


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = _chromium()
    if path is None:
        pytest.skip("no Chromium on this machine")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=_ARGS)
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("page") / "report.html"
    file.write_text(render_html(ferry_material()), encoding="utf-8", newline="")
    return file.as_uri()


@pytest.fixture(scope="module")
def context(browser: Browser) -> Iterator[BrowserContext]:
    opened = browser.new_context(viewport={"width": 1300, "height": 850})
    yield opened
    opened.close()


@pytest.fixture
def page(context: BrowserContext, address: str) -> Iterator[Page]:
    opened = context.new_page()
    opened.set_default_timeout(5_000)
    opened.goto(address)
    yield opened
    opened.close()


@pytest.fixture
def plain_page(browser: Browser, address: str) -> Iterator[Page]:
    context = browser.new_context(java_script_enabled=False)
    opened = context.new_page()
    opened.set_default_timeout(5_000)
    opened.goto(address)
    yield opened
    context.close()


def test_a_click_on_a_citation_opens_its_source_beside_the_sentence(page: Page) -> None:
    page.click("#c9")
    assert page.is_visible("#pane")
    assert page.inner_text("#pane-title") == "About Lumen Ferries"
    words = page.inner_text("#pane-about")
    for part in (
        "lumen-ferries.example",
        "published 2025-11 (json-ld dateModified)",
        "2026-03-02 09:14 UTC",
        "Supported",
        "found character for character",
        "3 of 3 checks passed",
    ):
        assert part.lower() in words.lower()
    assert page.is_visible("#pane-text mark.lit")
    left, pane = page.locator("#s5 .words").bounding_box(), page.locator("#pane").bounding_box()
    assert left is not None
    assert pane is not None
    assert left["x"] + left["width"] <= pane["x"]


def test_the_text_is_scrolled_to_the_quote_and_other_quotes_are_only_tinted(page: Page) -> None:
    page.set_viewport_size({"width": 1300, "height": 560})
    page.click("#c9")
    inside = page.evaluate(
        "(() => { const m = document.querySelector('#pane-text mark.lit').getBoundingClientRect();"
        " const p = document.querySelector('#pane-text').getBoundingClientRect();"
        " return m.top >= p.top && m.bottom <= p.bottom; })()"
    )
    assert inside is True
    assert page.evaluate("document.querySelectorAll('#pane-text mark:not(.lit)').length > 2")


def test_enter_opens_the_pane_and_escape_gives_the_focus_back(page: Page) -> None:
    page.focus("#c2")
    page.keyboard.press("Enter")
    assert page.is_visible("#pane")
    assert page.evaluate(_ACTIVE) == "pane-title"
    page.keyboard.press("Escape")
    assert page.is_hidden("#pane")
    assert page.evaluate(_ACTIVE) == "c2"


def test_keys_and_buttons_step_through_the_citations(page: Page) -> None:
    page.click("#c1")
    page.keyboard.press("j")
    assert "citation 2 of" in page.inner_text("#pane-place")
    page.keyboard.press("ArrowRight")
    page.click("#pane-next")
    assert "citation 4 of" in page.inner_text("#pane-place")
    page.keyboard.press("k")
    page.click("#pane-previous")
    assert "citation 2 of" in page.inner_text("#pane-place")
    page.click("#pane-close")
    assert page.evaluate(_ACTIVE) == "c2"


def test_letters_move_between_citations_while_the_pane_is_closed(page: Page) -> None:
    page.keyboard.press("j")
    assert page.evaluate(_ACTIVE) == "c1"
    page.keyboard.press("ArrowRight")
    assert page.evaluate(_ACTIVE) == "c2"
    page.keyboard.press("k")
    assert page.evaluate(_ACTIVE) == "c1"
    assert page.is_hidden("#pane")


def test_the_marked_text_is_the_quote_for_every_citation(page: Page) -> None:
    material = ferry_material()
    citations = number_citations(material)
    exact = {
        f"{number}{letter}": material.evidence[evidence_id].selector.exact
        for evidence_id, (number, letter) in citations.keys.items()
    }
    links = page.locator("a.cite")
    shown: set[str] = set()
    page.click("#c1")
    for at in range(links.count()):
        key = links.nth(at).get_attribute("data-key")
        assert key is not None
        assert page.evaluate(_LIT) == exact[key]
        shown.add(key)
        page.keyboard.press("j")
    assert shown == set(exact)


def test_a_sentence_shows_how_it_stands_when_pointed_at_or_focused(page: Page) -> None:
    page.set_viewport_size({"width": 760, "height": 800})
    standing = page.locator("#s1 > .standing")
    assert standing.is_hidden()
    page.hover("#s1 .words")
    assert "2 independent sources" in standing.inner_text()
    assert standing.is_visible()
    page.mouse.move(0, 0)
    page.focus("#c3")
    assert page.locator("#s2 > .standing").is_visible()


def _listened(page: Page) -> tuple[list[str], list[str]]:
    """Return what the page will ask for and what its console will say."""
    asked: list[str] = []
    said: list[str] = []

    def note_request(request: Request) -> None:
        asked.append(request.url)

    def note_message(message: ConsoleMessage) -> None:
        said.append(message.text)

    page.on("request", note_request)
    page.on("console", note_message)
    return asked, said


def test_the_page_asks_for_nothing_and_breaks_no_policy(browser: Browser, address: str) -> None:
    page = browser.new_page()
    asked, said = _listened(page)
    page.on("pageerror", lambda error: said.append(error.message))
    page.goto(address)
    page.click("#c1")
    page.keyboard.press("j")
    page.keyboard.press("Escape")
    page.close()
    assert asked == [address]
    assert said == []


def test_a_hostile_source_runs_nothing_asks_for_nothing_and_breaks_no_layout(
    context: BrowserContext, tmp_path: Path
) -> None:
    page = context.new_page()
    asked, said = _listened(page)
    page.on("dialog", lambda dialog: said.append(dialog.message))
    file = tmp_path / "hostile.html"
    file.write_text(render_html(hostile_material(" ".join(ATTACKS))), encoding="utf-8", newline="")
    page.goto(file.as_uri())
    page.set_viewport_size({"width": 390, "height": 844})
    page.click("#c1")
    spill = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(spill) == 0
    page.close()
    assert asked == [file.as_uri()]
    assert said == []


def test_without_a_script_a_citation_leads_to_its_quote(plain_page: Page) -> None:
    plain_page.click("#c9")
    assert plain_page.url.endswith("#ref-1f")
    quote = plain_page.locator(":target q")
    assert (
        quote.inner_text() == "The newest boat, Kittiwake, carries 212 passengers and 40 bicycles."
    )
    assert plain_page.is_hidden("#pane")
    plain_page.click("#texts summary >> nth=0")
    assert plain_page.locator("#text-1").is_visible()


def test_no_width_makes_the_page_scroll_sideways(page: Page) -> None:
    spill = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    for width in (320, 390, 760, 1024, 1600):
        page.set_viewport_size({"width": width, "height": 800})
        page.click("#c1")
        beside = page.evaluate(spill)
        page.keyboard.press("Escape")
        assert (width, beside, page.evaluate(spill)) == (width, 0, 0)


def test_on_a_narrow_screen_the_pane_is_a_sheet_below_the_sentence(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.click("#c9")
    sheet = page.locator("#pane").bounding_box()
    sentence = page.locator("#s5 .words").bounding_box()
    assert sheet is not None
    assert sentence is not None
    assert sheet["x"] == 0
    assert sheet["width"] == 390
    assert sentence["y"] + sentence["height"] <= sheet["y"]


def test_in_print_the_quotes_stay_and_the_pane_goes(page: Page) -> None:
    page.click("#c1")
    page.emulate_media(media="print")
    assert page.is_hidden("#pane")
    assert page.is_hidden("#texts")
    assert page.is_visible("#ref-1a q")
    assert page.is_visible("#ref-1 .url")
