"""``python -m ascertain``."""

from __future__ import annotations

from ascertain.interfaces.cli.app import main

__all__ = ["main"]

if __name__ == "__main__":
    main()
