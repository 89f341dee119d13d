from __future__ import annotations

import pytest

from ascertain.adapters.search.catalog import PROVIDER_NAMES, build_providers, default_names
from ascertain.adapters.search.kept_search import Placed
from ascertain.adapters.web.client import WebRequest
from ascertain.errors import InputError
from ascertain.evidence.exchange import Exchange, FetchTrace

KEYS = {
    "ASCERTAIN_SEARXNG_URL": "http://127.0.0.1:8888",
    "BRAVE_API_KEY": "k-brave",
    "EXA_API_KEY": "k-exa",
    "GOOGLE_API_KEY": "k-google",
    "GOOGLE_CSE_ID": "k-cse",
    "SERPER_API_KEY": "k-serper",
    "TAVILY_API_KEY": "k-tavily",
}


class Nobody:
    async def exchange(self, request: WebRequest, trace: FetchTrace | None = None) -> Exchange:
        raise AssertionError(f"nothing may be asked: {request}, {trace}")


def test_every_provider_can_be_built_and_bears_its_name() -> None:
    built = build_providers(PROVIDER_NAMES, KEYS, {}, Nobody())
    assert [provider.name for provider in built] == list(PROVIDER_NAMES)


def test_no_provider_shows_its_key() -> None:
    for provider in build_providers(PROVIDER_NAMES, KEYS, {}, Nobody()):
        assert "k-" not in repr(provider)


def test_an_unknown_provider_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(InputError, match="ASCERTAIN_SEARCH") as refused:
        build_providers(["altavista"], {}, {}, Nobody())
    assert "wikipedia" in refused.value.hint


def test_a_missing_key_is_named_by_its_variable() -> None:
    with pytest.raises(InputError, match="GOOGLE_CSE_ID"):
        build_providers(["google"], {"GOOGLE_API_KEY": "k"}, {}, Nobody())


def test_a_name_given_twice_is_asked_once() -> None:
    built = build_providers(["wikipedia", "wikipedia"], {}, {}, Nobody())
    assert len(built) == 1


def test_ones_own_searxng_comes_before_keys_and_keys_before_duckduckgo() -> None:
    assert default_names(KEYS)[0] == ("searxng", "wikipedia")
    assert default_names({"EXA_API_KEY": "k"})[0] == ("exa", "wikipedia")
    names, after = default_names({})
    assert names == ("duckduckgo", "wikipedia")
    assert "mojeek" in after
    assert "duckduckgo" not in after


def _places(keys: dict[str, str], endpoints: dict[str, str]) -> dict[str, str]:
    built = build_providers(PROVIDER_NAMES, keys, endpoints, Nobody())
    return {provider.name: provider.place for provider in built if isinstance(provider, Placed)}


def test_every_provider_that_can_be_asked_elsewhere_says_where_and_shows_no_key() -> None:
    usual = _places(KEYS, {})
    keys = {**KEYS, "ASCERTAIN_SEARXNG_URL": "http://127.0.0.1:9999"}
    elsewhere = _places(keys, dict.fromkeys(PROVIDER_NAMES, "http://127.0.0.1:9999"))
    engines = {"brave-web", "duckduckgo", "mojeek", "startpage", "yahoo"}
    assert set(usual) == set(PROVIDER_NAMES) - engines
    assert not [name for name in usual if usual[name] == elsewhere[name]]
    for name, variable in (("brave", "BRAVE_API_KEY"), ("google", "GOOGLE_API_KEY")):
        assert KEYS[variable] not in usual[name]


def test_another_engine_of_google_is_another_place() -> None:
    other = {**KEYS, "GOOGLE_CSE_ID": "another"}
    assert _places(KEYS, {})["google"] != _places(other, {})["google"]
