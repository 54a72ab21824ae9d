"""What a failed call raises."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from math import ceil
from typing import Any

from .types import ErrorCode, FieldError, FieldErrorCode, OAuthErrorCode, RefusedSegment


class TripfoldError(Exception):
    """An answer with an error, as JSON or as a problem document (RFC 9457)."""

    status: int
    code: ErrorCode | FieldErrorCode | OAuthErrorCode | None
    """Code from the closed list of the API contract; None: the answer did not come from the API."""
    errors: list[FieldError]
    """All errors of a single segment or body."""
    hint: str | None
    """How to fix it, where the API says it."""
    request_id: str | None
    """Name it when you ask about the request."""
    retry_after: int | None
    """Seconds to wait, of an error that will pass."""

    def __init__(self, status: int, headers: Mapping[str, str], fault: dict[str, Any]) -> None:
        super().__init__(fault.get("error_description") or f"The API answered {status}.")
        self.status = status
        self.code = fault.get("error")
        self.errors = fault.get("errors") or []
        self.hint = fault.get("hint")
        self.request_id = headers.get("x-request-id")
        self.retry_after = _retry_after(headers.get("retry-after"))


class BatchRefusedError(TripfoldError):
    """A batch of which nothing was accepted: `segments` has an entry per segment, in order."""

    segments: list[RefusedSegment]

    def __init__(self, status: int, headers: Mapping[str, str], segments: list[RefusedSegment]) -> None:
        errors = [error for segment in segments for error in segment["errors"]]
        first: Any = errors[0] if errors else {}
        reason = first.get("error_description", "no reason was given.")
        fault = {"error": first.get("error"), "error_description": f"The batch was refused: {reason}"}
        super().__init__(status, headers, {**fault, "errors": errors})
        self.segments = segments


class NoAnswerError(Exception):
    """No answer after all attempts: the network failed or the time was up."""


class WebhookVerificationError(Exception):
    """The delivery is not from Tripfold, was changed on its way, or is too old. Answer 400 and do nothing."""


def error_of(status: int, headers: Mapping[str, str], body: bytes) -> TripfoldError:
    """The error of an answer; a proxy's page says no more than its status."""
    try:
        fault = json.loads(body)
    except ValueError:
        fault = {}
    if isinstance(fault, list):
        return BatchRefusedError(status, headers, fault)
    return TripfoldError(status, headers, fault if isinstance(fault, dict) else {})


def _retry_after(value: str | None) -> int | None:
    """Seconds from a Retry-After header, which is a number or a date."""
    if value is None or value.isdigit():
        return None if value is None else int(value)
    try:
        wait = parsedate_to_datetime(value) - datetime.now(timezone.utc)
    except (TypeError, ValueError):
        return None
    return max(0, ceil(wait.total_seconds()))
