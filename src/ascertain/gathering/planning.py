"""Planning by rules: a question becomes one to five subquestions, without a model."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from ascertain.errors import InputError
from ascertain.evidence.kinds import AnswerType, ClaimType, SourceType
from ascertain.evidence.plan import ResearchPlan, Subquestion
from ascertain.evidence.task import ResearchTask
from ascertain.gathering.question_words import (
    answer_type_of,
    claim_type_of,
    content_of,
    has_content,
    is_chinese,
)

__all__ = ["MAX_SUBQUESTIONS", "plan_for_task", "plan_question"]

MAX_SUBQUESTIONS = 5
"""But for the profile of a subject, which has a part for each side of a profile."""
_MAX_LENGTH = 2_000
_NAME_WORDS = 6
_NAME_CHARACTERS = 12

_SOURCES: dict[ClaimType, tuple[SourceType, ...]] = {
    "current_role": ("official_company_page", "personal_website", "university_profile"),
    "previous_role": ("personal_website", "official_company_page", "news_interview"),
    "education": ("university_profile", "personal_website"),
    "publication": ("publication_database", "university_profile"),
    "project": ("repository", "official_company_page", "personal_website"),
    "public_profile": ("personal_website", "repository"),
    "talk_or_media": ("conference_page", "news_interview"),
    "statistic": ("official_document", "official_company_page"),
    "event": ("official_document", "news_interview"),
    "definition": ("official_document", "publication_database"),
    "identity": ("personal_website", "official_company_page"),
}

# A side of a profile: (id, English, Chinese, query words, claim type).
_PROFILE: tuple[tuple[str, str, str, str, ClaimType], ...] = (
    ("roles_now", "Which roles does {} hold now?", "{}现任哪些职务？", "role position chair chief executive director head", "current_role"),
    ("roles_before", "Which roles did {} hold before?", "{}曾任哪些职务？", "former previously was appointed until role", "previous_role"),
    ("education", "Where was {} educated?", "{}的教育经历是什么？", "studied degree university graduated doctorate", "education"),
    ("publications", "What has {} published?", "{}发表过哪些著作？", "published paper book author article", "publication"),
    ("projects", "Which projects has {} worked on?", "{}参与过哪些项目？", "project founded developed built product", "project"),
    ("public_profiles", "Which public profiles does {} have?", "{}有哪些公开主页？", "website profile homepage account", "public_profile"),
    ("talks", "Which talks or interviews has {} given?", "{}做过哪些演讲或采访？", "talk lecture keynote interview speech conference", "talk_or_media"),
)  # fmt: skip

_NAME = r"(?P<name>[^?？.!]{2,120}?)"
_PROFILE_FORMS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"^\s*(?:a |the )?(?:profile|biography|background|dossier) (?:of|on|about) {_NAME}[?.!\s]*$",
        rf"^\s*(?:research|investigate|profile) (?:the person )?{_NAME}[?.!\s]*$",
        rf"^\s*tell me (?:everything )?about {_NAME}[?.!\s]*$",
        rf"^\s*who is {_NAME}[?.!\s]*$",
        rf"^\s*{_NAME}是谁[？?。\s]*$",
        rf"^\s*(?:请)?介绍(?:一下)?{_NAME}[？?。\s]*$",
    )
)
_COMPARISONS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"^\s*(?P<a>[^,:?]{1,120}?)\s+(?:vs\.?|versus)\s+(?P<b>[^,:?]{1,120}?)\s*(?:[,:?]\s*(?P<rest>.*))?$",
        r"^\s*(?P<rest>.*?\b(?:difference|differences)) between (?P<a>.{1,120}?) and (?P<b>[^,?]{1,120}?)[?.\s]*$",
        r"^\s*(?:please )?compare (?P<a>.{1,120}?) (?:and|with|to) (?P<b>[^,?]{1,120}?)(?P<rest>)[?.\s]*$",
        r"^\s*(?P<rest>how (?:does|do|is|are)) (?P<a>.{1,120}?) (?:compare(?:d)?|differ(?:ent)?) (?:to|with|from) (?P<b>[^,?]{1,120}?)[?.\s]*$",
        r"^\s*(?P<a>[^，？?]{1,60}?)(?:和|与|跟)(?P<b>[^，？?]{1,60}?)(?:之间)?(?:的|有什么|有何)*(?P<rest>区别|不同|差异|差别|相比).*$",
    )
)
_SEPARATORS = re.compile(r"(?<=[?？])\s*(?=\S)|\s*[;；]\s*|\n+")
_CONJUNCTION = re.compile(
    r",?\s+(?:and|or|as well as)\s+(?=(?:(?:also|then|since|by|for|in|at|to|from|with)\s+)?"
    r"(?:who|whom|whose|when|where|why|how|what|which)\b)"
    r"|(?:[，,、]\s*(?:以及|并且|和|又|还有)?|以及|并且|还有)"
    r"(?=\w{0,4}(?:谁|何时|什么|为何|哪|多少|几|如何|怎么))",
    re.IGNORECASE,
)
_POINTER = re.compile(
    r"\b(?:it|its|he|him|his|she|her|hers|they|them|their|theirs|this|that|these|those)\b|[他她它其]",
    re.IGNORECASE,
)
_FORECAST = re.compile(r"^\s*(?:will|is .* going to)\b|会不会|未来", re.IGNORECASE)
_ADVICE = re.compile(r"\bshould (?:i|we)\b|我(?:们)?(?:应该|该不该)", re.IGNORECASE)


def plan_question(question: str) -> ResearchPlan:
    """Divide a question by rules.

    Raises:
        InputError: if it is empty, too long, or names nothing to look for; the message is a
            sentence for the person who asked.
    """
    text = _cleaned(question)
    subject = _profile_subject(text)
    parts = _profile(subject) if subject else _parts(text)
    return ResearchPlan(
        question=text,
        subquestions=tuple(parts),
        made_by="rules",
        notes=tuple(_notes(text, subject)),
    )


def plan_for_task(task: ResearchTask) -> ResearchPlan:
    """Make the plan of a single task: its question is the only subquestion."""
    text = _cleaned(task.question)
    only = _subquestion(task.sub_question_id, text, subject=task.subject_name)
    if task.preferred_source_types:
        only = only.model_copy(update={"source_types": task.preferred_source_types})
    return ResearchPlan(question=text, subquestions=(only,), made_by="rules")


def _cleaned(question: str) -> str:
    visible = "".join(
        " " if char in "\t\r" else char
        for char in question
        if char in "\n\t\r" or not unicodedata.category(char).startswith("C")
    )
    text = "\n".join(" ".join(line.split()) for line in visible.split("\n")).strip()
    if not text:
        raise InputError("The question is empty.", hint="Ask in a full sentence.")
    if len(text) > _MAX_LENGTH:
        raise InputError(
            f"The question has {len(text):,} characters; at most {_MAX_LENGTH:,} can be planned.",
            hint="Put the documents in a folder and ask about them in a sentence.",
        )
    if not has_content(text):
        raise InputError(
            f"The question «{text[:80]}» names nothing to look for.",
            hint="Name a person, a thing, an event or a number to find out about.",
        )
    return text


def _profile_subject(text: str) -> str | None:
    for form in _PROFILE_FORMS:
        found = form.match(text)
        if found and _is_name(found["name"]):
            return found["name"].strip(" \"'“”«»")
    return None


def _is_name(words: str) -> bool:
    """A profile is of a name: capitalised words or Han characters, no clause, no "the …"."""
    tokens = words.split()
    if is_chinese(words):
        return len(words) <= _NAME_CHARACTERS
    starts_upper = sum(token[:1].isupper() for token in tokens)
    return (
        1 <= len(tokens) <= _NAME_WORDS
        and starts_upper * 2 > len(tokens)
        and tokens[0][:1].isupper()
    )


def _profile(subject: str) -> list[Subquestion]:
    form = 2 if is_chinese(subject) else 1
    return [
        Subquestion(
            id=side[0],
            question=side[form].format(subject),
            query=f"{subject} {side[3]}",
            answer_type="any",
            claim_type=side[4],
            subject=subject,
            source_types=_SOURCES.get(side[4], ()),
        )
        for side in _PROFILE
    ]


def _parts(text: str) -> list[Subquestion]:
    comparison = _comparison(text)
    questions = comparison or _divided(text)
    kept = [part for part in dict.fromkeys(questions) if part][:MAX_SUBQUESTIONS]
    names = _names_in(kept[0]) or tuple(content_of(kept[0]))
    return [
        _subquestion(f"q{at}", part, about=names if _points_back(part) else ())
        for at, part in enumerate(kept, start=1)
    ]


def _points_back(part: str) -> bool:
    """Whether a part says "its" or "she" and so needs the names of the first part."""
    return bool(_POINTER.search(part)) and not _names_in(part)


def _names_in(part: str) -> tuple[str, ...]:
    """Capitalised words after the first, and all that hold a digit or capitals within."""
    words = content_of(part)
    first = part.split(maxsplit=1)[0] if part.split() else ""
    return tuple(
        word
        for word in words
        if (word[:1].isupper() and word != first) or any(char.isupper() for char in word[1:])
    )


def _comparison(text: str) -> list[str] | None:
    for form in _COMPARISONS:
        found = form.match(text)
        if found is None:
            continue
        one, other = (_side(found[name]) for name in ("a", "b"))
        rest = (found["rest"] or "").strip(" ?？.")
        if not (has_content(one) and has_content(other)):
            continue
        if is_chinese(text):
            return [text, f"{one}是什么？", f"{other}是什么？"]
        about = f": {rest}" if has_content(rest) and "differ" not in rest.casefold() else ""
        return [text, f"What is {one}{about}?", f"What is {other}{about}?"]
    return None


def _side(words: str) -> str:
    return re.sub(
        r"^(?:the|a|an|what is|which is better,?)\s+", "", words.strip(), flags=re.IGNORECASE
    )


def _divided(text: str) -> list[str]:
    parts: list[str] = []
    for sentence in _SEPARATORS.split(text):
        head = ""
        for piece in _CONJUNCTION.split(sentence):
            clean = piece.strip(" ,，、")
            if not clean.strip("?？.。 "):
                continue
            whole = _completed(head, clean)
            parts.append(whole[:1].upper() + whole[1:])
            head = head or clean
    # Words that only introduce ("Two things:") are no part of their own.
    return [part for part in parts if has_content(part)] or [text]


def _completed(head: str, piece: str) -> str:
    """Give a part that says too little ("and since when?") the words of the first part."""
    enough = 2
    if not head or len(content_of(piece)) >= enough:
        return piece if piece.endswith(("?", "？", ".", "。")) else f"{piece}{_mark(piece)}"
    tail = piece.rstrip("?？. 。")
    tail = tail[:1].upper() + tail[1:]
    return f"{tail}{_mark(head)} ({head.rstrip('?？. 。')}{_mark(head)})"


def _mark(text: str) -> str:
    return "？" if is_chinese(text) else "?"


def _subquestion(
    name: str, question: str, *, subject: str | None = None, about: tuple[str, ...] = ()
) -> Subquestion:
    claim_type = claim_type_of(question)
    return Subquestion(
        id=name,
        question=question,
        query=_query(question, subject, about),
        answer_type=_answer_type(question),
        claim_type=claim_type,
        subject=subject,
        source_types=_SOURCES.get(claim_type, ()),
    )


def _answer_type(question: str) -> AnswerType:
    # "Since when? (Who …?)": the part before the bracket is what this subquestion adds.
    head, bracket, _ = question.partition(" (")
    if bracket and not has_content(head):
        return answer_type_of(head)
    return answer_type_of(question)


def _query(question: str, subject: str | None, about: tuple[str, ...]) -> str:
    words = content_of(question)
    named = (*(subject or "").split(), *about)
    missing = [word for word in named if word not in words]
    return " ".join([*missing, *words]) or question


def _notes(text: str, subject: str | None) -> Iterable[str]:
    if subject:
        yield f"Read as a request for the profile of {subject}."
    if _FORECAST.search(text):
        yield "This asks about the future: sources can only say what was expected when they wrote."
    if _ADVICE.search(text):
        yield "This asks for advice: the report gives what sources say, not a recommendation."
