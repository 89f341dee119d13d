"""Where a run looks: each lane is a pair of tools, one that searches and one that reads."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from ascertain.errors import ToolError
from ascertain.ports.search_provider import SearchProvider

__all__ = ["Lane"]

_SEARCHES = {
    "corpus": "Search the given folders. Leads are never evidence; read before you record.",
    "web": "Search the web. Leads are never evidence; read before you record.",
}
_READS = {
    "corpus": "Read a document in a given folder; returns passages that bear on the query.",
    "web": "Read a page or document on the web; returns passages that bear on the query.",
}
_USER = re.compile(r"[a-z]+:[/\\]*[^/?#\\]*@", re.IGNORECASE)
_SECONDS = {"corpus": 120.0, "web": 180.0}


@dataclass(frozen=True, slots=True)
class Lane:
    """A place to look, and what finds leads there.

    Attributes:
        namespace: of its tools: ``corpus.search`` and ``corpus.read``, or the web's.
    """

    namespace: Literal["corpus", "web"]
    search: SearchProvider

    @property
    def search_description(self) -> str:
        """What ``search`` is, to whoever calls it."""
        return _SEARCHES[self.namespace]

    @property
    def read_description(self) -> str:
        """What ``read`` is, to whoever calls it."""
        return _READS[self.namespace]

    @property
    def timeout_s(self) -> float:
        """After which a call fails; the fetcher and reader have shorter limits of their own."""
        return _SECONDS[self.namespace]

    @property
    def cost(self) -> Literal["free", "network"]:
        """What a call costs."""
        return "free" if self.namespace == "corpus" else "network"

    def check(self, url: str) -> None:
        """Refuse an address of another lane.

        Raises:
            ToolError: naming the tool that reads such addresses.
        """
        local = url.strip().lower().startswith("file:")
        if local != (self.namespace == "corpus"):
            right = "corpus.read" if local else "web.read"
            raise ToolError(
                f"{self.namespace}.read",
                "wrong_lane",
                f"{self.namespace}.read does not read such an address",
                hint=f"Use {right} for it, if this run has that tool.",
            )
        if _USER.match(url.strip()):
            raise ToolError(
                f"{self.namespace}.read",
                "password_in_address",
                "the address holds a user's name or password",
                hint="Leave out what stands before the @.",
            )
