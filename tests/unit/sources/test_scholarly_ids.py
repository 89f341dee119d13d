"""Identifiers of scholarly works in addresses."""

from __future__ import annotations

import pytest

from ascertain.sources.scholarly_ids import ScholarlyId, scholarly_address, scholarly_id


@pytest.mark.parametrize(
    ("url", "kind", "value"),
    [
        ("doi:10.1000/ABC", "doi", "10.1000/abc"),
        ("DOI: 10.1000/abc", "doi", "10.1000/abc"),
        ("https://doi.org/10.1000/abc?x=1#y", "doi", "10.1000/abc"),
        ("http://dx.doi.org/10.1000%2FABC", "doi", "10.1000/abc"),
        ("https://www.doi.org/10.1000.10/123456/", "doi", "10.1000.10/123456"),
        (
            "https://doi.org/10.1002/(SICI)1097-4571(1998)49:8%3C693::AID%3E3.0.CO;2-O",
            "doi",
            "10.1002/(sici)1097-4571(1998)49:8<693::aid>3.0.co;2-o",
        ),
        ("https://arxiv.org/abs/2301.00001", "arxiv", "2301.00001"),
        ("https://arxiv.org/pdf/2301.00001v2.pdf", "arxiv", "2301.00001v2"),
        ("https://arxiv.org/pdf/0704.0001", "arxiv", "0704.0001"),
        ("https://www.arxiv.org/html/2301.00001v1/", "arxiv", "2301.00001v1"),
        ("https://export.arxiv.org/abs/hep-th/9901001", "arxiv", "hep-th/9901001"),
        ("https://arxiv.org/abs/math.GT/0309136v1", "arxiv", "math/0309136v1"),
        ("https://ar5iv.org/html/2301.00001", "arxiv", "2301.00001"),
        ("arXiv:2301.00001v3", "arxiv", "2301.00001v3"),
        ("https://doi.org/10.48550/arXiv.2301.00001", "arxiv", "2301.00001"),
        ("https://doi.org/10.48550/arXiv.other", "doi", "10.48550/arxiv.other"),
        ("https://pubmed.ncbi.nlm.nih.gov/123/", "pubmed", "123"),
        ("http://www.ncbi.nlm.nih.gov/pubmed/0123", "pubmed", "123"),
        ("https://www.ncbi.nlm.nih.gov/m/pubmed/123", "pubmed", "123"),
    ],
)
def test_resolvers_and_archives_name_their_works(url: str, kind: str, value: str) -> None:
    found = scholarly_id(url)
    assert found is not None
    assert (found.kind, found.value) == (kind, value)
    address = scholarly_address(url)
    assert address is not None
    assert scholarly_id(address) == found


@pytest.mark.parametrize(
    ("url", "doi"),
    [
        ("https://www.science.org/doi/10.1126/science.ABC?x=1", "10.1126/science.abc"),
        ("https://onlinelibrary.wiley.com/doi/full/10.1002/ab.123", "10.1002/ab.123"),
        ("https://www.tandfonline.com/doi/pdf/10.1080/1%2F2.3?needAccess=true", "10.1080/1/2.3"),
        ("https://dl.acm.org/doi/fullHtml/10.1145/1.2", "10.1145/1.2"),
        (
            "https://academic.oup.com/nar/article-doi/10.1093/nar/gkaa1100/6018432",
            "10.1093/nar/gkaa1100",
        ),
        (
            "https://www.biorxiv.org/content/10.1101/2020.01.01.123456v2.full.pdf",
            "10.1101/2020.01.01.123456",
        ),
        ("https://link.springer.com/content/pdf/10.1007/s00134-020-1.pdf", "10.1007/s00134-020-1"),
        ("https://www.frontiersin.org/articles/10.3389/fp.2020.1/full", "10.3389/fp.2020.1"),
        ("https://iopscience.iop.org/article/10.1088/1748/ab/meta", "10.1088/1748/ab"),
        ("https://journals.plos.org/plosone/article?id=10.1371/journal.p.1", "10.1371/journal.p.1"),
        ("https://www.nature.com/articles/s41586-020-2649-2.pdf", "10.1038/s41586-020-2649-2"),
    ],
)
def test_publishers_pages_hold_a_doi_but_keep_their_address(url: str, doi: str) -> None:
    assert scholarly_id(url) == ScholarlyId("doi", doi)
    assert scholarly_address(url) is None


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org/",
        "https://example.org/10.1000/abc",
        "https://example.org/?id=10&doi=none",
        "https://doi.org/",
        "https://doi.org/10.1000/",
        "https://doi.org/10.1000/a/../b",
        "https://doi.org/10.1000/a%00b",
        "https://doi.org/10.1000/%FF",
        "https://doi.org/10.1000/a\ud800",
        "https://doi.org/10/abc",
        "doi:10.1000/a b",
        "https://arxiv.org/list/cs.CL/recent",
        "https://arxiv.org/abs/2301.00001x",
        "https://alphaxiv.org/abs/2301.00001",
        "arXiv:none",
        "https://www.ncbi.nlm.nih.gov/123",
        "https://pubmed.ncbi.nlm.nih.gov/?term=cats",
        "https://www.nature.com/nature/volumes/1",
        "https://[x",
        "https://doi.org:x/10.1000/abc",
        "ftp://doi.org/10.1000/abc",
        "https://doi.org/10.1000/" + "a" * 5_000,
    ],
)
def test_other_addresses_name_no_work(url: str) -> None:
    assert scholarly_id(url) is None
    assert scholarly_address(url) is None
