"""Typed client of the Tripfold API. It needs Python 3.11 or newer, and nothing else."""

from .client import Client
from .errors import BatchRefusedError, NoAnswerError, TripfoldError, WebhookVerificationError
from .transport import Page, Pages, Submitted, Written
from .webhooks import verify_webhook

__all__ = [
    "BatchRefusedError",
    "Client",
    "NoAnswerError",
    "Page",
    "Pages",
    "Submitted",
    "TripfoldError",
    "WebhookVerificationError",
    "Written",
    "verify_webhook",
]
