"""Where this machine's Chromium is."""

from __future__ import annotations

import shutil
from importlib.util import find_spec

from ascertain.errors import NotAvailableError

__all__ = ["find_chromium", "require_chromium"]

_NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
_PLACES = (
    "/usr/bin/chromium",
    "/snap/bin/chromium",
    "/opt/google/chrome/chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
_LIBRARIES = ("playwright", "psutil")


def find_chromium() -> str | None:
    """Return the path of the system's Chromium or Chrome, or None."""
    for name in (*_NAMES, *_PLACES):
        found = shutil.which(name)
        if found is not None:
            return found
    return None


def require_chromium(executable: str | None) -> str:
    """Return the path of a browser that can be started.

    Args:
        executable: a path or a name; None stands for "none was found".

    Raises:
        NotAvailableError: if it, or a library of the extra ``browser``, is missing.
    """
    for library in _LIBRARIES:
        if find_spec(library) is None:
            raise NotAvailableError(
                f"Pages that need scripts cannot be read: {library} is not installed.",
                hint="Install it: pip install 'ascertain[browser]'.",
            )
    if executable is None:
        raise NotAvailableError(
            "Pages that need scripts cannot be read: no Chromium was found.",
            hint="Install it (Debian: apt-get install chromium), or name it: ASCERTAIN_CHROMIUM.",
        )
    found = shutil.which(executable)
    if found is None:
        raise NotAvailableError(
            f"Pages that need scripts cannot be read: {executable} is no program.",
            hint="Name Chromium's executable file: ASCERTAIN_CHROMIUM.",
        )
    return found
