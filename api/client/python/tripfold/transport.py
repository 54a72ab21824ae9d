"""One call: its request, its retries, its answer. The class Client has a method per operation on top of this."""

from __future__ import annotations

import itertools
import json
import random
import re
import threading
import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from http.client import HTTPException
from typing import Any, Generic, TypeVar
from urllib.error import HTTPError
from urllib.parse import parse_qs, quote, urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from .errors import NoAnswerError, error_of
from .types import AcceptedBatch, Batch, FeedAnswer, FeedLine

T = TypeVar("T")

_FIRST_WAIT = 0.5
_LONGEST_WAIT = 30.0
_PASSING = {502, 503, 504}
# A token is renewed so many seconds before it expires.
_MARGIN = 60
# So few that their answers fit into the buffers of the network while the lines are still being sent.
_FEED_LINES = 100


@dataclass(frozen=True)
class Call:
    """An operation with its values."""

    method: str
    path: str
    query: Mapping[str, Any] = field(default_factory=dict)
    body: Any = None
    content_type: str | None = None
    accept: str = "application/json"
    keyed: bool = False
    """A POST that takes an Idempotency-Key, so that it may be sent again whatever happened to it."""
    is_open: bool = False
    """Needs no token."""
    idempotency_key: str | None = None
    if_match: str | None = None
    prefer: str | None = None

    @property
    def is_repeatable(self) -> bool:
        """PATCH names the new values, as PUT does."""
        return self.method != "POST" or self.keyed


@dataclass(frozen=True)
class Answer:
    """What was received; the names of headers are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True)
class Written(Generic[T]):
    """A write waits until it is on the itinerary, at most five seconds.

    If it takes longer, or the token may not read the result, it is pending and there is the batch.
    """

    pending: bool
    resource: T | None = None
    etag: str | None = None
    batch: Batch | None = None


@dataclass(frozen=True)
class Submitted:
    """A batch that is on disk, and not on the itinerary yet."""

    accepted: AcceptedBatch
    batch_id: str


@dataclass(frozen=True)
class Page(Generic[T]):
    """`cursor` continues after this page, later too."""

    items: list[T]
    cursor: str | None
    total: int | None


class Pages(Generic[T]):
    """A list that is read page by page: iterate over its entries, or over `pages()`."""

    def __init__(self, send: Callable[[Call], Answer], call: Call) -> None:
        self._send = send
        self._call = call

    def __iter__(self) -> Iterator[T]:
        for page in self.pages():
            yield from page.items

    def pages(self) -> Iterator[Page[T]]:
        call = self._call
        while True:
            answer = self._send(call)
            following = _next_cursor(answer.headers.get("link", ""))
            total = answer.headers.get("x-total-count")
            yield Page(
                json.loads(answer.body),
                following or answer.headers.get("x-cursor"),
                None if total is None else int(total),
            )
            if following is None:
                return
            call = replace(call, query={**call.query, "cursor": following, "offset": None})


def path(template: str, *values: str) -> str:
    """A path with its values. Empty ones and dots would make another path of it."""
    for value in values:
        if value in ("", ".", ".."):
            raise ValueError(f'"{value}" is no id.')
    return template.format(*(quote(value, safe="") for value in values))


class _NoRedirects(HTTPRedirectHandler):
    """A redirect would take the token to another host."""

    def redirect_request(self, *_: Any) -> None:
        return None


_OPENER = build_opener(_NoRedirects)


def open_url(request: Request, timeout: float) -> Answer:
    """Sends one request. Raises OSError or HTTPException if there is no answer."""
    try:
        answer = _OPENER.open(request, timeout=timeout)
    except HTTPError as error:
        answer = error
    with answer:
        headers = {name.lower(): value for name, value in answer.headers.items()}
        return Answer(answer.status, headers, answer.read())


class Transport:
    """Sends calls with credentials and retries. It holds no connection, and threads may share it."""

    def __init__(
        self,
        base_url: str,
        *,
        token: str | Callable[[], str] | None = None,
        client_id: str | None = None,
        client_secret: str | None = None,
        auth_url: str | None = None,
        retries: int = 3,
        timeout: float = 30.0,
        send: Callable[[Request, float], Answer] = open_url,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """
        `token` is a member's access token, or a function that gives one that is valid now. With `client_id` and
        `client_secret` of the application instead, the client gets and renews the token. `auth_url` is the address of
        the authorization server if it is another one. `retries` are the attempts after the first one, `timeout` the
        seconds of one attempt. `send` and `sleep` stand in for the network and the clock.
        """
        self._base_url = base_url.rstrip("/")
        self._auth_url = (auth_url or base_url).rstrip("/")
        self._token = token
        self._application = {"client_id": client_id, "client_secret": client_secret}
        self._granted: tuple[str, float] | None = None
        self._lock = threading.Lock()
        self._retries = retries
        self._timeout = timeout
        self._send_once = send
        self._sleep = sleep

    def _address(self, call: Call) -> str:
        is_auth = re.match("/(oauth/|[.]well-known/oauth-authorization-server)", call.path)
        given = {name: value for name, value in call.query.items() if value is not None}
        search = urlencode({name: ",".join(v) if isinstance(v, list) else v for name, v in given.items()})
        return (self._auth_url if is_auth else self._base_url) + call.path + (f"?{search}" if search else "")

    def _current_token(self) -> str:
        if isinstance(self._token, str):
            return self._token
        if self._token is not None:
            return self._token()
        if self._application["client_id"] is None:
            raise ValueError("This call needs a token, or client_id and client_secret.")
        with self._lock:
            if self._granted is None or time.time() > self._granted[1]:
                form = {"grant_type": "client_credentials", **self._application}
                call = Call("POST", "/oauth/token", body=form, content_type=FORM, is_open=True)
                answer = self._attempt(call, _headers(call))
                if answer.status >= 300:
                    raise error_of(answer.status, answer.headers, answer.body)
                tokens = json.loads(answer.body)
                self._granted = (tokens["access_token"], time.time() + tokens["expires_in"] - _MARGIN)
            return self._granted[0]

    def _renews(self, refused: str) -> bool:
        """After a 401: forgets the token. False if there is no other one to try."""
        with self._lock:
            if self._granted is not None and self._granted[0] == refused:
                self._granted = None
        return not isinstance(self._token, str)

    def _attempt(self, call: Call, headers: dict[str, str], may_renew: bool = True) -> Answer:
        token = None if call.is_open else self._current_token()
        credentials = {} if token is None else {"authorization": f"Bearer {token}"}
        request = Request(
            self._address(call), data=_bytes(call), headers={**headers, **credentials}, method=call.method
        )
        answer = self._send_once(request, self._timeout)
        if answer.status == 401 and token is not None and may_renew and self._renews(token):
            return self._attempt(call, headers, may_renew=False)
        return answer

    def _send(self, call: Call) -> Answer:
        headers = _headers(call)
        for tried in itertools.count():
            is_last = tried >= self._retries
            try:
                answer = self._attempt(call, headers)
            except (OSError, HTTPException) as cause:
                # Nobody knows whether the request was carried out.
                if is_last or not call.is_repeatable:
                    raise NoAnswerError(f"{call.method} {call.path} got no answer: {cause}") from cause
                self._sleep(_wait_after(tried, None))
                continue
            if answer.status < 300:
                return answer
            error = error_of(answer.status, answer.headers, answer.body)
            if is_last or not _may_pass(answer, call):
                raise error
            self._sleep(_wait_after(tried, error.retry_after))
        raise AssertionError

    def _answer(self, call: Call) -> Any:
        return json.loads(self._send(call).body or "null")

    def _text(self, call: Call) -> str:
        return self._send(call).body.decode()

    def _pages(self, call: Call) -> Pages[Any]:
        return Pages(self._send, call)

    def _write(self, call: Call) -> Written[Any]:
        answer = self._send(call)
        body = json.loads(answer.body)
        if answer.status == 202:
            return Written(pending=True, batch=body)
        return Written(pending=False, resource=body, etag=answer.headers.get("etag"))

    def _batch(self, call: Call) -> Submitted:
        answer = self._send(call)
        return Submitted(json.loads(answer.body), answer.headers.get("location", "").split("/")[-1])

    def _feed(self, call: Call, lines: Iterable[FeedLine]) -> Iterator[FeedAnswer]:
        rest = iter(lines)
        sent = 0
        while piece := list(itertools.islice(rest, _FEED_LINES)):
            body = "".join(f"{json.dumps(line)}\n" for line in piece)
            for text in self._send(replace(call, body=body)).body.splitlines():
                answer = json.loads(text)
                yield {**answer, "line": answer["line"] + sent}
            sent += len(piece)


FORM = "application/x-www-form-urlencoded"


def _bytes(call: Call) -> bytes | None:
    """Text and bytes are sent unchanged."""
    if call.body is None or isinstance(call.body, bytes):
        return call.body
    if isinstance(call.body, str):
        return call.body.encode()
    if call.content_type != FORM:
        return json.dumps(call.body).encode()
    return urlencode({name: value for name, value in call.body.items() if value is not None}).encode()


def _headers(call: Call) -> dict[str, str]:
    given = {
        "accept": f"{call.accept}, application/problem+json;q=0.9",
        "content-type": None if call.body is None else call.content_type or "application/json",
        "idempotency-key": (call.idempotency_key or str(uuid.uuid4())) if call.keyed else None,
        "if-match": call.if_match,
        "prefer": call.prefer,
    }
    return {name: value for name, value in given.items() if value is not None}


def _may_pass(answer: Answer, call: Call) -> bool:
    """With 429 nothing was done, and of a 503 that may not be certain.

    A keyed request in progress elsewhere will have its answer soon.
    """
    if answer.status == 409:
        return call.keyed and "retry-after" in answer.headers
    return answer.status == 429 or (answer.status in _PASSING and call.is_repeatable)


def _wait_after(tried: int, retry_after: int | None) -> float:
    """Seconds: what the service asks for, or a doubling wait with jitter."""
    if retry_after is not None:
        return retry_after
    longest = min(_LONGEST_WAIT, _FIRST_WAIT * 2**tried)
    return longest / 2 + random.random() * longest / 2


def _next_cursor(link: str) -> str | None:
    """The cursor of the Link header to the next page (RFC 8288)."""
    target = re.search('<([^>]*)>; rel="next"', link)
    return None if target is None else parse_qs(urlsplit(target[1]).query).get("cursor", [None])[0]
