"""Evidence recall: how often one of the first 10 recorded quotes holds an accepted answer.

Measures the shipped path: folders of text files, the corpus index, a researcher's tools with
admission, and the extractive runtime. The baseline takes the 10 best sentences of the whole
set by BM25. Run ``python bench/recall.py [--quick] [--set NAME] [--show N]``.

Weights were chosen on the questions with even numbers; both halves are reported.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from ascertain.adapters.corpus.cached_reader import CachedReader
from ascertain.adapters.corpus.fetching import LocalFetcher
from ascertain.adapters.corpus.index import CorpusIndex
from ascertain.adapters.memory.clock import FixedClock
from ascertain.adapters.memory.meter import MemoryMeter
from ascertain.adapters.memory.snapshot_store import MemorySnapshots
from ascertain.adapters.readers.pool import PooledReader
from ascertain.adapters.runtimes.extractive.runtime import ExtractiveRuntime
from ascertain.evidence.admitted import Evidence
from ascertain.evidence.brief import Brief
from ascertain.evidence.events import EventBody, EvidenceAdmitted
from ascertain.evidence.plan import Subquestion
from ascertain.evidence.task import ResearchTask
from ascertain.gathering.admission import Admission
from ascertain.gathering.lanes import Lane
from ascertain.gathering.planning import plan_for_task
from ascertain.gathering.toolbox import ResearcherToolbox, RunDesk
from ascertain.sources.registry import SourceRegistry
from ascertain.sources.source_reading import ReadingPorts
from recall_baseline import Baseline, Found
from recall_sets import SETS, BenchSet, Question, data_folder, is_answered

__all__ = ["main"]

_K = 10
_SOURCES = 10
_QUICK = {"news": 3, "person_roles": 15, "zh_news": 3}
"""A quick run asks every third or fifteenth question: odd steps, so that both halves are met."""
_TARGET = 1.15


class Outcome(NamedTuple):
    """What one question gave, by the runtime and by the baseline.

    Attributes:
        parts: how many parts the question has.
        ours: parts answered by the recorded quotes; ``first``: by the first three.
        lengths: of the quotes; ``baseline_lengths``: of its sentences.
        seconds: of processor time for one run of the question.
    """

    number: int
    parts: int
    ours: int
    first: int
    baseline: int
    lengths: tuple[int, ...]
    baseline_lengths: tuple[int, ...]
    seconds: float


class _Path:
    """One set as files, indexed, and asked through the tools that a run gives."""

    def __init__(self, bench: BenchSet, folder: Path) -> None:
        self._places: dict[str, int] = {}
        self._starts: dict[int, list[int]] = {}
        corpus = folder / "corpus"
        corpus.mkdir()
        for number, document in enumerate(bench.documents):
            path = corpus / f"{number:05d}.txt"
            path.write_text(
                "\n\n".join((*filter(None, [document.title]), *document.paragraphs)),
                encoding="utf-8",
            )
            self._places[path.name] = number
        self._bench = bench
        self._corpus = corpus
        self._reader = PooledReader()
        self.index = CorpusIndex([corpus], folder / "cache", self._reader)

    async def close(self) -> None:
        self.index.close()
        await self._reader.close()

    async def ask(self, question: str) -> list[Evidence]:
        """Research a question as a run with this one question would."""
        admitted: list[Evidence] = []

        def record(event: EventBody) -> None:
            if isinstance(event, EvidenceAdmitted):
                admitted.append(event.evidence)

        clock = FixedClock()
        registry = SourceRegistry(
            ReadingPorts(
                fetcher=LocalFetcher([self._corpus]),
                reader=CachedReader(self._reader, self.index),
                snapshots=MemorySnapshots(),
                clock=clock,
            ),
            record,
        )
        admission = Admission(run_id="bench", registry=registry, clock=clock, record=record)
        desk = RunDesk(registry, admission, (Lane("corpus", self.index),), record, clock)
        brief = Brief(
            run_id="bench",
            subquestion=_whole(question),
            max_sources=_SOURCES,
            max_evidence_records=_K,
        )
        await ExtractiveRuntime().run(brief, ResearcherToolbox(brief, desk), MemoryMeter())
        await registry.close()
        return admitted

    def place(self, evidence: Evidence) -> tuple[str, int, int]:
        """Return the quote with its document and paragraph."""
        number = self._places[urlsplit(evidence.source_url).path.rsplit("/", 1)[-1]]
        return evidence.quote, number, self._paragraph(number, evidence.quote)

    def _paragraph(self, number: int, quote: str) -> int:
        key = " ".join(quote.split())
        for at, paragraph in enumerate(self._bench.documents[number].paragraphs):
            if key in " ".join(paragraph.split()):
                return at
        return -1


def _whole(question: str) -> Subquestion:
    return plan_for_task(ResearchTask(sub_question_id="bench", question=question)).subquestions[0]


async def _measure(bench: BenchSet, step: int, show: int) -> tuple[list[Outcome], float]:
    """Ask every ``step``-th question; return outcomes and widened recall of the baseline."""
    baseline = Baseline(bench)
    outcomes: list[Outcome] = []
    best: list[tuple[Question, list[int]]] = []
    with tempfile.TemporaryDirectory() as folder:
        path = _Path(bench, Path(folder))
        report = await path.index.refresh()
        print(f"{bench.name}: {report.documents} documents indexed", file=sys.stderr)
        if report.unreadable_total:
            await path.close()
            sys.exit(f"{report.unreadable_total} files unreadable: {report.unreadable[0].reason}")
        for number in range(0, len(bench.questions), step):
            question = bench.questions[number]
            begin = time.process_time()
            evidence = await path.ask(question.text)
            seconds = time.process_time() - begin
            top = baseline.best(question.text, _K)
            best.append((question, top))
            outcomes.append(
                _outcome(
                    number, question, evidence, path, [baseline.sentence(at) for at in top]
                )._replace(seconds=seconds)
            )
            if len(outcomes) <= show:
                _show(question, evidence, outcomes[-1])
        await path.close()
    length = _mean([size for outcome in outcomes for size in outcome.lengths])
    widened = _mean(
        [
            bool(is_answered(question, [baseline.widened(at, length) for at in top]))
            for question, top in best
        ]
    )
    return outcomes, widened


def _outcome(
    number: int,
    question: Question,
    evidence: Sequence[Evidence],
    path: _Path,
    sentences: Sequence[Found],
) -> Outcome:
    quotes = [path.place(item) for item in evidence[:_K]]
    return Outcome(
        number=number,
        parts=len({answer.part for answer in question.answers}),
        ours=len(is_answered(question, quotes)),
        first=len(is_answered(question, quotes[:3])),
        baseline=len(is_answered(question, sentences)),
        lengths=tuple(len(item.quote) for item in evidence),
        baseline_lengths=tuple(len(sentence.text) for sentence in sentences),
        seconds=0.0,
    )


def _show(question: Question, evidence: Sequence[Evidence], outcome: Outcome) -> None:
    mark = "+" if outcome.ours else "-"
    print(f"\n{mark} {question.text}  [{' / '.join(a.text for a in question.answers)}]")
    for item in evidence[:5]:
        print(f"    {item.claim}")


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _row(name: str, part: str, outcomes: Sequence[Outcome]) -> str:
    ours = _mean([outcome.ours > 0 for outcome in outcomes])
    base = _mean([outcome.baseline > 0 for outcome in outcomes])
    whole = [
        _mean([o.ours == o.parts for o in outcomes]),
        _mean([o.baseline == o.parts for o in outcomes]),
    ]
    lengths = [
        _mean([size for o in outcomes for size in o.lengths]),
        _mean([size for o in outcomes for size in o.baseline_lengths]),
    ]
    ratio = ours / base if base else 0.0
    return (
        f"{name:<13}{part:<6}{len(outcomes):>5}{ours:>9.3f}{base:>10.3f}{ratio:>7.2f}"
        f"{_mean([o.first > 0 for o in outcomes]):>8.3f}{whole[0]:>10.3f}{whole[1]:>7.3f}"
        f"{lengths[0]:>8.0f}{lengths[1]:>6.0f}{1000 * _mean([o.seconds for o in outcomes]):>8.0f}"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Print one table.

    Returns:
        0 if recall is at least 1.15 times the baseline's on each set, 1 if not, 2 without data.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a sample of the questions")
    parser.add_argument("--set", choices=sorted(SETS), action="append", help="only this set")
    parser.add_argument("--show", type=int, default=0, help="print claims of the first questions")
    options = parser.parse_args(arguments)
    if not data_folder().is_dir():
        print(f"no data at {data_folder()}; set ASCERTAIN_DATA", file=sys.stderr)
        return 2
    rows: list[str] = []
    reached = True
    for name in options.set or SETS:
        step = _QUICK[name] if options.quick else 1
        outcomes, widened = asyncio.run(_measure(SETS[name](), step, options.show))
        rows.append(_row(name, "all", outcomes) + f"{widened:>9.3f}")
        rows.extend(
            _row(name, part, [o for o in outcomes if o.number % 2 == odd])
            for part, odd in (("even", 0), ("odd", 1))
        )
        ours = _mean([o.ours > 0 for o in outcomes])
        reached &= ours >= _TARGET * _mean([o.baseline > 0 for o in outcomes])
    print(
        f"\n{'set':<13}{'half':<6}{'n':>5}{'recall':>9}{'baseline':>10}{'ratio':>7}"
        f"{'at 3':>8}{'all parts':>10}{'(base)':>7}{'length':>8}{'(b.)':>6}{'ms':>8}{'widened':>9}"
    )
    print("\n".join(rows))
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
