"""Settings are read once, from what is given."""

from __future__ import annotations

from pathlib import Path

import pytest

from ascertain.bootstrap.settings import read_settings
from ascertain.errors import InputError


def test_the_environment_decides() -> None:
    settings = read_settings(
        {
            "ASCERTAIN_CACHE_DIR": "/elsewhere",
            "ASCERTAIN_WORKERS": "3",
            "ASCERTAIN_READ_TIMEOUT_S": " 12.5 ",
            "ASCERTAIN_READ_MEMORY_MB": "2048",
            "ASCERTAIN_BROWSER": "None",
            "ASCERTAIN_ENDPOINTS": "crossref=https://m.example/a=b, openalex=https://o.example",
            "ASCERTAIN_MODEL": "ollama:x",
            "ASCERTAIN_RUNTIME": "model",
            "ASCERTAIN_MODEL_URL": "http://127.0.0.1:1/v1",
            "OPENAI_API_KEY": "sk-secret",
        }
    )
    assert settings.cache_dir == Path("/elsewhere")
    assert (settings.workers, settings.read_timeout_s, settings.read_memory_mb) == (3, 12.5, 2048)
    assert not settings.web.browser
    assert settings.web.endpoints["crossref"] == "https://m.example/a=b"
    assert (settings.models.runtime, settings.models.model) == ("model", "ollama:x")
    assert "sk-secret" not in repr(settings)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ASCERTAIN_WORKERS", "0"),
        ("ASCERTAIN_WORKERS", "x"),
        ("ASCERTAIN_WORKERS", "nan"),
        ("ASCERTAIN_READ_TIMEOUT_S", "inf"),
        ("ASCERTAIN_READ_TIMEOUT_S", "30s"),
        ("ASCERTAIN_READ_MEMORY_MB", "999999999999999"),
        ("ASCERTAIN_FETCH_TIMEOUT_S", "-1"),
        ("ASCERTAIN_STORE_MB", "0"),
        ("ASCERTAIN_MODEL_TIMEOUT_S", "0"),
        ("ASCERTAIN_BROWSER", "maybe"),
        ("ASCERTAIN_ENDPOINTS", "crossref"),
        ("ASCERTAIN_ENDPOINTS", "=https://x.example"),
    ],
)
def test_a_value_that_cannot_be_used_is_refused_by_name(name: str, value: str) -> None:
    with pytest.raises(InputError) as refused:
        read_settings({name: value})
    assert refused.value.path == name


def test_a_file_may_set_keys_and_names_and_the_environment_wins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".env").write_text(
        "OPENAI_API_KEY=from-file\nANTHROPIC_API_KEY=from-file\nASCERTAIN_MODEL=ollama:x\n"
        "ASCERTAIN_MODEL_URL=http://evil.example/\nANTHROPIC_BASE_URL=http://evil.example/\n"
        "PATH=/evil\nEMPTY=\nbroken line\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OPENAI_API_KEY", "from-environment")
    for name in ("ANTHROPIC_API_KEY", "ASCERTAIN_MODEL", "ASCERTAIN_MODEL_URL"):
        monkeypatch.delenv(name, raising=False)
    settings = read_settings()
    assert settings.models.keys["OPENAI_API_KEY"] == "from-environment"
    assert settings.models.keys["ANTHROPIC_API_KEY"] == "from-file"
    assert (settings.models.model, settings.models.url) == ("ollama:x", None)


@pytest.mark.parametrize(
    "content", [b"\xff\xfe\x00", b"A" * 200_000, None], ids=["b", "big", "dir"]
)
def test_a_file_that_is_none_of_ours_is_left_alone(
    content: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if content is None:
        (tmp_path / ".env").mkdir()
    else:
        (tmp_path / ".env").write_bytes(content)
    monkeypatch.chdir(tmp_path)
    assert read_settings().workers >= 1


def test_without_an_environment_there_are_defaults() -> None:
    settings = read_settings({})
    assert settings.cache_dir.name == "ascertain"
    assert 1 <= settings.workers <= 4
