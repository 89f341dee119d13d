"""Which names the files of a run may have, pure."""

from __future__ import annotations

import re

from ascertain.errors import InputError

__all__ = ["OWN_FILES", "artifact_name"]

OWN_FILES = frozenset({"events.jsonl", "run.lock", "run.lock.json", "snapshots"})
"""Names in a run's folder that the stores keep to themselves."""

_MAX_BYTES = 200
_REFUSED = re.compile(r'[\x00-\x1f\x7f/\\<>:"|?*\ud800-\udfff]')
_DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\.|\Z)", re.IGNORECASE)


def artifact_name(name: str, *, writing: bool) -> str:
    """Return the name if it is that of a plain file on every platform.

    Args:
        name: a file name, without any folder.
        writing: whether the file is to be written; the stores' own files may only be read.

    Raises:
        InputError: if it is not, or if the file belongs to a store.
    """
    fault = _fault(name)
    if fault:
        raise InputError(f"{name[:80]!r} is not a plain file name: {fault}.")
    if writing and name.casefold() in OWN_FILES:
        raise InputError(f"{name!r} belongs to the run's stores and is not written as an artifact.")
    return name


def _fault(name: str) -> str:
    if not name or name.startswith(".") or name.endswith((".", " ")):
        return "it is empty, starts with a dot, or ends with a dot or a space"
    if _REFUSED.search(name):
        return "it holds a path separator or a character that some system does not allow"
    if len(name.encode()) > _MAX_BYTES:
        return f"it is longer than {_MAX_BYTES} bytes"
    if _DEVICES.match(name):
        return "Windows keeps this name for a device"
    return ""
