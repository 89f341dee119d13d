"""The three question sets of the recall benchmark, as documents and questions."""

from __future__ import annotations

import json
import os
import re
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

__all__ = [
    "SETS",
    "AcceptedAnswer",
    "BenchSet",
    "Document",
    "Question",
    "data_folder",
    "is_answered",
    "squeezed",
]

_BEFORE_MARK = re.compile(r"\s+([.,;:!?%)\]\u2019'])")
_AFTER_MARK = re.compile(r"([(\[$£€])\s+")


class Document(NamedTuple):
    """A document: its title and its paragraphs."""

    title: str
    paragraphs: tuple[str, ...]


class AcceptedAnswer(NamedTuple):
    """An answer; with a paragraph, only a quote from it counts.

    Attributes:
        part: which part of a question with several parts it answers.
        place: document and paragraph, or None.
    """

    text: str
    part: int
    place: tuple[int, int] | None


class Question(NamedTuple):
    """A question with its accepted answers."""

    text: str
    answers: tuple[AcceptedAnswer, ...]


class BenchSet(NamedTuple):
    """Documents and the questions that they answer."""

    name: str
    language: str
    documents: list[Document]
    questions: list[Question]


def data_folder() -> Path:
    """Return where the data sets are: ``ASCERTAIN_DATA`` or beside the checkout."""
    named = os.environ.get("ASCERTAIN_DATA")
    return Path(named) if named else Path(__file__).parents[2] / "shared" / "data"


def squeezed(text: str) -> str:
    """Fold case and width and drop white space, as answers are compared."""
    return "".join(unicodedata.normalize("NFKC", text).casefold().split())


def is_answered(question: Question, quotes: Iterable[tuple[str, int, int]]) -> set[int]:
    """Return the parts of a question that quotes (text, document, paragraph) answer."""
    folded = [(squeezed(text), (document, paragraph)) for text, document, paragraph in quotes]
    return {
        answer.part
        for answer in question.answers
        if any(
            squeezed(answer.text) in text and answer.place in (None, place)
            for text, place in folded
        )
    }


def _lines(name: str) -> Iterator[dict[str, Any]]:
    with (data_folder() / name).open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def _news() -> BenchSet:
    documents = [
        Document(row["title"], tuple(part for part in row["text"].split("\n") if part.strip()))
        for row in _lines("news/articles.jsonl")
    ]
    questions = [
        Question(row["question"], tuple(AcceptedAnswer(text, 0, None) for text in row["answers"]))
        for row in _lines("news/questions.jsonl")
        if row["answer_in_corpus"]
    ]
    return BenchSet("news", "en", documents, questions)


def _as_written(tokenised: str) -> str:
    return _AFTER_MARK.sub(r"\1", _BEFORE_MARK.sub(r"\1", tokenised))


def _person_roles() -> BenchSet:
    places: dict[str, int] = {}
    documents: list[Document] = []
    for row in _lines("person_roles/articles.jsonl"):
        places[row["id"]] = len(documents)
        documents.append(Document(row["title"], tuple(map(_as_written, row["paragraphs"]))))
    questions = [
        Question(
            row["question"],
            tuple(
                AcceptedAnswer(answer["text"], 0, (places[row["article"]], answer["paragraph"]))
                for answer in row["answers"]
            ),
        )
        for row in _lines("person_roles/questions.jsonl")
        if row["answers"]
    ]
    return BenchSet("person_roles", "en", documents, questions)


def _alternatives(either: str | list[str]) -> list[str]:
    return [either] if isinstance(either, str) else either


def _zh_news() -> BenchSet:
    documents: list[Document] = []
    questions: list[Question] = []
    for row in _lines("zh_news/questions.jsonl"):
        passages = [text for group in row["relevant"] for text in group] + row["other"]
        documents.extend(Document("", (text,)) for text in passages)
        answers = [
            AcceptedAnswer(text, part, None)
            for part, either in enumerate(row["answers"])
            for text in _alternatives(either)
        ]
        questions.append(Question(row["question"], tuple(answers)))
    return BenchSet("zh_news", "zh", documents, questions)


SETS = {"news": _news, "person_roles": _person_roles, "zh_news": _zh_news}
"""Loaders by name."""
