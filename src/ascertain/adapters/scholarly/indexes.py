"""Asking the open indexes about one work."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from urllib.parse import quote

from ascertain.adapters.scholarly.answers import (
    WorkRecord,
    crossref_record,
    europe_pmc_record,
    open_alex_record,
    unpaywall_record,
)
from ascertain.adapters.search.asking import Exchanging
from ascertain.adapters.web.client import WebRequest
from ascertain.errors import FetchError
from ascertain.sources.scholarly_ids import ScholarlyId

__all__ = ["ENDPOINTS", "Index", "OpenIndexes", "indexes_for"]

ENDPOINTS: Mapping[str, str] = {
    "crossref": "https://api.crossref.org",
    "openalex": "https://api.openalex.org",
    "unpaywall": "https://api.unpaywall.org",
    "europepmc": "https://www.ebi.ac.uk/europepmc/webservices/rest",
}
"""Where the indexes are; a setting may name others."""

_MAX_BYTES = 5_000_000
_OK = 200
_UNKNOWN = 404


@dataclass(frozen=True, slots=True)
class Index:
    """One index and how to ask it about one work.

    Attributes:
        url: never shown, since it may hold a key.
        place: where the index is; kept answers hold for this place alone.
    """

    name: str
    url: str = field(repr=False)
    parse: Callable[[object], WorkRecord]
    place: str = field(repr=False)

    async def ask(self, client: Exchanging) -> WorkRecord:
        """Ask about the work; a work that the index does not know has an empty record.

        Raises:
            FetchError: if it did not answer, without its address.
        """
        headers = (("Accept", "application/json"),)
        exchange = await client.exchange(
            WebRequest(self.url, headers=headers, max_bytes=_MAX_BYTES)
        )
        if exchange.status == _UNKNOWN:
            return WorkRecord()
        if exchange.status != _OK:
            raise FetchError("error", f"{self.name} answered with HTTP {exchange.status}")
        try:
            return self.parse(json.loads(exchange.body))
        except (ValueError, RecursionError) as error:
            raise FetchError(
                "error", f"{self.name} answered with something else than JSON"
            ) from error


@dataclass(frozen=True, slots=True)
class OpenIndexes:
    """The open indexes, and what they are asked with.

    Attributes:
        client: asks under policy.
        keys: setting names to keys and contact addresses.
        endpoints: index names to addresses other than the public ones.
    """

    client: Exchanging
    keys: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    endpoints: Mapping[str, str] = field(default_factory=dict[str, str])

    def about(self, wanted: ScholarlyId) -> tuple[Index, ...]:
        """Return the indexes to ask about a work; see ``indexes_for``."""
        return indexes_for(wanted, self.keys, self.endpoints)


def indexes_for(
    wanted: ScholarlyId, keys: Mapping[str, str], endpoints: Mapping[str, str]
) -> tuple[Index, ...]:
    """Return the indexes to ask about a work, those that need a key or address only with it."""
    if wanted.kind == "pubmed":
        query = quote(f"ext_id:{wanted.value} src:med", safe="")
        return (_europe_pmc(query, endpoints),)
    if wanted.kind != "doi":
        return ()
    doi, mail = quote(wanted.value, safe="/"), keys.get("CROSSREF_MAILTO", "")
    address = {**ENDPOINTS, **endpoints}
    asked = f"?mailto={quote(mail, safe='')}" if mail else ""
    found = [
        Index(
            "Crossref",
            f"{address['crossref']}/works/{quote(wanted.value, safe='')}{asked}",
            crossref_record,
            address["crossref"],
        ),
        _europe_pmc(quote(f'doi:"{wanted.value}"', safe=""), endpoints),
    ]
    if key := keys.get("OPENALEX_API_KEY", ""):
        url = f"{address['openalex']}/works/doi:{doi}?api_key={quote(key, safe='')}"
        found.append(Index("OpenAlex", url, open_alex_record, address["openalex"]))
    if mail:
        url = f"{address['unpaywall']}/v2/{doi}?email={quote(mail, safe='')}"
        found.append(Index("Unpaywall", url, unpaywall_record, address["unpaywall"]))
    return tuple(found)


def _europe_pmc(query: str, endpoints: Mapping[str, str]) -> Index:
    place = endpoints.get("europepmc", ENDPOINTS["europepmc"])
    url = f"{place}/search?query={query}&format=json&resultType=core&pageSize=1"
    return Index("Europe PMC", url, europe_pmc_record, place)
