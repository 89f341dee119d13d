"""The files of a folder that may hold documents."""

from __future__ import annotations

import os
import stat
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from ascertain.adapters.corpus.file_times import storable_mtime

__all__ = ["FoundFile", "WalkNotes", "joined", "name_of", "shown", "suffix_of", "walk"]

_SKIPPED_FOLDERS = frozenset((b"__pycache__", b"node_modules"))
_BINARY = frozenset(
    b"""
    7z a aac ai aiff apk avi avif bin bmp bz2 cab class dat-journal db db3 deb dll dmg dylib eot
    exe fla flac flv gif gz heic heif icns ico img iso jar jpeg jpg lib lz4 lzma m4a m4v mid midi
    mkv mov mp3 mp4 mpeg mpg npy npz o obj ogg ogv onnx opus otf parquet pickle pkl png psd pt pth
    pyc pyo rar raw rpm safetensors so sqlite sqlite3 swf tar tgz tif tiff ttf wasm wav webm webp
    whl wma wmv woff woff2 xz zip zst
    """.split()
)
_MAX_NOTES = 200


class FoundFile(NamedTuple):
    """A file as the walk saw it; ``path`` is relative to the folder, in the system's bytes."""

    path: bytes
    size: int
    mtime_ns: int


@dataclass(slots=True)
class WalkNotes:
    """What a walk passed by and a person may want to know.

    Attributes:
        binary: suffixes that hold no text, and how many files have them.
        leading_out: links that lead out of the folder: the first few, relative.
        closed: folders that could not be listed: the first few, with the reason.
    """

    binary: Counter[bytes] = field(default_factory=Counter[bytes])
    leading_out: list[bytes] = field(default_factory=list[bytes])
    leading_out_total: int = 0
    closed: list[tuple[bytes, str]] = field(default_factory=list[tuple[bytes, str]])
    closed_total: int = 0


def walk(folder: bytes, notes: WalkNotes) -> Iterator[FoundFile]:
    """Yield the regular files below a folder, in no given order.

    Hidden names, caches of tools, folders of runs, and links are passed by: a link inside the
    folder leads to a file that is found in its own place, any other one leads out.

    Args:
        folder: absolute, resolved.
        notes: filled on the way.
    """
    waiting = [b""]
    while waiting:
        relative = waiting.pop()
        if _is_run(joined(folder, relative)):
            continue  # what an earlier run wrote is no source of a later one
        try:
            with os.scandir(joined(folder, relative)) as entries:
                for entry in entries:
                    path = joined(relative, entry.name) if relative else entry.name
                    if entry.name.startswith(b"."):
                        continue
                    if entry.is_symlink():
                        _note_link(folder, path, notes)
                    elif entry.is_dir(follow_symlinks=False):
                        if entry.name not in _SKIPPED_FOLDERS:
                            waiting.append(path)
                    else:
                        yield from _found(entry, path, notes)
        except OSError as fault:
            notes.closed_total += 1
            if len(notes.closed) < _MAX_NOTES:
                notes.closed.append((relative, fault.strerror or type(fault).__name__))


def _is_run(path: bytes) -> bool:
    here = Path(os.fsdecode(path))
    try:
        return (here / "events.jsonl").is_file() and (here / "snapshots").is_dir()
    except OSError:  # a path that is too long; the walk says so itself
        return False


def joined(folder: bytes, path: bytes) -> bytes:
    """Return the path below the folder; ``pathlib`` has no paths of bytes."""
    return folder.rstrip(b"/") + b"/" + path


def name_of(path: bytes) -> bytes:
    """Return a path's last part."""
    return path.rpartition(b"/")[2]


def suffix_of(path: bytes) -> bytes:
    """Return the lower-case suffix of a path without its dot, or nothing."""
    return name_of(path).rpartition(b".")[2].lower() if b"." in name_of(path) else b""


def shown(path: bytes) -> str:
    """Return a path as it can be printed: valid Unicode, no control characters."""
    text = path.decode("utf-8", "replace")
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)


def _found(entry: os.DirEntry[bytes], path: bytes, notes: WalkNotes) -> Iterator[FoundFile]:
    try:
        facts = entry.stat(follow_symlinks=False)
    except OSError:  # gone since it was listed
        return
    if not stat.S_ISREG(facts.st_mode):
        return
    suffix = suffix_of(path)
    if suffix in _BINARY:
        notes.binary[suffix] += 1
        return
    yield FoundFile(path, facts.st_size, storable_mtime(facts.st_mtime_ns))


def _note_link(folder: bytes, path: bytes, notes: WalkNotes) -> None:
    target = os.path.realpath(joined(folder, path))
    if target == folder or target.startswith(joined(folder, b"")):
        return
    notes.leading_out_total += 1
    if len(notes.leading_out) < _MAX_NOTES:
        notes.leading_out.append(path)
