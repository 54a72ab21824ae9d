// Generated from the OpenAPI document by test/checks/generate-client.ts. Do not edit.

import type { CallOptions } from '../options.js'
import type { Pages } from '../pages.js'
import type { Submitted, Written } from '../results.js'
import type { CallShape } from '../transport.js'
import type { Member, MemberChange, Trip, TripFields, Segment, ProcessingSegment, Account, NewAccount, Source, City, Airport, Batch, AcceptedDocument, SegmentBatch, SingleSegment, Event, Callback, CallbackCreate, CallbackChange, CallbackReplay, CallbackPing, Delivery, DeliveryDetail, ListTripsQuery, CreateTripBody, GetCurrentTripQuery, GetTripQuery, MergeTripsBody, SplitTripBody, ListSegmentsQuery, GetSegmentQuery, SegmentTypeInPath, SubmitDocumentQuery, ListDocumentsQuery, DocumentSummary, Document, ConfirmDocumentBody, ListAccountsQuery, ListSourcesQuery, SearchCitiesQuery, CreateCalendarFeedBody, NewCalendarFeed, CalendarFeed, GetCalendarQuery, FeedDay, ListFeedReportsQuery, FeedReport, OpenApiDocument, ListEventsQuery, RedeliverEventBody, Redelivery, RotateCallbackSecretBody, ListDeliveriesQuery, Replay, GetTokensBody, Tokens, RevokeTokenBody, AuthorizationServer, ProtectedResource, KeySet, GetWebhookKeysAnswer, AuthorizeQuery } from './types.js'

export interface Calls {
  me: {
    /** Read the member record. The record of the member for whom the access token was issued. */
    get: (options?: CallOptions) => Promise<Member>
    /**
     * Change the member record. Changes names, home, time zone and language. Omitted fields stay as they are. A
     * change of home keeps the earlier homes with their dates; `from` is the first day of the new one, today if
     * omitted.
     */
    update: (body: MemberChange, options?: CallOptions) => Promise<Written<Member>>
  }
  trips: {
    /**
     * List trips. Trips by begin, then id. Without since and until, `start` is `today` and `status` is Active;
     * trips without times come first then, unless `start` or `end` is given. With since or until, the list is
     * ordered by `updated` and includes cancelled, merged and deleted trips, so that a client can stay in sync.
     */
    list: (query?: ListTripsQuery, options?: CallOptions) => Pages<Trip>
    /**
     * Create a trip by hand. Creates a permanent trip with the given segments. Later segments join it by the
     * usual grouping rules. Without an Idempotency-Key, each request makes a trip.
     */
    create: (body?: CreateTripBody, options?: CallOptions) => Promise<Written<Trip>>
    /**
     * List upcoming trips. Trips that end now or later, in increasing order of begin; a running trip comes
     * first.
     */
    upcoming: (query?: ListTripsQuery, options?: CallOptions) => Pages<Trip>
    /** List past trips. Trips that have ended, in decreasing order of end. */
    past: (query?: ListTripsQuery, options?: CallOptions) => Pages<Trip>
    /** List past trips (alias). The same as GET /v2/trips/past, for clients that use the singular form. */
    pastAlias: (query?: ListTripsQuery, options?: CallOptions) => Pages<Trip>
    /**
     * Read the current trip. The trip being travelled now; of several, the one that began last. Otherwise the
     * one nearest in time: the last past one by its end or the next one by its begin, whichever is closer; of
     * two equally close, the next one. Only Active trips with times count. If there is none, 404. With `Accept:
     * application/ld+json`, a schema.org ReservationPackage with a reservation for each of its segments, for
     * mail programs, calendars and assistants.
     */
    current: (query?: GetCurrentTripQuery, options?: CallOptions) => Promise<Trip>
    /**
     * Read a trip. One trip by its id, whatever its status. With `Accept: application/ld+json`, a schema.org
     * ReservationPackage with a reservation for each of its segments, for mail programs, calendars and
     * assistants.
     */
    get: (tripId: string, query?: GetTripQuery, options?: CallOptions) => Promise<Trip>
    /**
     * Change a trip. Sets the member's own values, which override computed ones until they are set to null.
     * Omitted fields stay as they are, and so do computed values that are sent back as they were read. For a
     * Merged trip, the trip that it was merged into is changed, and If-Match is compared with that one: read it
     * with follow=1.
     */
    update: (tripId: string, body: TripFields, options?: CallOptions) => Promise<Written<Trip>>
    /**
     * Delete a trip. The trip becomes Deleted. Its segments belong to no trip until they are pinned to another
     * one. A Merged trip cannot be deleted: 404.
     */
    delete: (tripId: string, options?: CallOptions) => Promise<Written<Record<string, unknown>>>
    /**
     * Merge trips. Merges the given trips into this one, permanently. For a Merged trip, the trip that it was
     * merged into is changed, and If-Match is compared with that one: read it with follow=1.
     */
    merge: (tripId: string, body: MergeTripsBody, options?: CallOptions) => Promise<Written<Trip>>
    /**
     * Split a trip. Moves the given segments to a new trip and returns it. The two trips stay apart. For a
     * Merged trip, the trip that it was merged into is changed, and If-Match is compared with that one: read it
     * with follow=1.
     */
    split: (tripId: string, body: SplitTripBody, options?: CallOptions) => Promise<Written<Trip>>
  }
  segments: {
    /**
     * Submit raw segments. Accepts up to 500 raw segments of one member. All are validated before the answer:
     * one error in any of them rejects the whole batch, and every error is reported. The answer 202 is sent
     * once the batch is on disk; it is put on the itinerary after that, see the URL in Location. A trip_id must
     * not be sent. schema.org JSON-LD and iCalendar are read as documents (POST /v2/documents) and answered
     * like them.
     */
    submit: (body: SegmentBatch, options?: CallOptions) => Promise<Submitted>
    /**
     * List segments. Segments in order of start, then id; by default the Active ones. With since or until, the
     * list is ordered by `updated` and includes cancelled, merged and deleted segments. GET /v2/segments/air,
     * and so on for each type in lower case, is the same list with that `type`.
     */
    list: (query?: ListSegmentsQuery, options?: CallOptions) => Pages<Segment>
    /**
     * Read a segment. One segment by its id, whatever its status. The id of a raw segment returns the segment
     * that it became, or `status: "Processing"` while it is being processed, or while a cancellation waits for
     * its booking (30 days).
     */
    get: (segment: string, query?: GetSegmentQuery, options?: CallOptions) => Promise<Segment | ProcessingSegment>
    /**
     * Submit one segment. One raw segment of the type in the path. Its source is manual if omitted. With
     * trip_id it is pinned to that trip. The answer waits until it is on the itinerary, at most five seconds.
     */
    create: (segment: SegmentTypeInPath, body: SingleSegment, options?: CallOptions) => Promise<Written<Segment>>
    /**
     * Change a segment. Replaces the latest statement that the application may change: one of the given source
     * if there is one. Without source, the new statement has the source of the replaced one. An application may
     * change what it submitted; the member's own (manual) statements may be changed by any application of the
     * member. A JSON body is the whole statement; in a form, fields that are not sent keep their value, and an
     * empty one is removed.
     */
    update: (segment: string, body: SingleSegment, options?: CallOptions) => Promise<Written<Segment>>
    /**
     * Withdraw a segment. Withdraws what the application submitted about a segment. What other sources report
     * stays.
     */
    delete: (segment: string, options?: CallOptions) => Promise<Written<Record<string, unknown>>>
    /** Read a segment of one type. As GET /v2/segments/{segment}, for one type alone. */
    getOfType: (segmentType: SegmentTypeInPath, segmentId: string, query?: GetSegmentQuery, options?: CallOptions) => Promise<Segment | ProcessingSegment>
    /** Change a segment of one type. As PUT /v2/segments/{segment}, for one type alone. */
    updateOfType: (segmentType: SegmentTypeInPath, segmentId: string, body: SingleSegment, options?: CallOptions) => Promise<Written<Segment>>
    /** Withdraw a segment of one type. As DELETE /v2/segments/{segment}, for one type alone. */
    deleteOfType: (segmentType: SegmentTypeInPath, segmentId: string, options?: CallOptions) => Promise<Written<Record<string, unknown>>>
  }
  batches: {
    /**
     * Read the status of a batch. The URL in the Location header of an accepted batch. The batch is pending at
     * first; then processed, with the segment and trip of every raw segment, or failed, with the error for
     * which it was rejected.
     */
    get: (batchId: string, options?: CallOptions) => Promise<Batch>
  }
  documents: {
    /**
     * Send a document. A mail, a PDF, a pass, a web page, a GDS display, a calendar or an export, as the body
     * or as the file of a form, of at most 10 MiB. The answer 202 is sent once it is stored; it is read after
     * that, and its segments become batches like those of POST /v2/segments. The URL in Location accounts for
     * every part of it. In a form the parameters may be fields. Without an Idempotency-Key each request makes a
     * document; the itinerary stays the same.
     */
    submit: (body: string | Uint8Array, query?: SubmitDocumentQuery, options?: CallOptions) => Promise<AcceptedDocument>
    /**
     * List documents. The documents that the application sent, newest first, without parts and segments; with a
     * member token, those of the member.
     */
    list: (query?: ListDocumentsQuery, options?: CallOptions) => Pages<DocumentSummary>
    /**
     * Read a document. Its status, the result of each of its parts, and its batches. Only the application that
     * sent it can read it.
     */
    reading: (documentId: string, options?: CallOptions) => Promise<Document>
    /**
     * Submit a dry run. The segments read from a document that was sent with dry_run become batches; `segments`
     * replaces them. A repeat gets 409, and the document shows its batches.
     */
    confirm: (documentId: string, body?: ConfirmDocumentBody, options?: CallOptions) => Promise<AcceptedDocument>
  }
  accounts: {
    /**
     * List loyalty accounts. The accounts of the member, oldest first. Removed ones are listed only if
     * requested by status.
     */
    list: (query?: ListAccountsQuery, options?: CallOptions) => Pages<Account>
    /**
     * Register a loyalty account. Travel data that suppliers send for this number in the name of the member
     * goes to the itinerary, including that of the last 30 days, once it is known whose the number is: an
     * application registers it that vouches for the source, or the member confirms it by a booking under
     * /account/loyalty. Until then the member receives what your own application sends for it, without
     * locators, ticket numbers and prices. Spaces, hyphens and case of the number are ignored. If several
     * members register one number, the accounts of all show a conflict, and only a proven one receives data. A
     * member may have 50 accounts. Registering the same account again returns the existing one.
     */
    create: (body: NewAccount, options?: CallOptions) => Promise<Written<Account>>
    /** Read a loyalty account. One account by its id. */
    get: (accountId: string, options?: CallOptions) => Promise<Account>
    /**
     * Remove a loyalty account. Ends aggregation for the account. Its segments stay on the itinerary. The
     * account is kept with the status Removed and no longer listed.
     */
    delete: (accountId: string, options?: CallOptions) => Promise<Written<Record<string, unknown>>>
  }
  sources: {
    /**
     * List sources. The suppliers of travel data, in order of id. Field "source" of a raw segment must be such
     * an id. With q, exact matches come first.
     */
    list: (query?: ListSourcesQuery, options?: CallOptions) => Pages<Source>
    /** Read a source. One source by its id, compared exactly. */
    get: (sourceId: string, options?: CallOptions) => Promise<Source>
  }
  locations: {
    /**
     * Search cities. Finds cities by code, name, alternative name or close spelling; case and accents are
     * ignored. The best match comes first. Text after a comma says where the place is: Springfield, IL; Paris,
     * France.
     */
    cities: (query: SearchCitiesQuery, options?: CallOptions) => Pages<City>
    /**
     * Search airports. Finds airports by code, name, alternative name or close spelling; case and accents are
     * ignored. The best match comes first. Text after a comma says where the place is: Springfield, IL; Paris,
     * France.
     */
    airports: (query: SearchCitiesQuery, options?: CallOptions) => Pages<Airport>
  }
  calendarFeeds: {
    /**
     * Create a calendar address. An address that a calendar program can read without a token until it is
     * deleted. It stops working when the member no longer authorises the application that created it. Anyone
     * who has the address can read the itinerary. At most 20 per member. Each request makes an address.
     */
    create: (body?: CreateCalendarFeedBody, options?: CallOptions) => Promise<NewCalendarFeed>
    /** List calendar addresses. The calendar addresses of the member, without their secrets. */
    list: (options?: CallOptions) => Promise<CalendarFeed[]>
    /**
     * Delete a calendar address. The address answers 404 from now on. One that the member made on their own
     * pages stays: only the member removes it.
     */
    delete: (feedId: string, options?: CallOptions) => Promise<Record<string, unknown>>
    /**
     * Read the itinerary as a calendar. iCalendar (RFC 5545) of the segments since 400 days ago, the latest
     * 2,000 if there are more; each end is in the time zone of its place. A stay is whole days that leave the
     * traveller free, a rental its pick-up and its return, anything else one event. Identifiers are stable,
     * cancelled segments are marked as such, and URL is the page of the trip. For a calendar program, create an
     * address with POST /v2/calendar-feeds. Reads have a limit of their own, per address or token; the entity
     * tag changes with the itinerary, and once a day.
     */
    calendar: (query?: GetCalendarQuery, options?: CallOptions) => Promise<string>
  }
  feeds: {
    /**
     * List the days with feeds. What the feeds of the application sent on each day (UTC) of the last 30, newest
     * first: counts, never content. They are saved every second; a server that crashes may lose the counts of
     * its last second, but no line.
     */
    days: (options?: CallOptions) => Promise<FeedDay[]>
    /**
     * List the feeds of a day. Each feed of the application on a day (UTC), newest first, with the numbers of
     * some rejected lines. A feed that goes on past midnight is in both days, with what it sent on each.
     */
    reports: (day: string, query?: ListFeedReportsQuery, options?: CallOptions) => Pages<FeedReport>
  }
  api: {
    /** Read this document. The OpenAPI 3.1 document of the service, including webhooks. */
    document: (options?: CallOptions) => Promise<OpenApiDocument>
    /**
     * Read this document as pages. The documentation: guides and reference, in HTML, without requests to other
     * hosts. Each page is Markdown with `Accept: text/markdown`, and at its address with `.md`; `/llms.txt`
     * lists them for language models, `/llms-full.txt` has all in one.
     */
    read: (options?: CallOptions) => Promise<string>
  }
  events: {
    /**
     * Page through the event log. Events of the last 30 days, in an order in which none is ever skipped. With
     * the credentials of an application: of every member who authorises it, from the authorization on, and
     * `member.deauthorized` when it ends. With a member token: of that member, of the types that its scopes
     * cover. `X-Cursor` is the position after the last event; send it as `cursor` to continue, also later.
     * X-Total-Count counts at most 10,000. With `material`, `moved`, `changed_field` or `segment_type` the log
     * is searched as a filter of a webhook would: without X-Total-Count, and with pages that may hold few
     * events or none while the Link header leads on.
     */
    list: (query?: ListEventsQuery, options?: CallOptions) => Pages<Event>
    /**
     * Send one event again. Queues the event, under its id, for every active webhook that subscribes to its
     * type, or for the given one. Each request queues the event again; receivers know it by its id.
     */
    redeliver: (eventId: string, body?: RedeliverEventBody, options?: CallOptions) => Promise<Redelivery>
  }
  callbacks: {
    /** List webhooks. All webhooks of the application, oldest first; there are at most 10. */
    list: (options?: CallOptions) => Promise<Callback[]>
    /**
     * Register a webhook URL. From now on, events of members who authorised the application are posted there.
     * The answer has the signing secret, which is not shown again. Each request makes a webhook.
     */
    create: (body: CallbackCreate, options?: CallOptions) => Promise<Callback>
    /** Read a webhook. Settings and health of one webhook. Its secret is never shown again. */
    get: (callbackId: string, options?: CallOptions) => Promise<Callback>
    /**
     * Change a webhook. Changes the given fields. Events that occur while it is Disabled are recorded as
     * skipped and can be replayed; pending deliveries continue once it is Active again. Enabling does not reset
     * the failure count. Requests that are being sent are not changed; a worker that cannot be notified at once
     * may use the old settings for up to 6 seconds.
     */
    update: (callbackId: string, body: CallbackChange, options?: CallOptions) => Promise<Callback>
    /**
     * Delete a webhook. Drops pending deliveries and starts no new ones. A request that is being sent may still
     * arrive; if a worker cannot be notified at once, others may follow for up to 6 seconds. The event log
     * still has the events.
     */
    delete: (callbackId: string, options?: CallOptions) => Promise<Record<string, unknown>>
    /**
     * Rotate the signing secret. Makes a new secret. The old one signs as well for `overlap_seconds`: a day by
     * default, a week at most, and at least 6 seconds even if 0 is given, because a worker that cannot be
     * notified at once may sign with the old one alone for that long. Accept both until
     * `previous_secret_expires`. Until then, another rotation ends the old secret at once, and is 409 unless
     * `overlap_seconds` or `If-Match` is sent. Each request makes a secret; send If-Match, so that a repeat is
     * 412.
     */
    rotate: (callbackId: string, body?: RotateCallbackSecretBody, options?: CallOptions) => Promise<Callback>
    /**
     * List deliveries. Newest activity first. `since` and `until` apply to the last attempt, or to the event if
     * there was none. `aborted`: the receiver asked for no more attempts, or the member no longer authorises
     * the application.
     */
    deliveries: (callbackId: string, query?: ListDeliveriesQuery, options?: CallOptions) => Pages<Delivery>
    /**
     * Read one delivery with every attempt. Request headers and body as sent (without credentials and custom
     * headers), status, error class, address, milliseconds, and at most 16 kB of each response. Bodies are null
     * while the member does not authorise the application.
     */
    delivery: (callbackId: string, eventId: string, options?: CallOptions) => Promise<DeliveryDetail>
    /**
     * Send a test event now. Posts one event at once, whatever the status of the webhook, and returns the
     * attempt; it is not retried. Without `type` a `callback.ping`; with it an event of that type, whatever the
     * webhook subscribes to, made from the examples of this document and marked by `"test": true`. Test events
     * are in the delivery log only: not in `GET /v2/events`, and never sent again. Each request sends an event.
     */
    ping: (callbackId: string, body?: CallbackPing, options?: CallOptions) => Promise<DeliveryDetail>
    /**
     * Replay logged events. Queues the events between `since` and `until` to which the webhook subscribes, each
     * under its id: all of them, or only those that were never delivered. Events from before the authorization
     * are included. With `dry_run` they are only counted. Each request queues the events again; receivers know
     * them by their ids.
     */
    replay: (callbackId: string, body?: CallbackReplay, options?: CallOptions) => Promise<Replay>
    /**
     * Resume deliveries now. Deliveries that wait for their next attempt become due now. If the webhook is
     * paused, one attempt is made, and the others follow once one is accepted.
     */
    resume: (callbackId: string, options?: CallOptions) => Promise<Callback>
    /**
     * Read the public keys of webhooks. The Ed25519 keys that verify `v1a` signatures, as a JSON Web Key Set
     * (RFC 7517). Accept a request that any of them verifies. The set may be cached for five minutes: a new key
     * is in it for ten minutes before it signs, and an old one signs beside it for 30 days.
     */
    webhookKeys: (options?: CallOptions) => Promise<GetWebhookKeysAnswer>
  }
  oauth: {
    /**
     * Get tokens. The three grants: authorization_code (a code lives for one minute and works once),
     * refresh_token, and client_credentials for the application itself. The client authenticates in the form or
     * by HTTP Basic. Using a code twice revokes the tokens issued for it. Each request makes tokens; a code and
     * a refresh token can be used once.
     */
    tokens: (body: GetTokensBody, options?: CallOptions) => Promise<Tokens>
    /**
     * Revoke a token. Revokes an access token, or a refresh token and everything issued for it, within a second
     * (RFC 7009). A token that is unknown or belongs to another client is answered 200 too.
     */
    revoke: (body: RevokeTokenBody, options?: CallOptions) => Promise<Record<string, unknown>>
    /**
     * Read the metadata of the authorization server. Metadata of RFC 8414: URLs and supported features. It may
     * be cached for five minutes.
     */
    authorizationServer: (options?: CallOptions) => Promise<AuthorizationServer>
    /**
     * Read the metadata of the API as a protected resource. Metadata of RFC 9728: which authorization server
     * issues tokens for it, with which scopes. WWW-Authenticate of a refused request names it as
     * resource_metadata. It may be cached for five minutes.
     */
    apiResource: (options?: CallOptions) => Promise<ProtectedResource>
    /**
     * Read the metadata of the tools for assistants as a protected resource. Metadata of RFC 9728: which
     * authorization server issues tokens for it, with which scopes. WWW-Authenticate of a refused request names
     * it as resource_metadata. It may be cached for five minutes.
     */
    mcpResource: (options?: CallOptions) => Promise<ProtectedResource>
    /**
     * Read the public keys. The keys that sign access tokens, as a JSON Web Key Set (RFC 7517). It may be
     * cached for five minutes.
     */
    keys: (options?: CallOptions) => Promise<KeySet>
    /**
     * Ask the member for access. Send the member's browser here. The member signs in and decides on pages. Then
     * the browser returns to the redirect URL with state and a code, or with error=access_denied. If the
     * redirect URL cannot be trusted, a page says so and nothing is sent there. A request that is not valid
     * returns at once with its error for an application that the operator has verified; for others a page asks
     * first.
     */
    authorize: (query: AuthorizeQuery) => string
  }
}

/** How each call is sent. */
export const CALLS: Readonly<Record<string, CallShape>> = {
  'me.get': { method: 'GET', path: '/v2/me', gives: 'answer' },
  'me.update': { method: 'PUT', path: '/v2/me', gives: 'write', body: 'json' },
  'trips.list': { method: 'GET', path: '/v2/trips', gives: 'pages', query: true },
  'trips.create': { method: 'POST', path: '/v2/trips', gives: 'write', body: 'json', keyed: true },
  'trips.upcoming': { method: 'GET', path: '/v2/trips/upcoming', gives: 'pages', query: true },
  'trips.past': { method: 'GET', path: '/v2/trips/past', gives: 'pages', query: true },
  'trips.pastAlias': { method: 'GET', path: '/v2/trip/past', gives: 'pages', query: true },
  'trips.current': { method: 'GET', path: '/v2/trips/current', gives: 'answer', query: true },
  'trips.get': { method: 'GET', path: '/v2/trips/{trip_id}', gives: 'answer', query: true },
  'trips.update': { method: 'PUT', path: '/v2/trips/{trip_id}', gives: 'write', body: 'json' },
  'trips.delete': { method: 'DELETE', path: '/v2/trips/{trip_id}', gives: 'write' },
  'trips.merge': { method: 'POST', path: '/v2/trips/{trip_id}/merge', gives: 'write', body: 'json', keyed: true },
  'trips.split': { method: 'POST', path: '/v2/trips/{trip_id}/split', gives: 'write', body: 'json', keyed: true },
  'segments.submit': { method: 'POST', path: '/v2/segments', gives: 'batch', body: 'json', keyed: true },
  'segments.list': { method: 'GET', path: '/v2/segments', gives: 'pages', query: true },
  'segments.get': { method: 'GET', path: '/v2/segments/{segment}', gives: 'answer', query: true },
  'segments.create': { method: 'POST', path: '/v2/segments/{segment}', gives: 'write', body: 'json', keyed: true },
  'segments.update': { method: 'PUT', path: '/v2/segments/{segment}', gives: 'write', body: 'json' },
  'segments.delete': { method: 'DELETE', path: '/v2/segments/{segment}', gives: 'write' },
  'segments.getOfType': { method: 'GET', path: '/v2/segments/{segment_type}/{segment_id}', gives: 'answer', query: true },
  'segments.updateOfType': { method: 'PUT', path: '/v2/segments/{segment_type}/{segment_id}', gives: 'write', body: 'json' },
  'segments.deleteOfType': { method: 'DELETE', path: '/v2/segments/{segment_type}/{segment_id}', gives: 'write' },
  'batches.get': { method: 'GET', path: '/v2/batches/{batch_id}', gives: 'answer' },
  'documents.submit': { method: 'POST', path: '/v2/documents', gives: 'answer', body: 'raw', query: true, keyed: true },
  'documents.list': { method: 'GET', path: '/v2/documents', gives: 'pages', query: true },
  'documents.reading': { method: 'GET', path: '/v2/documents/{document_id}', gives: 'answer' },
  'documents.confirm': { method: 'POST', path: '/v2/documents/{document_id}/submit', gives: 'answer', body: 'json' },
  'accounts.list': { method: 'GET', path: '/v2/accounts', gives: 'pages', query: true },
  'accounts.create': { method: 'POST', path: '/v2/accounts', gives: 'write', body: 'json', keyed: true },
  'accounts.get': { method: 'GET', path: '/v2/accounts/{account_id}', gives: 'answer' },
  'accounts.delete': { method: 'DELETE', path: '/v2/accounts/{account_id}', gives: 'write' },
  'sources.list': { method: 'GET', path: '/v2/sources', gives: 'pages', query: true },
  'sources.get': { method: 'GET', path: '/v2/sources/{source_id}', gives: 'answer' },
  'locations.cities': { method: 'GET', path: '/v2/locations/cities', gives: 'pages', query: true },
  'locations.airports': { method: 'GET', path: '/v2/locations/airports', gives: 'pages', query: true },
  'calendarFeeds.create': { method: 'POST', path: '/v2/calendar-feeds', gives: 'answer', body: 'json' },
  'calendarFeeds.list': { method: 'GET', path: '/v2/calendar-feeds', gives: 'answer' },
  'calendarFeeds.delete': { method: 'DELETE', path: '/v2/calendar-feeds/{feed_id}', gives: 'answer' },
  'calendarFeeds.calendar': { method: 'GET', path: '/v2/trips.ics', gives: 'text', query: true, accept: 'text/calendar' },
  'feeds.days': { method: 'GET', path: '/v2/feeds/reports', gives: 'answer' },
  'feeds.reports': { method: 'GET', path: '/v2/feeds/reports/{day}', gives: 'pages', query: true },
  'api.document': { method: 'GET', path: '/openapi.json', gives: 'answer', open: true },
  'api.read': { method: 'GET', path: '/docs', gives: 'text', accept: 'text/html', open: true },
  'events.list': { method: 'GET', path: '/v2/events', gives: 'pages', query: true },
  'events.redeliver': { method: 'POST', path: '/v2/events/{event_id}/redeliver', gives: 'answer', body: 'json' },
  'callbacks.list': { method: 'GET', path: '/v2/callbacks', gives: 'answer' },
  'callbacks.create': { method: 'POST', path: '/v2/callbacks', gives: 'answer', body: 'json' },
  'callbacks.get': { method: 'GET', path: '/v2/callbacks/{callback_id}', gives: 'answer' },
  'callbacks.update': { method: 'PATCH', path: '/v2/callbacks/{callback_id}', gives: 'answer', body: 'json' },
  'callbacks.delete': { method: 'DELETE', path: '/v2/callbacks/{callback_id}', gives: 'answer' },
  'callbacks.rotate': { method: 'POST', path: '/v2/callbacks/{callback_id}/rotate', gives: 'answer', body: 'json' },
  'callbacks.deliveries': { method: 'GET', path: '/v2/callbacks/{callback_id}/deliveries', gives: 'pages', query: true },
  'callbacks.delivery': { method: 'GET', path: '/v2/callbacks/{callback_id}/deliveries/{event_id}', gives: 'answer' },
  'callbacks.ping': { method: 'POST', path: '/v2/callbacks/{callback_id}/ping', gives: 'answer', body: 'json' },
  'callbacks.replay': { method: 'POST', path: '/v2/callbacks/{callback_id}/replay', gives: 'answer', body: 'json' },
  'callbacks.resume': { method: 'POST', path: '/v2/callbacks/{callback_id}/resume', gives: 'answer' },
  'oauth.tokens': { method: 'POST', path: '/oauth/token', gives: 'answer', body: 'form', open: true },
  'oauth.revoke': { method: 'POST', path: '/oauth/revoke', gives: 'answer', body: 'form', open: true },
  'oauth.authorizationServer': { method: 'GET', path: '/.well-known/oauth-authorization-server', gives: 'answer', open: true },
  'oauth.apiResource': { method: 'GET', path: '/.well-known/oauth-protected-resource', gives: 'answer', open: true },
  'oauth.mcpResource': { method: 'GET', path: '/.well-known/oauth-protected-resource/mcp', gives: 'answer', open: true },
  'oauth.keys': { method: 'GET', path: '/oauth/jwks', gives: 'answer', accept: 'application/jwk-set+json', open: true },
  'callbacks.webhookKeys': { method: 'GET', path: '/.well-known/webhook-keys', gives: 'answer', accept: 'application/jwk-set+json', open: true },
  'oauth.authorize': { method: 'GET', path: '/oauth/authenticate', gives: 'address', query: true, accept: 'text/html', open: true },
}
