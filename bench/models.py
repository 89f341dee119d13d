"""What a researcher with a model costs: prompt tokens beside whole pages, and our own CPU.

A scripted model, in a process of its own, works on four subquestions with three sources each:
it searches, reads three documents with a query, records a quote of each, and concludes. Beside
it stands what the same conversation would have held if each read had returned the whole text,
as most agents' tools do. Tokens: four characters are one.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "bench")]

import ascertain  # noqa: E402 (after the path is set)
from ascertain.evidence.events import Event  # noqa: E402 (after the path is set)
from ascertain.evidence.limits import Limits  # noqa: E402 (after the path is set)
from ascertain.evidence.plan import ResearchPlan, Subquestion  # noqa: E402 (after the path is set)
from model_server import Asked, Reply, Say, Use, model_server  # noqa: E402 (after the path is set)
from recall_sets import data_folder  # noqa: E402 (after the path is set)

__all__ = ["main"]

_SOURCES = 3
_SUBQUESTIONS = 4
_PER_TOKEN = 4
_JOINED = 25
"""Articles in a long document."""
_QUERIES = (
    "new government policy on energy prices",
    "health service waiting times",
    "technology company results and revenue",
    "football match final score",
)


def _script(asked: Asked) -> Reply:
    """Search, read three leads one by one, quote each, conclude."""
    if {"answer"} & set(asked.tools):
        return Say("no prose")
    last: dict[str, Any] = json.loads(asked.results[-1]) if asked.results else {}
    if asked.turn == 0:
        query = json.loads(asked.first.partition("\n")[2])["search_words"]
        return Use([("corpus_search", {"query": query, "limit": _SOURCES})])
    step, at = divmod(asked.turn - 1, 2)
    if step < _SOURCES:
        if at == 0:
            leads = _urls(asked.whole)[:_SOURCES]
            if step >= len(leads):
                return Say("There are no more.")
            return Use([("corpus_read", {"url": leads[step], "query": "what is said of it"})])
        passages: list[dict[str, str]] = last.get("passages") or [{"text": "nothing"}]
        quote = passages[0]["text"].split("\n")[0][:200].rsplit(" ", 1)[0]
        draft: dict[str, Any] = {
            "claim_type": "other",
            "claim": quote,
            "source_url": last.get("url", "file:///none"),
            "source_type": "local_document",
            "quote": quote,
        }
        return Use([("evidence_record", draft)])
    return Say("Recorded what was found.")


def _urls(text: str) -> list[str]:
    found: dict[str, None] = {}
    for part in text.split('url\\": \\"')[1:]:
        found[part.split("\\")[0]] = None
    return list(found)


def _serve(pipe: Connection) -> None:
    with model_server(_script) as server:
        pipe.send(server.url)
        pipe.recv()
        sizes = [
            (len(json.dumps(asked.body, ensure_ascii=False)), asked.turn, asked.results)
            for asked in server.asked
        ]
        pipe.send(sizes)


async def _research(corpus: Path, out: Path) -> tuple[float, int, list[Event], Path]:
    events: list[Event] = []
    subs = tuple(
        Subquestion(id=f"q{at}", question=f"What is said of {query}?", query=query)
        for at, query in enumerate(_QUERIES[:_SUBQUESTIONS], start=1)
    )
    plan = ResearchPlan(question="What do the articles say?", subquestions=subs)
    limits = Limits(rounds=1, max_cost_usd=100)
    # Once without a model, so that the index and the imports are not counted.
    await ascertain.research(plan=plan, corpus=[corpus], out=out, researcher="extractive")
    model = "openai-chat:bench"
    await ascertain.research(plan=plan, corpus=[corpus], out=out, limits=limits, researcher=model)
    began = time.process_time()
    result = await ascertain.research(
        plan=plan,
        corpus=[corpus],
        out=out,
        limits=limits,
        researcher=model,
        on_event=events.append,
    )
    cpu = time.process_time() - began
    calls = sum(event.body.kind == "model_called" for event in events)
    return cpu, calls, events, result.path


def main(arguments: Sequence[str] = ()) -> None:
    """Print one table; say so if the articles are not there."""
    argparse.ArgumentParser(description=__doc__).parse_args(arguments)
    news = data_folder() / "news" / "articles.jsonl"
    if not news.is_file():
        print("The articles are not here (ASCERTAIN_DATA names their folder); left out.")
        return
    rows = [json.loads(line) for line in news.read_text("utf-8").splitlines()]
    texts = [f"{row['title']}\n\n{row['text']}" for row in rows]
    joined = ["\n\n".join(texts[at : at + _JOINED]) for at in range(0, len(texts), _JOINED)]
    for name, documents in (("Short pages", texts), ("Long pages", joined)):
        size = sum(map(len, documents)) // len(documents)
        print(f"\n{name}: {len(documents)} documents of {size:,} characters")
        with tempfile.TemporaryDirectory() as folder:
            corpus = Path(folder) / "corpus"
            corpus.mkdir()
            for at, document in enumerate(documents):
                (corpus / f"{at:03d}.txt").write_text(document, "utf-8")
            _measure(corpus, Path(folder))


def _measure(corpus: Path, folder: Path) -> None:
    ours, theirs = get_context("spawn").Pipe()
    process = get_context("spawn").Process(target=_serve, args=(theirs,), daemon=True)
    process.start()
    try:
        os.environ["ASCERTAIN_MODEL_URL"] = f"{ours.recv()}/v1"
        os.environ["OPENAI_API_KEY"] = "sk-bench"
        cpu, calls, events, path = asyncio.run(_research(corpus, folder))
        _print(cpu, calls, events, path)
        ours.send("end")
    finally:
        process.join(10)
        process.kill()


def _print(cpu: float, calls: int, events: list[Event], path: Path) -> None:
    prompts = [
        event.body.call.usage.input_tokens
        for event in events
        if event.body.kind == "model_called" and event.body.call.step == "researcher"
    ]
    whole = _with_whole_pages(events, path)
    print(f"{_SUBQUESTIONS} subquestions x {_SOURCES} sources, {calls} model calls")
    print(f"{'':>24} {'prompt tokens':>14} {'largest prompt':>15}")
    print(f"{'passages':>24} {sum(prompts):>14,} {max(prompts):>15,}")
    print(f"{'whole pages':>24} {sum(whole):>14,} {max(whole):>15,}")
    print(f"{'share':>24} {sum(prompts) / sum(whole):>14.3f} {max(prompts) / max(whole):>15.3f}")
    print(f"CPU of the harness: {1000 * cpu / calls:.1f} ms a model call (whole run {cpu:.2f} s)")


def _with_whole_pages(events: list[Event], path: Path) -> list[int]:
    """Return each prompt's tokens if all answers stayed in it and reads gave whole texts."""
    lengths: dict[str, int] = {}
    for event in events:
        if event.body.kind == "source_read" and event.body.source.content_hash:
            text = path / "snapshots" / f"{event.body.source.content_hash}.txt"
            lengths[event.body.source.requested_url] = len(text.read_text("utf-8"))
    first: dict[str, int] = {}
    grown: dict[str, int] = {}
    prompts: list[int] = []
    for event in events:
        body = event.body
        if body.kind == "tool_called" and body.ok:
            place = body.sub_question_id
            said = len(body.answer)
            if body.tool.endswith(".read"):
                said = lengths.get(json.loads(body.arguments)["url"], 0)
            grown[place] = grown.get(place, 0) + (said + len(body.arguments)) // _PER_TOKEN
        elif body.kind == "model_called" and body.call.step == "researcher":
            place = body.sub_question_id or ""
            start = first.setdefault(place, body.call.usage.input_tokens)
            prompts.append(start + grown.get(place, 0))
    return prompts


if __name__ == "__main__":
    main(sys.argv[1:])
