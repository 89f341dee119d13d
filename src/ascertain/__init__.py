"""*ascertain*: deep research whose every sentence can be checked.

import ascertain

result = await ascertain.research("Who founded Skerrion?", corpus=["./papers"])
for claim in result.claims:
    print(claim.text, claim.verdict)
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from ascertain._version import __version__

if TYPE_CHECKING:
    from ascertain.bootstrap.web_wiring import WebSpec
    from ascertain.interfaces.python_api import ResearchResult, load, recheck, research, verify

__all__ = ["ResearchResult", "WebSpec", "__version__", "load", "recheck", "research", "verify"]

_HOME = "ascertain.interfaces.python_api"
_HOMES = {"WebSpec": "ascertain.bootstrap.web_wiring"}


def __getattr__(name: str) -> Any:
    # PEP 562: the command line's --help must not pay for what only a caller in Python needs.
    if name in __all__:
        return getattr(importlib.import_module(_HOMES.get(name, _HOME)), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
