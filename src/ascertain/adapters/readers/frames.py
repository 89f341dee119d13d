"""Messages between a pool and its workers: a JSON line, then that many bytes.

JSON rather than pickle: a worker that a hostile file took over cannot make its parent run code.
"""

from __future__ import annotations

import json
from typing import BinaryIO, NamedTuple, cast

__all__ = ["Answer", "Order", "receive_answer", "receive_order", "send_answer", "send_order"]

_MAX_LINE = 100_000
_MAX_BODY = 1 << 31


class Order(NamedTuple):
    """One document to read, and after how many seconds the worker may give itself up."""

    data: bytes
    name: str = ""
    declared: str | None = None
    give_up_s: int = 0


class Answer(NamedTuple):
    """A document as JSON, or the status and reason why there is none.

    Attributes:
        status: ``ok``, ``ready`` (the worker has started), a read error's status, or ``memory``.
        body: the document's JSON, or the reason.
    """

    status: str
    body: bytes


def send_order(stream: BinaryIO, order: Order) -> None:
    """Write an order."""
    _send(stream, [order.name, order.declared, order.give_up_s, len(order.data)], order.data)


def receive_order(stream: BinaryIO) -> Order | None:
    """Read an order; None at the end of the stream."""
    head, data = _receive(stream)
    if not head:
        return None
    name, declared, give_up_s, _ = cast("tuple[str, str | None, int, int]", tuple(head))
    return Order(data, name, declared, give_up_s)


def send_answer(stream: BinaryIO, answer: Answer) -> None:
    """Write an answer."""
    _send(stream, [answer.status, len(answer.body)], answer.body)


def receive_answer(stream: BinaryIO) -> Answer | None:
    """Read an answer; None if the stream ends or what comes is no answer."""
    try:
        head, body = _receive(stream)
    except (ValueError, OSError):
        return None
    if len(head) != 2 or not isinstance(head[0], str):  # noqa: PLR2004 - status and length
        return None
    return Answer(head[0], body)


def _send(stream: BinaryIO, head: list[str | int | None], body: bytes) -> None:
    stream.write(json.dumps(head).encode() + b"\n")
    stream.write(body)
    stream.flush()


def _receive(stream: BinaryIO) -> tuple[list[object], bytes]:
    line = stream.readline(_MAX_LINE)
    if not line:
        return [], b""
    head: object = json.loads(line)
    if not isinstance(head, list) or not head:
        raise ValueError("no message")
    fields = cast("list[object]", head)
    size = fields[-1]
    if not isinstance(size, int) or not 0 <= size <= _MAX_BODY:
        raise ValueError("no length")
    body = stream.read(size)
    if len(body) != size:
        raise ValueError("cut short")
    return fields, body
