"""The closed vocabularies of the records."""

from __future__ import annotations

from typing import Literal

__all__ = [
    "AnchorMethod",
    "AnswerType",
    "CheckOutcome",
    "ClaimFreshness",
    "ClaimType",
    "Ending",
    "ObservedText",
    "RunStatus",
    "Skill",
    "SourceKind",
    "SourceStatus",
    "SourceType",
    "Stance",
    "Verdict",
]

ClaimType = Literal[
    "identity",
    "current_role",
    "previous_role",
    "education",
    "publication",
    "project",
    "public_profile",
    "talk_or_media",
    "statistic",
    "event",
    "definition",
    "other",
]
SourceType = Literal[
    "personal_website",
    "official_company_page",
    "university_profile",
    "publication_database",
    "conference_page",
    "news_interview",
    "official_document",
    "repository",
    "local_document",
    "other",
]
SourceKind = Literal[
    "official",
    "repo",
    "scholarly",
    "reference",
    "news",
    "blog",
    "forum",
    "social",
    "local",
    "unknown",
]
SourceStatus = Literal["ok", "error", "blocked", "empty", "robots", "too_large", "unsupported"]
AnchorMethod = Literal["exact", "normalized", "fuzzy"]
Verdict = Literal["supported", "refuted", "not_enough_evidence", "conflicting"]
"""AVeriTeC's four labels (Schlichtkrull et al., 2023)."""
CheckOutcome = Literal["pass", "fail", "uncertain", "not_run"]
ClaimFreshness = Literal["current", "stale", "undated"]
"""How a claim of a kind that ages stands: its source is younger than the kind's half-life on the
run's day, or older, or gives no date."""
Stance = Literal["supports", "refutes"]
AnswerType = Literal[
    "person", "organisation", "place", "date", "number", "reason", "manner", "definition", "any"
]
"""What would count as an answer; chosen by the planner, editable by people."""
Skill = Literal["web", "corpus", "scholarly", "data"]
"""What a researcher and its tools can do."""
Ending = Literal["finished", "limit", "budget", "stalled", "time_out", "error", "cancelled"]
"""How a researcher ended: ``limit``: sources or records used up; ``budget``: money, tokens,
calls or turns; ``stalled``: it went in circles."""
RunStatus = Literal["collected", "no_evidence", "incomplete"]
ObservedText = Literal["page", "processed"]
"""Whether a saved text is the page's own, or what a researcher's program said of the page."""
