"""A folder that may be looked into, as a port."""

from __future__ import annotations

from typing import Literal, Protocol

from pydantic import Field

from ascertain.evidence.record import Record

__all__ = ["FileReply", "Folder", "FolderEntry", "FolderReply"]


class FolderEntry(Record):
    """What stands in a folder; ``size_bytes`` is null for a folder."""

    name: str
    kind: Literal["file", "folder"]
    size_bytes: int | None = Field(default=None, ge=0)


class FolderReply(Record):
    """What is in a folder.

    Attributes:
        path: from the root, parts joined by ``/``; empty for the root itself.
        entries: in order of name.
        more: whether there are more than are given.
        left_out: how many names are not given because they are private, links, devices, or
            hold characters that are no part of a readable name.
    """

    path: str
    entries: tuple[FolderEntry, ...]
    more: bool = False
    left_out: int = Field(default=0, ge=0)


class FileReply(Record):
    """A part of a file's text.

    Attributes:
        path: from the root, parts joined by ``/``.
        text: the characters from ``start`` on; bytes that are no text are ``U+FFFD``.
        total: characters of the whole file.
        more: whether text follows; ask again with ``start`` further on.
    """

    path: str
    text: str
    start: int = Field(ge=0)
    total: int = Field(ge=0)
    more: bool = False


class Folder(Protocol):
    """Lists and reads text files under one root, and nothing outside it.

    Contract: paths are relative to the root, their parts joined by ``/``. Links are never
    followed, whatever they lead to; only regular files are opened; names that begin with a dot
    and files that hold keys are private. Failures leave as ``ToolError``: ``bad_path`` (it is
    not a path under the root), ``private``, ``not_found``, ``not_a_file``, ``not_a_folder``,
    ``not_text``, ``too_large``, ``not_available`` (the system refuses it). Any number of calls
    at once.
    """

    async def list(self, path: str = "") -> FolderReply:
        """Return what is in a folder."""
        ...

    async def read(self, path: str, start: int = 0, limit: int = 10_000) -> FileReply:
        """Return at most ``limit`` characters of a text file from character ``start`` on."""
        ...
