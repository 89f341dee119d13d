"""A scripted model on loopback: it speaks the Messages API and OpenAI's two, streamed or whole.

The script is a function of what was asked, so that any number of conversations may go on at
once. Shapes are those of the providers' public API references.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, cast
from uuid import uuid4

__all__ = [
    "Asked",
    "Blocks",
    "Cut",
    "Fail",
    "Hang",
    "ModelServer",
    "Raw",
    "Reply",
    "Say",
    "Script",
    "Use",
    "model_server",
]

_LONGEST_HANG_S = 20.0
_BYTES_PER_TOKEN = 4


@dataclass(frozen=True)
class Asked:
    """One request of a model.

    Attributes:
        turn: answers of the model that stand in its history.
        results: texts of the tool results since the last answer, in order.
        tools: names of the tools it was offered.
        agent: the id of the subagent that asks, or empty.
    """

    path: str
    body: Mapping[str, Any]
    headers: Mapping[str, str]
    turn: int
    results: tuple[str, ...]
    tools: tuple[str, ...]

    @property
    def agent(self) -> str:
        return self.headers.get("x-claude-code-agent-id", "")

    @property
    def first(self) -> str:
        """The text of the first message that a person or program sent."""
        if isinstance(self.body.get("input"), str):
            return cast("str", self.body["input"])
        messages = _listed(self.body, "messages", "input")
        users = [item for item in messages if item.get("role") == "user"]
        return _text(users[0].get("content")) if users else ""

    @property
    def whole(self) -> str:
        """All of the request, as JSON."""
        return json.dumps(self.body, ensure_ascii=False)


@dataclass(frozen=True)
class Say:
    """Words, and no call."""

    text: str
    stop: str = "end_turn"


@dataclass(frozen=True)
class Use:
    """Calls of tools: name, and arguments as an object or as text sent as it is."""

    calls: Sequence[tuple[str, Mapping[str, Any] | str]]
    text: str = ""


@dataclass(frozen=True)
class Blocks:
    """Blocks of the Messages API as they are, such as those of a search on the provider's side."""

    content: Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class Fail:
    """A status of HTTP."""

    status: int
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    kind: str = "api_error"
    message: str = "scripted"


@dataclass(frozen=True)
class Cut:
    """An answer that breaks off."""

    text: str = "half an ans"


@dataclass(frozen=True)
class Raw:
    """A body as it is, with status 200."""

    body: bytes
    media_type: str = "application/json"


@dataclass(frozen=True)
class Hang:
    """No answer until the server is closed."""


Reply = Say | Use | Blocks | Fail | Cut | Raw | Hang
Script = Callable[[Asked], Reply]


@dataclass
class ModelServer:
    """A running server and what it was asked.

    Attributes:
        answered: requests answered with status 200, in order.
    """

    url: str
    asked: list[Asked] = field(default_factory=list[Asked])
    answered: list[Asked] = field(default_factory=list[Asked])
    closing: threading.Event = field(default_factory=threading.Event)


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, script: Script, name: str) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.script = script
        self.name = name
        self.lock = threading.Lock()
        self.state = ModelServer(f"http://127.0.0.1:{self.server_address[1]}")


class _Handler(BaseHTTPRequestHandler):
    server: _Server  # pyright: ignore[reportIncompatibleVariableOverride] (its own server)

    protocol_version = "HTTP/1.1"
    timeout = 30

    def do_POST(self) -> None:
        size = int(self.headers.get("content-length") or 0)
        body = json.loads(self.rfile.read(size) or b"{}")
        if self.path.split("?")[0].endswith("/count_tokens"):
            self._whole(200, json.dumps({"input_tokens": size // _BYTES_PER_TOKEN}).encode())
            return
        asked = _asked(self.path, body, {k.lower(): v for k, v in self.headers.items()})
        with self.server.lock:
            self.server.state.asked.append(asked)
        reply = self.server.script(asked)
        if not isinstance(reply, Fail | Hang):
            with self.server.lock:
                self.server.state.answered.append(asked)
        self._answer(asked, reply, size)

    def do_GET(self) -> None:
        self._whole(404, b"{}")

    def do_HEAD(self) -> None:
        self._whole(404, b"")

    def _answer(self, asked: Asked, reply: Reply, size: int) -> None:
        if isinstance(reply, Hang):
            until = time.monotonic() + _LONGEST_HANG_S
            while time.monotonic() < until and not self.server.state.closing.wait(0.05):
                pass
            self.close_connection = True
        elif isinstance(reply, Fail):
            said = {"type": "error", "error": {"type": reply.kind, "message": reply.message}}
            self._whole(reply.status, json.dumps(said).encode(), headers=reply.headers)
        elif isinstance(reply, Raw):
            self._whole(200, reply.body, reply.media_type)
        elif "/messages" in asked.path:
            message = _message(reply, self.server.name, size)
            if asked.body.get("stream"):
                self._stream(_message_events(message), cut=isinstance(reply, Cut))
            else:
                self._cut_or_whole(message, cut=isinstance(reply, Cut))
        elif "/responses" in asked.path:
            self._cut_or_whole(_response(reply, self.server.name, size), cut=isinstance(reply, Cut))
        else:
            self._cut_or_whole(
                _completion(reply, self.server.name, size), cut=isinstance(reply, Cut)
            )

    def _cut_or_whole(self, answer: Mapping[str, Any], *, cut: bool) -> None:
        data = json.dumps(answer).encode()
        if not cut:
            self._whole(200, data)
            return
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data[: len(data) // 2])
        self.close_connection = True

    def _stream(self, events: Sequence[Mapping[str, Any]], *, cut: bool) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        for event in events[: 3 if cut else None]:
            line = f"event: {event['type']}\ndata: {json.dumps(event)}\n\n"
            self.wfile.write(line.encode())
        self.close_connection = True

    def _whole(
        self,
        status: int,
        data: bytes,
        media_type: str = "application/json",
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.send_response(status)
        for key, value in (headers or {}).items():
            self.send_header(key, value)
        self.send_header("content-type", media_type)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (the name is the library's)
        del format, args

    def handle(self) -> None:
        # A client that goes away is no fault of the server.
        try:
            super().handle()
        except (ConnectionError, TimeoutError):
            self.close_connection = True


@contextmanager
def model_server(script: Script, *, name: str = "scripted-1") -> Generator[ModelServer]:
    """Serve a script on a free port of 127.0.0.1 until the block ends."""
    server = _Server(script, name)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield server.state
    finally:
        server.state.closing.set()
        server.shutdown()
        server.server_close()
        thread.join(5)


def _asked(path: str, body: Mapping[str, Any], headers: Mapping[str, str]) -> Asked:
    messages = _listed(body, "messages", "input")
    results: list[str] = []
    turns = 0
    in_answer = False
    for item in messages:
        is_answer = item.get("role") == "assistant" or item.get("type") == "function_call"
        if is_answer:
            # Several items of OpenAI's newer API are one answer.
            turns += not in_answer
            results = []
        in_answer = is_answer
        if item.get("role") == "tool" or item.get("type") == "function_call_output":
            results.append(_text(item.get("content") or item.get("output")))
        elif item.get("role") == "user" and isinstance(item.get("content"), list):
            results.extend(
                _text(part.get("content"))
                for part in cast("list[dict[str, Any]]", item["content"])
                if part.get("type") == "tool_result"
            )
    tools = [
        str(tool.get("name") or tool.get("function", {}).get("name", ""))
        for tool in _listed(body, "tools")
    ]
    return Asked(path, body, headers, turns, tuple(results), tuple(tools))


def _listed(body: Mapping[str, Any], *keys: str) -> list[dict[str, Any]]:
    for key in keys:
        if isinstance(body.get(key), list):
            return cast("list[dict[str, Any]]", body[key])
    return []


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        parts = cast("list[dict[str, Any]]", content)
        return "".join(str(part.get("text", "")) for part in parts)
    return ""


def _calls(reply: Reply) -> list[tuple[str, str]]:
    if not isinstance(reply, Use):
        return []
    return [
        (name, given if isinstance(given, str) else json.dumps(given))
        for name, given in reply.calls
    ]


def _words(reply: Reply) -> str:
    return reply.text if isinstance(reply, Say | Use | Cut) else ""


def _message(reply: Reply, name: str, size: int) -> dict[str, Any]:
    content: list[dict[str, Any]] = []
    if isinstance(reply, Blocks):
        content += [dict(block) for block in reply.content]
    if _words(reply):
        content.append({"type": "text", "text": _words(reply)})
    for tool, arguments in _calls(reply):
        try:
            given = json.loads(arguments)
        except ValueError:
            given = arguments
        used = {"type": "tool_use", "id": f"toolu_{uuid4().hex[:20]}", "name": tool, "input": given}
        content.append(used)
    stop = "tool_use" if isinstance(reply, Use) else getattr(reply, "stop", "end_turn")
    return {
        "id": f"msg_{uuid4().hex[:20]}",
        "type": "message",
        "role": "assistant",
        "model": name,
        "content": content,
        "stop_reason": stop,
        "stop_sequence": None,
        "usage": {
            "input_tokens": size // _BYTES_PER_TOKEN,
            "output_tokens": max(1, len(json.dumps(content)) // _BYTES_PER_TOKEN),
        },
    }


def _message_events(message: dict[str, Any]) -> list[dict[str, Any]]:
    start: dict[str, Any] = {**message, "content": [], "stop_reason": None}
    start["usage"] = {**message["usage"], "output_tokens": 1}
    events: list[dict[str, Any]] = [{"type": "message_start", "message": start}]
    for at, block in enumerate(message["content"]):
        opened: dict[str, Any] = {**block, "text": ""}
        delta = {"type": "text_delta", "text": block.get("text", "")}
        if block["type"] != "text" and "input" not in block:
            events += [
                {"type": "content_block_start", "index": at, "content_block": block},
                {"type": "content_block_stop", "index": at},
            ]
            continue
        if block["type"] != "text":
            opened = {**block, "input": {}}
            given = block["input"]
            partial = given if isinstance(given, str) else json.dumps(given)
            delta = {"type": "input_json_delta", "partial_json": partial}
        events += [
            {"type": "content_block_start", "index": at, "content_block": opened},
            {"type": "content_block_delta", "index": at, "delta": delta},
            {"type": "content_block_stop", "index": at},
        ]
    ended = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    events.append({"type": "message_delta", "delta": ended, "usage": message["usage"]})
    events.append({"type": "message_stop"})
    return events


def _completion(reply: Reply, name: str, size: int) -> dict[str, Any]:
    calls = [
        {
            "id": f"call_{uuid4().hex[:20]}",
            "type": "function",
            "function": {"name": tool, "arguments": arguments},
        }
        for tool, arguments in _calls(reply)
    ]
    message: dict[str, Any] = {"role": "assistant", "content": _words(reply) or None}
    if calls:
        message["tool_calls"] = calls
    told = max(1, len(json.dumps(message)) // _BYTES_PER_TOKEN)
    return {
        "id": f"chatcmpl-{uuid4().hex[:20]}",
        "object": "chat.completion",
        "created": 1_700_000_000,
        "model": name,
        "choices": [
            {"index": 0, "message": message, "finish_reason": "tool_calls" if calls else "stop"}
        ],
        "usage": {
            "prompt_tokens": size // _BYTES_PER_TOKEN,
            "completion_tokens": told,
            "total_tokens": size // _BYTES_PER_TOKEN + told,
        },
    }


def _response(reply: Reply, name: str, size: int) -> dict[str, Any]:
    output: list[dict[str, Any]] = []
    if _words(reply):
        part: dict[str, Any] = {"type": "output_text", "text": _words(reply), "annotations": []}
        output.append(
            {
                "type": "message",
                "id": f"msg_{uuid4().hex[:20]}",
                "role": "assistant",
                "status": "completed",
                "content": [part],
            }
        )
    output.extend(
        {
            "type": "function_call",
            "id": f"fc_{uuid4().hex[:20]}",
            "call_id": f"call_{uuid4().hex[:20]}",
            "name": tool,
            "arguments": arguments,
            "status": "completed",
        }
        for tool, arguments in _calls(reply)
    )
    told = max(1, len(json.dumps(output)) // _BYTES_PER_TOKEN)
    return {
        "id": f"resp_{uuid4().hex[:20]}",
        "object": "response",
        "created_at": 1_700_000_000,
        "status": "completed",
        "model": name,
        "output": output,
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
        "usage": {
            "input_tokens": size // _BYTES_PER_TOKEN,
            "input_tokens_details": {"cached_tokens": 0},
            "output_tokens": told,
            "output_tokens_details": {"reasoning_tokens": 0},
            "total_tokens": size // _BYTES_PER_TOKEN + told,
        },
    }
