"""A conversation that ends in bounded time, whatever the program does."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator

from claude_agent_sdk import ClaudeSDKClient

__all__ = ["closed"]

_INTERRUPT_S = 1.0
_CLOSING_S = 12.0
"""The SDK itself waits up to ten seconds before it kills the program."""


@contextlib.asynccontextmanager
async def closed(client: ClaudeSDKClient, seconds: float | None) -> AsyncGenerator[ClaudeSDKClient]:
    """Connect, and end the program after at most ``seconds`` of talk.

    Raises:
        TimeoutError: if the time is up.
        ClaudeSDKError: if the program cannot be started.
    """
    finished = False
    try:
        async with asyncio.timeout(seconds):
            await client.connect()
            yield client
            finished = True
    finally:
        if not finished:
            # A program that is in the middle of something is told to stop first.
            with contextlib.suppress(Exception):
                async with asyncio.timeout(_INTERRUPT_S):
                    await client.interrupt()
        with contextlib.suppress(Exception):
            async with asyncio.timeout(_CLOSING_S):
                await client.disconnect()
