"""How the SDK's program is started: nothing of the user's, nothing that is not asked for."""

from __future__ import annotations

import json
import tempfile
from collections import deque
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from claude_agent_sdk import ClaudeAgentOptions

from ascertain.adapters.runtimes.claude.web_tools import WayOut

__all__ = ["ErrorStream", "Workplace", "closed_options", "with_web", "workplace"]

_BUFFER = 16 * 1024 * 1024
"""Bytes of one line from the program at most."""
_LONGEST_SOCKET_FOLDER = 70
"""A Unix socket's path holds about 100 bytes, and the program puts one in its temporary folder."""
_KEPT_LINES = 20
_MAX_OUTPUT_TOKENS = 8_000
"""Of one answer, thoughts included: what a call may pass its reservation by is bounded."""
_TOOL_TIMEOUT_MS = 300_000


@dataclass(frozen=True, slots=True)
class Workplace:
    """Folders of one conversation.

    Attributes:
        config: settings and transcripts; stays with the run.
        cwd: empty.
        temporary: removed after.
    """

    config: Path
    cwd: Path
    temporary: Path


@contextmanager
def workplace(folder: Path) -> Generator[Workplace]:
    """Make the folders of one conversation under a run's folder."""
    config, cwd = folder / "config", folder / "empty"
    for path in (config, cwd):
        path.mkdir(parents=True, exist_ok=True)
    inside = folder if len(str(folder)) < _LONGEST_SOCKET_FOLDER else None
    with tempfile.TemporaryDirectory(
        prefix="t", dir=inside, ignore_cleanup_errors=True
    ) as temporary:
        yield Workplace(config, cwd, Path(temporary))


@dataclass(slots=True)
class ErrorStream:
    """The last lines that the program wrote to its error stream."""

    lines: deque[str] = field(default_factory=lambda: deque[str](maxlen=_KEPT_LINES))

    def __call__(self, line: str) -> None:
        """Keep a line."""
        self.lines.append(line[:500])

    @property
    def text(self) -> str:
        """All kept lines."""
        return "\n".join(self.lines)


def closed_options(
    place: Workplace,
    *,
    model: str,
    program: Path | None,
    timeout_s: float,
    stderr: ErrorStream,
) -> ClaudeAgentOptions:
    """Return options under which a conversation can do nothing but talk.

    No tools, no settings or memory of the user's or a project's, no servers but those given
    later, no permission that was not given, no traffic but to the model.
    """
    return ClaudeAgentOptions(
        model=model,
        tools=[],
        allowed_tools=[],
        disallowed_tools=[],
        permission_mode="dontAsk",
        strict_mcp_config=True,
        setting_sources=[],
        cwd=place.cwd,
        cli_path=program,
        stderr=stderr,
        max_buffer_size=_BUFFER,
        env={
            "CLAUDE_CONFIG_DIR": str(place.config),
            "TMPDIR": str(place.temporary),
            "CLAUDE_CODE_TMPDIR": str(place.temporary),
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "CLAUDE_CODE_DISABLE_BACKGROUND_TASKS": "1",
            "CLAUDE_CODE_MAX_OUTPUT_TOKENS": str(_MAX_OUTPUT_TOKENS),
            "CLAUDE_CODE_MAX_RETRIES": "3",
            "CLAUDE_CODE_MAX_SUBAGENT_SPAWN_DEPTH": "1",
            "DISABLE_TELEMETRY": "1",
            "ENABLE_TOOL_SEARCH": "false",
            "API_TIMEOUT_MS": str(int(timeout_s * 1000)),
            "MCP_TOOL_TIMEOUT": str(_TOOL_TIMEOUT_MS),
        },
    )


def with_web(options: ClaudeAgentOptions, way_out: WayOut) -> ClaudeAgentOptions:
    """Return options under which the program reads the web itself, through our proxy.

    Its own question to its maker, whether a host is safe to read, is left out: our policy and
    the proxy decide, and no one else learns which hosts are read.
    """
    through = dict.fromkeys(
        ("HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"), way_out.address
    )
    beside = dict.fromkeys(("NO_PROXY", "no_proxy"), way_out.beside)
    return replace(
        options,
        settings=json.dumps({"skipWebFetchPreflight": True}),
        env={**options.env, **through, **beside},
    )
