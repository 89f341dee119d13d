"""Settings are read once, from what is given."""

from __future__ import annotations

from pathlib import Path

from ascertain.bootstrap.settings import read_settings


def test_the_environment_decides_within_bounds() -> None:
    settings = read_settings(
        {
            "ASCERTAIN_CACHE_DIR": "/elsewhere",
            "ASCERTAIN_WORKERS": "0",
            "ASCERTAIN_READ_TIMEOUT_S": "inf",
            "ASCERTAIN_READ_MEMORY_MB": "2048",
        }
    )
    assert settings.cache_dir == Path("/elsewhere")
    assert (settings.workers, settings.read_timeout_s, settings.read_memory_mb) == (1, 30.0, 2048)


def test_without_an_environment_there_are_defaults() -> None:
    settings = read_settings({})
    assert settings.cache_dir.name == "ascertain"
    assert 1 <= settings.workers <= 4
