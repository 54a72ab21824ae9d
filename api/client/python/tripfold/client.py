"""Generated from the OpenAPI document by test/checks/generate-client.ts. Do not edit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal

from .transport import FORM, Call, Pages, Submitted, Transport, Written, path
from .types import (
    Member,
    MemberChange,
    Trip,
    TripFields,
    Segment,
    ProcessingSegment,
    Account,
    NewAccount,
    Source,
    SourceClassification,
    City,
    Airport,
    Batch,
    AcceptedDocument,
    SegmentBatch,
    SegmentType,
    SingleSegment,
    Event,
    Callback,
    CallbackCreate,
    CallbackChange,
    CallbackReplay,
    CallbackReplayType,
    CallbackPing,
    Delivery,
    DeliveryState,
    DeliveryDetail,
    CreateTripBody,
    MergeTripsBody,
    SplitTripBody,
    SegmentTypeInPath,
    DocumentSummary,
    Document,
    ConfirmDocumentBody,
    CreateCalendarFeedBody,
    NewCalendarFeed,
    CalendarFeed,
    FeedDay,
    FeedReport,
    OpenApiDocument,
    FeedLine,
    FeedAnswer,
    RedeliverEventBody,
    Redelivery,
    RotateCallbackSecretBody,
    Replay,
    GetTokensBody,
    Tokens,
    RevokeTokenBody,
    AuthorizationServer,
    ProtectedResource,
    KeySet,
    GetWebhookKeysAnswer,
)


class Client(Transport):
    """A method for each operation of the API, by its operation id."""

    def get_me(self) -> Member:
        """Read the member record. The record of the member for whom the access token was issued."""
        return self._answer(Call("GET", "/v2/me"))

    def update_me(self, body: MemberChange, *, if_match: str | None = None) -> Written[Member]:
        """Change the member record. Changes names, home, time zone and language. Omitted fields stay as they are. A change of home keeps the earlier homes with their dates; `from` is the first day of the new one, today if omitted."""
        return self._write(Call("PUT", "/v2/me", body=body, if_match=if_match))

    def list_trips(self, *, start: str | None = None, end: str | None = None, since: str | None = None, until: str | None = None, status: list[Literal["Active", "Cancelled", "Merged", "Deleted"]] | None = None, privacy: list[Literal["Private", "Buddies Only", "Public"]] | None = None, purpose: Literal["Personal", "Business"] | None = None, segments: Literal[0, 1] | None = None, limit: int | None = None, offset: int | None = None, cursor: str | None = None) -> Pages[Trip]:
        """List trips. Trips by begin, then id. Without since and until, `start` is `today` and `status` is Active; trips without times come first then, unless `start` or `end` is given. With since or until, the list is ordered by `updated` and includes cancelled, merged and deleted trips, so that a client can stay in sync."""
        return self._pages(Call("GET", "/v2/trips", query={"start": start, "end": end, "since": since, "until": until, "status": status, "privacy": privacy, "purpose": purpose, "segments": segments, "limit": limit, "offset": offset, "cursor": cursor}))

    def create_trip(self, body: CreateTripBody | None = None, *, idempotency_key: str | None = None) -> Written[Trip]:
        """Create a trip by hand. Creates a permanent trip with the given segments. Later segments join it by the usual grouping rules. Without an Idempotency-Key, each request makes a trip."""
        return self._write(Call("POST", "/v2/trips", body={} if body is None else body, keyed=True, idempotency_key=idempotency_key))

    def list_upcoming_trips(self, *, start: str | None = None, end: str | None = None, since: str | None = None, until: str | None = None, status: list[Literal["Active", "Cancelled", "Merged", "Deleted"]] | None = None, privacy: list[Literal["Private", "Buddies Only", "Public"]] | None = None, purpose: Literal["Personal", "Business"] | None = None, segments: Literal[0, 1] | None = None, limit: int | None = None, offset: int | None = None, cursor: str | None = None) -> Pages[Trip]:
        """List upcoming trips. Trips that end now or later, in increasing order of begin; a running trip comes first."""
        return self._pages(Call("GET", "/v2/trips/upcoming", query={"start": start, "end": end, "since": since, "until": until, "status": status, "privacy": privacy, "purpose": purpose, "segments": segments, "limit": limit, "offset": offset, "cursor": cursor}))

    def list_past_trips(self, *, start: str | None = None, end: str | None = None, since: str | None = None, until: str | None = None, status: list[Literal["Active", "Cancelled", "Merged", "Deleted"]] | None = None, privacy: list[Literal["Private", "Buddies Only", "Public"]] | None = None, purpose: Literal["Personal", "Business"] | None = None, segments: Literal[0, 1] | None = None, limit: int | None = None, offset: int | None = None, cursor: str | None = None) -> Pages[Trip]:
        """List past trips. Trips that have ended, in decreasing order of end."""
        return self._pages(Call("GET", "/v2/trips/past", query={"start": start, "end": end, "since": since, "until": until, "status": status, "privacy": privacy, "purpose": purpose, "segments": segments, "limit": limit, "offset": offset, "cursor": cursor}))

    def list_past_trips_alias(self, *, start: str | None = None, end: str | None = None, since: str | None = None, until: str | None = None, status: list[Literal["Active", "Cancelled", "Merged", "Deleted"]] | None = None, privacy: list[Literal["Private", "Buddies Only", "Public"]] | None = None, purpose: Literal["Personal", "Business"] | None = None, segments: Literal[0, 1] | None = None, limit: int | None = None, offset: int | None = None, cursor: str | None = None) -> Pages[Trip]:
        """List past trips (alias). The same as GET /v2/trips/past, for clients that use the singular form."""
        return self._pages(Call("GET", "/v2/trip/past", query={"start": start, "end": end, "since": since, "until": until, "status": status, "privacy": privacy, "purpose": purpose, "segments": segments, "limit": limit, "offset": offset, "cursor": cursor}))

    def get_current_trip(self, *, segments: Literal[0, 1] | None = None) -> Trip:
        """Read the current trip. The trip being travelled now; of several, the one that began last. Otherwise the one nearest in time: the last past one by its end or the next one by its begin, whichever is closer; of two equally close, the next one. Only Active trips with times count. If there is none, 404. With `Accept: application/ld+json`, a schema.org ReservationPackage with a reservation for each of its segments, for email programs, calendars and assistants."""
        return self._answer(Call("GET", "/v2/trips/current", query={"segments": segments}))

    def get_trip(self, trip_id: str, *, segments: Literal[0, 1] | None = None, follow: Literal[0, 1] | None = None) -> Trip:
        """Read a trip. One trip by its id, whatever its status. With `Accept: application/ld+json`, a schema.org ReservationPackage with a reservation for each of its segments, for email programs, calendars and assistants."""
        return self._answer(Call("GET", path("/v2/trips/{}", trip_id), query={"segments": segments, "follow": follow}))

    def update_trip(self, trip_id: str, body: TripFields, *, if_match: str | None = None) -> Written[Trip]:
        """Change a trip. Sets the member's own values, which override computed ones until they are set to null. Omitted fields stay as they are, and so do computed values that are sent back as they were read. For a Merged trip, the trip that it was merged into is changed, and If-Match is compared with that one: read it with follow=1."""
        return self._write(Call("PUT", path("/v2/trips/{}", trip_id), body=body, if_match=if_match))

    def delete_trip(self, trip_id: str, *, if_match: str | None = None) -> Written[dict[str, Any]]:
        """Delete a trip. The trip becomes Deleted. Its segments belong to no trip until they are pinned to another one. A Merged trip cannot be deleted: 404."""
        return self._write(Call("DELETE", path("/v2/trips/{}", trip_id), if_match=if_match))

    def merge_trips(self, trip_id: str, body: MergeTripsBody, *, if_match: str | None = None, idempotency_key: str | None = None) -> Written[Trip]:
        """Merge trips. Merges the given trips into this one, permanently. For a Merged trip, the trip that it was merged into is changed, and If-Match is compared with that one: read it with follow=1."""
        return self._write(Call("POST", path("/v2/trips/{}/merge", trip_id), body=body, keyed=True, if_match=if_match, idempotency_key=idempotency_key))

    def split_trip(self, trip_id: str, body: SplitTripBody, *, if_match: str | None = None, idempotency_key: str | None = None) -> Written[Trip]:
        """Split a trip. Moves the given segments to a new trip and returns it. The two trips stay apart. For a Merged trip, the trip that it was merged into is changed, and If-Match is compared with that one: read it with follow=1."""
        return self._write(Call("POST", path("/v2/trips/{}/split", trip_id), body=body, keyed=True, if_match=if_match, idempotency_key=idempotency_key))

    def submit_segments(self, body: SegmentBatch, *, prefer: str | None = None, idempotency_key: str | None = None) -> Submitted:
        """Submit raw segments. Accepts up to 500 raw segments of one member. All are validated before the answer: one error in any of them rejects the whole batch, and every error is reported. The answer 202 is sent once the batch is on disk; it is put on the itinerary after that, see the URL in Location. A trip_id must not be sent. schema.org JSON-LD and iCalendar are read as documents (POST /v2/documents) and answered like them."""
        return self._batch(Call("POST", "/v2/segments", body=body, keyed=True, prefer=prefer, idempotency_key=idempotency_key))

    def list_segments(self, *, type: SegmentType | None = None, source: str | None = None, status: list[Literal["Active", "Pending", "Cancelled", "Merged", "Deleted"]] | None = None, start: str | None = None, end: str | None = None, since: str | None = None, until: str | None = None, confirmation_no: str | None = None, unfiled: Literal[0, 1] | None = None, provenance: Literal[0, 1] | None = None, limit: int | None = None, offset: int | None = None, cursor: str | None = None) -> Pages[Segment]:
        """List segments. Segments in order of start, then id; by default the Active ones. With since or until, the list is ordered by `updated` and includes cancelled, merged and deleted segments. GET /v2/segments/air, and so on for each type in lower case, is the same list with that `type`."""
        return self._pages(Call("GET", "/v2/segments", query={"type": type, "source": source, "status": status, "start": start, "end": end, "since": since, "until": until, "confirmation_no": confirmation_no, "unfiled": unfiled, "provenance": provenance, "limit": limit, "offset": offset, "cursor": cursor}))

    def get_segment(self, segment: str, *, provenance: Literal[0, 1] | None = None, follow: Literal[0, 1] | None = None) -> Segment | ProcessingSegment:
        """Read a segment. One segment by its id, whatever its status. The id of a raw segment returns the segment that it became, or `status: "Processing"` while it is being processed, or while a cancellation waits for its booking (30 days)."""
        return self._answer(Call("GET", path("/v2/segments/{}", segment), query={"provenance": provenance, "follow": follow}))

    def create_segment(self, segment: SegmentTypeInPath, body: SingleSegment, *, prefer: str | None = None, idempotency_key: str | None = None) -> Written[Segment]:
        """Submit one segment. One raw segment of the type in the path. Its source is manual if omitted. With trip_id it is pinned to that trip. The answer waits until it is on the itinerary, at most five seconds."""
        return self._write(Call("POST", path("/v2/segments/{}", segment), body=body, keyed=True, prefer=prefer, idempotency_key=idempotency_key))

    def update_segment(self, segment: str, body: SingleSegment, *, if_match: str | None = None) -> Written[Segment]:
        """Change a segment. Replaces the latest statement that the application may change: one of the given source if there is one. Without source, the new statement has the source of the replaced one. An application may change what it submitted; the member's own (manual) statements may be changed by any application of the member. A JSON body is the whole statement; in a form, fields that are not sent keep their value, and an empty one is removed."""
        return self._write(Call("PUT", path("/v2/segments/{}", segment), body=body, if_match=if_match))

    def delete_segment(self, segment: str, *, if_match: str | None = None) -> Written[dict[str, Any]]:
        """Withdraw a segment. Withdraws all that the application submitted about a segment, from every source; the id of a raw segment names that one alone. What others report stays."""
        return self._write(Call("DELETE", path("/v2/segments/{}", segment), if_match=if_match))

    def get_segment_of_type(self, segment_type: SegmentTypeInPath, segment_id: str, *, provenance: Literal[0, 1] | None = None, follow: Literal[0, 1] | None = None) -> Segment | ProcessingSegment:
        """Read a segment of one type. As GET /v2/segments/{segment}, for one type alone."""
        return self._answer(Call("GET", path("/v2/segments/{}/{}", segment_type, segment_id), query={"provenance": provenance, "follow": follow}))

    def update_segment_of_type(self, segment_type: SegmentTypeInPath, segment_id: str, body: SingleSegment, *, if_match: str | None = None) -> Written[Segment]:
        """Change a segment of one type. As PUT /v2/segments/{segment}, for one type alone."""
        return self._write(Call("PUT", path("/v2/segments/{}/{}", segment_type, segment_id), body=body, if_match=if_match))

    def delete_segment_of_type(self, segment_type: SegmentTypeInPath, segment_id: str, *, if_match: str | None = None) -> Written[dict[str, Any]]:
        """Withdraw a segment of one type. As DELETE /v2/segments/{segment}, for one type alone."""
        return self._write(Call("DELETE", path("/v2/segments/{}/{}", segment_type, segment_id), if_match=if_match))

    def get_batch(self, batch_id: str) -> Batch:
        """Read the status of a batch. The URL in the Location header of an accepted batch. The batch is pending at first; then processed, with the segment and trip of every raw segment, or failed, with the error for which it was rejected."""
        return self._answer(Call("GET", path("/v2/batches/{}", batch_id)))

    def submit_document(self, body: bytes | str, *, source: str | None = None, appointments: Literal[0, 1] | None = None, dry_run: Literal[0, 1] | None = None, content_type: str = "application/octet-stream", idempotency_key: str | None = None) -> AcceptedDocument:
        """Send a document. An email or web page with schema.org markup, a pass, a GDS display, a calendar or an export, as the body or as the file of a form. Plain text for people is not read; a PDF or page without markup only if the operator has set up an extractor. It has at most 10 MiB. The answer 202 is sent once it is stored; it is read after that, and its segments become batches like those of POST /v2/segments. The URL in Location accounts for every part of it. In a form the parameters may be fields. Without an Idempotency-Key each request makes a document; the itinerary stays the same."""
        return self._answer(Call("POST", "/v2/documents", query={"source": source, "appointments": appointments, "dry_run": dry_run}, body=body, content_type=content_type, keyed=True, idempotency_key=idempotency_key))

    def list_documents(self, *, limit: int | None = None, cursor: str | None = None) -> Pages[DocumentSummary]:
        """List documents. The documents that the application sent, newest first, without parts and segments; with a member token, those of the member."""
        return self._pages(Call("GET", "/v2/documents", query={"limit": limit, "cursor": cursor}))

    def get_document_reading(self, document_id: str) -> Document:
        """Read a document. Its status, the result of each of its parts, and its batches. Only the application that sent it can read it."""
        return self._answer(Call("GET", path("/v2/documents/{}", document_id)))

    def confirm_document(self, document_id: str, body: ConfirmDocumentBody | None = None) -> AcceptedDocument:
        """Submit a dry run. The segments read from a document that was sent with dry_run become batches; `segments` replaces them. A repeat gets 409, and the document shows its batches."""
        return self._answer(Call("POST", path("/v2/documents/{}/submit", document_id), body={} if body is None else body))

    def list_accounts(self, *, status: list[Literal["Active", "Paused", "NeedsAttention", "Removed"]] | None = None, classification: SourceClassification | None = None, limit: int | None = None, offset: int | None = None, cursor: str | None = None) -> Pages[Account]:
        """List loyalty accounts. The accounts of the member, oldest first. Removed ones are listed only if requested by status."""
        return self._pages(Call("GET", "/v2/accounts", query={"status": status, "classification": classification, "limit": limit, "offset": offset, "cursor": cursor}))

    def create_account(self, body: NewAccount, *, idempotency_key: str | None = None) -> Written[Account]:
        """Register a loyalty account. Travel data that suppliers send for this number in the name of the member goes to the itinerary, including that of the last 30 days, once it is known whose the number is: an application registers it that vouches for the source, or the member confirms it by a booking under /account/loyalty. Until then the member receives what your own application sends for it, without locators, ticket numbers and prices. Spaces, hyphens and case of the number are ignored. If several members register one number, the accounts of all show a conflict, and only a proven one receives data. A member may have 50 accounts. Registering the same account again returns the existing one."""
        return self._write(Call("POST", "/v2/accounts", body=body, keyed=True, idempotency_key=idempotency_key))

    def get_account(self, account_id: str) -> Account:
        """Read a loyalty account. One account by its id."""
        return self._answer(Call("GET", path("/v2/accounts/{}", account_id)))

    def delete_account(self, account_id: str, *, if_match: str | None = None) -> Written[dict[str, Any]]:
        """Remove a loyalty account. Ends aggregation for the account. Its segments stay on the itinerary. The account is kept with the status Removed and no longer listed."""
        return self._write(Call("DELETE", path("/v2/accounts/{}", account_id), if_match=if_match))

    def list_sources(self, *, q: str | None = None, classification: SourceClassification | None = None, segment_type: SegmentType | None = None, limit: int | None = None, offset: int | None = None, cursor: str | None = None) -> Pages[Source]:
        """List sources. The suppliers of travel data, in order of id. Field "source" of a raw segment must be such an id. With q, exact matches come first."""
        return self._pages(Call("GET", "/v2/sources", query={"q": q, "classification": classification, "segment_type": segment_type, "limit": limit, "offset": offset, "cursor": cursor}))

    def get_source(self, source_id: str) -> Source:
        """Read a source. One source by its id, compared exactly."""
        return self._answer(Call("GET", path("/v2/sources/{}", source_id)))

    def search_cities(self, *, q: str, limit: int | None = None, offset: int | None = None, cursor: str | None = None) -> Pages[City]:
        """Search cities. Finds cities by code, name, alternative name or close spelling; case and accents are ignored. The best match comes first. Text after a comma says where the place is: Springfield, IL; Paris, France."""
        return self._pages(Call("GET", "/v2/locations/cities", query={"q": q, "limit": limit, "offset": offset, "cursor": cursor}))

    def search_airports(self, *, q: str, limit: int | None = None, offset: int | None = None, cursor: str | None = None) -> Pages[Airport]:
        """Search airports. Finds airports by code, name, alternative name or close spelling; case and accents are ignored. The best match comes first. Text after a comma says where the place is: Springfield, IL; Paris, France."""
        return self._pages(Call("GET", "/v2/locations/airports", query={"q": q, "limit": limit, "offset": offset, "cursor": cursor}))

    def create_calendar_feed(self, body: CreateCalendarFeedBody | None = None) -> NewCalendarFeed:
        """Create a calendar address. An address that a calendar program can read without a token until it is deleted. It stops working when the member no longer authorises the application that created it. Anyone who has the address can read the itinerary. At most 20 per member. Each request makes an address."""
        return self._answer(Call("POST", "/v2/calendar-feeds", body={} if body is None else body))

    def list_calendar_feeds(self) -> list[CalendarFeed]:
        """List calendar addresses. The calendar addresses of the member, without their secrets."""
        return self._answer(Call("GET", "/v2/calendar-feeds"))

    def delete_calendar_feed(self, feed_id: str) -> dict[str, Any]:
        """Delete a calendar address. The address answers 404 from now on. One that the member made on their own pages stays: only the member removes it."""
        return self._answer(Call("DELETE", path("/v2/calendar-feeds/{}", feed_id)))

    def get_calendar(self, *, feed: str | None = None) -> str:
        """Read the itinerary as a calendar. iCalendar (RFC 5545) of the segments since 400 days ago, the latest 2,000 if there are more; each end is in the time zone of its place. A stay is whole days that leave the traveller free, a rental its pick-up and its return, anything else one event. Identifiers are stable, cancelled segments are marked as such, and URL is the page of the trip. For a calendar program, create an address with POST /v2/calendar-feeds. Reads have a limit of their own, per address or token; the entity tag changes with the itinerary, and once a day."""
        return self._text(Call("GET", "/v2/trips.ics", query={"feed": feed}, accept="text/calendar"))

    def list_feed_days(self) -> list[FeedDay]:
        """List the days with feeds. What the feeds of the application sent on each day (UTC) of the last 30, newest first: counts, never content. They are saved every second; a server that crashes may lose the counts of its last second, but no line."""
        return self._answer(Call("GET", "/v2/feeds/reports"))

    def list_feed_reports(self, day: str, *, limit: int | None = None, cursor: str | None = None) -> Pages[FeedReport]:
        """List the feeds of a day. Each feed of the application on a day (UTC), newest first, with the numbers of some rejected lines. A feed that goes on past midnight is in both days, with what it sent on each."""
        return self._pages(Call("GET", path("/v2/feeds/reports/{}", day), query={"limit": limit, "cursor": cursor}))

    def get_document(self) -> OpenApiDocument:
        """Read this document. The OpenAPI 3.1 document of the service, including webhooks."""
        return self._answer(Call("GET", "/openapi.json", is_open=True))

    def read_document(self) -> str:
        """Read this document as pages. The documentation: guides and reference, in HTML, without requests to other hosts. Each page is Markdown with `Accept: text/markdown`, and at its address with `.md`; `/llms.txt` lists them for language models, `/llms-full.txt` has all in one."""
        return self._text(Call("GET", "/docs", accept="text/html", is_open=True))

    def feed_segments(self, lines: Iterable[FeedLine] | None = None, *, first_line: int | None = None, prefer: str | None = None) -> Iterator[FeedAnswer]:
        """Send a feed. For applications to which the operator has given the feed role. The body is a stream of any length with one JSON object per line: "segments" (1 to 500, as in POST /v2/segments) for a member who has authorised the application, or for a loyalty account. The answer is a stream too, with one JSON line per line, in order; read it while you send. A line answered with 202 is on disk; an invalid line is answered with its errors, and the feed continues. When the service cannot accept more, the sender has to wait (TCP). If that lasts, the lines in hand are answered with 503 and the feed ends: continue with the first line that has no 202. A "key" makes it safe to repeat a line. Lines of one member keep their order. Blank lines are skipped. A line has at most 1048576 bytes. The body may be compressed with gzip or br."""
        return self._feed(Call("POST", "/v2/feeds/segments", query={"first_line": first_line}, content_type="application/x-ndjson", accept="application/x-ndjson", prefer=prefer), lines)

    def list_events(self, *, limit: int | None = None, cursor: str | None = None, type: list[CallbackReplayType] | None = None, member_id: str | None = None, resource_id: str | None = None, since: str | None = None, undelivered: Literal[0, 1] | None = None, material: Literal[0, 1] | None = None, moved: list[Literal["time", "place", "gate", "terminal", "seat", "cancellation", "other"]] | None = None, changed_field: str | None = None, segment_type: list[SegmentType] | None = None) -> Pages[Event]:
        """Page through the event log. Events of the last 30 days, in an order in which none is ever skipped. With the credentials of an application: of every member who authorises it, from the authorization on, and `member.deauthorized` when it ends. With a member token: of that member, of the types that its scopes cover. `X-Cursor` is the position after the last event, on the last page the end of the log; send it as `cursor` to continue, also later. X-Total-Count counts at most 10,000. With `material`, `moved`, `changed_field` or `segment_type` the log is searched as a filter of a webhook would: without X-Total-Count, and with pages that may hold few events or none while the Link header leads on."""
        return self._pages(Call("GET", "/v2/events", query={"limit": limit, "cursor": cursor, "type": type, "member_id": member_id, "resource_id": resource_id, "since": since, "undelivered": undelivered, "material": material, "moved": moved, "changed_field": changed_field, "segment_type": segment_type}))

    def redeliver_event(self, event_id: str, body: RedeliverEventBody | None = None) -> Redelivery:
        """Send one event again. Queues the event, under its id, for every active webhook that subscribes to its type, or for the given one. Each request queues the event again; receivers know it by its id."""
        return self._answer(Call("POST", path("/v2/events/{}/redeliver", event_id), body={} if body is None else body))

    def list_callbacks(self) -> list[Callback]:
        """List webhooks. All webhooks of the application, oldest first; there are at most 10."""
        return self._answer(Call("GET", "/v2/callbacks"))

    def create_callback(self, body: CallbackCreate) -> Callback:
        """Register a webhook URL. From now on, events of members who authorised the application are posted there. The answer has the signing secret, which is not shown again. Each request makes a webhook."""
        return self._answer(Call("POST", "/v2/callbacks", body=body))

    def get_callback(self, callback_id: str) -> Callback:
        """Read a webhook. Settings and health of one webhook. Its secret is never shown again."""
        return self._answer(Call("GET", path("/v2/callbacks/{}", callback_id)))

    def update_callback(self, callback_id: str, body: CallbackChange, *, if_match: str | None = None) -> Callback:
        """Change a webhook. Changes the given fields. Events that occur while it is Disabled are recorded as skipped and can be replayed; pending deliveries continue once it is Active again. Enabling does not reset the failure count. Requests that are being sent are not changed; a worker that cannot be notified at once may use the old settings for up to 6 seconds."""
        return self._answer(Call("PATCH", path("/v2/callbacks/{}", callback_id), body=body, if_match=if_match))

    def delete_callback(self, callback_id: str, *, if_match: str | None = None) -> dict[str, Any]:
        """Delete a webhook. Drops pending deliveries and starts no new ones. A request that is being sent may still arrive; if a worker cannot be notified at once, others may follow for up to 6 seconds. The event log still has the events."""
        return self._answer(Call("DELETE", path("/v2/callbacks/{}", callback_id), if_match=if_match))

    def rotate_callback_secret(self, callback_id: str, body: RotateCallbackSecretBody | None = None, *, if_match: str | None = None) -> Callback:
        """Rotate the signing secret. Makes a new secret. The old one signs as well for `overlap_seconds`: a day by default, a week at most, and at least 6 seconds even if 0 is given, because a worker that cannot be notified at once may sign with the old one alone for that long. Accept both until `previous_secret_expires`. Until then, another rotation ends the old secret at once, and is 409 unless `overlap_seconds` or `If-Match` is sent. Each request makes a secret; send If-Match, so that a repeat is 412."""
        return self._answer(Call("POST", path("/v2/callbacks/{}/rotate", callback_id), body={} if body is None else body, if_match=if_match))

    def list_deliveries(self, callback_id: str, *, limit: int | None = None, cursor: str | None = None, state: DeliveryState | None = None, status_code: int | None = None, type: list[CallbackReplayType] | None = None, resource_id: str | None = None, since: str | None = None, until: str | None = None) -> Pages[Delivery]:
        """List deliveries. Newest activity first. `since` and `until` apply to the last attempt, or to the event if there was none. `aborted`: the receiver asked for no more attempts, or the member no longer authorises the application."""
        return self._pages(Call("GET", path("/v2/callbacks/{}/deliveries", callback_id), query={"limit": limit, "cursor": cursor, "state": state, "status_code": status_code, "type": type, "resource_id": resource_id, "since": since, "until": until}))

    def get_delivery(self, callback_id: str, event_id: str) -> DeliveryDetail:
        """Read one delivery with every attempt. Request headers and body as sent (without credentials and custom headers), status, error class, address, milliseconds, and at most 16 kB of each response. Bodies are null while the member does not authorise the application."""
        return self._answer(Call("GET", path("/v2/callbacks/{}/deliveries/{}", callback_id, event_id)))

    def ping_callback(self, callback_id: str, body: CallbackPing | None = None) -> DeliveryDetail:
        """Send a test event now. Posts one event at once, whatever the status of the webhook, and returns the attempt; it is not retried. Without `type` a `callback.ping`; with it an event of that type, whatever the webhook subscribes to, made from the examples of this document and marked by `"test": true`. Test events are in the delivery log only: not in `GET /v2/events`, and never sent again. Each request sends an event."""
        return self._answer(Call("POST", path("/v2/callbacks/{}/ping", callback_id), body={} if body is None else body))

    def replay_callback(self, callback_id: str, body: CallbackReplay | None = None) -> Replay:
        """Replay logged events. Queues the events between `since` and `until` to which the webhook subscribes, each under its id: all of them, or only those that were never delivered. Events from before the authorization are included. With `dry_run` they are only counted. Each request queues the events again; receivers know them by their ids."""
        return self._answer(Call("POST", path("/v2/callbacks/{}/replay", callback_id), body={} if body is None else body))

    def resume_callback(self, callback_id: str) -> Callback:
        """Resume deliveries now. Deliveries that wait for their next attempt become due now. If the webhook is paused, one attempt is made, and the others follow once one is accepted."""
        return self._answer(Call("POST", path("/v2/callbacks/{}/resume", callback_id)))

    def get_tokens(self, body: GetTokensBody) -> Tokens:
        """Get tokens. The three grants: authorization_code (a code lives for one minute and works once), refresh_token, and client_credentials for the application itself. The client authenticates in the form or by HTTP Basic. Using a code twice revokes the tokens issued for it. Each request makes tokens; a code and a refresh token can be used once."""
        return self._answer(Call("POST", "/oauth/token", body=body, content_type=FORM, is_open=True))

    def revoke_token(self, body: RevokeTokenBody) -> dict[str, Any]:
        """Revoke a token. Revokes an access token, or a refresh token and everything issued for it, within a second (RFC 7009). A token that is unknown or belongs to another client is answered 200 too."""
        return self._answer(Call("POST", "/oauth/revoke", body=body, content_type=FORM, is_open=True))

    def get_authorization_server(self) -> AuthorizationServer:
        """Read the metadata of the authorization server. Metadata of RFC 8414: URLs and supported features. It may be cached for five minutes."""
        return self._answer(Call("GET", "/.well-known/oauth-authorization-server", is_open=True))

    def get_api_resource(self) -> ProtectedResource:
        """Read the metadata of the API as a protected resource. Metadata of RFC 9728: which authorization server issues tokens for it, with which scopes. WWW-Authenticate of a refused request names it as resource_metadata. It may be cached for five minutes."""
        return self._answer(Call("GET", "/.well-known/oauth-protected-resource", is_open=True))

    def get_mcp_resource(self) -> ProtectedResource:
        """Read the metadata of the tools for assistants as a protected resource. Metadata of RFC 9728: which authorization server issues tokens for it, with which scopes. WWW-Authenticate of a refused request names it as resource_metadata. It may be cached for five minutes."""
        return self._answer(Call("GET", "/.well-known/oauth-protected-resource/mcp", is_open=True))

    def get_keys(self) -> KeySet:
        """Read the public keys. The keys that sign access tokens, as a JSON Web Key Set (RFC 7517). It may be cached for five minutes."""
        return self._answer(Call("GET", "/oauth/jwks", accept="application/jwk-set+json", is_open=True))

    def get_webhook_keys(self) -> GetWebhookKeysAnswer:
        """Read the public keys of webhooks. The Ed25519 keys that verify `v1a` signatures, as a JSON Web Key Set (RFC 7517). Accept a request that any of them verifies. The set may be cached for five minutes: a new key is in it for ten minutes before it signs, and the old one also signs for 30 days more."""
        return self._answer(Call("GET", "/.well-known/webhook-keys", accept="application/jwk-set+json", is_open=True))

    def authorize(self, *, client_id: str, response_type: Literal["code"], redirect_uri: str, state: str, code_challenge: str | None = None, code_challenge_method: Literal["S256"] | None = None, scope: str | None = None, resource: str | None = None, dpop_jkt: str | None = None) -> str:
        """Ask the member for access. Send the member's browser here. The member signs in and decides on pages. Then the browser returns to the redirect URL with state and a code, or with error=access_denied. If the redirect URL cannot be trusted, a page says so and nothing is sent there. A request that is not valid returns at once with its error for an application that the operator has verified; for others a page asks first."""
        return self._address(Call("GET", "/oauth/authenticate", query={"client_id": client_id, "response_type": response_type, "redirect_uri": redirect_uri, "state": state, "code_challenge": code_challenge, "code_challenge_method": code_challenge_method, "scope": scope, "resource": resource, "dpop_jkt": dpop_jkt}, accept="text/html", is_open=True))
