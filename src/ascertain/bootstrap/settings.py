"""Settings: the environment is read here, once, and nowhere else."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_cache_path

__all__ = ["Settings", "read_settings"]


@dataclass(frozen=True, slots=True)
class Settings:
    """What the environment decides.

    Attributes:
        cache_dir: where indexes of folders are kept (``ASCERTAIN_CACHE_DIR``).
        workers: reader processes (``ASCERTAIN_WORKERS``), at least 1.
        read_timeout_s: for one document (``ASCERTAIN_READ_TIMEOUT_S``).
        read_memory_mb: for one reader process (``ASCERTAIN_READ_MEMORY_MB``).
    """

    cache_dir: Path
    workers: int
    read_timeout_s: float
    read_memory_mb: int


def read_settings(environment: Mapping[str, str] | None = None) -> Settings:
    """Read the settings; values that are no numbers fall back to what is said here.

    Defaults: the user's cache folder, one reader process per processor up to four, 30 s and
    1,024 MB for a document.
    """
    env = os.environ if environment is None else environment
    cache = env.get("ASCERTAIN_CACHE_DIR")
    return Settings(
        cache_dir=Path(cache) if cache else user_cache_path("ascertain", appauthor=False),
        workers=max(1, int(_number(env, "ASCERTAIN_WORKERS", min(4, os.cpu_count() or 1)))),
        read_timeout_s=max(1.0, _number(env, "ASCERTAIN_READ_TIMEOUT_S", 30.0)),
        read_memory_mb=max(128, int(_number(env, "ASCERTAIN_READ_MEMORY_MB", 1024))),
    )


def _number(env: Mapping[str, str], name: str, default: float) -> float:
    try:
        value = float(env.get(name, ""))
    except ValueError:
        return default
    return value if math.isfinite(value) else default
