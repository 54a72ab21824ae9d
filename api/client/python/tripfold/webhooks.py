"""Verifies deliveries by the Standard Webhooks scheme; needs no client and no network."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
from collections.abc import Mapping, Sequence

from .errors import WebhookVerificationError
from .types import Event

_TOLERANCE_SECONDS = 300


def verify_webhook(
    body: bytes | str,
    headers: Mapping[str, str],
    secrets: str | Sequence[str],
    *,
    tolerance_seconds: float = _TOLERANCE_SECONDS,
    now: float | None = None,
) -> Event:
    """Verifies a delivery and returns its event.

    `body` is the body as it was received: parsed and serialised again it has another signature. `secrets` are the
    signing secret, or both while it is being rotated. Raises WebhookVerificationError.
    """
    given = {name.lower(): value for name, value in headers.items()}
    message_id = _header(given, "webhook-id")
    timestamp = _header(given, "webhook-timestamp")
    signatures = _header(given, "webhook-signature").split(" ")
    if not re.fullmatch("[0-9]{1,12}", timestamp):
        raise WebhookVerificationError("webhook-timestamp is not a number.")
    if abs((time.time() if now is None else now) - int(timestamp)) > tolerance_seconds:
        raise WebhookVerificationError("The delivery was signed too long ago, or a clock is wrong.")
    received = body.encode() if isinstance(body, str) else body
    signed = f"{message_id}.{timestamp}.".encode() + received
    for secret in [secrets] if isinstance(secrets, str) else secrets:
        digest = hmac.new(_key(secret), signed, hashlib.sha256).digest()
        expected = b"v1," + base64.b64encode(digest)
        if any(hmac.compare_digest(expected, one.encode()) for one in signatures):
            event: Event = json.loads(received)
            return event
    raise WebhookVerificationError("No signature matches any of the secrets.")


def _header(headers: Mapping[str, str], name: str) -> str:
    if not headers.get(name):
        raise WebhookVerificationError(f"The header {name} is missing.")
    return headers[name]


def _key(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except ValueError:
        key = b""
    if not key:
        raise ValueError("A signing secret is whsec_ and base64, as POST /v2/callbacks answered it.")
    return key
