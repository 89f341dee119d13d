"""Prompt files by name, with the digest that says which words a run used."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

__all__ = ["PromptFile", "load_prompt", "prompt_versions"]

_VERSION = re.compile(r"<!-- version: (\d+) -->\n")


@dataclass(frozen=True, slots=True)
class PromptFile:
    """One prompt.

    Attributes:
        version: raised with every change of its words.
        text: without the line that holds the version.
        sha256: of the text.
    """

    name: str
    version: int
    text: str
    sha256: str

    @property
    def said(self) -> str:
        """Version and digest in short, for manifests."""
        return f"{self.version} sha256:{self.sha256[:16]}"


@lru_cache(maxsize=32)
def load_prompt(name: str) -> PromptFile:
    """Return one of our own prompts, such as ``researcher``.

    Raises:
        FileNotFoundError: there is none of that name; a mistake in our own code.
        ValueError: its first line does not give a version; likewise.
    """
    whole = files("ascertain.prompts").joinpath("texts", f"{name}.md").read_text("utf-8")
    first = _VERSION.match(whole)
    if first is None:
        msg = f"the prompt {name} does not begin with its version"
        raise ValueError(msg)
    text = whole[first.end() :].strip()
    return PromptFile(name, int(first[1]), text, hashlib.sha256(text.encode()).hexdigest())


def prompt_versions(*names: str) -> dict[str, str]:
    """Return ``prompt:NAME`` to version and digest, for a manifest's ``versions``."""
    return {f"prompt:{name}": load_prompt(name).said for name in names}
