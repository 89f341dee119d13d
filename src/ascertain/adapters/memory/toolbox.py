"""Tools in memory: fixed replies, every call kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from pydantic import JsonValue

from ascertain.evidence.program import ProcessedPage, ProgramSearch, SubagentStep
from ascertain.ports.toolbox import ToolContract, ToolReply

__all__ = ["MemoryToolbox", "Reply"]

Reply = ToolReply | Callable[[Mapping[str, JsonValue]], ToolReply]
"""A reply, or what makes one from the arguments."""


class MemoryToolbox:
    """A toolbox that answers from a table; ``calls`` holds what was asked, in order.

    What a runtime tells of its program is in ``told``.

    Args:
        replies: by full tool name; a tool with a list of replies gives them in turn and repeats
            the last one.
    """

    def __init__(self, replies: Mapping[str, Reply | Iterable[Reply]]) -> None:
        self._replies: dict[str, list[Reply]] = {
            name: [reply] if isinstance(reply, ToolReply) or callable(reply) else list(reply)
            for name, reply in replies.items()
        }
        self.calls: list[tuple[str, Mapping[str, JsonValue]]] = []
        self.told: list[ProcessedPage | ProgramSearch | SubagentStep] = []

    def contracts(self) -> tuple[ToolContract, ...]:
        """Return a contract for each tool of the table; arguments are not constrained."""
        return tuple(_contract(name) for name in self._replies)

    async def call(self, tool: str, arguments: Mapping[str, JsonValue]) -> ToolReply:
        """Keep the call and give its next reply."""
        self.calls.append((tool, dict(arguments)))
        left = self._replies.get(tool)
        if not left:
            return ToolReply(
                ok=False,
                content={
                    "code": "unknown_tool",
                    "message": f"there is no tool {tool!r}",
                    "advice": f"Use one of {', '.join(self._replies)}.",
                },
            )
        reply = left.pop(0) if len(left) > 1 else left[0]
        return reply if isinstance(reply, ToolReply) else reply(arguments)

    async def reserve(self, url: str) -> ToolReply:
        """Keep the call, and answer as ``program.reserve`` of the table, or grant it."""
        if "program.reserve" in self._replies:
            return await self.call("program.reserve", {"url": url})
        self.calls.append(("program.reserve", {"url": url}))
        return ToolReply(ok=True, content={})

    async def keep(self, page: ProcessedPage) -> ToolReply:
        """Keep what is told."""
        self.told.append(page)
        return ToolReply(ok=True, content={"url": page.url})

    def searched(self, search: ProgramSearch) -> None:
        """Keep what is told."""
        self.told.append(search)

    def delegated(self, step: SubagentStep) -> None:
        """Keep what is told."""
        self.told.append(step)

    def asked(self, tool: str) -> list[Mapping[str, JsonValue]]:
        """Return the arguments of the calls to one tool, in order."""
        return [arguments for name, arguments in self.calls if name == tool]


def _contract(full_name: str) -> ToolContract:
    namespace, _, name = full_name.partition(".")
    return ToolContract(
        namespace=namespace,
        name=name,
        description=f"{full_name}, from a table",
        input_schema={"type": "object"},
        output_schema={},
        timeout_s=1.0,
        read_only=full_name != "evidence.record",
        cost="free",
    )
