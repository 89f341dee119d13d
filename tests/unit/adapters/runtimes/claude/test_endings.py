"""Every way in which the SDK can end."""

from __future__ import annotations

from typing import Any

import pytest
from claude_agent_sdk import (
    ClaudeSDKError,
    CLIConnectionError,
    CLIJSONDecodeError,
    CLINotFoundError,
    ProcessError,
    ResultMessage,
)

from ascertain.adapters.runtimes.claude.endings import fault_of, result_of

SET = (
    "set ANTHROPIC_API_KEY, ANTHROPIC_AUTH_TOKEN or CLAUDE_CODE_OAUTH_TOKEN, in the environment "
    "or in .env"
)


def result(**more: Any) -> ResultMessage:
    given: dict[str, Any] = {
        "subtype": "success",
        "duration_ms": 1,
        "duration_api_ms": 1,
        "is_error": False,
        "num_turns": 1,
        "session_id": "s",
    }
    return ResultMessage(**{**given, **more})


@pytest.mark.parametrize(
    ("more", "ending", "status"),
    [
        ({}, "finished", "error"),
        ({"subtype": "error_max_turns", "is_error": True}, "budget", "cut"),
        ({"terminal_reason": "max_turns"}, "budget", "cut"),
        ({"subtype": "error_max_budget_usd"}, "budget", "cut"),
        ({"subtype": "error_max_structured_output_retries"}, "error", "bad_output"),
        ({"terminal_reason": "aborted_tools"}, "cancelled", "error"),
        ({"terminal_reason": "hook_stopped"}, "budget", "cut"),
        ({"is_error": True, "stop_reason": "refusal"}, "error", "refused"),
        ({"is_error": True, "terminal_reason": "prompt_too_long"}, "error", "error"),
        ({"is_error": True, "api_error_status": 401}, "error", "sign_in"),
        ({"is_error": True, "api_error_status": 403}, "error", "sign_in"),
        ({"is_error": True, "result": "Credit balance is too low"}, "error", "sign_in"),
        ({"is_error": True, "result": "Not logged in · Please run /login"}, "error", "sign_in"),
        ({"is_error": True, "api_error_status": 404}, "error", "no_access"),
        ({"is_error": True, "api_error_status": 429}, "error", "overloaded"),
        ({"is_error": True, "api_error_status": 529}, "error", "overloaded"),
        ({"is_error": True, "result": "Request timed out."}, "time_out", "time_out"),
        ({"is_error": True, "api_error_status": 400, "result": "odd"}, "error", "error"),
        ({"subtype": "error_during_execution", "is_error": True}, "error", "error"),
    ],
    ids=str,
)
def test_a_last_message_is_one_of_our_endings(
    more: dict[str, Any], ending: str, status: str
) -> None:
    found = result_of(result(**more))
    assert (found.ending, found.status) == (ending, status)
    assert (found.error is None) == (ending == "finished")


@pytest.mark.parametrize(
    ("status", "said", "sentence"),
    [
        (None, "Not logged in · Please run /login", f"Claude is not signed in: {SET}"),
        (
            401,
            'API Error: 401 {"type":"error","error":{"type":"a","message":"invalid x-api-key"}}'
            " · Please run /login",
            f"the sign-in failed (401): invalid x-api-key; {SET}",
        ),
        (403, None, f"the sign-in failed (403); {SET}"),
        (None, "Invalid API key · Fix it", f"the sign-in failed: Invalid API key · Fix it; {SET}"),
        (None, "Credit balance is too low", "the account cannot pay: Credit balance is too low"),
    ],
)
def test_a_failed_sign_in_says_what_to_set_and_no_command_of_the_program(
    status: int | None, said: str | None, sentence: str
) -> None:
    found = result_of(result(is_error=True, api_error_status=status, result=said))
    assert (found.status, found.error) == ("sign_in", sentence)


@pytest.mark.parametrize(
    ("error", "status", "words"),
    [
        (CLINotFoundError("x"), "missing_program", "ASCERTAIN_CLAUDE_CLI"),
        (CLIJSONDecodeError("x", ValueError()), "bad_output", "too long"),
        (ProcessError("x", exit_code=-9), "cut", "killed"),
        (ProcessError("x", exit_code=143), "cut", "killed"),
        (ProcessError("x", exit_code=1), "cut", "status 1. It said: no such flag"),
        (CLIConnectionError("gone"), "cut", "spoken to: gone"),
        (ClaudeSDKError("new kind"), "error", "does not know"),
        (TimeoutError(), "time_out", "in time"),
        (ValueError("odd"), "error", "ValueError: odd"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else "",
)
def test_what_the_sdk_raises_is_one_of_our_endings(
    error: Exception, status: str, words: str
) -> None:
    found = fault_of(error, "no such flag\n")
    assert found.status == status
    assert words in (found.error or "")
