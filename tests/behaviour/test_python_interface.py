"""`import ascertain` gives typed results."""

from __future__ import annotations

from pathlib import Path

import pytest

import ascertain
from ascertain.errors import InputError
from ascertain.evidence.brief import Brief
from ascertain.evidence.events import Event
from ascertain.evidence.limits import Limits
from ascertain.ports.toolbox import Toolbox


async def test_research_gives_typed_records_and_tells_events(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    (corpus / "a.txt").write_text("Ailsa Hestvane founded Skerrion in 2014.\n", "utf-8")
    events: list[Event] = []
    result = await ascertain.research(
        "Who founded Skerrion?",
        corpus=[str(corpus)],
        out=tmp_path / "runs",
        limits=Limits(rounds=1),
        on_event=events.append,
    )
    assert result.manifest.status == "collected"
    assert [claim.text for claim in result.claims] == ["Ailsa Hestvane founded Skerrion in 2014."]
    assert result.evidence[0].source_id == result.sources[0].id
    assert result.report is not None
    assert result.report.sections[0].sentences[0].claim_ids == ("C1",)
    assert result.gaps == ()
    assert result.html.exists()
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    assert ascertain.load(result.path) == result
    assert ascertain.verify(result.path).problems == ()


async def test_bad_input_is_an_error_that_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no folder"):
        await ascertain.research("Who is it about, Ada?", corpus=[tmp_path / "none"], out=tmp_path)
    with pytest.raises(InputError, match="empty"):
        await ascertain.research("", corpus=[tmp_path], out=tmp_path)


async def test_one_folder_needs_no_list(demo_corpus: Path, tmp_path: Path) -> None:
    result = await ascertain.research(
        "Who founded Skerrion Instruments?", corpus=str(demo_corpus), out=tmp_path
    )
    assert result.manifest.status == "collected"


async def test_an_agent_of_ones_own_gathers_and_its_conclusion_is_kept(
    demo_corpus: Path, tmp_path: Path
) -> None:
    async def mine(brief: Brief, toolbox: Toolbox) -> str:
        found = await toolbox.call("corpus.search", {"query": brief.subquestion.query})
        assert found.ok
        return "Nothing certain.\nGAP: the year"

    result = await ascertain.research(
        "Who founded Skerrion Instruments?", corpus=demo_corpus, out=tmp_path, researcher=mine
    )
    assert result.manifest.runtime == "custom:mine"
    assert result.manifest.status == "no_evidence"
    assert "Nothing certain." in (result.path / "summary.md").read_text()


@pytest.mark.parametrize("name", ["magic", "extractive:x", "nobody:x"])
async def test_a_researcher_that_is_not_there_is_named(
    name: str, demo_corpus: Path, tmp_path: Path
) -> None:
    with pytest.raises(InputError):
        await ascertain.research("Who?", corpus=demo_corpus, out=tmp_path, researcher=name)
