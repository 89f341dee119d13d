"""Kept answers in memory."""

from __future__ import annotations

from collections import OrderedDict
from datetime import UTC
from threading import Lock

from ascertain.ports.answer_store import StoredAnswer

__all__ = ["MemoryAnswerStore"]


class MemoryAnswerStore:
    """Keeps answers in memory; see ``ports.answer_store.AnswerStore``.

    Args:
        max_bytes: of heads and bodies; past it the answers that were longest unused go. An
            answer of more than a quarter of it is not kept, nor is the one before it.
    """

    def __init__(self, *, max_bytes: int = 100_000_000) -> None:
        self._max_bytes = max_bytes
        self._bytes = 0
        self._answers: OrderedDict[tuple[str, str], StoredAnswer] = OrderedDict()
        self._closed = False
        self._lock = Lock()

    def get(self, kind: str, key: str) -> StoredAnswer | None:
        """Return the answer, or None."""
        with self._lock:
            answer = self._answers.get((kind, key))
            if answer is not None:
                self._answers.move_to_end((kind, key))
            return answer

    def put(self, kind: str, key: str, answer: StoredAnswer) -> None:
        """Keep the answer in place of an earlier one."""
        at = answer.stored_at
        moment = (at if at.tzinfo else at.replace(tzinfo=UTC)).astimezone(UTC)
        with self._lock:
            if self._closed:
                return
            self._drop((kind, key))
            if _size(answer) > self._max_bytes // 4:
                return
            self._answers[kind, key] = StoredAnswer(moment, answer.head, answer.body)
            self._bytes += _size(answer)
            while self._bytes > self._max_bytes:
                self._drop(next(iter(self._answers)))

    def close(self) -> None:
        """Forget everything. Closing twice is harmless."""
        with self._lock:
            self._closed = True
            self._answers.clear()
            self._bytes = 0

    def _drop(self, name: tuple[str, str]) -> None:
        earlier = self._answers.pop(name, None)
        if earlier is not None:
            self._bytes -= _size(earlier)


def _size(answer: StoredAnswer) -> int:
    return len(answer.head.encode("utf-8", "surrogatepass")) + len(answer.body)
