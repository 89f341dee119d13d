from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from ascertain.errors import NotAvailableError
from ascertain.evidence.index_report import IndexProgress, IndexReport
from unit.adapters.corpus.corpus_material import Corpus, written

PAPERS = {
    "dog.txt": "Note one\nThe puppy slept beside the warm stove all afternoon.\n",
    "ship.txt": "Note two\nA vessel sank near the reef during the storm.\n",
    "tax.txt": "Note three\nThe council raised levies on property again.\n",
}


def installed() -> bool:
    try:
        from ascertain.adapters.corpus.semantic import (  # noqa: PLC0415  an optional dependency
            SentenceVectors,
        )

        SentenceVectors()
    except (ImportError, NotAvailableError):
        return False
    return True


needs_model = pytest.mark.skipif(not installed(), reason="the extra 'semantic' is not installed")


@needs_model
async def test_a_paraphrase_without_a_common_word_is_found(corpus: Corpus) -> None:
    written(corpus.folder, PAPERS)
    words = corpus.index()
    await words.refresh()
    assert (await words.search("shipwreck")).leads == ()
    vectors = corpus.index(semantic=True)
    told: list[IndexProgress] = []
    report = await vectors.refresh(told.append)
    assert (report.read_now, report.unchanged) == (0, 3)
    assert told[-1].path == "sentence vectors"
    assert told[-1].done == told[-1].total > 0
    leads = (await vectors.search("shipwreck")).leads
    assert leads[0].url.endswith("ship.txt")
    assert 0 < leads[0].score <= 1


@needs_model
async def test_a_passage_that_both_ways_find_comes_first(corpus: Corpus) -> None:
    written(corpus.folder, PAPERS)
    index = corpus.index(semantic=True)
    await index.refresh()
    leads = (await index.search("Which levies did the council raise on property?")).leads
    assert leads[0].url.endswith("tax.txt")
    assert leads[0].score > leads[-1].score


@needs_model
async def test_vectors_of_documents_that_are_gone_go_too(corpus: Corpus) -> None:
    written(corpus.folder, PAPERS)
    index = corpus.index(semantic=True)
    await index.refresh()
    (corpus.folder / "ship.txt").unlink()
    await index.refresh()
    leads = (await index.search("shipwreck")).leads
    assert leads
    assert not any(lead.url.endswith("ship.txt") for lead in leads)


@needs_model
async def test_making_vectors_can_be_cancelled_and_goes_on_later(corpus: Corpus) -> None:
    written(corpus.folder, {f"{n}.txt": f"Note {n}\nA sentence.\n" for n in range(120)})
    index = corpus.index(semantic=True)
    running: list[asyncio.Task[IndexReport]] = []

    def cancel_at_vectors(told: IndexProgress) -> None:
        if told.path == "sentence vectors":
            running[0].cancel()

    running.append(asyncio.create_task(index.refresh(cancel_at_vectors)))
    with pytest.raises(asyncio.CancelledError):
        await running[0]
    told: list[IndexProgress] = []
    await index.refresh(told.append)
    assert 0 < told[-1].total < 240


def test_without_the_extra_the_error_says_what_to_install(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    monkeypatch.delitem(sys.modules, "ascertain.adapters.corpus.semantic", raising=False)
    with pytest.raises(NotAvailableError, match=r"pip install 'ascertain\[semantic\]'"):
        corpus.index(semantic=True)


@needs_model
def test_a_model_file_that_is_not_the_pinned_one_is_refused(
    monkeypatch: pytest.MonkeyPatch, corpus: Corpus, tmp_path: Path
) -> None:
    from ascertain.adapters.corpus import semantic  # noqa: PLC0415  an optional dependency

    wrong = dict.fromkeys(semantic.MODEL_FILES, "0" * 64)
    monkeypatch.setattr(semantic, "MODEL_FILES", wrong)
    with pytest.raises(NotAvailableError, match="not the one that is pinned"):
        corpus.index(semantic=True)
