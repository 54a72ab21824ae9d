// Generated from the OpenAPI document by test/checks/generate-client.ts. Do not edit.

export interface paths {
    "/v2/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the member record
         * @description The record of the member for whom the access token was issued.
         */
        get: operations["getMe"];
        /**
         * Change the member record
         * @description Changes names, home, time zone and language. Omitted fields stay as they are. A change of home keeps the earlier homes with their dates; `from` is the first day of the new one, today if omitted.
         */
        put: operations["updateMe"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/trips": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List trips
         * @description Trips by begin, then id. Without since and until, `start` is `today` and `status` is Active; trips without times come first then, unless `start` or `end` is given. With since or until, the list is ordered by `updated` and includes cancelled, merged and deleted trips, so that a client can stay in sync.
         */
        get: operations["listTrips"];
        put?: never;
        /**
         * Create a trip by hand
         * @description A permanent trip with the given segments. Later segments join it by the usual grouping rules. Without an Idempotency-Key, each request makes a trip.
         */
        post: operations["createTrip"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/trips/upcoming": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List upcoming trips
         * @description Trips that end now or later, in increasing order of begin; a running trip comes first.
         */
        get: operations["listUpcomingTrips"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/trips/past": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List past trips
         * @description Trips that have ended, in decreasing order of end.
         */
        get: operations["listPastTrips"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/trip/past": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List past trips (alias)
         * @description The same as GET /v2/trips/past, for clients that use the singular form.
         */
        get: operations["listPastTripsAlias"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/trips/current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the current trip
         * @description The trip being travelled now; of several, the one that began last. Else the one that is nearest in time: the last past one by its end or the next one by its begin, whichever is closer; of two as close, the coming one. Only Active trips with times count. Without any, 404. With `Accept: application/ld+json`, a schema.org ReservationPackage with a reservation for each of its segments, for mail programs, calendars and assistants.
         */
        get: operations["getCurrentTrip"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/trips/{trip_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a trip
         * @description One trip by its id, whatever its status. With `Accept: application/ld+json`, a schema.org ReservationPackage with a reservation for each of its segments, for mail programs, calendars and assistants.
         */
        get: operations["getTrip"];
        /**
         * Change a trip
         * @description Sets the member's own values, which override computed ones until they are set to null. Omitted fields stay as they are, and so do computed values that are sent back as they were read. For a Merged trip, the trip that it was merged into is changed, and If-Match is compared with that one: read it with follow=1.
         */
        put: operations["updateTrip"];
        post?: never;
        /**
         * Delete a trip
         * @description The trip becomes Deleted. Its segments belong to no trip until they are pinned to another one. A Merged trip cannot be deleted: 404.
         */
        delete: operations["deleteTrip"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/trips/{trip_id}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Merge trips
         * @description Merges the given trips into this one, permanently. For a Merged trip, the trip that it was merged into is changed, and If-Match is compared with that one: read it with follow=1.
         */
        post: operations["mergeTrips"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/trips/{trip_id}/split": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Split a trip
         * @description Moves the given segments to a new trip and returns it. The two trips stay apart. For a Merged trip, the trip that it was merged into is changed, and If-Match is compared with that one: read it with follow=1.
         */
        post: operations["splitTrip"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/segments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List segments
         * @description Segments by start, then id; by default the Active ones. With since or until, the list is ordered by `updated` and includes cancelled, merged and deleted segments. GET /v2/segments/air, and so for each type in lower case, is the same list with that `type`.
         */
        get: operations["listSegments"];
        put?: never;
        /**
         * Submit raw segments
         * @description Accepts up to 500 raw segments of one member. All are validated before the answer: one error in any of them rejects the whole batch, and every error is reported. The answer 202 is sent once the batch is on disk; it is put on the itinerary after that, see the URL in Location. A trip_id must not be sent. schema.org JSON-LD and iCalendar are read as documents (POST /v2/documents) and answered like them.
         */
        post: operations["submitSegments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/segments/{segment}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a segment
         * @description One segment by its id, whatever its status. The id of a raw segment returns the segment that it became, or `status: "Processing"` while it is being processed, or while a cancellation waits for its booking (30 days).
         */
        get: operations["getSegment"];
        /**
         * Change a segment
         * @description Replaces the latest statement that the application may change: one of the given source if there is one. Without source, the new statement has the source of the replaced one. An application may change what it submitted; the member's own (manual) statements may be changed by any application of the member. A JSON body is the whole statement; in a form, fields that are not sent keep their value, and an empty one is removed.
         */
        put: operations["updateSegment"];
        /**
         * Submit one segment
         * @description One raw segment of the type in the path. Its source is manual if omitted. With trip_id it is pinned to that trip. The answer waits until it is on the itinerary, at most five seconds.
         */
        post: operations["createSegment"];
        /**
         * Withdraw a segment
         * @description Withdraws what the application submitted about a segment. What other sources report stays.
         */
        delete: operations["deleteSegment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/segments/{segment_type}/{segment_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a segment of one type
         * @description As GET /v2/segments/{segment}, for one type alone.
         */
        get: operations["getSegmentOfType"];
        /**
         * Change a segment of one type
         * @description As PUT /v2/segments/{segment}, for one type alone.
         */
        put: operations["updateSegmentOfType"];
        post?: never;
        /**
         * Withdraw a segment of one type
         * @description As DELETE /v2/segments/{segment}, for one type alone.
         */
        delete: operations["deleteSegmentOfType"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/batches/{batch_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the status of a batch
         * @description The URL in the Location header of an accepted batch. The batch is pending at first; then processed, with the segment and trip of every raw segment, or failed, with the error for which it was rejected.
         */
        get: operations["getBatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List documents
         * @description The documents of the member that the application sent, newest first, without their parts and segments.
         */
        get: operations["listDocuments"];
        put?: never;
        /**
         * Send a document
         * @description A mail, a PDF, a pass, a web page, a GDS display, a calendar or an export, as the body or as the file of a form, of at most 10 MiB. The answer 202 is sent once it is on disk; it is read after that, and its segments become batches like those of POST /v2/segments. The URL in Location accounts for every part of it. In a form the parameters may be fields. Without an Idempotency-Key each request makes a document; the itinerary stays the same.
         */
        post: operations["submitDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/documents/{document_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a document
         * @description Its status, the result of each of its parts, and its batches. Only the application that sent it sees it.
         */
        get: operations["getDocumentReading"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/documents/{document_id}/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit a dry run
         * @description The segments read from a document that was sent with dry_run become batches; `segments` replaces them. A repeat is 409, and the document shows its batches.
         */
        post: operations["confirmDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List loyalty accounts
         * @description The accounts of the member, oldest first. Removed ones are listed only if requested by status.
         */
        get: operations["listAccounts"];
        put?: never;
        /**
         * Register a loyalty account
         * @description Travel data that suppliers send for this number in the name of the member goes to the itinerary, including that of the last 30 days, once it is known whose the number is: an application registers it that vouches for the source, or the member confirms it by a booking under /account/loyalty. Until then the member receives what your own application sends for it, without locators, ticket numbers and prices. Spaces, hyphens and case of the number are ignored. If several members register one number, the accounts of all show a conflict, and only a proven one receives data. A member may have 50 accounts. Registering the same account again returns the existing one.
         */
        post: operations["createAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/accounts/{account_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a loyalty account
         * @description One account by its id.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        /**
         * Remove a loyalty account
         * @description Ends aggregation for the account. Its segments stay on the itinerary. The account is kept with the status Removed and no longer listed.
         */
        delete: operations["deleteAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sources
         * @description The suppliers of travel data by id. Field "source" of a raw segment must be such an id.
         */
        get: operations["listSources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/sources/{source_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a source
         * @description One source by its id, compared exactly.
         */
        get: operations["getSource"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/locations/cities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search cities
         * @description Finds cities by code, name, alternative name or close spelling; case and accents are ignored. The best match comes first. Text after a comma says where the place is: Springfield, IL; Paris, France.
         */
        get: operations["searchCities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/locations/airports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search airports
         * @description Finds airports by code, name, alternative name or close spelling; case and accents are ignored. The best match comes first. Text after a comma says where the place is: Springfield, IL; Paris, France.
         */
        get: operations["searchAirports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/calendar-feeds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List calendar addresses
         * @description The calendar addresses of the member, without their secrets.
         */
        get: operations["listCalendarFeeds"];
        put?: never;
        /**
         * Create a calendar address
         * @description An address that a calendar program can read without a token until it is deleted. It stops working when the member no longer authorises the application that created it. Anyone who has the address can read the itinerary. At most 20 per member. Each request makes an address.
         */
        post: operations["createCalendarFeed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/calendar-feeds/{feed_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a calendar address
         * @description The address answers 404 from now on. One that the member made on their own pages stays: only the member removes it.
         */
        delete: operations["deleteCalendarFeed"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/trips.ics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the itinerary as a calendar
         * @description iCalendar (RFC 5545) of the segments since 400 days ago, the latest 2,000 if there are more; each end is in the time zone of its place. A stay is whole days that leave the traveller free, a rental its pick-up and its return, anything else one event. Identifiers are stable, cancelled segments are marked as such, and URL is the page of the trip. For a calendar program, create an address with POST /v2/calendar-feeds. Reads have a limit of their own, per address or token; the entity tag changes with the itinerary, and once a day.
         */
        get: operations["getCalendar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/feeds/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the days with feeds
         * @description What the feeds of the application sent on each day (UTC) of the last 30, newest first: counts, never content. They are saved every second; a server that crashes may lose the counts of its last second, but no line.
         */
        get: operations["listFeedDays"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/feeds/reports/{day}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the feeds of a day
         * @description Each feed of the application on a day (UTC), newest first, with the numbers of some rejected lines. A feed that goes on past midnight is in both days, with what it sent on each.
         */
        get: operations["listFeedReports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/feeds/segments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a feed
         * @description For applications to which the operator has given the feed role. The body is a stream of any length with one JSON object per line: "segments" (1 to 500, as in POST /v2/segments) for a member who has authorised the application, or for a loyalty account. The answer is a stream too, with one JSON line per line, in order; read it while you send. A line answered with 202 is on disk; an invalid line is answered with its errors, and the feed continues. When the service cannot accept more, the sender has to wait (TCP). If that lasts, the lines in hand are answered with 503 and the feed ends: continue with the first line that has no 202. A "key" makes it safe to repeat a line. Lines of one member keep their order. Blank lines are skipped. A line has at most 1048576 bytes. The body may be compressed with gzip or br.
         */
        post: operations["feedSegments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Page through the event log
         * @description Events of the last 30 days, in an order in which none is ever skipped. With the credentials of an application: of every member who authorises it, from the authorization on, and `member.deauthorized` when it ends. With a member token: of that member, of the types that its scopes cover. `X-Cursor` is the position after the last event; send it as `cursor` to continue, also later. X-Total-Count counts at most 10,000. With `material`, `changed_field` or `segment_type` the log is searched as a filter of a callback would: without X-Total-Count, and with pages that may hold few events or none while the Link header leads on.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/events/{event_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send one event again
         * @description Queues the event, under its id, for every active callback that subscribes to its type, or for the given one. Each request queues the event again; receivers know it by its id.
         */
        post: operations["redeliverEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/callbacks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List callbacks
         * @description All callbacks of the application, oldest first; there are at most 10.
         */
        get: operations["listCallbacks"];
        put?: never;
        /**
         * Register a webhook URL
         * @description From now on, events of members who authorised the application are posted there. The answer has the signing secret, which is not shown again. Each request makes a callback.
         */
        post: operations["createCallback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/callbacks/{callback_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a callback
         * @description Settings and health of one callback. Its secret is never shown again.
         */
        get: operations["getCallback"];
        put?: never;
        post?: never;
        /**
         * Delete a callback
         * @description Drops pending deliveries and starts no more. A request that is being sent may still arrive; if a worker cannot be notified at once, others may follow for up to 6 seconds. The event log still has the events.
         */
        delete: operations["deleteCallback"];
        options?: never;
        head?: never;
        /**
         * Change a callback
         * @description Changes the given fields. Events that occur while it is Disabled are recorded as skipped and can be replayed; pending deliveries continue once it is Active again. Enabling does not reset the failure count. Requests that are being sent are not changed; a worker that cannot be notified at once may use the old settings for up to 6 seconds.
         */
        patch: operations["updateCallback"];
        trace?: never;
    };
    "/v2/callbacks/{callback_id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the signing secret
         * @description Makes a new secret. The old one signs as well for `overlap_seconds`: a day by default, a week at most, and at least 6 seconds even if 0 is given, because a worker that cannot be notified at once may sign with the old one alone for that long. Accept both until `previous_secret_expires`. Until then, another rotation ends the old secret at once, and is 409 unless `overlap_seconds` or `If-Match` is sent. Each request makes a secret; send If-Match, so that a repeat is 412.
         */
        post: operations["rotateCallbackSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/callbacks/{callback_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries
         * @description Newest activity first. `since` and `until` compare with the last attempt, or with the event if there was none. `aborted`: the receiver asked for no more attempts, or the member no longer authorises the application.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/callbacks/{callback_id}/deliveries/{event_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one delivery with every attempt
         * @description Request headers and body as sent (without credentials and custom headers), status, error class, address, milliseconds, and at most 16 kB of each response. Bodies are null while the member does not authorise the application.
         */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/callbacks/{callback_id}/ping": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event now
         * @description Posts one event at once, whatever the status of the callback, and returns the attempt; it is not retried. Without `type` a `callback.ping`; with it an event of that type, whatever the callback subscribes to, made from the examples of this document and marked by `"test": true`. Test events are in the delivery log only: not in `GET /v2/events`, and never sent again. Each request sends an event.
         */
        post: operations["pingCallback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/callbacks/{callback_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay logged events
         * @description Queues the events between `since` and `until` to which the callback subscribes, each under its id: all of them, or only those that were never delivered. Events from before the authorization are included. With `dry_run` they are only counted. Each request queues the events again; receivers know them by their ids.
         */
        post: operations["replayCallback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description An id: decimal digits, ordered by time.
         * @example 58241077248001
         */
        Id: string;
        /**
         * @description A UTC instant.
         * @example 2026-11-20T09:30:00Z
         */
        Instant: string;
        /**
         * @description Local time of the place; a date alone if the time is not known.
         * @example 2026-03-14T18:30:00
         */
        LocalDateTime: string;
        /**
         * @description Local time of the place, without an offset; a date alone if the time is not known.
         * @example 2026-03-14T18:30
         */
        WallTime: string;
        /**
         * @description A number as text, so that no digit is lost.
         * @example 47.45806
         */
        Decimal: string;
        /** @description The member record. */
        Member: {
            /** @description Id of the member. */
            id: components["schemas"]["Id"];
            /** @description Status. */
            status: string;
            /** @description Given name. */
            first_name: string | null;
            /** @description Family name. */
            last_name: string | null;
            /** @description E-mail address. */
            email: string | null;
            /** @description Gender, in the member's words. */
            gender: string | null;
            /** @description City of the present home. */
            home_city: string | null;
            /** @description Its latitude. */
            home_city_lat: components["schemas"]["Decimal"] | null;
            /** @description Its longitude. */
            home_city_lon: components["schemas"]["Decimal"] | null;
            /** @description State or province of the present home. */
            state: string | null;
            /** @description The same as state. */
            admin_code: string | null;
            /** @description Postal code of the present home. */
            zip: string | null;
            /** @description Country of the present home. */
            country: string | null;
            /** @description Time zone of the member. */
            time_zone_id: string | null;
            /** @description Language in which cities and trips are named; null: English. */
            language?: string | null;
            /** @description Whether trips warn of what cannot be travelled; null: yes. */
            plausibility_warnings?: boolean | null;
            /** @description IATA codes of the home airports. */
            home_airports: string[];
            /** @description All homes, newest last. */
            homes: {
                /** @description First day there; null: always. */
                from: string | null;
                /** @description City. */
                city: string | null;
                /** @description State or province. */
                admin_code?: string | null;
                /** @description The same as admin_code. */
                state?: string | null;
                /** @description Country. */
                country: string | null;
                /** @description Latitude. */
                lat: components["schemas"]["Decimal"] | null;
                /** @description Longitude. */
                lon: components["schemas"]["Decimal"] | null;
                /** @description Time zone. */
                time_zone_id: string | null;
                /** @description IATA codes of the home airports. */
                airports: string[];
            }[];
            /** @description Page of the member. */
            url: string | null;
            /** @description Picture of the member. */
            profile_image_url: string | null;
            /** @description When the member joined. */
            created: components["schemas"]["Instant"];
            /** @description When something visible changed. */
            updated: components["schemas"]["Instant"];
        };
        /** @description Fields of the record that a member may change. */
        MemberChange: {
            /** @description Given name. */
            first_name?: string | null;
            /** @description Family name. */
            last_name?: string | null;
            /** @description Gender, in the member's words. */
            gender?: string | null;
            /** @description City of the home. Another city sets its own state, country, coordinates and time zone, and no airports, unless these are sent too. Null: the home is unknown from that day on; trips use the last known one. */
            home_city?: string | null;
            /** @description State or province of the home. */
            state?: string | null;
            /** @description The same as state; used where state is not sent. */
            admin_code?: string | null;
            /** @description Postal code of the home. */
            zip?: string | null;
            /** @description Country of the home; a code of two letters is kept in capitals. */
            country?: string | null;
            /** @description Latitude of the home, decimal text. */
            home_city_lat?: string | null;
            /** @description Longitude of the home, decimal text. */
            home_city_lon?: string | null;
            /** @description IATA codes of the home airports; null: none. */
            home_airports?: string[] | null;
            /**
             * @description First day of the home; today if omitted. Omitted fields of the home are those of the home in force on that day. Earlier and later homes stay; the record shows the one in force today.
             * @example 2026-09-01
             */
            from?: string;
            /** @description Time zone, an IANA name; if omitted, it follows the present home into another city. */
            time_zone_id?: string | null;
            /**
             * @description Language in which cities and trips are named, a BCP 47 tag: en, de, fr, es, it, pt or nl with any region. Any other is kept, but names are English. Null: English.
             * @example de
             * @example pt-BR
             */
            language?: string | null;
            /**
             * @description Whether trips warn of two places at once, a missing leg and nights without a stay. Null: they do.
             * @example false
             */
            plausibility_warnings?: boolean | null;
        };
        /** @description One time away from home. */
        Trip: {
            /** @description Id of the trip. */
            id: components["schemas"]["Id"];
            /** @description Id of the member. */
            member_id: components["schemas"]["Id"];
            /**
             * @description Merged and Deleted trips stay readable for 400 days.
             * @enum {string}
             */
            status: "Active" | "Cancelled" | "Merged" | "Deleted";
            /** @description Given name of the traveller. */
            first_name: string | null;
            /** @description Family name of the traveller. */
            last_name: string | null;
            /** @description Main destination. */
            destination: string | null;
            /** @description State or province of the destination. */
            state: string | null;
            /** @description The same as state. */
            admin_code: string | null;
            /** @description Postal code of the destination. */
            postal_code: string | null;
            /** @description Country of the destination. */
            country: string | null;
            /** @description Latitude of the destination. */
            lat: components["schemas"]["Decimal"] | null;
            /** @description Longitude of the destination. */
            lon: components["schemas"]["Decimal"] | null;
            /** @description First start. */
            begin_datetime: components["schemas"]["LocalDateTime"] | null;
            /** @description Abbreviation of its time zone then. */
            begin_time_zone: string | null;
            /** @description Its time zone, an IANA name. */
            begin_time_zone_id: string | null;
            /** @description The same as an instant. */
            begin_datetime_utc: components["schemas"]["Instant"] | null;
            /** @description Latest end. */
            end_datetime: components["schemas"]["LocalDateTime"] | null;
            /** @description Abbreviation of its time zone then. */
            end_time_zone: string | null;
            /** @description Its time zone, an IANA name. */
            end_time_zone_id: string | null;
            /** @description The same as an instant. */
            end_datetime_utc: components["schemas"]["Instant"] | null;
            /** @description The member's own title for it. */
            headline: string | null;
            /** @description A name made from destinations and dates. */
            display_name: string;
            /**
             * @description Who may see it.
             * @enum {string}
             */
            privacy: "Private" | "Buddies Only" | "Public";
            /** @description Whether the member calls it personal. */
            personal: boolean;
            /** @description Whether the member calls it business. */
            business: boolean;
            /** @description Whether every segment is confirmed. */
            verified: boolean;
            /** @description Kilometres travelled. */
            distance_km: components["schemas"]["Decimal"] | null;
            /** @description Days from its begin to its end, with one decimal. */
            duration_days: number;
            /** @description Places in order of arrival. */
            destinations: {
                /** @description City. */
                city_name: string | null;
                /** @description State or province. */
                admin_code: string | null;
                /** @description The same as admin_code. */
                state: string | null;
                /** @description Country, ISO 3166-1 alpha-2. */
                country: string | null;
                /** @description Latitude. */
                lat: components["schemas"]["Decimal"] | null;
                /** @description Longitude. */
                lon: components["schemas"]["Decimal"] | null;
                /** @description Arrival there. */
                begin_datetime: components["schemas"]["LocalDateTime"] | null;
                /** @description Whether no source gives the hour of begin_datetime: the usual one of a hotel is shown. */
                begin_is_assumed: boolean;
                /** @description Departure from there. */
                end_datetime: components["schemas"]["LocalDateTime"] | null;
                /** @description The same for end_datetime. */
                end_is_assumed: boolean;
                /** @description Nights spent there. */
                nights: number;
            }[];
            /** @description Kinds of segment on it. */
            segment_types: string[];
            /** @description Live segments. */
            segment_count: number;
            /** @description Warnings. */
            warnings: components["schemas"]["TripWarning"][];
            /** @description Trips at the same time. */
            overlaps_trip_ids: components["schemas"]["Id"][];
            /** @description Trip it was merged into. */
            merged_into: components["schemas"]["Id"] | null;
            /** @description Trip it came from. */
            split_from: components["schemas"]["Id"] | null;
            /** @description Address of this trip. */
            url: string;
            /** @description Whether any of it came from a supplier. */
            harvested: boolean;
            /** @description Rises with every change. */
            version: number;
            /** @description When the trip was created. */
            created: components["schemas"]["Instant"];
            /** @description When something visible changed. */
            updated: components["schemas"]["Instant"];
            /** @description The member's notes. */
            notes: string[];
            /** @description With segments=1: its segments in order of start. */
            segments?: components["schemas"]["Segment"][];
        };
        /** @description The member's own values of a trip; null removes one. */
        TripFields: {
            /** @description The member's own title. */
            headline?: string | null;
            /** @description Main destination, instead of the computed one. */
            destination?: string | null;
            /**
             * @description Who may see it.
             * @enum {string|null}
             */
            privacy?: "Private" | "Buddies Only" | "Public" | null;
            /** @description Whether it is personal. */
            personal?: boolean | null;
            /** @description Whether it is business. */
            business?: boolean | null;
            /**
             * @description The member's notes; they replace those there are.
             * @example [
             *       "Passport!"
             *     ]
             */
            notes?: string[] | null;
            /** @description Local time it begins, instead of the first start. */
            begin_datetime?: components["schemas"]["WallTime"] | null;
            /** @description Local time it ends, instead of the latest end. */
            end_datetime?: components["schemas"]["WallTime"] | null;
        };
        /** @description A segment of the itinerary; `type` says which fields it has. */
        Segment: components["schemas"]["AirSegment"] | components["schemas"]["HotelSegment"] | components["schemas"]["CarSegment"] | components["schemas"]["RailSegment"] | components["schemas"]["CruiseSegment"] | components["schemas"]["FerrySegment"] | components["schemas"]["TransportSegment"] | components["schemas"]["ParkingSegment"] | components["schemas"]["RestaurantSegment"] | components["schemas"]["ActivitySegment"] | components["schemas"]["MeetingSegment"] | components["schemas"]["EventSegment"] | components["schemas"]["CheckinSegment"];
        /** @description What every segment of the itinerary has, whatever its type. */
        SegmentBase: {
            /** @description Id of the segment. */
            id: components["schemas"]["Id"];
            /** @description Id of the member. */
            member_id: components["schemas"]["Id"];
            /** @description Trip it belongs to; null if it is unfiled. */
            trip_id: components["schemas"]["Id"] | null;
            /**
             * @description Merged and Deleted segments stay readable for 400 days.
             * @enum {string}
             */
            status: "Active" | "Pending" | "Cancelled" | "Merged" | "Deleted";
            /** @description Given name of the traveller. */
            first_name: string | null;
            /** @description Family name of the traveller. */
            last_name: string | null;
            /** @description All travellers of the booking. */
            travelers: components["schemas"]["SegmentTraveler"][] | null;
            /** @description Locator of the supplier. */
            confirmation_no: string | null;
            /** @description Locator of the channel that sold it. */
            booking_confirmation_no: string | null;
            /** @description Name of the channel that sold it. */
            booking_agent: string | null;
            /** @description Travellers on this booking. */
            number_of_pax: number | null;
            /** @description Telephone of the supplier. Kept as it is sent. */
            phone: string | null;
            /** @description Telephone of the support desk. Kept as it is sent. */
            support_phone: string | null;
            /**
             * @description Page of the support desk.
             * @example https://example.com/help
             */
            support_url: string | null;
            /** @description Price without currency sign; goes with currency. */
            price: components["schemas"]["Decimal"] | null;
            /**
             * @description ISO 4217 code, in use or historic; goes with price.
             * @example USD
             */
            currency: string | null;
            /** @description Free text. */
            notes: string | null;
            /** @description Kept and returned untouched; at most 4 KB of JSON, with integers within 2^53: larger ones as text. */
            metadata: {
                [key: string]: unknown;
            } | null;
            /** @description Minutes from its start to its end; null unless both times are known. */
            duration_minutes: number | null;
            /** @description Kilometres between its two places. */
            distance_km: components["schemas"]["Decimal"] | null;
            /** @description The winning source. */
            source: string | null;
            /** @description Its class. */
            source_type: string | null;
            /** @description What every source reported. */
            sources: components["schemas"]["SourceStatement"][];
            /** @description All bookings of it, one entry for each traveller; those of the member come first. */
            bookings: components["schemas"]["Booking"][];
            /** @description Whether it is reached by a connection: a change from the previous movement of its trip at the same place, with a short wait and nothing between. */
            is_connection: boolean;
            /** @description Minutes between the arrival of the previous movement and its departure; null if it is not reached by a connection. */
            connection_minutes: number | null;
            /** @description A change by the supplier that needs an answer from the traveller or agency. */
            action: {
                /**
                 * @description What was changed.
                 * @enum {string}
                 */
                kind: "cancelled" | "schedule_changed" | "airport_changed";
                /** @description When its source made the change; null: live status says so. */
                since: components["schemas"]["Instant"] | null;
                /** @description Id of the source that made it. */
                source: string;
                /** @description Its reservation code, such as UN or TK; null: it sent none. */
                reason: string | null;
            } | null;
            /** @description The possible answers to `action`; empty: there is nothing to answer. */
            available_actions: ("accept" | "change" | "cancel")[];
            /** @description Segments that may be the same. */
            possible_duplicate_of: components["schemas"]["Id"][];
            /** @description Warnings. */
            warnings: components["schemas"]["SegmentWarning"][];
            /** @description Segment that it replaces. */
            replaces: components["schemas"]["Id"] | null;
            /** @description Segment that replaces it. */
            replaced_by: components["schemas"]["Id"] | null;
            /** @description Segment it was merged into. */
            merged_into: components["schemas"]["Id"] | null;
            /** @description When the segment was created. */
            created: components["schemas"]["Instant"];
            /** @description When something visible changed. */
            updated: components["schemas"]["Instant"];
            /** @description With provenance=1: which source gave each field. */
            provenance?: {
                [key: string]: {
                    /** @description Id of the source. */
                    source: string;
                    /** @description Id of its raw segment. */
                    raw_id: components["schemas"]["Id"];
                };
            };
        };
        /** @description What activities, meetings and events of the itinerary show of their times and places. */
        GatheringSegmentFields: {
            /** @description Start. */
            start_datetime: components["schemas"]["LocalDateTime"];
            /** @description End; not before start_datetime. */
            end_datetime: components["schemas"]["LocalDateTime"] | null;
            /** @description Latitude in degrees. */
            start_lat: components["schemas"]["Decimal"] | null;
            /** @description Longitude in degrees. */
            start_lon: components["schemas"]["Decimal"] | null;
            /** @description Latitude in degrees. */
            end_lat: components["schemas"]["Decimal"] | null;
            /** @description Longitude in degrees. */
            end_lon: components["schemas"]["Decimal"] | null;
            /** @description Start of the validity of the ticket. */
            ticket_valid_from: components["schemas"]["LocalDateTime"] | null;
            /** @description End of the validity of the ticket. */
            ticket_valid_until: components["schemas"]["LocalDateTime"] | null;
            /** @description The start as an instant; null if the time is not known. */
            start_datetime_utc: components["schemas"]["Instant"] | null;
            /** @description Abbreviation of the time zone at the start. */
            start_time_zone: string | null;
            /** @description The end as an instant; null if the time is not known. */
            end_datetime_utc: components["schemas"]["Instant"] | null;
            /** @description Abbreviation of the time zone at the end. */
            end_time_zone: string | null;
            /** @description The schedule before its last change; null if it never changed. */
            previous: {
                /** @description The earlier start_datetime. */
                start_datetime: components["schemas"]["LocalDateTime"] | null;
                /** @description The earlier end_datetime. */
                end_datetime: components["schemas"]["LocalDateTime"] | null;
                /** @description When it changed. */
                changed: components["schemas"]["Instant"];
            } | null;
        };
        /** @description On the itinerary: A flight. */
        AirSegment: components["schemas"]["SegmentBase"] & WithRequired<components["schemas"]["AirFields"], "airline" | "flight_num" | "origin_name" | "destination_name" | "origin_code" | "origin_city_name" | "origin_city_code" | "origin_admin_code" | "origin_country" | "destination_code" | "destination_city_name" | "destination_city_code" | "destination_admin_code" | "destination_country" | "departure_time_zone_id" | "arrival_time_zone_id" | "seat_assignment" | "class_of_service" | "cabin" | "ticket_number" | "meal" | "stops" | "equipment_code" | "departure_terminal" | "departure_gate" | "arrival_terminal" | "arrival_gate" | "baggage_belt" | "operating_airline" | "operating_flight_num" | "boarding_group" | "boarding_sequence" | "ticket_barcode" | "checkin_url" | "change_url" | "cancel_url"> & {
            /**
             * @description Type of segment.
             * @constant
             */
            type: "Air";
            /** @description Latitude in degrees. */
            origin_lat: components["schemas"]["Decimal"] | null;
            /** @description Longitude in degrees. */
            origin_lon: components["schemas"]["Decimal"] | null;
            /** @description Latitude in degrees. */
            destination_lat: components["schemas"]["Decimal"] | null;
            /** @description Longitude in degrees. */
            destination_lon: components["schemas"]["Decimal"] | null;
            /** @description Departure. */
            departure_datetime: components["schemas"]["LocalDateTime"];
            /** @description Arrival. */
            arrival_datetime: components["schemas"]["LocalDateTime"] | null;
            /** @description Estimated departure; the scheduled one does not change. */
            departure_estimated_datetime: components["schemas"]["LocalDateTime"] | null;
            /** @description Actual departure; the scheduled one does not change. */
            departure_actual_datetime: components["schemas"]["LocalDateTime"] | null;
            /** @description Estimated arrival; the scheduled one does not change. */
            arrival_estimated_datetime: components["schemas"]["LocalDateTime"] | null;
            /** @description Actual arrival; the scheduled one does not change. */
            arrival_actual_datetime: components["schemas"]["LocalDateTime"] | null;
            /** @description Start of boarding. */
            boarding_datetime: components["schemas"]["LocalDateTime"] | null;
            /** @description The start as an instant; null if the time is not known. */
            departure_datetime_utc: components["schemas"]["Instant"] | null;
            /** @description Abbreviation of the time zone at the start. */
            departure_time_zone: string | null;
            /** @description The end as an instant; null if the time is not known. */
            arrival_datetime_utc: components["schemas"]["Instant"] | null;
            /** @description Abbreviation of the time zone at the end. */
            arrival_time_zone: string | null;
            /** @description IATA code of the carrier. */
            normalized_airline: string | null;
            /** @description Name of the carrier. */
            airline_name: string | null;
            /** @description Minutes by which the actual, else the estimated departure is later than scheduled; if neither is known, the same for the arrival. Negative: early. Null: unknown. */
            delay_minutes: number | null;
            /** @description The schedule before its last change; null if it never changed. */
            previous: {
                /** @description The earlier departure_datetime. */
                departure_datetime: components["schemas"]["LocalDateTime"] | null;
                /** @description The earlier arrival_datetime. */
                arrival_datetime: components["schemas"]["LocalDateTime"] | null;
                /** @description When it changed. */
                changed: components["schemas"]["Instant"];
            } | null;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "Air";
        };
        /** @description On the itinerary: A stay in a hotel. Say where it is: city_name, lat and lon, or city_code. */
        HotelSegment: components["schemas"]["SegmentBase"] & WithRequired<components["schemas"]["HotelFields"], "checkin_time" | "checkout_time" | "address1" | "address2" | "city_name" | "admin_code" | "postal_code" | "country" | "city_code" | "number_of_rooms" | "number_of_guests" | "room_type" | "room_description" | "rate_description" | "rate" | "rate_type" | "cancellation_policy" | "hotel_chain" | "property_code" | "time_zone_id" | "checkin_url" | "change_url" | "cancel_url"> & {
            /**
             * @description Type of segment.
             * @constant
             */
            type: "Hotel";
            /** @description Latitude in degrees. */
            lat: components["schemas"]["Decimal"] | null;
            /** @description Longitude in degrees. */
            lon: components["schemas"]["Decimal"] | null;
            /** @description The start as an instant; null if the time is not known. */
            checkin_datetime_utc: components["schemas"]["Instant"] | null;
            /** @description The end as an instant; null if the time is not known. */
            checkout_datetime_utc: components["schemas"]["Instant"] | null;
            /** @description Abbreviation of the time zone at the start. */
            time_zone: string | null;
            /** @description The schedule before its last change; null if it never changed. */
            previous: {
                /** @description The earlier checkin_date. */
                checkin_date: components["schemas"]["LocalDateTime"] | null;
                /** @description The earlier checkout_date. */
                checkout_date: components["schemas"]["LocalDateTime"] | null;
                /** @description When it changed. */
                changed: components["schemas"]["Instant"];
            } | null;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "Hotel";
        };
        /** @description On the itinerary: A car rental. Say where it begins: pickup_location, pickup_city_name, pickup_city_code, or pickup_lat and pickup_lon. */
        CarSegment: components["schemas"]["SegmentBase"] & WithRequired<components["schemas"]["CarFields"], "pickup_location" | "dropoff_location" | "pickup_name" | "pickup_code" | "pickup_address1" | "pickup_address2" | "pickup_city_name" | "pickup_admin_code" | "pickup_postal_code" | "pickup_country" | "pickup_city_code" | "pickup_phone" | "pickup_hours" | "dropoff_name" | "dropoff_code" | "dropoff_address1" | "dropoff_address2" | "dropoff_city_name" | "dropoff_admin_code" | "dropoff_postal_code" | "dropoff_country" | "dropoff_city_code" | "dropoff_phone" | "dropoff_hours" | "car_type" | "car_description" | "loyalty_no" | "pickup_time_zone_id" | "dropoff_time_zone_id" | "checkin_url" | "change_url" | "cancel_url"> & {
            /**
             * @description Type of segment.
             * @constant
             */
            type: "Car";
            /** @description Pick-up. */
            pickup_datetime: components["schemas"]["LocalDateTime"];
            /** @description Return. */
            dropoff_datetime: components["schemas"]["LocalDateTime"] | null;
            /** @description Latitude in degrees. */
            pickup_lat: components["schemas"]["Decimal"] | null;
            /** @description Longitude in degrees. */
            pickup_lon: components["schemas"]["Decimal"] | null;
            /** @description Latitude in degrees. */
            dropoff_lat: components["schemas"]["Decimal"] | null;
            /** @description Longitude in degrees. */
            dropoff_lon: components["schemas"]["Decimal"] | null;
            /** @description The start as an instant; null if the time is not known. */
            pickup_datetime_utc: components["schemas"]["Instant"] | null;
            /** @description Abbreviation of the time zone at the start. */
            pickup_time_zone: string | null;
            /** @description The end as an instant; null if the time is not known. */
            dropoff_datetime_utc: components["schemas"]["Instant"] | null;
            /** @description Abbreviation of the time zone at the end. */
            dropoff_time_zone: string | null;
            /** @description Code of the rental company. */
            normalized_vendor: string | null;
            /** @description The schedule before its last change; null if it never changed. */
            previous: {
                /** @description The earlier pickup_datetime. */
                pickup_datetime: components["schemas"]["LocalDateTime"] | null;
                /** @description The earlier dropoff_datetime. */
                dropoff_datetime: components["schemas"]["LocalDateTime"] | null;
                /** @description When it changed. */
                changed: components["schemas"]["Instant"];
            } | null;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "Car";
        };
        /** @description On the itinerary: A train ride. */
        RailSegment: components["schemas"]["SegmentBase"] & WithRequired<components["schemas"]["RailFields"], "rail_line" | "train_number" | "origin_name" | "destination_name" | "origin_code" | "origin_city_name" | "origin_city_code" | "origin_admin_code" | "origin_country" | "destination_code" | "destination_city_name" | "destination_city_code" | "destination_admin_code" | "destination_country" | "departure_time_zone_id" | "arrival_time_zone_id" | "coach" | "seat_assignment" | "class_of_service" | "ticket_number" | "departure_platform" | "arrival_platform" | "operating_rail_line" | "boarding_group" | "boarding_sequence" | "ticket_barcode" | "checkin_url" | "change_url" | "cancel_url"> & {
            /**
             * @description Type of segment.
             * @constant
             */
            type: "Rail";
            /** @description Latitude in degrees. */
            origin_lat: components["schemas"]["Decimal"] | null;
            /** @description Longitude in degrees. */
            origin_lon: components["schemas"]["Decimal"] | null;
            /** @description Latitude in degrees. */
            destination_lat: components["schemas"]["Decimal"] | null;
            /** @description Longitude in degrees. */
            destination_lon: components["schemas"]["Decimal"] | null;
            /** @description Departure. */
            departure_datetime: components["schemas"]["LocalDateTime"];
            /** @description Arrival. */
            arrival_datetime: components["schemas"]["LocalDateTime"] | null;
            /** @description Estimated departure; the scheduled one does not change. */
            departure_estimated_datetime: components["schemas"]["LocalDateTime"] | null;
            /** @description Actual departure; the scheduled one does not change. */
            departure_actual_datetime: components["schemas"]["LocalDateTime"] | null;
            /** @description Estimated arrival; the scheduled one does not change. */
            arrival_estimated_datetime: components["schemas"]["LocalDateTime"] | null;
            /** @description Actual arrival; the scheduled one does not change. */
            arrival_actual_datetime: components["schemas"]["LocalDateTime"] | null;
            /** @description Start of boarding. */
            boarding_datetime: components["schemas"]["LocalDateTime"] | null;
            /** @description Start of the validity of the ticket. */
            ticket_valid_from: components["schemas"]["LocalDateTime"] | null;
            /** @description End of the validity of the ticket. */
            ticket_valid_until: components["schemas"]["LocalDateTime"] | null;
            /** @description The start as an instant; null if the time is not known. */
            departure_datetime_utc: components["schemas"]["Instant"] | null;
            /** @description Abbreviation of the time zone at the start. */
            departure_time_zone: string | null;
            /** @description The end as an instant; null if the time is not known. */
            arrival_datetime_utc: components["schemas"]["Instant"] | null;
            /** @description Abbreviation of the time zone at the end. */
            arrival_time_zone: string | null;
            /** @description Minutes by which the actual, else the estimated departure is later than scheduled; if neither is known, the same for the arrival. Negative: early. Null: unknown. */
            delay_minutes: number | null;
            /** @description The schedule before its last change; null if it never changed. */
            previous: {
                /** @description The earlier departure_datetime. */
                departure_datetime: components["schemas"]["LocalDateTime"] | null;
                /** @description The earlier arrival_datetime. */
                arrival_datetime: components["schemas"]["LocalDateTime"] | null;
                /** @description When it changed. */
                changed: components["schemas"]["Instant"];
            } | null;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "Rail";
        };
        /** @description On the itinerary: A cruise. */
        CruiseSegment: components["schemas"]["SegmentBase"] & WithRequired<components["schemas"]["CruiseFields"], "embark_name" | "embark_code" | "embark_city_code" | "disembark_name" | "disembark_code" | "disembark_city_name" | "disembark_country" | "disembark_city_code" | "cabin_no" | "cabin_type" | "dining" | "embark_time_zone_id" | "disembark_time_zone_id" | "boarding_group" | "boarding_sequence" | "ticket_barcode" | "checkin_url" | "change_url" | "cancel_url"> & {
            /**
             * @description Type of segment.
             * @constant
             */
            type: "Cruise";
            /** @description Embarkation. */
            embark_datetime: components["schemas"]["LocalDateTime"];
            /** @description Disembarkation. */
            disembark_datetime: components["schemas"]["LocalDateTime"] | null;
            /** @description First line of the address. */
            embark_address1: string | null;
            /** @description Second line of the address. */
            embark_address2: string | null;
            /** @description State or province. */
            embark_admin_code: string | null;
            /** @description Postal code. */
            embark_postal_code: string | null;
            /** @description Latitude in degrees. */
            embark_lat: components["schemas"]["Decimal"] | null;
            /** @description Longitude in degrees. */
            embark_lon: components["schemas"]["Decimal"] | null;
            /** @description First line of the address. */
            disembark_address1: string | null;
            /** @description Second line of the address. */
            disembark_address2: string | null;
            /** @description State or province. */
            disembark_admin_code: string | null;
            /** @description Postal code. */
            disembark_postal_code: string | null;
            /** @description Latitude in degrees. */
            disembark_lat: components["schemas"]["Decimal"] | null;
            /** @description Longitude in degrees. */
            disembark_lon: components["schemas"]["Decimal"] | null;
            /** @description Ports on the way, in order. */
            port_calls: {
                /** @description City of the port. */
                city_name: string;
                /** @description Country of the port. */
                country: string | null;
                /** @description Arrival. */
                arrival_datetime: components["schemas"]["LocalDateTime"] | null;
                /** @description Departure. */
                departure_datetime: components["schemas"]["LocalDateTime"] | null;
            }[] | null;
            /** @description Start of boarding. */
            boarding_datetime: components["schemas"]["LocalDateTime"] | null;
            /** @description The start as an instant; null if the time is not known. */
            embark_datetime_utc: components["schemas"]["Instant"] | null;
            /** @description Abbreviation of the time zone at the start. */
            embark_time_zone: string | null;
            /** @description The end as an instant; null if the time is not known. */
            disembark_datetime_utc: components["schemas"]["Instant"] | null;
            /** @description Abbreviation of the time zone at the end. */
            disembark_time_zone: string | null;
            /** @description The schedule before its last change; null if it never changed. */
            previous: {
                /** @description The earlier embark_datetime. */
                embark_datetime: components["schemas"]["LocalDateTime"] | null;
                /** @description The earlier disembark_datetime. */
                disembark_datetime: components["schemas"]["LocalDateTime"] | null;
                /** @description When it changed. */
                changed: components["schemas"]["Instant"];
            } | null;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "Cruise";
        };
        /** @description On the itinerary: A ferry crossing. The port of departure is required: start_location, start_name, start_address1, start_city_name, start_city_code, start_code, or start_lat and start_lon. */
        FerrySegment: components["schemas"]["SegmentBase"] & WithRequired<components["schemas"]["FerryFields"], "ferry_line" | "ferry_number" | "ship_name" | "start_location" | "start_name" | "start_code" | "start_address1" | "start_address2" | "start_city_name" | "start_admin_code" | "start_postal_code" | "start_country" | "start_city_code" | "end_location" | "end_name" | "end_code" | "end_address1" | "end_address2" | "end_city_name" | "end_admin_code" | "end_postal_code" | "end_country" | "end_city_code" | "deck" | "seat_assignment" | "cabin_no" | "cabin_type" | "class_of_service" | "ticket_number" | "vehicle_description" | "licence_plate" | "meeting_instructions" | "start_time_zone_id" | "end_time_zone_id" | "boarding_group" | "boarding_sequence" | "ticket_barcode" | "checkin_url" | "change_url" | "cancel_url"> & {
            /**
             * @description Type of segment.
             * @constant
             */
            type: "Ferry";
            /** @description Departure. */
            start_datetime: components["schemas"]["LocalDateTime"];
            /** @description Arrival; not before start_datetime. */
            end_datetime: components["schemas"]["LocalDateTime"] | null;
            /** @description Latitude in degrees. */
            start_lat: components["schemas"]["Decimal"] | null;
            /** @description Longitude in degrees. */
            start_lon: components["schemas"]["Decimal"] | null;
            /** @description Latitude in degrees. */
            end_lat: components["schemas"]["Decimal"] | null;
            /** @description Longitude in degrees. */
            end_lon: components["schemas"]["Decimal"] | null;
            /** @description Estimated departure; the scheduled one does not change. */
            start_estimated_datetime: components["schemas"]["LocalDateTime"] | null;
            /** @description Actual departure; the scheduled one does not change. */
            start_actual_datetime: components["schemas"]["LocalDateTime"] | null;
            /** @description Estimated arrival; the scheduled one does not change. */
            end_estimated_datetime: components["schemas"]["LocalDateTime"] | null;
            /** @description Actual arrival; the scheduled one does not change. */
            end_actual_datetime: components["schemas"]["LocalDateTime"] | null;
            /** @description Start of boarding. */
            boarding_datetime: components["schemas"]["LocalDateTime"] | null;
            /** @description Start of the validity of the ticket. */
            ticket_valid_from: components["schemas"]["LocalDateTime"] | null;
            /** @description End of the validity of the ticket. */
            ticket_valid_until: components["schemas"]["LocalDateTime"] | null;
            /** @description The start as an instant; null if the time is not known. */
            start_datetime_utc: components["schemas"]["Instant"] | null;
            /** @description Abbreviation of the time zone at the start. */
            start_time_zone: string | null;
            /** @description The end as an instant; null if the time is not known. */
            end_datetime_utc: components["schemas"]["Instant"] | null;
            /** @description Abbreviation of the time zone at the end. */
            end_time_zone: string | null;
            /** @description Minutes by which the actual, else the estimated departure is later than scheduled; if neither is known, the same for the arrival. Negative: early. Null: unknown. */
            delay_minutes: number | null;
            /** @description The schedule before its last change; null if it never changed. */
            previous: {
                /** @description The earlier start_datetime. */
                start_datetime: components["schemas"]["LocalDateTime"] | null;
                /** @description The earlier end_datetime. */
                end_datetime: components["schemas"]["LocalDateTime"] | null;
                /** @description When it changed. */
                changed: components["schemas"]["Instant"];
            } | null;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "Ferry";
        };
        /** @description On the itinerary: A taxi, shuttle or bus; with transport_type Ferry it is read as a Ferry. The start place is required: start_location, start_name, start_address1, start_city_name, start_city_code, start_code, or start_lat and start_lon. */
        TransportSegment: components["schemas"]["SegmentBase"] & WithRequired<components["schemas"]["TransportFields"], "transport_company" | "transport_type" | "start_location" | "start_name" | "start_code" | "start_address1" | "start_address2" | "start_city_name" | "start_admin_code" | "start_postal_code" | "start_country" | "start_city_code" | "end_location" | "end_name" | "end_code" | "end_address1" | "end_address2" | "end_city_name" | "end_admin_code" | "end_postal_code" | "end_country" | "end_city_code" | "coach" | "seat_assignment" | "ticket_number" | "vehicle_description" | "meeting_instructions" | "start_time_zone_id" | "end_time_zone_id" | "boarding_group" | "boarding_sequence" | "ticket_barcode" | "checkin_url" | "change_url" | "cancel_url"> & {
            /**
             * @description Type of segment.
             * @constant
             */
            type: "Transport";
            /** @description Start. */
            start_datetime: components["schemas"]["LocalDateTime"];
            /** @description End; not before start_datetime. */
            end_datetime: components["schemas"]["LocalDateTime"] | null;
            /** @description Latitude in degrees. */
            start_lat: components["schemas"]["Decimal"] | null;
            /** @description Longitude in degrees. */
            start_lon: components["schemas"]["Decimal"] | null;
            /** @description Latitude in degrees. */
            end_lat: components["schemas"]["Decimal"] | null;
            /** @description Longitude in degrees. */
            end_lon: components["schemas"]["Decimal"] | null;
            /** @description Start of boarding. */
            boarding_datetime: components["schemas"]["LocalDateTime"] | null;
            /** @description Start of the validity of the ticket. */
            ticket_valid_from: components["schemas"]["LocalDateTime"] | null;
            /** @description End of the validity of the ticket. */
            ticket_valid_until: components["schemas"]["LocalDateTime"] | null;
            /** @description The start as an instant; null if the time is not known. */
            start_datetime_utc: components["schemas"]["Instant"] | null;
            /** @description Abbreviation of the time zone at the start. */
            start_time_zone: string | null;
            /** @description The end as an instant; null if the time is not known. */
            end_datetime_utc: components["schemas"]["Instant"] | null;
            /** @description Abbreviation of the time zone at the end. */
            end_time_zone: string | null;
            /** @description The schedule before its last change; null if it never changed. */
            previous: {
                /** @description The earlier start_datetime. */
                start_datetime: components["schemas"]["LocalDateTime"] | null;
                /** @description The earlier end_datetime. */
                end_datetime: components["schemas"]["LocalDateTime"] | null;
                /** @description When it changed. */
                changed: components["schemas"]["Instant"];
            } | null;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "Transport";
        };
        /** @description On the itinerary: A parking space. The place is required: location, address1, city_name, city_code, or lat and lon. */
        ParkingSegment: components["schemas"]["SegmentBase"] & WithRequired<components["schemas"]["ParkingFields"], "address1" | "address2" | "city_name" | "admin_code" | "postal_code" | "country" | "city_code" | "licence_plate" | "space_no" | "time_zone_id" | "ticket_barcode" | "change_url" | "cancel_url"> & {
            /**
             * @description Type of segment.
             * @constant
             */
            type: "Parking";
            /** @description Drive-in. */
            start_datetime: components["schemas"]["LocalDateTime"];
            /** @description Drive-out; not before start_datetime. */
            end_datetime: components["schemas"]["LocalDateTime"] | null;
            /** @description Latitude in degrees. */
            lat: components["schemas"]["Decimal"] | null;
            /** @description Longitude in degrees. */
            lon: components["schemas"]["Decimal"] | null;
            /** @description The start as an instant; null if the time is not known. */
            start_datetime_utc: components["schemas"]["Instant"] | null;
            /** @description Time zone of the start, an IANA name. */
            start_time_zone_id: string | null;
            /** @description Abbreviation of the time zone at the start. */
            start_time_zone: string | null;
            /** @description The end as an instant; null if the time is not known. */
            end_datetime_utc: components["schemas"]["Instant"] | null;
            /** @description Time zone of the end, an IANA name. */
            end_time_zone_id: string | null;
            /** @description Abbreviation of the time zone at the end. */
            end_time_zone: string | null;
            /** @description Abbreviation of the time zone at the start. */
            time_zone: string | null;
            /** @description The schedule before its last change; null if it never changed. */
            previous: {
                /** @description The earlier start_datetime. */
                start_datetime: components["schemas"]["LocalDateTime"] | null;
                /** @description The earlier end_datetime. */
                end_datetime: components["schemas"]["LocalDateTime"] | null;
                /** @description When it changed. */
                changed: components["schemas"]["Instant"];
            } | null;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "Parking";
        };
        /** @description On the itinerary: A table in a restaurant. The place is required: location, address1, city_name, city_code, or lat and lon. */
        RestaurantSegment: components["schemas"]["SegmentBase"] & WithRequired<components["schemas"]["RestaurantFields"], "address1" | "address2" | "city_name" | "admin_code" | "postal_code" | "country" | "city_code" | "dress_code" | "time_zone_id" | "change_url" | "cancel_url"> & {
            /**
             * @description Type of segment.
             * @constant
             */
            type: "Restaurant";
            /** @description Time of the reservation. */
            start_datetime: components["schemas"]["LocalDateTime"];
            /** @description End; not before start_datetime. */
            end_datetime: components["schemas"]["LocalDateTime"] | null;
            /** @description Latitude in degrees. */
            lat: components["schemas"]["Decimal"] | null;
            /** @description Longitude in degrees. */
            lon: components["schemas"]["Decimal"] | null;
            /** @description The start as an instant; null if the time is not known. */
            start_datetime_utc: components["schemas"]["Instant"] | null;
            /** @description Time zone of the start, an IANA name. */
            start_time_zone_id: string | null;
            /** @description Abbreviation of the time zone at the start. */
            start_time_zone: string | null;
            /** @description The end as an instant; null if the time is not known. */
            end_datetime_utc: components["schemas"]["Instant"] | null;
            /** @description Time zone of the end, an IANA name. */
            end_time_zone_id: string | null;
            /** @description Abbreviation of the time zone at the end. */
            end_time_zone: string | null;
            /** @description Abbreviation of the time zone at the start. */
            time_zone: string | null;
            /** @description The schedule before its last change; null if it never changed. */
            previous: {
                /** @description The earlier start_datetime. */
                start_datetime: components["schemas"]["LocalDateTime"] | null;
                /** @description The earlier end_datetime. */
                end_datetime: components["schemas"]["LocalDateTime"] | null;
                /** @description When it changed. */
                changed: components["schemas"]["Instant"];
            } | null;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "Restaurant";
        };
        /** @description On the itinerary: An activity: a tour, a match, a lesson. */
        ActivitySegment: components["schemas"]["SegmentBase"] & WithRequired<components["schemas"]["GatheringFields"], "activity_type" | "start_name" | "start_address1" | "start_address2" | "start_city_name" | "start_admin_code" | "start_postal_code" | "start_country" | "start_city_code" | "end_name" | "end_address1" | "end_address2" | "end_city_name" | "end_admin_code" | "end_postal_code" | "end_country" | "end_city_code" | "venue" | "organizer" | "is_all_day" | "start_time_zone_id" | "end_time_zone_id" | "event_url" | "seat_assignment" | "ticket_number" | "ticket_barcode" | "change_url" | "cancel_url"> & components["schemas"]["GatheringSegmentFields"] & {
            /**
             * @description Type of segment.
             * @constant
             */
            type: "Activity";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "Activity";
        };
        /** @description On the itinerary: A meeting. */
        MeetingSegment: components["schemas"]["SegmentBase"] & WithRequired<components["schemas"]["GatheringFields"], "activity_type" | "start_name" | "start_address1" | "start_address2" | "start_city_name" | "start_admin_code" | "start_postal_code" | "start_country" | "start_city_code" | "end_name" | "end_address1" | "end_address2" | "end_city_name" | "end_admin_code" | "end_postal_code" | "end_country" | "end_city_code" | "venue" | "organizer" | "is_all_day" | "start_time_zone_id" | "end_time_zone_id" | "event_url" | "seat_assignment" | "ticket_number" | "ticket_barcode" | "change_url" | "cancel_url"> & components["schemas"]["GatheringSegmentFields"] & {
            /**
             * @description Type of segment.
             * @constant
             */
            type: "Meeting";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "Meeting";
        };
        /** @description On the itinerary: An event: a conference, a concert, a fair. */
        EventSegment: components["schemas"]["SegmentBase"] & WithRequired<components["schemas"]["GatheringFields"], "activity_type" | "start_name" | "start_address1" | "start_address2" | "start_city_name" | "start_admin_code" | "start_postal_code" | "start_country" | "start_city_code" | "end_name" | "end_address1" | "end_address2" | "end_city_name" | "end_admin_code" | "end_postal_code" | "end_country" | "end_city_code" | "venue" | "organizer" | "is_all_day" | "start_time_zone_id" | "end_time_zone_id" | "event_url" | "seat_assignment" | "ticket_number" | "ticket_barcode" | "change_url" | "cancel_url"> & components["schemas"]["GatheringSegmentFields"] & {
            /**
             * @description Type of segment.
             * @constant
             */
            type: "Event";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "Event";
        };
        /** @description On the itinerary: A location check-in. Either lat and lon or city_name and country are required. */
        CheckinSegment: components["schemas"]["SegmentBase"] & WithRequired<components["schemas"]["CheckinFields"], "place_name" | "address1" | "address2" | "city_name" | "admin_code" | "postal_code" | "country" | "city_code" | "checkin_provider" | "time_zone_id"> & {
            /**
             * @description Type of segment.
             * @constant
             */
            type: "Checkin";
            /** @description When. */
            checkin_datetime: components["schemas"]["LocalDateTime"];
            /** @description Latitude in degrees. */
            lat: components["schemas"]["Decimal"] | null;
            /** @description Longitude in degrees. */
            lon: components["schemas"]["Decimal"] | null;
            /** @description The start as an instant; null if the time is not known. */
            checkin_datetime_utc: components["schemas"]["Instant"] | null;
            /** @description Time zone of the start, an IANA name. */
            checkin_time_zone_id: string | null;
            /** @description Abbreviation of the time zone at the start. */
            checkin_time_zone: string | null;
            /** @description Abbreviation of the time zone at the start. */
            time_zone: string | null;
            /** @description The schedule before its last change; null if it never changed. */
            previous: {
                /** @description The earlier checkin_datetime. */
                checkin_datetime: components["schemas"]["LocalDateTime"] | null;
                /** @description When it changed. */
                changed: components["schemas"]["Instant"];
            } | null;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "Checkin";
        };
        /** @description A warning. */
        SegmentWarning: {
            /**
             * @description Kind of warning.
             * @enum {string}
             */
            code: "schedule_conflict" | "status_conflict" | "zone_unknown" | "unknown_gds_status" | "no_show" | "place_missing" | "place_unknown" | "place_conflict" | "vendor_missing" | "number_missing" | "end_missing" | "possible_conflict" | "overlap" | "date_order" | "time_skipped" | "two_places" | "leg_missing" | "stay_missing";
            /** @description The warning in a sentence for the traveller, without ids, codes and field names. */
            description: string;
            /** @description Field of the segment that it is about; null: the segment or trip as a whole. */
            field: string | null;
            /** @description What the sources say, the value in use first. */
            values: {
                /** @description Id of the source. */
                source: string;
                /** @description What it says: a local date or date-time, or text. */
                value: string | null;
            }[];
        };
        /** @description A warning that the member may want to check. */
        TripWarning: {
            /**
             * @description Kind of warning.
             * @enum {string}
             */
            code: "schedule_conflict" | "status_conflict" | "zone_unknown" | "unknown_gds_status" | "no_show" | "place_missing" | "place_unknown" | "place_conflict" | "vendor_missing" | "number_missing" | "end_missing" | "possible_conflict" | "overlap" | "date_order" | "time_skipped" | "two_places" | "leg_missing" | "stay_missing";
            /** @description The warning in a sentence for the traveller, without ids, codes and field names. */
            description: string;
            /** @description Field of the segment that it is about; null: the segment or trip as a whole. */
            field: string | null;
            /** @description What the sources say, the value in use first. */
            values: {
                /** @description Id of the source. */
                source: string;
                /** @description What it says: a local date or date-time, or text. */
                value: string | null;
            }[];
            /** @description Segments it concerns. */
            segment_ids: components["schemas"]["Id"][];
        };
        /** @description What one source reported. */
        SourceStatement: {
            /** @description Id of the source. */
            source: string;
            /** @description Id of its raw segment. */
            raw_id: components["schemas"]["Id"];
            /** @description Locator that it reported, as it wrote it. */
            confirmation_no: string | null;
            /** @description What it last said, all its bookings considered: Active, Pending or Cancelled. */
            status: string;
            /** @description When it was received. */
            received: components["schemas"]["Instant"];
            /** @description When the supplier made this version. */
            supplier_updated: components["schemas"]["Instant"] | null;
        };
        /** @description One traveller on one booking of the segment. */
        Booking: {
            /** @description Id of the source. */
            source: string;
            /** @description Locator, as its source wrote it. */
            confirmation_no: string | null;
            /** @description Traveller; null if no source names one. */
            traveler: string | null;
            /** @description Seat of this traveller. */
            seat_assignment: string | null;
            /** @description Ticket number of this traveller. */
            ticket_number: string | null;
            /** @description Number of the flight, train or crossing under which it was booked, of a flight with the carrier: LH 430. */
            number: string | null;
            /** @description Status. */
            status: string;
        };
        /** @description A raw segment that is not on the itinerary yet. */
        ProcessingSegment: {
            /** @description Id of the raw segment. */
            id: components["schemas"]["Id"];
            /**
             * @description It is being merged.
             * @constant
             */
            status: "Processing";
        };
        /** @description A loyalty account of the member. */
        Account: {
            /** @description Id of the account. */
            id: components["schemas"]["Id"];
            /** @description Id of the member. */
            member_id: components["schemas"]["Id"];
            /**
             * @description State of the account.
             * @enum {string}
             */
            status: "Active" | "Paused" | "NeedsAttention" | "Removed";
            /** @description Id of its source. */
            source: string;
            /** @description Name of the source. */
            name: string;
            /** @description Name of the loyalty programme. */
            program_name: string | null;
            /** @description Class of the source. */
            classification: string | null;
            /** @description The loyalty number. */
            account_id: string;
            /**
             * @description What shows that the number is the member's: nothing, a booking, or its source.
             * @enum {string}
             */
            ownership: "Unconfirmed" | "Confirmed" | "Vouched";
            /** @description Another member has registered this number too: travel data goes only to the member who can show whose it is. */
            conflict: boolean;
            /** @description Page of the programme. */
            home_page_url: string | null;
            /** @description Telephone of the programme. */
            phone: string | null;
            /** @description Last time the account was harvested. */
            last_access: components["schemas"]["Instant"] | null;
            /**
             * @description Result of the last harvest.
             * @enum {string}
             */
            last_harvest_status: "Success" | "No Travel Data" | "Never";
            /** @description Status in the programme. */
            loyalty_status: string | null;
            /** @description Level in the programme. */
            loyalty_level: string | null;
            /** @description Points in the programme. */
            loyalty_points: string | number | null;
            /** @description When it was registered. */
            created: components["schemas"]["Instant"];
            /** @description When something visible changed. */
            updated: components["schemas"]["Instant"];
        };
        /** @description A loyalty account to register. */
        NewAccount: {
            /**
             * @description Id of a source of GET /v2/sources.
             * @example airline_dl
             */
            source: string;
            /**
             * @description The loyalty number.
             * @example 2039481123
             */
            account_id: string;
            /** @description Name of the loyalty programme. */
            program_name?: string | null;
            /** @description Status in the programme. */
            loyalty_status?: string | null;
            /** @description Level in the programme. */
            loyalty_level?: string | null;
        };
        /** @description A supplier of travel data. */
        Source: {
            /** @description Id, compared exactly: the value of "source" in a raw segment. */
            id: string;
            /** @description Name. */
            name: string;
            /**
             * @description Class.
             * @enum {string}
             */
            classification: "airline" | "hotel" | "car" | "rail" | "cruise" | "transportation" | "activity" | "restaurant" | "parking" | "gds" | "tmc" | "ota" | "email" | "calendar" | "manual" | "status";
            /** @description Segment types it reports. */
            segment_types: string[];
            /** @description Code of the vendor. */
            vendor_code: string | null;
            /** @description Rank; the lower one wins. */
            priority: number;
            /**
             * @description An Inactive source accepts no new segments.
             * @enum {string}
             */
            status: "Active" | "Inactive";
            /** @description Web page of the source. */
            url: string | null;
            /** @description When it was created. */
            created: components["schemas"]["Instant"];
            /** @description When it changed. */
            updated: components["schemas"]["Instant"];
        };
        /** @description A city. */
        City: {
            /** @description Id of the city. */
            id: string;
            /** @description Name. */
            name: string;
            /** @description Name in plain letters. */
            ascii_name: string;
            /** @description IATA code. */
            city_code: string | null;
            /** @description State or province. */
            admin_code: string | null;
            /** @description The same as admin_code. */
            state: string | null;
            /** @description Name of the state or province. */
            admin_name: string | null;
            /** @description Country, ISO 3166-1 alpha-2. */
            country: string;
            /** @description Latitude. */
            lat: components["schemas"]["Decimal"];
            /** @description Longitude. */
            lon: components["schemas"]["Decimal"];
            /** @description Time zone. */
            time_zone_id: string | null;
            /** @description Inhabitants. */
            population: number;
        };
        /** @description An airport. */
        Airport: {
            /** @description Id: the IATA code. */
            id: string;
            /** @description IATA code. */
            iata_code: string;
            /** @description ICAO code. */
            icao_code: string | null;
            /** @description Name. */
            name: string;
            /** @description City it serves. */
            city_name: string | null;
            /** @description Id of that city. */
            city_id: string | null;
            /** @description IATA code of that city. */
            city_code: string | null;
            /** @description State or province. */
            admin_code: string | null;
            /** @description The same as admin_code. */
            state: string | null;
            /** @description Country, ISO 3166-1 alpha-2. */
            country: string;
            /** @description Latitude. */
            lat: components["schemas"]["Decimal"];
            /** @description Longitude. */
            lon: components["schemas"]["Decimal"];
            /** @description Time zone. */
            time_zone_id: string | null;
            /** @description Kind of airport. */
            type: string;
        };
        /** @description The status of an accepted batch. */
        BatchMonitor: {
            /** @description Id of the batch. */
            id: components["schemas"]["Id"];
            /**
             * @description pending: accepted, not on the itinerary yet.
             * @enum {string}
             */
            status: "pending" | "processed" | "failed";
            /** @description One entry per raw segment, in order; empty while pending. */
            segments: {
                /** @description Id of the raw segment. */
                _id: number;
                /** @description Segment it became. */
                segment_id: components["schemas"]["Id"] | null;
                /** @description Trip of that segment. */
                trip_id: components["schemas"]["Id"] | null;
                /**
                 * @description What it became.
                 * @enum {string}
                 */
                action: "created" | "merged" | "updated" | "unchanged" | "cancelled" | "held" | "refused";
                /** @description With refused: limit_exceeded. */
                error?: string;
                /** @description With refused: which limit, in a sentence. */
                error_description?: string;
            }[];
            /** @description Why it failed. */
            error?: string | null;
            /** @description Why it failed, in a sentence. */
            error_description?: string | null;
        };
        /** @description A batch of raw segments. */
        SegmentBatch: {
            /** @description The raw segments, in any order. */
            segments: components["schemas"]["RawSegment"][];
            /**
             * @description merge if omitted. replace: for every source and confirmation_no in the batch, earlier legs that are not in it count as cancelled by that source.
             * @enum {string}
             */
            mode?: "merge" | "replace";
        };
        /** @description One entry per segment, in order. */
        AcceptedBatch: {
            /** @description As submitted. */
            type: string;
            /** @description As submitted; Active if it was omitted. */
            status: string;
            /** @description Id of the raw segment. */
            _id: number;
        }[];
        /** @description One entry per segment, in order. */
        RefusedBatch: {
            /** @description As submitted. */
            type: string | null;
            /** @description As submitted. */
            status: string | null;
            /** @description All errors, of a batch at most 1,000 and a note if there are more; empty for a valid sibling. */
            errors: components["schemas"]["FaultItem"][];
        }[];
        /** @description One error of a body. */
        FaultItem: {
            /**
             * @description Code of the error.
             * @enum {string}
             */
            error: "missing_field" | "invalid_type" | "invalid_status" | "invalid_source" | "invalid_trip_id" | "invalid_datetime" | "invalid_date_range" | "invalid_airport" | "invalid_currency" | "invalid_price" | "invalid_value" | "too_long" | "unknown_field" | "too_many_errors";
            /** @description The error in a sentence, with the way to fix it. */
            error_description: string;
            /** @description Path of the field, as travelers[0].first_name; null: the whole. */
            field: string | null;
            /** @description What was probably meant, or where the right value is found. */
            hint?: string;
        };
        /** @description One error of a body, in a problem document. */
        ProblemItem: {
            /**
             * @description Where in the body, a JSON pointer as a URI fragment.
             * @example #/segments/0/source
             */
            pointer: string;
            /**
             * @description Code of the error.
             * @enum {string}
             */
            code: "missing_field" | "invalid_type" | "invalid_status" | "invalid_source" | "invalid_trip_id" | "invalid_datetime" | "invalid_date_range" | "invalid_airport" | "invalid_currency" | "invalid_price" | "invalid_value" | "too_long" | "unknown_field" | "too_many_errors";
            /** @description The error in a sentence, with the way to fix it. */
            detail: string;
            /** @description What was probably meant, or where the right value is found. */
            hint?: string;
        };
        /** @description One traveller of the booking. */
        Traveler: {
            /** @description Given name. */
            first_name?: string | null;
            /** @description Family name. */
            last_name?: string | null;
            /** @description Full name as one text, when the parts are not known. */
            name?: string | null;
            /** @description Ticket number of this traveller. */
            ticket_number?: string | null;
            /** @description Seat of this traveller. */
            seat_assignment?: string | null;
            /** @description Loyalty number of this traveller. */
            loyalty_no?: string | null;
        };
        /** @description One traveller of the booking. */
        SegmentTraveler: {
            /** @description Given name. */
            first_name: string | null;
            /** @description Family name. */
            last_name: string | null;
            /** @description Full name as one text, when the parts are not known. */
            name: string | null;
            /** @description Ticket number of this traveller. */
            ticket_number: string | null;
            /** @description Seat of this traveller. */
            seat_assignment: string | null;
            /** @description Loyalty number of this traveller. */
            loyalty_no: string | null;
        };
        /** @description A raw segment: one statement of one source. */
        RawSegment: components["schemas"]["RawAir"] | components["schemas"]["RawHotel"] | components["schemas"]["RawCar"] | components["schemas"]["RawRail"] | components["schemas"]["RawCruise"] | components["schemas"]["RawFerry"] | components["schemas"]["RawTransport"] | components["schemas"]["RawParking"] | components["schemas"]["RawRestaurant"] | components["schemas"]["RawActivity"] | components["schemas"]["RawMeeting"] | components["schemas"]["RawEvent"] | components["schemas"]["RawCheckin"] | components["schemas"]["BookingCancellation"] | components["schemas"]["EntryCancellation"];
        /** @description Cancels all legs of a booking of one source: a locator, and no field of a leg. */
        BookingCancellation: components["schemas"]["RawSegmentFields"] & {
            /**
             * @description Any type of the booking.
             * @enum {string}
             */
            type: "Air" | "Hotel" | "Car" | "Rail" | "Cruise" | "Ferry" | "Transport" | "Parking" | "Restaurant" | "Activity" | "Meeting" | "Event" | "Checkin";
            /**
             * @description Cancelled.
             * @enum {string}
             */
            status: "Cancelled" | "Canceled";
            /**
             * @description Id of a source of GET /v2/sources.
             * @example airline_dl
             */
            source: string;
            /** @description Locator of the booking; every leg that this source has reported of it is cancelled. */
            confirmation_no: string;
        };
        /** @description Cancels an entry of one source: its id, and no field of a leg. */
        EntryCancellation: components["schemas"]["RawSegmentFields"] & {
            /**
             * @description Any type.
             * @enum {string}
             */
            type: "Air" | "Hotel" | "Car" | "Rail" | "Cruise" | "Ferry" | "Transport" | "Parking" | "Restaurant" | "Activity" | "Meeting" | "Event" | "Checkin";
            /**
             * @description Cancelled.
             * @enum {string}
             */
            status: "Cancelled" | "Canceled";
            /**
             * @description Id of a source of GET /v2/sources.
             * @example airline_dl
             */
            source: string;
            /** @description Id of the entry at its source. */
            entry_id: string;
        };
        /** @description What a submission of any type may have. */
        RawSegmentFields: {
            /**
             * @description Active if omitted; Canceled is read as Cancelled.
             * @enum {string|null}
             */
            status?: "Active" | "Pending" | "Cancelled" | "Canceled" | null;
            /** @description Given name of the traveller. */
            first_name?: string | null;
            /** @description Family name of the traveller. */
            last_name?: string | null;
            /** @description All travellers of the booking. */
            travelers?: components["schemas"]["Traveler"][] | null;
            /** @description Locator of the supplier. */
            confirmation_no?: string | null;
            /** @description Locator of the channel that sold it. */
            booking_confirmation_no?: string | null;
            /** @description Name of the channel that sold it. */
            booking_agent?: string | null;
            /** @description Travellers on this booking. */
            number_of_pax?: number | null;
            /** @description Telephone of the supplier. Kept as it is sent. */
            phone?: string | null;
            /** @description Telephone of the support desk. Kept as it is sent. */
            support_phone?: string | null;
            /**
             * @description Page of the support desk.
             * @example https://example.com/help
             */
            support_url?: string | null;
            /** @description Price without currency sign; goes with currency. Text or a number; rounded to 4 digits after the point, shown as text. */
            price?: string | number | null;
            /**
             * @description ISO 4217 code, in use or historic; goes with price.
             * @example USD
             */
            currency?: string | null;
            /** @description Free text. */
            notes?: string | null;
            /** @description Kept and returned untouched; at most 4 KB of JSON, with integers within 2^53: larger ones as text. */
            metadata?: {
                [key: string]: unknown;
            } | null;
            /**
             * @description When the supplier made this version, UTC.
             * @example 2026-03-01T12:00:00Z
             */
            supplier_updated?: string | null;
            /** @description Names the entry at its source, as the UID of an event: what the source sends under it again is another version. */
            entry_id?: string | null;
            /** @description Orders the versions of the entry before supplier_updated; 0 if omitted. */
            entry_version?: number | null;
            /** @description Status code of a global distribution system; it is mapped to a status. */
            gds_status?: string | null;
        };
        /** @description A flight. */
        RawAir: components["schemas"]["RawSegmentFields"] & components["schemas"]["AirFields"] & {
            /**
             * @description Type of segment.
             * @constant
             */
            type: "Air";
            /**
             * @description Id of a source of GET /v2/sources.
             * @example airline_dl
             */
            source: string;
        };
        /** @description A stay in a hotel. Say where it is: city_name, lat and lon, or city_code. */
        RawHotel: components["schemas"]["RawSegmentFields"] & components["schemas"]["HotelFields"] & {
            /**
             * @description Type of segment.
             * @constant
             */
            type: "Hotel";
            /**
             * @description Id of a source of GET /v2/sources.
             * @example airline_dl
             */
            source: string;
        };
        /** @description A car rental. Say where it begins: pickup_location, pickup_city_name, pickup_city_code, or pickup_lat and pickup_lon. */
        RawCar: components["schemas"]["RawSegmentFields"] & components["schemas"]["CarFields"] & {
            /**
             * @description Type of segment.
             * @constant
             */
            type: "Car";
            /**
             * @description Id of a source of GET /v2/sources.
             * @example airline_dl
             */
            source: string;
        };
        /** @description A train ride. */
        RawRail: components["schemas"]["RawSegmentFields"] & components["schemas"]["RailFields"] & {
            /**
             * @description Type of segment.
             * @constant
             */
            type: "Rail";
            /**
             * @description Id of a source of GET /v2/sources.
             * @example airline_dl
             */
            source: string;
        };
        /** @description A cruise. */
        RawCruise: components["schemas"]["RawSegmentFields"] & components["schemas"]["CruiseFields"] & {
            /**
             * @description Type of segment.
             * @constant
             */
            type: "Cruise";
            /**
             * @description Id of a source of GET /v2/sources.
             * @example airline_dl
             */
            source: string;
        };
        /** @description A ferry crossing. The port of departure is required: start_location, start_name, start_address1, start_city_name, start_city_code, start_code, or start_lat and start_lon. */
        RawFerry: components["schemas"]["RawSegmentFields"] & components["schemas"]["FerryFields"] & {
            /**
             * @description Type of segment.
             * @constant
             */
            type: "Ferry";
            /**
             * @description Id of a source of GET /v2/sources.
             * @example airline_dl
             */
            source: string;
        };
        /** @description A taxi, shuttle or bus; with transport_type Ferry it is read as a Ferry. The start place is required: start_location, start_name, start_address1, start_city_name, start_city_code, start_code, or start_lat and start_lon. */
        RawTransport: components["schemas"]["RawSegmentFields"] & components["schemas"]["TransportFields"] & {
            /**
             * @description Type of segment.
             * @constant
             */
            type: "Transport";
            /**
             * @description Id of a source of GET /v2/sources.
             * @example airline_dl
             */
            source: string;
        };
        /** @description A parking space. The place is required: location, address1, city_name, city_code, or lat and lon. */
        RawParking: components["schemas"]["RawSegmentFields"] & components["schemas"]["ParkingFields"] & {
            /**
             * @description Type of segment.
             * @constant
             */
            type: "Parking";
            /**
             * @description Id of a source of GET /v2/sources.
             * @example airline_dl
             */
            source: string;
            /** @description The place in free text, or its IATA code. */
            location?: string | null;
        };
        /** @description A table in a restaurant. The place is required: location, address1, city_name, city_code, or lat and lon. */
        RawRestaurant: components["schemas"]["RawSegmentFields"] & components["schemas"]["RestaurantFields"] & {
            /**
             * @description Type of segment.
             * @constant
             */
            type: "Restaurant";
            /**
             * @description Id of a source of GET /v2/sources.
             * @example airline_dl
             */
            source: string;
            /** @description The place in free text, or its IATA code. */
            location?: string | null;
        };
        /** @description An activity: a tour, a match, a lesson. */
        RawActivity: components["schemas"]["RawSegmentFields"] & components["schemas"]["GatheringFields"] & {
            /**
             * @description Type of segment.
             * @constant
             */
            type: "Activity";
            /**
             * @description Id of a source of GET /v2/sources.
             * @example airline_dl
             */
            source: string;
            /** @description The place in free text, or its IATA code. */
            start_location?: string | null;
            /** @description The place in free text, or its IATA code. */
            end_location?: string | null;
        };
        /** @description A meeting. */
        RawMeeting: components["schemas"]["RawSegmentFields"] & components["schemas"]["GatheringFields"] & {
            /**
             * @description Type of segment.
             * @constant
             */
            type: "Meeting";
            /**
             * @description Id of a source of GET /v2/sources.
             * @example airline_dl
             */
            source: string;
            /** @description The place in free text, or its IATA code. */
            start_location?: string | null;
            /** @description The place in free text, or its IATA code. */
            end_location?: string | null;
        };
        /** @description An event: a conference, a concert, a fair. */
        RawEvent: components["schemas"]["RawSegmentFields"] & components["schemas"]["GatheringFields"] & {
            /**
             * @description Type of segment.
             * @constant
             */
            type: "Event";
            /**
             * @description Id of a source of GET /v2/sources.
             * @example airline_dl
             */
            source: string;
            /** @description The place in free text, or its IATA code. */
            start_location?: string | null;
            /** @description The place in free text, or its IATA code. */
            end_location?: string | null;
        };
        /** @description A location check-in. Either lat and lon or city_name and country are required. */
        RawCheckin: components["schemas"]["RawSegmentFields"] & components["schemas"]["CheckinFields"] & {
            /**
             * @description Type of segment.
             * @constant
             */
            type: "Checkin";
            /**
             * @description Id of a source of GET /v2/sources.
             * @example airline_dl
             */
            source: string;
        };
        /** @description Fields of this type. A submission may have them, a segment has them all; null: no source gives it. */
        AirFields: {
            /** @description Marketing carrier, IATA code or name; taken from flight_num if that begins with it. */
            airline?: string | null;
            /** @description Flight number, with or without the carrier. */
            flight_num?: string | null;
            /**
             * @description Airport of departure. IATA or ICAO code, or name; shown as the IATA code if it is known.
             * @example ZRH
             */
            origin: string;
            /**
             * @description Airport of arrival. IATA or ICAO code, or name; shown as the IATA code if it is known.
             * @example ZRH
             */
            destination: string;
            /** @description Name of the airport; counts if its code is not known. */
            origin_name?: string | null;
            /** @description Name of the airport; counts if its code is not known. */
            destination_name?: string | null;
            /** @description Code of the station, port or stop, in any code system. */
            origin_code?: string | null;
            /** @description City. */
            origin_city_name?: string | null;
            /** @description IATA code of the city. */
            origin_city_code?: string | null;
            /** @description State or province. */
            origin_admin_code?: string | null;
            /** @description Country, ISO 3166-1 alpha-2 code or name. */
            origin_country?: string | null;
            /** @description Latitude in degrees. Text or a number; rounded to 12 digits after the point, shown as text. */
            origin_lat?: string | number | null;
            /** @description Longitude in degrees. Text or a number; rounded to 12 digits after the point, shown as text. */
            origin_lon?: string | number | null;
            /** @description Code of the station, port or stop, in any code system. */
            destination_code?: string | null;
            /** @description City. */
            destination_city_name?: string | null;
            /** @description IATA code of the city. */
            destination_city_code?: string | null;
            /** @description State or province. */
            destination_admin_code?: string | null;
            /** @description Country, ISO 3166-1 alpha-2 code or name. */
            destination_country?: string | null;
            /** @description Latitude in degrees. Text or a number; rounded to 12 digits after the point, shown as text. */
            destination_lat?: string | number | null;
            /** @description Longitude in degrees. Text or a number; rounded to 12 digits after the point, shown as text. */
            destination_lon?: string | number | null;
            /** @description Departure. */
            departure_datetime: components["schemas"]["WallTime"];
            /** @description Arrival. */
            arrival_datetime?: components["schemas"]["WallTime"] | null;
            /**
             * @description Time zone of the departure. An IANA name; it wins over the zone of the place.
             * @example Europe/Zurich
             */
            departure_time_zone_id?: string | null;
            /**
             * @description Time zone of the arrival. An IANA name; it wins over the zone of the place.
             * @example Europe/Zurich
             */
            arrival_time_zone_id?: string | null;
            /** @description Seat. */
            seat_assignment?: string | null;
            /** @description Booking class. */
            class_of_service?: string | null;
            /** @description Cabin. */
            cabin?: string | null;
            /** @description Ticket number. */
            ticket_number?: string | null;
            /** @description Meal. */
            meal?: string | null;
            /** @description Stops on the way under this number. */
            stops?: number | null;
            /** @description IATA code of the aircraft. */
            equipment_code?: string | null;
            /** @description Terminal of departure. */
            departure_terminal?: string | null;
            /** @description Gate of departure. */
            departure_gate?: string | null;
            /** @description Terminal of arrival. */
            arrival_terminal?: string | null;
            /** @description Gate of arrival. */
            arrival_gate?: string | null;
            /** @description Belt at which the baggage arrives. */
            baggage_belt?: string | null;
            /** @description Estimated departure; the scheduled one does not change. */
            departure_estimated_datetime?: components["schemas"]["WallTime"] | null;
            /** @description Actual departure; the scheduled one does not change. */
            departure_actual_datetime?: components["schemas"]["WallTime"] | null;
            /** @description Estimated arrival; the scheduled one does not change. */
            arrival_estimated_datetime?: components["schemas"]["WallTime"] | null;
            /** @description Actual arrival; the scheduled one does not change. */
            arrival_actual_datetime?: components["schemas"]["WallTime"] | null;
            /** @description Carrier that flies, if it is another one. */
            operating_airline?: string | null;
            /** @description Its flight number. */
            operating_flight_num?: string | null;
            /** @description Group in which the traveller boards. */
            boarding_group?: string | null;
            /** @description Sequence number of the traveller at boarding. */
            boarding_sequence?: string | null;
            /** @description Start of boarding. */
            boarding_datetime?: components["schemas"]["WallTime"] | null;
            /** @description Content of the bar code of the ticket, exactly as a scanner reads it; Base64 if it is not text. */
            ticket_barcode?: string | null;
            /**
             * @description Page to check in.
             * @example https://example.com/help
             */
            checkin_url?: string | null;
            /**
             * @description Page to change the booking.
             * @example https://example.com/help
             */
            change_url?: string | null;
            /**
             * @description Page to cancel the booking.
             * @example https://example.com/help
             */
            cancel_url?: string | null;
        };
        /** @description Fields of this type. A submission may have them, a segment has them all; null: no source gives it. */
        HotelFields: {
            /** @description Name of the property. */
            hotel_name: string;
            /**
             * @description First day of the stay.
             * @example 2026-03-14
             */
            checkin_date: string;
            /**
             * @description Last day of the stay; not before checkin_date.
             * @example 2026-03-14
             */
            checkout_date: string;
            /**
             * @description Time of check-in; 15:00 for ordering if unknown, 12:00 for a stay of one day.
             * @example 15:00
             */
            checkin_time?: string | null;
            /**
             * @description Time of check-out; 11:00 for ordering if unknown, 18:00 for a stay of one day, and then not before checkin_time.
             * @example 15:00
             */
            checkout_time?: string | null;
            /** @description First line of the address. */
            address1?: string | null;
            /** @description Second line of the address. */
            address2?: string | null;
            /** @description City. */
            city_name?: string | null;
            /** @description State or province. */
            admin_code?: string | null;
            /** @description Postal code. */
            postal_code?: string | null;
            /** @description Country, ISO 3166-1 alpha-2 code or name. */
            country?: string | null;
            /** @description Latitude in degrees. Text or a number; rounded to 12 digits after the point, shown as text. */
            lat?: string | number | null;
            /** @description Longitude in degrees. Text or a number; rounded to 12 digits after the point, shown as text. */
            lon?: string | number | null;
            /** @description IATA code of the city. */
            city_code?: string | null;
            /** @description Rooms. */
            number_of_rooms?: number | null;
            /** @description Guests. */
            number_of_guests?: number | null;
            /** @description Kind of room. */
            room_type?: string | null;
            /** @description Description of the room. */
            room_description?: string | null;
            /** @description Description of the rate. */
            rate_description?: string | null;
            /** @description Rate of a night. */
            rate?: string | null;
            /** @description Kind of rate. */
            rate_type?: string | null;
            /** @description Terms of cancellation. */
            cancellation_policy?: string | null;
            /** @description Chain, code or name. */
            hotel_chain?: string | null;
            /** @description Code of the property within its chain. */
            property_code?: string | null;
            /**
             * @description Time zone of the property. An IANA name; it wins over the zone of the place.
             * @example Europe/Zurich
             */
            time_zone_id?: string | null;
            /**
             * @description Page to check in.
             * @example https://example.com/help
             */
            checkin_url?: string | null;
            /**
             * @description Page to change the booking.
             * @example https://example.com/help
             */
            change_url?: string | null;
            /**
             * @description Page to cancel the booking.
             * @example https://example.com/help
             */
            cancel_url?: string | null;
        };
        /** @description Fields of this type. A submission may have them, a segment has them all; null: no source gives it. */
        CarFields: {
            /** @description Rental company, code or name. */
            car_company: string;
            /** @description Pick-up. */
            pickup_datetime: components["schemas"]["WallTime"];
            /** @description Return. */
            dropoff_datetime?: components["schemas"]["WallTime"] | null;
            /** @description The place in free text, or its IATA code. */
            pickup_location?: string | null;
            /** @description The place in free text, or its IATA code. */
            dropoff_location?: string | null;
            /** @description Name of the place. */
            pickup_name?: string | null;
            /** @description Code of the station, port or stop, in any code system. */
            pickup_code?: string | null;
            /** @description First line of the address. */
            pickup_address1?: string | null;
            /** @description Second line of the address. */
            pickup_address2?: string | null;
            /** @description City. */
            pickup_city_name?: string | null;
            /** @description State or province. */
            pickup_admin_code?: string | null;
            /** @description Postal code. */
            pickup_postal_code?: string | null;
            /** @description Country, ISO 3166-1 alpha-2 code or name. */
            pickup_country?: string | null;
            /** @description Latitude in degrees. Text or a number; rounded to 12 digits after the point, shown as text. */
            pickup_lat?: string | number | null;
            /** @description Longitude in degrees. Text or a number; rounded to 12 digits after the point, shown as text. */
            pickup_lon?: string | number | null;
            /** @description IATA code of the city. */
            pickup_city_code?: string | null;
            /** @description Telephone of the station. Kept as it is sent. */
            pickup_phone?: string | null;
            /** @description Opening hours. */
            pickup_hours?: string | null;
            /** @description Name of the place. */
            dropoff_name?: string | null;
            /** @description Code of the station, port or stop, in any code system. */
            dropoff_code?: string | null;
            /** @description First line of the address. */
            dropoff_address1?: string | null;
            /** @description Second line of the address. */
            dropoff_address2?: string | null;
            /** @description City. */
            dropoff_city_name?: string | null;
            /** @description State or province. */
            dropoff_admin_code?: string | null;
            /** @description Postal code. */
            dropoff_postal_code?: string | null;
            /** @description Country, ISO 3166-1 alpha-2 code or name. */
            dropoff_country?: string | null;
            /** @description Latitude in degrees. Text or a number; rounded to 12 digits after the point, shown as text. */
            dropoff_lat?: string | number | null;
            /** @description Longitude in degrees. Text or a number; rounded to 12 digits after the point, shown as text. */
            dropoff_lon?: string | number | null;
            /** @description IATA code of the city. */
            dropoff_city_code?: string | null;
            /** @description Telephone of the station. Kept as it is sent. */
            dropoff_phone?: string | null;
            /** @description Opening hours. */
            dropoff_hours?: string | null;
            /** @description Class of the car. */
            car_type?: string | null;
            /** @description Description of the car. */
            car_description?: string | null;
            /** @description Loyalty number. */
            loyalty_no?: string | null;
            /**
             * @description Time zone of the station. An IANA name; it wins over the zone of the place.
             * @example Europe/Zurich
             */
            pickup_time_zone_id?: string | null;
            /**
             * @description Time zone of the station. An IANA name; it wins over the zone of the place.
             * @example Europe/Zurich
             */
            dropoff_time_zone_id?: string | null;
            /**
             * @description Page to check in.
             * @example https://example.com/help
             */
            checkin_url?: string | null;
            /**
             * @description Page to change the booking.
             * @example https://example.com/help
             */
            change_url?: string | null;
            /**
             * @description Page to cancel the booking.
             * @example https://example.com/help
             */
            cancel_url?: string | null;
        };
        /** @description Fields of this type. A submission may have them, a segment has them all; null: no source gives it. */
        RailFields: {
            /** @description Operator; taken from train_number if that names a product of one operator. */
            rail_line?: string | null;
            /** @description Number of the train. */
            train_number?: string | null;
            /** @description Station of departure, code or name. */
            origin: string;
            /** @description Station of arrival, code or name. */
            destination: string;
            /** @description Name of the station. */
            origin_name?: string | null;
            /** @description Name of the station. */
            destination_name?: string | null;
            /** @description Code of the station, port or stop, in any code system. */
            origin_code?: string | null;
            /** @description City. */
            origin_city_name?: string | null;
            /** @description IATA code of the city. */
            origin_city_code?: string | null;
            /** @description State or province. */
            origin_admin_code?: string | null;
            /** @description Country, ISO 3166-1 alpha-2 code or name. */
            origin_country?: string | null;
            /** @description Latitude in degrees. Text or a number; rounded to 12 digits after the point, shown as text. */
            origin_lat?: string | number | null;
            /** @description Longitude in degrees. Text or a number; rounded to 12 digits after the point, shown as text. */
            origin_lon?: string | number | null;
            /** @description Code of the station, port or stop, in any code system. */
            destination_code?: string | null;
            /** @description City. */
            destination_city_name?: string | null;
            /** @description IATA code of the city. */
            destination_city_code?: string | null;
            /** @description State or province. */
            destination_admin_code?: string | null;
            /** @description Country, ISO 3166-1 alpha-2 code or name. */
            destination_country?: string | null;
            /** @description Latitude in degrees. Text or a number; rounded to 12 digits after the point, shown as text. */
            destination_lat?: string | number | null;
            /** @description Longitude in degrees. Text or a number; rounded to 12 digits after the point, shown as text. */
            destination_lon?: string | number | null;
            /** @description Departure. */
            departure_datetime: components["schemas"]["WallTime"];
            /** @description Arrival. */
            arrival_datetime?: components["schemas"]["WallTime"] | null;
            /**
             * @description Time zone of the departure. An IANA name; it wins over the zone of the place.
             * @example Europe/Zurich
             */
            departure_time_zone_id?: string | null;
            /**
             * @description Time zone of the arrival. An IANA name; it wins over the zone of the place.
             * @example Europe/Zurich
             */
            arrival_time_zone_id?: string | null;
            /** @description Coach. */
            coach?: string | null;
            /** @description Seat. */
            seat_assignment?: string | null;
            /** @description Class. */
            class_of_service?: string | null;
            /** @description Ticket number. */
            ticket_number?: string | null;
            /** @description Platform of departure. */
            departure_platform?: string | null;
            /** @description Platform of arrival. */
            arrival_platform?: string | null;
            /** @description Estimated departure; the scheduled one does not change. */
            departure_estimated_datetime?: components["schemas"]["WallTime"] | null;
            /** @description Actual departure; the scheduled one does not change. */
            departure_actual_datetime?: components["schemas"]["WallTime"] | null;
            /** @description Estimated arrival; the scheduled one does not change. */
            arrival_estimated_datetime?: components["schemas"]["WallTime"] | null;
            /** @description Actual arrival; the scheduled one does not change. */
            arrival_actual_datetime?: components["schemas"]["WallTime"] | null;
            /** @description Operator that runs it, if it is another one. */
            operating_rail_line?: string | null;
            /** @description Group in which the traveller boards. */
            boarding_group?: string | null;
            /** @description Sequence number of the traveller at boarding. */
            boarding_sequence?: string | null;
            /** @description Start of boarding. */
            boarding_datetime?: components["schemas"]["WallTime"] | null;
            /** @description Content of the bar code of the ticket, exactly as a scanner reads it; Base64 if it is not text. */
            ticket_barcode?: string | null;
            /** @description Start of the validity of the ticket. */
            ticket_valid_from?: components["schemas"]["WallTime"] | null;
            /** @description End of the validity of the ticket. */
            ticket_valid_until?: components["schemas"]["WallTime"] | null;
            /**
             * @description Page to check in.
             * @example https://example.com/help
             */
            checkin_url?: string | null;
            /**
             * @description Page to change the booking.
             * @example https://example.com/help
             */
            change_url?: string | null;
            /**
             * @description Page to cancel the booking.
             * @example https://example.com/help
             */
            cancel_url?: string | null;
        };
        /** @description Fields of this type. A submission may have them, a segment has them all; null: no source gives it. */
        CruiseFields: {
            /** @description Cruise line. */
            cruise_line: string;
            /** @description Ship. */
            ship_name: string;
            /** @description Embarkation. */
            embark_datetime: components["schemas"]["WallTime"];
            /** @description Disembarkation. */
            disembark_datetime?: components["schemas"]["WallTime"] | null;
            /** @description Name of the port. */
            embark_name?: string | null;
            /** @description Code of the station, port or stop, in any code system. */
            embark_code?: string | null;
            /** @description City. */
            embark_city_name: string;
            /** @description Country, ISO 3166-1 alpha-2 code or name. */
            embark_country: string;
            /** @description Latitude in degrees. Text or a number; rounded to 12 digits after the point, shown as text. */
            embark_lat?: string | number | null;
            /** @description Longitude in degrees. Text or a number; rounded to 12 digits after the point, shown as text. */
            embark_lon?: string | number | null;
            /** @description IATA code of the city. */
            embark_city_code?: string | null;
            /** @description Name of the port. */
            disembark_name?: string | null;
            /** @description Code of the station, port or stop, in any code system. */
            disembark_code?: string | null;
            /** @description City. */
            disembark_city_name?: string | null;
            /** @description Country, ISO 3166-1 alpha-2 code or name. */
            disembark_country?: string | null;
            /** @description Latitude in degrees. Text or a number; rounded to 12 digits after the point, shown as text. */
            disembark_lat?: string | number | null;
            /** @description Longitude in degrees. Text or a number; rounded to 12 digits after the point, shown as text. */
            disembark_lon?: string | number | null;
            /** @description IATA code of the city. */
            disembark_city_code?: string | null;
            /** @description Cabin. */
            cabin_no?: string | null;
            /** @description Kind of cabin. */
            cabin_type?: string | null;
            /** @description Dining. */
            dining?: string | null;
            /** @description Ports on the way, in order. */
            port_calls?: {
                /** @description City of the port. */
                city_name: string;
                /** @description Country of the port. */
                country?: string | null;
                /** @description Arrival. */
                arrival_datetime?: components["schemas"]["WallTime"] | null;
                /** @description Departure. */
                departure_datetime?: components["schemas"]["WallTime"] | null;
            }[] | null;
            /**
             * @description Time zone of the port. An IANA name; it wins over the zone of the place.
             * @example Europe/Zurich
             */
            embark_time_zone_id?: string | null;
            /**
             * @description Time zone of the port. An IANA name; it wins over the zone of the place.
             * @example Europe/Zurich
             */
            disembark_time_zone_id?: string | null;
            /** @description Group in which the traveller boards. */
            boarding_group?: string | null;
            /** @description Sequence number of the traveller at boarding. */
            boarding_sequence?: string | null;
            /** @description Start of boarding. */
            boarding_datetime?: components["schemas"]["WallTime"] | null;
            /** @description Content of the bar code of the ticket, exactly as a scanner reads it; Base64 if it is not text. */
            ticket_barcode?: string | null;
            /**
             * @description Page to check in.
             * @example https://example.com/help
             */
            checkin_url?: string | null;
            /**
             * @description Page to change the booking.
             * @example https://example.com/help
             */
            change_url?: string | null;
            /**
             * @description Page to cancel the booking.
             * @example https://example.com/help
             */
            cancel_url?: string | null;
        };
        /** @description Fields of this type. A submission may have them, a segment has them all; null: no source gives it. */
        FerryFields: {
            /** @description Ferry company. */
            ferry_line?: string | null;
            /** @description Number of the crossing or line. */
            ferry_number?: string | null;
            /** @description Ship. */
            ship_name?: string | null;
            /** @description Departure. */
            start_datetime: components["schemas"]["WallTime"];
            /** @description Arrival; not before start_datetime. */
            end_datetime?: components["schemas"]["WallTime"] | null;
            /** @description The place in free text, or its IATA code. */
            start_location?: string | null;
            /** @description Name of the place. */
            start_name?: string | null;
            /** @description Code of the station, port or stop, in any code system. */
            start_code?: string | null;
            /** @description First line of the address. */
            start_address1?: string | null;
            /** @description Second line of the address. */
            start_address2?: string | null;
            /** @description City. */
            start_city_name?: string | null;
            /** @description State or province. */
            start_admin_code?: string | null;
            /** @description Postal code. */
            start_postal_code?: string | null;
            /** @description Country, ISO 3166-1 alpha-2 code or name. */
            start_country?: string | null;
            /** @description Latitude in degrees. Text or a number; rounded to 12 digits after the point, shown as text. */
            start_lat?: string | number | null;
            /** @description Longitude in degrees. Text or a number; rounded to 12 digits after the point, shown as text. */
            start_lon?: string | number | null;
            /** @description IATA code of the city. */
            start_city_code?: string | null;
            /** @description The place in free text, or its IATA code. */
            end_location?: string | null;
            /** @description Name of the place. */
            end_name?: string | null;
            /** @description Code of the station, port or stop, in any code system. */
            end_code?: string | null;
            /** @description First line of the address. */
            end_address1?: string | null;
            /** @description Second line of the address. */
            end_address2?: string | null;
            /** @description City. */
            end_city_name?: string | null;
            /** @description State or province. */
            end_admin_code?: string | null;
            /** @description Postal code. */
            end_postal_code?: string | null;
            /** @description Country, ISO 3166-1 alpha-2 code or name. */
            end_country?: string | null;
            /** @description Latitude in degrees. Text or a number; rounded to 12 digits after the point, shown as text. */
            end_lat?: string | number | null;
            /** @description Longitude in degrees. Text or a number; rounded to 12 digits after the point, shown as text. */
            end_lon?: string | number | null;
            /** @description IATA code of the city. */
            end_city_code?: string | null;
            /** @description Estimated departure; the scheduled one does not change. */
            start_estimated_datetime?: components["schemas"]["WallTime"] | null;
            /** @description Actual departure; the scheduled one does not change. */
            start_actual_datetime?: components["schemas"]["WallTime"] | null;
            /** @description Estimated arrival; the scheduled one does not change. */
            end_estimated_datetime?: components["schemas"]["WallTime"] | null;
            /** @description Actual arrival; the scheduled one does not change. */
            end_actual_datetime?: components["schemas"]["WallTime"] | null;
            /** @description Deck. */
            deck?: string | null;
            /** @description Seat. */
            seat_assignment?: string | null;
            /** @description Cabin. */
            cabin_no?: string | null;
            /** @description Kind of cabin. */
            cabin_type?: string | null;
            /** @description Class. */
            class_of_service?: string | null;
            /** @description Ticket number. */
            ticket_number?: string | null;
            /** @description Vehicle that is taken on board. */
            vehicle_description?: string | null;
            /** @description Number plate of the vehicle. */
            licence_plate?: string | null;
            /** @description Where and how to board. */
            meeting_instructions?: string | null;
            /**
             * @description Time zone of the port. An IANA name; it wins over the zone of the place.
             * @example Europe/Zurich
             */
            start_time_zone_id?: string | null;
            /**
             * @description Time zone of the port. An IANA name; it wins over the zone of the place.
             * @example Europe/Zurich
             */
            end_time_zone_id?: string | null;
            /** @description Group in which the traveller boards. */
            boarding_group?: string | null;
            /** @description Sequence number of the traveller at boarding. */
            boarding_sequence?: string | null;
            /** @description Start of boarding. */
            boarding_datetime?: components["schemas"]["WallTime"] | null;
            /** @description Content of the bar code of the ticket, exactly as a scanner reads it; Base64 if it is not text. */
            ticket_barcode?: string | null;
            /** @description Start of the validity of the ticket. */
            ticket_valid_from?: components["schemas"]["WallTime"] | null;
            /** @description End of the validity of the ticket. */
            ticket_valid_until?: components["schemas"]["WallTime"] | null;
            /**
             * @description Page to check in.
             * @example https://example.com/help
             */
            checkin_url?: string | null;
            /**
             * @description Page to change the booking.
             * @example https://example.com/help
             */
            change_url?: string | null;
            /**
             * @description Page to cancel the booking.
             * @example https://example.com/help
             */
            cancel_url?: string | null;
        };
        /** @description Fields of this type. A submission may have them, a segment has them all; null: no source gives it. */
        TransportFields: {
            /** @description Company. */
            transport_company?: string | null;
            /**
             * @description Kind of ride.
             * @enum {string|null}
             */
            transport_type?: "Taxi" | "Rideshare" | "Shuttle" | "Limo" | "Bus" | "Ferry" | null;
            /** @description Start. */
            start_datetime: components["schemas"]["WallTime"];
            /** @description End; not before start_datetime. */
            end_datetime?: components["schemas"]["WallTime"] | null;
            /** @description The place in free text, or its IATA code. */
            start_location?: string | null;
            /** @description Name of the place. */
            start_name?: string | null;
            /** @description Code of the station, port or stop, in any code system. */
            start_code?: string | null;
            /** @description First line of the address. */
            start_address1?: string | null;
            /** @description Second line of the address. */
            start_address2?: string | null;
            /** @description City. */
            start_city_name?: string | null;
            /** @description State or province. */
            start_admin_code?: string | null;
            /** @description Postal code. */
            start_postal_code?: string | null;
            /** @description Country, ISO 3166-1 alpha-2 code or name. */
            start_country?: string | null;
            /** @description Latitude in degrees. Text or a number; rounded to 12 digits after the point, shown as text. */
            start_lat?: string | number | null;
            /** @description Longitude in degrees. Text or a number; rounded to 12 digits after the point, shown as text. */
            start_lon?: string | number | null;
            /** @description IATA code of the city. */
            start_city_code?: string | null;
            /** @description The place in free text, or its IATA code. */
            end_location?: string | null;
            /** @description Name of the place. */
            end_name?: string | null;
            /** @description Code of the station, port or stop, in any code system. */
            end_code?: string | null;
            /** @description First line of the address. */
            end_address1?: string | null;
            /** @description Second line of the address. */
            end_address2?: string | null;
            /** @description City. */
            end_city_name?: string | null;
            /** @description State or province. */
            end_admin_code?: string | null;
            /** @description Postal code. */
            end_postal_code?: string | null;
            /** @description Country, ISO 3166-1 alpha-2 code or name. */
            end_country?: string | null;
            /** @description Latitude in degrees. Text or a number; rounded to 12 digits after the point, shown as text. */
            end_lat?: string | number | null;
            /** @description Longitude in degrees. Text or a number; rounded to 12 digits after the point, shown as text. */
            end_lon?: string | number | null;
            /** @description IATA code of the city. */
            end_city_code?: string | null;
            /** @description Coach or vehicle. */
            coach?: string | null;
            /** @description Seat. */
            seat_assignment?: string | null;
            /** @description Ticket number. */
            ticket_number?: string | null;
            /** @description Description of the vehicle. */
            vehicle_description?: string | null;
            /** @description Where and how to meet. */
            meeting_instructions?: string | null;
            /**
             * @description Time zone of the place. An IANA name; it wins over the zone of the place.
             * @example Europe/Zurich
             */
            start_time_zone_id?: string | null;
            /**
             * @description Time zone of the place. An IANA name; it wins over the zone of the place.
             * @example Europe/Zurich
             */
            end_time_zone_id?: string | null;
            /** @description Group in which the traveller boards. */
            boarding_group?: string | null;
            /** @description Sequence number of the traveller at boarding. */
            boarding_sequence?: string | null;
            /** @description Start of boarding. */
            boarding_datetime?: components["schemas"]["WallTime"] | null;
            /** @description Content of the bar code of the ticket, exactly as a scanner reads it; Base64 if it is not text. */
            ticket_barcode?: string | null;
            /** @description Start of the validity of the ticket. */
            ticket_valid_from?: components["schemas"]["WallTime"] | null;
            /** @description End of the validity of the ticket. */
            ticket_valid_until?: components["schemas"]["WallTime"] | null;
            /**
             * @description Page to check in.
             * @example https://example.com/help
             */
            checkin_url?: string | null;
            /**
             * @description Page to change the booking.
             * @example https://example.com/help
             */
            change_url?: string | null;
            /**
             * @description Page to cancel the booking.
             * @example https://example.com/help
             */
            cancel_url?: string | null;
        };
        /** @description Fields of this type. A submission may have them, a segment has them all; null: no source gives it. */
        ParkingFields: {
            /** @description Name of the car park. */
            parking_name: string;
            /** @description Drive-in. */
            start_datetime: components["schemas"]["WallTime"];
            /** @description Drive-out; not before start_datetime. */
            end_datetime?: components["schemas"]["WallTime"] | null;
            /** @description First line of the address. */
            address1?: string | null;
            /** @description Second line of the address. */
            address2?: string | null;
            /** @description City. */
            city_name?: string | null;
            /** @description State or province. */
            admin_code?: string | null;
            /** @description Postal code. */
            postal_code?: string | null;
            /** @description Country, ISO 3166-1 alpha-2 code or name. */
            country?: string | null;
            /** @description Latitude in degrees. Text or a number; rounded to 12 digits after the point, shown as text. */
            lat?: string | number | null;
            /** @description Longitude in degrees. Text or a number; rounded to 12 digits after the point, shown as text. */
            lon?: string | number | null;
            /** @description IATA code of the city. */
            city_code?: string | null;
            /** @description Number plate of the car. */
            licence_plate?: string | null;
            /** @description Space. */
            space_no?: string | null;
            /**
             * @description Time zone of the car park. An IANA name; it wins over the zone of the place.
             * @example Europe/Zurich
             */
            time_zone_id?: string | null;
            /** @description Content of the bar code of the ticket, exactly as a scanner reads it; Base64 if it is not text. */
            ticket_barcode?: string | null;
            /**
             * @description Page to change the booking.
             * @example https://example.com/help
             */
            change_url?: string | null;
            /**
             * @description Page to cancel the booking.
             * @example https://example.com/help
             */
            cancel_url?: string | null;
        };
        /** @description Fields of this type. A submission may have them, a segment has them all; null: no source gives it. */
        RestaurantFields: {
            /** @description Name of the restaurant. */
            restaurant_name: string;
            /** @description Time of the reservation. */
            start_datetime: components["schemas"]["WallTime"];
            /** @description End; not before start_datetime. */
            end_datetime?: components["schemas"]["WallTime"] | null;
            /** @description First line of the address. */
            address1?: string | null;
            /** @description Second line of the address. */
            address2?: string | null;
            /** @description City. */
            city_name?: string | null;
            /** @description State or province. */
            admin_code?: string | null;
            /** @description Postal code. */
            postal_code?: string | null;
            /** @description Country, ISO 3166-1 alpha-2 code or name. */
            country?: string | null;
            /** @description Latitude in degrees. Text or a number; rounded to 12 digits after the point, shown as text. */
            lat?: string | number | null;
            /** @description Longitude in degrees. Text or a number; rounded to 12 digits after the point, shown as text. */
            lon?: string | number | null;
            /** @description IATA code of the city. */
            city_code?: string | null;
            /** @description Dress code. */
            dress_code?: string | null;
            /**
             * @description Time zone of the restaurant. An IANA name; it wins over the zone of the place.
             * @example Europe/Zurich
             */
            time_zone_id?: string | null;
            /**
             * @description Page to change the booking.
             * @example https://example.com/help
             */
            change_url?: string | null;
            /**
             * @description Page to cancel the booking.
             * @example https://example.com/help
             */
            cancel_url?: string | null;
        };
        /** @description Fields of this type. A submission may have them, a segment has them all; null: no source gives it. */
        GatheringFields: {
            /** @description Name of it. */
            activity_name: string;
            /** @description Kind of it. */
            activity_type?: string | null;
            /** @description Start. */
            start_datetime: components["schemas"]["WallTime"];
            /** @description End; not before start_datetime. */
            end_datetime?: components["schemas"]["WallTime"] | null;
            /** @description Name of the place. */
            start_name?: string | null;
            /** @description First line of the address. */
            start_address1?: string | null;
            /** @description Second line of the address. */
            start_address2?: string | null;
            /** @description City. */
            start_city_name?: string | null;
            /** @description State or province. */
            start_admin_code?: string | null;
            /** @description Postal code. */
            start_postal_code?: string | null;
            /** @description Country, ISO 3166-1 alpha-2 code or name. */
            start_country?: string | null;
            /** @description Latitude in degrees. Text or a number; rounded to 12 digits after the point, shown as text. */
            start_lat?: string | number | null;
            /** @description Longitude in degrees. Text or a number; rounded to 12 digits after the point, shown as text. */
            start_lon?: string | number | null;
            /** @description IATA code of the city. */
            start_city_code?: string | null;
            /** @description Name of the place. */
            end_name?: string | null;
            /** @description First line of the address. */
            end_address1?: string | null;
            /** @description Second line of the address. */
            end_address2?: string | null;
            /** @description City. */
            end_city_name?: string | null;
            /** @description State or province. */
            end_admin_code?: string | null;
            /** @description Postal code. */
            end_postal_code?: string | null;
            /** @description Country, ISO 3166-1 alpha-2 code or name. */
            end_country?: string | null;
            /** @description Latitude in degrees. Text or a number; rounded to 12 digits after the point, shown as text. */
            end_lat?: string | number | null;
            /** @description Longitude in degrees. Text or a number; rounded to 12 digits after the point, shown as text. */
            end_lon?: string | number | null;
            /** @description IATA code of the city. */
            end_city_code?: string | null;
            /** @description Venue. */
            venue?: string | null;
            /** @description Organizer. */
            organizer?: string | null;
            /** @description Whether it takes whole days. */
            is_all_day?: boolean | null;
            /**
             * @description Time zone of the place. An IANA name; it wins over the zone of the place.
             * @example Europe/Zurich
             */
            start_time_zone_id?: string | null;
            /**
             * @description Time zone of the place. An IANA name; it wins over the zone of the place.
             * @example Europe/Zurich
             */
            end_time_zone_id?: string | null;
            /**
             * @description Page of the event.
             * @example https://example.com/help
             */
            event_url?: string | null;
            /** @description Seat. */
            seat_assignment?: string | null;
            /** @description Ticket number. */
            ticket_number?: string | null;
            /** @description Content of the bar code of the ticket, exactly as a scanner reads it; Base64 if it is not text. */
            ticket_barcode?: string | null;
            /** @description Start of the validity of the ticket. */
            ticket_valid_from?: components["schemas"]["WallTime"] | null;
            /** @description End of the validity of the ticket. */
            ticket_valid_until?: components["schemas"]["WallTime"] | null;
            /**
             * @description Page to change the booking.
             * @example https://example.com/help
             */
            change_url?: string | null;
            /**
             * @description Page to cancel the booking.
             * @example https://example.com/help
             */
            cancel_url?: string | null;
        };
        /** @description Fields of this type. A submission may have them, a segment has them all; null: no source gives it. */
        CheckinFields: {
            /** @description Name of the place. */
            place_name?: string | null;
            /** @description When. */
            checkin_datetime: components["schemas"]["WallTime"];
            /** @description First line of the address. */
            address1?: string | null;
            /** @description Second line of the address. */
            address2?: string | null;
            /** @description City. */
            city_name?: string | null;
            /** @description State or province. */
            admin_code?: string | null;
            /** @description Postal code. */
            postal_code?: string | null;
            /** @description Country, ISO 3166-1 alpha-2 code or name. */
            country?: string | null;
            /** @description Latitude in degrees. Text or a number; rounded to 12 digits after the point, shown as text. */
            lat?: string | number | null;
            /** @description Longitude in degrees. Text or a number; rounded to 12 digits after the point, shown as text. */
            lon?: string | number | null;
            /** @description IATA code of the city. */
            city_code?: string | null;
            /** @description Service it was made with. */
            checkin_provider?: string | null;
            /**
             * @description Time zone of the place. An IANA name; it wins over the zone of the place.
             * @example Europe/Zurich
             */
            time_zone_id?: string | null;
        };
        /** @description Source, "manual" if omitted, and trip of a segment that is sent alone. */
        SingleSegmentFields: {
            /**
             * @description Id of a source of GET /v2/sources.
             * @example airline_dl
             */
            source?: string;
            /** @description Trip to which the segment is pinned. */
            trip_id?: components["schemas"]["Id"];
        };
        /** @description A raw segment of type Air; source is "manual" if omitted. */
        SingleAir: components["schemas"]["RawSegmentFields"] & components["schemas"]["AirFields"] & components["schemas"]["SingleSegmentFields"] & {
            /**
             * @description Type of segment.
             * @constant
             */
            type?: "Air";
        };
        /** @description A raw segment of type Hotel; source is "manual" if omitted. */
        SingleHotel: components["schemas"]["RawSegmentFields"] & components["schemas"]["HotelFields"] & components["schemas"]["SingleSegmentFields"] & {
            /**
             * @description Type of segment.
             * @constant
             */
            type?: "Hotel";
        };
        /** @description A raw segment of type Car; source is "manual" if omitted. */
        SingleCar: components["schemas"]["RawSegmentFields"] & components["schemas"]["CarFields"] & components["schemas"]["SingleSegmentFields"] & {
            /**
             * @description Type of segment.
             * @constant
             */
            type?: "Car";
        };
        /** @description A raw segment of type Rail; source is "manual" if omitted. */
        SingleRail: components["schemas"]["RawSegmentFields"] & components["schemas"]["RailFields"] & components["schemas"]["SingleSegmentFields"] & {
            /**
             * @description Type of segment.
             * @constant
             */
            type?: "Rail";
        };
        /** @description A raw segment of type Cruise; source is "manual" if omitted. */
        SingleCruise: components["schemas"]["RawSegmentFields"] & components["schemas"]["CruiseFields"] & components["schemas"]["SingleSegmentFields"] & {
            /**
             * @description Type of segment.
             * @constant
             */
            type?: "Cruise";
        };
        /** @description A raw segment of type Ferry; source is "manual" if omitted. */
        SingleFerry: components["schemas"]["RawSegmentFields"] & components["schemas"]["FerryFields"] & components["schemas"]["SingleSegmentFields"] & {
            /**
             * @description Type of segment.
             * @constant
             */
            type?: "Ferry";
        };
        /** @description A raw segment of type Transport; source is "manual" if omitted. */
        SingleTransport: components["schemas"]["RawSegmentFields"] & components["schemas"]["TransportFields"] & components["schemas"]["SingleSegmentFields"] & {
            /**
             * @description Type of segment.
             * @constant
             */
            type?: "Transport";
        };
        /** @description A raw segment of type Parking; source is "manual" if omitted. */
        SingleParking: components["schemas"]["RawSegmentFields"] & components["schemas"]["ParkingFields"] & components["schemas"]["SingleSegmentFields"] & {
            /**
             * @description Type of segment.
             * @constant
             */
            type?: "Parking";
            /** @description The place in free text, or its IATA code. */
            location?: string | null;
        };
        /** @description A raw segment of type Restaurant; source is "manual" if omitted. */
        SingleRestaurant: components["schemas"]["RawSegmentFields"] & components["schemas"]["RestaurantFields"] & components["schemas"]["SingleSegmentFields"] & {
            /**
             * @description Type of segment.
             * @constant
             */
            type?: "Restaurant";
            /** @description The place in free text, or its IATA code. */
            location?: string | null;
        };
        /** @description A raw segment of type Activity; source is "manual" if omitted. */
        SingleActivity: components["schemas"]["RawSegmentFields"] & components["schemas"]["GatheringFields"] & components["schemas"]["SingleSegmentFields"] & {
            /**
             * @description Type of segment.
             * @constant
             */
            type?: "Activity";
            /** @description The place in free text, or its IATA code. */
            start_location?: string | null;
            /** @description The place in free text, or its IATA code. */
            end_location?: string | null;
        };
        /** @description A raw segment of type Meeting; source is "manual" if omitted. */
        SingleMeeting: components["schemas"]["RawSegmentFields"] & components["schemas"]["GatheringFields"] & components["schemas"]["SingleSegmentFields"] & {
            /**
             * @description Type of segment.
             * @constant
             */
            type?: "Meeting";
            /** @description The place in free text, or its IATA code. */
            start_location?: string | null;
            /** @description The place in free text, or its IATA code. */
            end_location?: string | null;
        };
        /** @description A raw segment of type Event; source is "manual" if omitted. */
        SingleEvent: components["schemas"]["RawSegmentFields"] & components["schemas"]["GatheringFields"] & components["schemas"]["SingleSegmentFields"] & {
            /**
             * @description Type of segment.
             * @constant
             */
            type?: "Event";
            /** @description The place in free text, or its IATA code. */
            start_location?: string | null;
            /** @description The place in free text, or its IATA code. */
            end_location?: string | null;
        };
        /** @description A raw segment of type Checkin; source is "manual" if omitted. */
        SingleCheckin: components["schemas"]["RawSegmentFields"] & components["schemas"]["CheckinFields"] & components["schemas"]["SingleSegmentFields"] & {
            /**
             * @description Type of segment.
             * @constant
             */
            type?: "Checkin";
        };
        SingleSegment: components["schemas"]["SingleAir"] | components["schemas"]["SingleHotel"] | components["schemas"]["SingleCar"] | components["schemas"]["SingleRail"] | components["schemas"]["SingleCruise"] | components["schemas"]["SingleFerry"] | components["schemas"]["SingleTransport"] | components["schemas"]["SingleParking"] | components["schemas"]["SingleRestaurant"] | components["schemas"]["SingleActivity"] | components["schemas"]["SingleMeeting"] | components["schemas"]["SingleEvent"] | components["schemas"]["SingleCheckin"];
        /** @description A change that was pushed or can be read from the log; `type` says what `data.object` is. */
        Event: components["schemas"]["TripEvent"] | components["schemas"]["SegmentEvent"] | components["schemas"]["BatchEvent"] | components["schemas"]["AccountEvent"] | components["schemas"]["MemberEvent"] | components["schemas"]["DeauthorizedEvent"] | components["schemas"]["CallbackEvent"];
        /** @description An event of a trip. */
        TripEvent: {
            /**
             * Format: uuid
             * @description Id of the event: the same on every attempt and replay.
             */
            id: string;
            /** @description When it happened. */
            created: components["schemas"]["Instant"];
            /** @description Version of the API that `data.object` is of. */
            api_version: string;
            /** @description True: a test event, whose ids name nothing; ignore it. Otherwise absent. */
            test?: boolean;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "trip.created" | "trip.updated" | "trip.cancelled" | "trip.merged" | "trip.split" | "trip.deleted";
            /** @description Id of the member. */
            member_id: components["schemas"]["Id"];
            /** @description Rises by one with every event of the member. */
            sequence: number;
            /** @description Id of the trip. */
            resource_id: string;
            /** @description The change; `truncated` says that the resource is too large to be part of it. */
            data: {
                object: components["schemas"]["Trip"];
                /** @description Earlier values of the fields that changed; empty for a new resource. */
                previous_attributes: {
                    [key: string]: unknown;
                } | null;
                /** @description Names of the fields that changed. */
                changed_fields: string[];
                /** @description Whether the change matters to the traveller. */
                material: boolean | null;
                /** @description Of trip.merged and trip.updated: trips that were merged into this one. */
                merged_from?: components["schemas"]["Id"][];
                /** @description Of trip.split: trips that were made from this one. */
                split_into?: components["schemas"]["Id"][];
                /**
                 * @description Never true here: `object` is the whole resource.
                 * @constant
                 */
                truncated?: false;
            } | components["schemas"]["TruncatedEventData"];
        };
        /** @description An event of a segment. */
        SegmentEvent: {
            /**
             * Format: uuid
             * @description Id of the event: the same on every attempt and replay.
             */
            id: string;
            /** @description When it happened. */
            created: components["schemas"]["Instant"];
            /** @description Version of the API that `data.object` is of. */
            api_version: string;
            /** @description True: a test event, whose ids name nothing; ignore it. Otherwise absent. */
            test?: boolean;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "segment.created" | "segment.updated" | "segment.cancelled" | "segment.delayed" | "segment.gate_changed" | "segment.merged" | "segment.deleted";
            /** @description Id of the member. */
            member_id: components["schemas"]["Id"];
            /** @description Rises by one with every event of the member. */
            sequence: number;
            /** @description Id of the segment. */
            resource_id: string;
            /** @description The change; `truncated` says that the resource is too large to be part of it. */
            data: {
                object: components["schemas"]["Segment"];
                /** @description Earlier values of the fields that changed; empty for a new resource. */
                previous_attributes: {
                    [key: string]: unknown;
                } | null;
                /** @description Names of the fields that changed. */
                changed_fields: string[];
                /** @description Whether the change matters to the traveller. */
                material: boolean | null;
                /**
                 * @description Never true here: `object` is the whole resource.
                 * @constant
                 */
                truncated?: false;
            } | components["schemas"]["TruncatedEventData"];
        };
        /** @description An event of a batch. */
        BatchEvent: {
            /**
             * Format: uuid
             * @description Id of the event: the same on every attempt and replay.
             */
            id: string;
            /** @description When it happened. */
            created: components["schemas"]["Instant"];
            /** @description Version of the API that `data.object` is of. */
            api_version: string;
            /** @description True: a test event, whose ids name nothing; ignore it. Otherwise absent. */
            test?: boolean;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "batch.processed";
            /** @description Id of the member. */
            member_id: components["schemas"]["Id"];
            /** @description Rises by one with every event of the member. */
            sequence: number;
            /** @description Id of the batch. */
            resource_id: string;
            /** @description The change; `truncated` says that the resource is too large to be part of it. */
            data: {
                object: components["schemas"]["BatchMonitor"];
                /** @description Earlier values of the fields that changed; empty for a new resource. */
                previous_attributes: {
                    [key: string]: unknown;
                } | null;
                /** @description Names of the fields that changed. */
                changed_fields: string[];
                /** @description Whether the change matters to the traveller. */
                material: boolean | null;
                /**
                 * @description Never true here: `object` is the whole resource.
                 * @constant
                 */
                truncated?: false;
            } | components["schemas"]["TruncatedEventData"];
        };
        /** @description An event of an account. */
        AccountEvent: {
            /**
             * Format: uuid
             * @description Id of the event: the same on every attempt and replay.
             */
            id: string;
            /** @description When it happened. */
            created: components["schemas"]["Instant"];
            /** @description Version of the API that `data.object` is of. */
            api_version: string;
            /** @description True: a test event, whose ids name nothing; ignore it. Otherwise absent. */
            test?: boolean;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "account.created" | "account.updated" | "account.deleted";
            /** @description Id of the member. */
            member_id: components["schemas"]["Id"];
            /** @description Rises by one with every event of the member. */
            sequence: number;
            /** @description Id of the account. */
            resource_id: string;
            /** @description The change; `truncated` says that the resource is too large to be part of it. */
            data: {
                object: components["schemas"]["Account"];
                /** @description Earlier values of the fields that changed; empty for a new resource. */
                previous_attributes: {
                    [key: string]: unknown;
                } | null;
                /** @description Names of the fields that changed. */
                changed_fields: string[];
                /** @description Whether the change matters to the traveller. */
                material: boolean | null;
                /**
                 * @description Never true here: `object` is the whole resource.
                 * @constant
                 */
                truncated?: false;
            } | components["schemas"]["TruncatedEventData"];
        };
        /** @description An event of a member. */
        MemberEvent: {
            /**
             * Format: uuid
             * @description Id of the event: the same on every attempt and replay.
             */
            id: string;
            /** @description When it happened. */
            created: components["schemas"]["Instant"];
            /** @description Version of the API that `data.object` is of. */
            api_version: string;
            /** @description True: a test event, whose ids name nothing; ignore it. Otherwise absent. */
            test?: boolean;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "member.updated";
            /** @description Id of the member. */
            member_id: components["schemas"]["Id"];
            /** @description Rises by one with every event of the member. */
            sequence: number;
            /** @description Id of the member. */
            resource_id: string;
            /** @description The change; `truncated` says that the resource is too large to be part of it. */
            data: {
                object: components["schemas"]["Member"];
                /** @description Earlier values of the fields that changed; empty for a new resource. */
                previous_attributes: {
                    [key: string]: unknown;
                } | null;
                /** @description Names of the fields that changed. */
                changed_fields: string[];
                /** @description Whether the change matters to the traveller. */
                material: boolean | null;
                /**
                 * @description Never true here: `object` is the whole resource.
                 * @constant
                 */
                truncated?: false;
            } | components["schemas"]["TruncatedEventData"];
        };
        /** @description An event of a member who no longer authorises the application. */
        DeauthorizedEvent: {
            /**
             * Format: uuid
             * @description Id of the event: the same on every attempt and replay.
             */
            id: string;
            /** @description When it happened. */
            created: components["schemas"]["Instant"];
            /** @description Version of the API that `data.object` is of. */
            api_version: string;
            /** @description True: a test event, whose ids name nothing; ignore it. Otherwise absent. */
            test?: boolean;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "member.deauthorized" | "member.deleted";
            /** @description Id of the member. */
            member_id: components["schemas"]["Id"];
            /** @description Null: outside the sequence of a member. */
            sequence: null;
            /** @description Id of the member who no longer authorises the application. */
            resource_id: string;
            /** @description The change. */
            data: {
                /** @description The resource, by its id. */
                object: {
                    /** @description Id of the resource. */
                    id: string;
                };
                /** @description Earlier values of the fields that changed; empty for a new resource. */
                previous_attributes: {
                    [key: string]: unknown;
                } | null;
                /** @description Names of the fields that changed. */
                changed_fields: string[];
                /** @description Whether the change matters to the traveller. */
                material: boolean | null;
                /**
                 * @description Never true here: `object` is the whole resource.
                 * @constant
                 */
                truncated?: false;
            };
        };
        /** @description An event of a callback. */
        CallbackEvent: {
            /**
             * Format: uuid
             * @description Id of the event: the same on every attempt and replay.
             */
            id: string;
            /** @description When it happened. */
            created: components["schemas"]["Instant"];
            /** @description Version of the API that `data.object` is of. */
            api_version: string;
            /** @description True: a test event, whose ids name nothing; ignore it. Otherwise absent. */
            test?: boolean;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "callback.ping" | "callback.disabled" | "callback.exhausted";
            /** @description Null: it is of no member. */
            member_id: null;
            /** @description Null: outside the sequence of a member. */
            sequence: null;
            /** @description Id of the callback. */
            resource_id: string;
            /** @description The change. */
            data: {
                object: components["schemas"]["Callback"];
                /** @description Earlier values of the fields that changed; empty for a new resource. */
                previous_attributes: {
                    [key: string]: unknown;
                } | null;
                /** @description Names of the fields that changed. */
                changed_fields: string[];
                /** @description Whether the change matters to the traveller. */
                material: boolean | null;
                /**
                 * @description Never true here: `object` is the whole resource.
                 * @constant
                 */
                truncated?: false;
            };
        };
        /** @description An event without its data, for callbacks with `payload: "thin"`. */
        ThinEvent: {
            /**
             * Format: uuid
             * @description Id of the event: the same on every attempt and replay.
             */
            id: string;
            /** @description When it happened. */
            created: components["schemas"]["Instant"];
            /** @description Version of the API that `data.object` is of. */
            api_version: string;
            /** @description True: a test event, whose ids name nothing; ignore it. Otherwise absent. */
            test?: boolean;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "trip.created" | "trip.updated" | "trip.cancelled" | "trip.merged" | "trip.split" | "trip.deleted" | "segment.created" | "segment.updated" | "segment.cancelled" | "segment.delayed" | "segment.gate_changed" | "segment.merged" | "segment.deleted" | "batch.processed" | "account.created" | "account.updated" | "account.deleted" | "member.updated" | "member.deauthorized" | "member.deleted" | "callback.ping" | "callback.disabled" | "callback.exhausted";
            /** @description Id of the member. */
            member_id: components["schemas"]["Id"] | null;
            /** @description As in the full event. */
            sequence: number | null;
            /** @description Id of the resource. */
            resource_id: string;
            /** @description Where the resource is read, with a token of the member or application. */
            url: string | null;
        };
        /** @description The data of an event that would be too large: the resource by its id alone. */
        TruncatedEventData: {
            /** @description The resource, by its id. */
            object: {
                /** @description Id of the resource. */
                id: string;
            };
            /** @description Earlier values of the fields that changed; empty for a new resource. */
            previous_attributes: {
                [key: string]: unknown;
            } | null;
            /** @description Names of the fields that changed. */
            changed_fields: string[];
            /** @description Whether the change matters to the traveller. */
            material: boolean | null;
            /**
             * @description The data would exceed 256 KiB: read the resource.
             * @constant
             */
            truncated: true;
        };
        /** @description A webhook endpoint of the application. */
        Callback: {
            /** @description Id of the callback. */
            id: components["schemas"]["Id"];
            /** @description Where events are sent: https, port 443 or 8443. A service set up for development (DEV) also takes http, any port and addresses of its own machine. user:password@ is sent as HTTP Basic and never shown again. */
            url: string;
            /**
             * @description Types of the events it receives; `*`: all.
             * @example [
             *       "trip.created",
             *       "trip.updated"
             *     ]
             */
            events: ("*" | "trip.created" | "trip.updated" | "trip.cancelled" | "trip.merged" | "trip.split" | "trip.deleted" | "segment.created" | "segment.updated" | "segment.cancelled" | "segment.delayed" | "segment.gate_changed" | "segment.merged" | "segment.deleted" | "batch.processed" | "account.created" | "account.updated" | "account.deleted" | "member.updated" | "member.deauthorized" | "member.deleted" | "callback.ping" | "callback.disabled" | "callback.exhausted")[];
            /** @description Your own note about it. */
            description: string | null;
            /**
             * @description Whether events are sent to it.
             * @enum {string}
             */
            status: "Active" | "Disabled";
            /**
             * @description Whether events are sent in order.
             * @enum {string}
             */
            ordered: "none" | "member";
            /** @description Requests at the same time, at most. */
            max_in_flight: number;
            /** @description Attempts started per second, at least 0.001; null: no limit. */
            rate_per_second: number | null;
            /** @description Milliseconds within which it has to answer. */
            timeout_ms: number;
            /**
             * @description What is sent; `thin`: without `data`, but with the `url` of the resource.
             * @enum {string}
             */
            payload: "full" | "thin";
            /**
             * @description How requests are signed; `v1a`: also with a key pair of the service, whose public half verifies.
             * @enum {string}
             */
            signature: "v1" | "v1a";
            /** @description Conditions on those events; null: none. */
            filter: components["schemas"]["EventFilter"] | null;
            /** @description Names of the custom headers. */
            header_names: string[];
            /**
             * @description Why it is Disabled: `gone`, `requested` by an answer, `failing` for days, `suspended` because the service fails to prepare events for it, mostly by its filter, `by the application`, or `by the developer` in the console.
             * @example gone
             */
            disabled_reason: string | null;
            /**
             * @description Verifies what is sent; only in the answers to create and rotate.
             * @example whsec_...
             */
            signing_secret?: string;
            /** @description Until when the previous secret signs too. */
            previous_secret_expires: components["schemas"]["Instant"] | null;
            /** @description Failed attempts since the last success. */
            failure_count: number;
            /** @description When an event was last delivered. */
            last_delivery: components["schemas"]["Instant"] | null;
            /** @description HTTP status of the latest answer. */
            last_status_code: number | null;
            /** @description When it was registered. */
            created: components["schemas"]["Instant"];
            /** @description When it was last changed. */
            updated: components["schemas"]["Instant"];
        };
        /** @description Further conditions on events of the subscribed types. */
        EventFilter: {
            /** @description True: updates only if they are material (`data.material`). */
            material?: boolean;
            /** @description Updates only if they change one of these fields (`data.changed_fields`). */
            changed_fields?: string[];
            /** @description Segment events only of segments of these types. */
            segment_types?: ("Air" | "Hotel" | "Car" | "Rail" | "Cruise" | "Ferry" | "Transport" | "Parking" | "Restaurant" | "Activity" | "Meeting" | "Event" | "Checkin")[];
        };
        /** @description A callback to register. What is omitted: Active, all events (`*`), no order, no limit of the rate, no filter, 10 requests at a time, 15000 ms, full payload, signature v1. */
        CallbackCreate: components["schemas"]["CallbackChange"] & {
            /** @description Where events are sent: https, port 443 or 8443. A service set up for development (DEV) also takes http, any port and addresses of its own machine. user:password@ is sent as HTTP Basic and never shown again. */
            url: string;
        };
        /** @description Settings of a callback to change; what is omitted stays as it is. */
        CallbackChange: {
            /** @description Where events are sent: https, port 443 or 8443. A service set up for development (DEV) also takes http, any port and addresses of its own machine. user:password@ is sent as HTTP Basic and never shown again. */
            url?: string;
            /**
             * @description Types of the events to receive; `*`: all, also those to come. `trip.*` and the like stand for the types of today, which the answer lists.
             * @example [
             *       "trip.*",
             *       "segment.updated"
             *     ]
             */
            events?: ("*" | "trip.created" | "trip.updated" | "trip.cancelled" | "trip.merged" | "trip.split" | "trip.deleted" | "segment.created" | "segment.updated" | "segment.cancelled" | "segment.delayed" | "segment.gate_changed" | "segment.merged" | "segment.deleted" | "batch.processed" | "account.created" | "account.updated" | "account.deleted" | "member.updated" | "member.deauthorized" | "member.deleted" | "callback.ping" | "callback.disabled" | "callback.exhausted" | "trip.*" | "segment.*" | "batch.*" | "account.*" | "member.*" | "callback.*")[];
            /** @description Your own note about it. */
            description?: string | null;
            /**
             * @description Whether events are sent to it.
             * @enum {string}
             */
            status?: "Active" | "Disabled";
            /**
             * @description Whether events are sent in order.
             * @enum {string}
             */
            ordered?: "none" | "member";
            /** @description Requests at the same time, at most. */
            max_in_flight?: number;
            /** @description Attempts started per second, at least 0.001; null: no limit. */
            rate_per_second?: number | null;
            /** @description Milliseconds within which it has to answer. */
            timeout_ms?: number;
            /**
             * @description What is sent; `thin`: without `data`, but with the `url` of the resource.
             * @enum {string}
             */
            payload?: "full" | "thin";
            /**
             * @description How requests are signed; `v1a`: also with a key pair of the service, whose public half verifies.
             * @enum {string}
             */
            signature?: "v1" | "v1a";
            /** @description Conditions on those events; null: none. */
            filter?: components["schemas"]["EventFilter"] | null;
            /**
             * @description Sent with every request, at most 10; they replace those there are and are never shown again.
             * @example {
             *       "X-Tenant": "7"
             *     }
             */
            headers?: {
                [key: string]: string;
            } | null;
        };
        /** @description The events to send again. */
        CallbackReplay: {
            /**
             * @description Events from this instant or day on.
             * @example 2026-03-01T12:00:00Z
             */
            since?: string | null;
            /**
             * @description Events before this instant or day.
             * @example 2026-03-02
             */
            until?: string | null;
            /**
             * @description Only events of these types; `trip.*`: all of trips.
             * @example [
             *       "trip.updated"
             *     ]
             */
            types?: ("trip.created" | "trip.updated" | "trip.cancelled" | "trip.merged" | "trip.split" | "trip.deleted" | "segment.created" | "segment.updated" | "segment.cancelled" | "segment.delayed" | "segment.gate_changed" | "segment.merged" | "segment.deleted" | "batch.processed" | "account.created" | "account.updated" | "account.deleted" | "member.updated" | "member.deauthorized" | "member.deleted" | "callback.ping" | "callback.disabled" | "callback.exhausted" | "trip.*" | "segment.*" | "batch.*" | "account.*" | "member.*" | "callback.*")[] | null;
            /**
             * @description Which of them; `all` if omitted.
             * @enum {string}
             */
            only?: "all" | "undelivered";
            /** @description True: they are only counted. */
            dry_run?: boolean;
        };
        /** @description An event on its way to a callback. */
        Delivery: {
            /**
             * Format: uuid
             * @description Id of the event.
             */
            event_id: string;
            /** @description Id of the callback. */
            callback_id: components["schemas"]["Id"];
            /** @description Type of the event. */
            type: string;
            /** @description Id of the resource that changed. */
            resource_id: string | null;
            /** @description Id of the member; null: the event is of none. */
            member_id: components["schemas"]["Id"] | null;
            /**
             * @description How far it is.
             * @enum {string}
             */
            state: "pending" | "retrying" | "delivered" | "exhausted" | "gone" | "aborted" | "failed" | "skipped_disabled";
            /** @description Attempts made. */
            attempts: number;
            /** @description When the next attempt is due. */
            next_attempt: components["schemas"]["Instant"] | null;
            /** @description When it was last attempted. */
            last_attempt: components["schemas"]["Instant"] | null;
            /** @description HTTP status of the answer; null: there was none. */
            last_status_code: number | null;
            /**
             * @description Why there was no answer: `refused` (the address is not allowed), `dns`, `connect`, `tls`, `reset`, `timeout` or `protocol`.
             * @example timeout
             */
            last_error: string | null;
            /** @description When the event happened. */
            event_created: components["schemas"]["Instant"];
        };
        /** @description A delivery with its attempts. */
        DeliveryDetail: components["schemas"]["Delivery"] & {
            /** @description Its attempts of the last 30 days. */
            attempt_log: components["schemas"]["Attempt"][];
        };
        /** @description An attempt to deliver an event. */
        Attempt: {
            /** @description Number of the attempt, from 1. */
            no: number;
            /** @description When it was made. */
            at: components["schemas"]["Instant"];
            /** @description State of the delivery after it. */
            state: string;
            /** @description HTTP status of the answer; null: there was none. */
            status_code: number | null;
            /**
             * @description Why there was no answer: `refused` (the address is not allowed), `dns`, `connect`, `tls`, `reset`, `timeout` or `protocol`.
             * @example timeout
             */
            error: string | null;
            /** @description IP address that it was sent to. */
            address: string | null;
            /** @description Milliseconds until the answer or the failure. */
            duration_ms: number;
            /** @description When the next one is due. */
            next_attempt: components["schemas"]["Instant"] | null;
            /** @description What was sent. */
            request: {
                /** @description Its headers, without credentials and custom ones. */
                headers: {
                    [key: string]: string;
                };
                /** @description The event as it was sent; null while the member does not authorise the application. */
                body: unknown;
            };
            /** @description What the endpoint answered. */
            response: {
                /** @description Its body, at most 16 kB. */
                body: string | null;
            };
        };
        /** @description An error. */
        Error: {
            /**
             * @description Code from a closed list.
             * @enum {string}
             */
            error: "invalid_request" | "invalid_token" | "insufficient_scope" | "access_denied" | "https_required" | "not_found" | "method_not_allowed" | "not_acceptable" | "conflict" | "precondition_failed" | "payload_too_large" | "unsupported_media_type" | "idempotency_key_reused" | "rate_limited" | "server_error" | "temporarily_unavailable";
            /** @description What is wrong, in a sentence. */
            error_description: string;
            /** @description What was probably meant, or where the right value is found. */
            hint?: string;
            /** @description All errors of the body. */
            errors?: components["schemas"]["FaultItem"][];
        };
        /** @description An error in the form of RFC 9457, for clients that accept application/problem+json. */
        Problem: {
            /** @description about:blank. */
            type: string;
            /** @description Title of the HTTP status. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description What is wrong, in a sentence. */
            detail: string;
            /** @description The request id as a URN. */
            instance: string;
            /**
             * @description Code from a closed list.
             * @enum {string}
             */
            error: "invalid_request" | "invalid_token" | "insufficient_scope" | "access_denied" | "https_required" | "not_found" | "method_not_allowed" | "not_acceptable" | "conflict" | "precondition_failed" | "payload_too_large" | "unsupported_media_type" | "idempotency_key_reused" | "rate_limited" | "server_error" | "temporarily_unavailable";
            /** @description What is wrong, in a sentence. */
            error_description: string;
            /** @description What was probably meant, or where the right value is found. */
            hint?: string;
            /** @description All errors of the body. */
            errors: components["schemas"]["ProblemItem"][];
        };
        /** @description An error as in RFC 6749 5.2. */
        OAuthError: {
            /**
             * @description Code from a closed list.
             * @enum {string}
             */
            error: "invalid_request" | "invalid_client" | "invalid_grant" | "invalid_scope" | "invalid_target" | "unauthorized_client" | "unsupported_grant_type" | "unsupported_token_type" | "method_not_allowed" | "payload_too_large" | "rate_limited" | "server_error" | "temporarily_unavailable";
            /** @description What is wrong, as a sentence in plain ASCII. */
            error_description: string;
        };
    };
    responses: never;
    parameters: {
        /**
         * @description Most entries of one page: 20 if omitted, at most 100. A greater number is lowered to 100.
         * @example 20
         */
        limit_trips: number;
        /**
         * @description Most entries of one page: 50 if omitted, at most 100. A greater number is lowered to 100.
         * @example 50
         */
        limit_segments: number;
        /**
         * @description Most entries of one page: 100 if omitted, at most 100. A greater number is lowered to 100.
         * @example 100
         */
        limit_accounts: number;
        /**
         * @description Most entries of one page: 100 if omitted, at most 500. A greater number is lowered to 500.
         * @example 100
         */
        limit_sources: number;
        /**
         * @description Most entries of one page: 10 if omitted, at most 50. A greater number is lowered to 50.
         * @example 10
         */
        limit_locations: number;
        /**
         * @description Most entries of one page: 100 if omitted, at most 100. A greater number is lowered to 100.
         * @example 100
         */
        limit_events: number;
        /**
         * @description Most entries of one page: 50 if omitted, at most 100. A greater number is lowered to 100.
         * @example 50
         */
        limit_deliveries: number;
        /**
         * @description Most entries of one page: 20 if omitted, at most 100. A greater number is lowered to 100.
         * @example 20
         */
        limit_documents: number;
        /**
         * @description Most entries of one page: 50 if omitted, at most 100. A greater number is lowered to 100.
         * @example 50
         */
        limit_feeds: number;
        /**
         * @description Entries to skip at the beginning, at most 10,000; ignored with a cursor, which has no such end.
         * @example 0
         */
        offset: number;
        /** @description Where to continue: an opaque text, taken from the Link header (rel="next") of the page before, for the same list with the same other parameters. Entries that are added meanwhile do not shift it. */
        cursor: string;
        /**
         * @description 1: each trip with its segments, in order of start.
         * @example 1
         */
        segments: 0 | 1;
        /**
         * @description Only what ends at or after this. A date, a UTC date-time, or `today`, `yesterday`, `tomorrow` (days of UTC).
         * @example 2026-03-01
         */
        start: string;
        /**
         * @description Only what begins before this. A date, a UTC date-time, or `today`, `yesterday`, `tomorrow` (days of UTC).
         * @example 2026-04-01
         */
        end: string;
        /**
         * @description Only what was updated at or after this instant, UTC. Includes cancelled, merged and deleted resources.
         * @example 2026-03-01T12:00:00Z
         */
        since: string;
        /**
         * @description Only what was updated before this instant, UTC.
         * @example 2026-03-02T12:00:00Z
         */
        until: string;
        /**
         * @description 1: for a Merged resource, returns the one that it was merged into.
         * @example 1
         */
        follow: 0 | 1;
        /**
         * @description Status of the trip; Active if omitted. Several are separated by commas.
         * @example [
         *       "Active"
         *     ]
         */
        trip_status: ("Active" | "Cancelled" | "Merged" | "Deleted")[];
        /**
         * @description Status of the segment; Active if omitted. Several are separated by commas.
         * @example [
         *       "Active"
         *     ]
         */
        segment_status: ("Active" | "Pending" | "Cancelled" | "Merged" | "Deleted")[];
        /**
         * @description Status of the account; all but Removed if omitted. Several are separated by commas.
         * @example [
         *       "Active"
         *     ]
         */
        account_status: ("Active" | "Paused" | "NeedsAttention" | "Removed")[];
        /**
         * @description Privacy of the trip. Several are separated by commas.
         * @example [
         *       "Private"
         *     ]
         */
        privacy: ("Private" | "Buddies Only" | "Public")[];
        /**
         * @description Trips that the member marked as personal, or as business.
         * @example Business
         */
        purpose: "Personal" | "Business";
        /**
         * @description Type of the segment.
         * @example Air
         */
        type: "Air" | "Hotel" | "Car" | "Rail" | "Cruise" | "Ferry" | "Transport" | "Parking" | "Restaurant" | "Activity" | "Meeting" | "Event" | "Checkin";
        /**
         * @description Id of the winning source.
         * @example airline_dl
         */
        source: string;
        /**
         * @description Id of the source of all its segments; omitted: the one that the document names.
         * @example airline_dl
         */
        document_source: string;
        /**
         * @description 1: appointments other than travel become Meeting segments.
         * @example 1
         */
        appointments: 0 | 1;
        /**
         * @description 1: it is read and shown, and becomes a batch only when it is submitted.
         * @example 1
         */
        dry_run: 0 | 1;
        /**
         * @description The confirmation number of the segment, or a locator of any of its bookings; case, spaces, dashes and labels of locators are ignored.
         * @example QHZBT8
         */
        confirmation_no: string;
        /**
         * @description 1: only segments without a trip.
         * @example 1
         */
        unfiled: 0 | 1;
        /**
         * @description 1: with the source of every field.
         * @example 1
         */
        provenance: 0 | 1;
        /**
         * @description Class of the source, in any case.
         * @example airline
         */
        classification: "airline" | "hotel" | "car" | "rail" | "cruise" | "transportation" | "activity" | "restaurant" | "parking" | "gds" | "tmc" | "ota" | "email" | "calendar" | "manual" | "status";
        /**
         * @description Only sources that report this type of segment.
         * @example Air
         */
        segment_type: "Air" | "Hotel" | "Car" | "Rail" | "Cruise" | "Ferry" | "Transport" | "Parking" | "Restaurant" | "Activity" | "Meeting" | "Event" | "Checkin";
        /**
         * @description Part of a name or id.
         * @example delta
         */
        q: string;
        /**
         * @description Name, code or part of a name, 2 to 100 characters.
         * @example zürich
         */
        place: string;
        /** @description Secret of a calendar address, instead of an access token. */
        feed: string;
        /**
         * @description Type of the event; `trip.*`: all of trips. Several are separated by commas.
         * @example [
         *       "trip.updated"
         *     ]
         */
        event_type: ("trip.created" | "trip.updated" | "trip.cancelled" | "trip.merged" | "trip.split" | "trip.deleted" | "segment.created" | "segment.updated" | "segment.cancelled" | "segment.delayed" | "segment.gate_changed" | "segment.merged" | "segment.deleted" | "batch.processed" | "account.created" | "account.updated" | "account.deleted" | "member.updated" | "member.deauthorized" | "member.deleted" | "callback.ping" | "callback.disabled" | "callback.exhausted" | "trip.*" | "segment.*" | "batch.*" | "account.*" | "member.*" | "callback.*")[];
        /**
         * @description Only events of this member.
         * @example 58240000000000
         */
        member_id: string;
        /**
         * @description Only events of this resource.
         * @example 58241077248004
         */
        resource_id: string;
        /**
         * @description 1: only events that some callback of the application has not accepted.
         * @example 1
         */
        undelivered: 0 | 1;
        /**
         * @description 1: updates only if they are material.
         * @example 1
         */
        material: 0 | 1;
        /**
         * @description Updates only if they change one of these fields, separated by commas.
         * @example departure_datetime,arrival_datetime
         */
        changed_field: string;
        /**
         * @description Segment events only of segments of these types. Several are separated by commas.
         * @example [
         *       "Air"
         *     ]
         */
        event_segment_type: ("Air" | "Hotel" | "Car" | "Rail" | "Cruise" | "Ferry" | "Transport" | "Parking" | "Restaurant" | "Activity" | "Meeting" | "Event" | "Checkin")[];
        /**
         * @description State of the delivery.
         * @example delivered
         */
        delivery_state: "pending" | "retrying" | "delivered" | "exhausted" | "gone" | "aborted" | "failed" | "skipped_disabled";
        /**
         * @description HTTP status of the last attempt.
         * @example 500
         */
        status_code: number;
        /**
         * @description The application's client id.
         * @example tf_example
         */
        client_id: string;
        /**
         * @description code.
         * @example code
         */
        response_type: "code";
        /**
         * @description The registered redirect URL, compared exactly.
         * @example https://partner.example/callback
         */
        redirect_uri: string;
        /**
         * @description A value of your own against request forgery; it is returned unchanged.
         * @example af0ifjsldkj
         */
        state: string;
        /**
         * @description SHA-256 of the code verifier, base64url (RFC 7636).
         * @example E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM
         */
        code_challenge: string;
        /**
         * @description S256.
         * @example S256
         */
        code_challenge_method: "S256";
        /**
         * @description What to ask for, separated by spaces: trips:read, trips:write, profile:read, profile:write, accounts, calendar. Absent or empty: everything.
         * @example trips:read
         */
        scope: string;
        /**
         * @description What the access token is for (RFC 8707): {base_url}, as without it, or {base_url}/mcp for the tools for assistants. A token request may not name another one than the authorization request.
         * @example https://api.tripfold.example/mcp
         */
        resource: string;
        /**
         * @description Entity tag of an earlier response: 304 if nothing has changed.
         * @example "58241077248004.3"
         */
        if_none_match: string;
        /**
         * @description Entity tag of the resource as it was read: 412 if it has changed since.
         * @example "58241077248004.3"
         */
        if_match: string;
        /**
         * @description A key of the client's own, valid for 24 hours: a request that is repeated with the same key is done once and gets the first answer again (a single write: the resource as it is then), with Idempotent-Replayed: true.
         * @example 6f1e5f64-9d2d-4a3c-8f0e-1f9f0a7d8c11
         */
        idempotency_key: string;
        /**
         * @description `handling=strict`: unknown fields are errors. `wait=N` (seconds, at most 10): the answer waits until the batch is on the itinerary.
         * @example wait=5
         */
        prefer: string;
        /**
         * @description Type of the event, for routing before the body is parsed.
         * @example trip.updated
         */
        tripfold_event_type: string;
        /**
         * @description Id of the event: the same on every attempt.
         * @example f1f2f3f4-0000-5000-8000-000000000001
         */
        webhook_id: string;
        /**
         * @description When this attempt was signed, Unix seconds.
         * @example 1771500000
         */
        webhook_timestamp: string;
        /**
         * @description `v1,` and the base64 HMAC-SHA256 of id.timestamp.body; several, separated by spaces, while a secret is rotated. The key is the decoded base64 after `whsec_` (Standard Webhooks). Callbacks with `signature` v1a also get `v1a,` and the base64 Ed25519 signature of the same, which a key of `GET /.well-known/webhook-keys` verifies.
         * @example v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=
         */
        webhook_signature: string;
        /**
         * @description Hex HMAC-SHA256 of the body, for receivers that check only that: it does not say when the body was signed. The key is the newest secret as text, including `whsec_`.
         * @example 0c94e61c4bd09c0d2b05b9ac53e0f3ddb30a6b7e1d0e0d7b7d2f21f4c2f7a1c9
         */
        x_signature: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Id of the request: the one that you sent, if it is valid.
         * @example b5a3a6f0-5d5e-4c3a-9c5e-2f4e5d6c7b8a
         */
        "x-request-id": string;
        /**
         * @description Where it can be read.
         * @example /v2/batches/58241077248000
         */
        location: string;
        /**
         * @description Number of entries on all pages.
         * @example 42
         */
        "x-total-count": number;
        /** @description With rel="next": the next page. */
        link: string;
        /**
         * @description Strong entity tag.
         * @example "58241077248004.3"
         */
        etag: string;
        /**
         * @description The preferences that were honoured.
         * @example wait=5
         */
        "preference-applied": string;
        /** @description true: this is the answer to the first request with this key. */
        "idempotent-replayed": "true";
        /** @description Position after the last entry: send it as `cursor` to continue, also later. */
        "x-cursor": string;
        /**
         * @description With client_id and client_secret headers: until when they are accepted at least (RFC 8594).
         * @example Fri, 31 Dec 2027 23:59:59 GMT
         */
        sunset: string;
        /**
         * @description With client_id and client_secret headers: since when they are deprecated (RFC 9745).
         * @example @1767225600
         */
        deprecation: string;
        /**
         * @description Seconds to wait.
         * @example 5
         */
        "retry-after": number;
        /**
         * @description What is wrong with the credential (RFC 6750).
         * @example Bearer error="invalid_token", error_description="The access token has expired."
         */
        "www-authenticate": string;
        /**
         * @description What is left, and in how many seconds there is one more.
         * @example "member";r=599;t=60
         */
        ratelimit: string;
        /**
         * @description The limits.
         * @example "member";q=600;w=60
         */
        "ratelimit-policy": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getMe: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Entity tag of an earlier response: 304 if nothing has changed.
                 * @example "58241077248004.3"
                 */
                "If-None-Match"?: components["parameters"]["if_none_match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The member record. */
            200: {
                headers: {
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
        };
    };
    updateMe: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Entity tag of the resource as it was read: 412 if it has changed since.
                 * @example "58241077248004.3"
                 */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MemberChange"];
                "application/x-www-form-urlencoded": components["schemas"]["MemberChange"];
            };
        };
        responses: {
            /** @description The changed member record. */
            200: {
                headers: {
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            /** @description Accepted, but not known to be applied within five seconds; or applied, but the result cannot be read. */
            202: {
                headers: {
                    location: components["headers"]["location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchMonitor"];
                };
            };
        };
    };
    listTrips: {
        parameters: {
            query?: {
                /**
                 * @description Only what ends at or after this. A date, a UTC date-time, or `today`, `yesterday`, `tomorrow` (days of UTC).
                 * @example 2026-03-01
                 */
                start?: components["parameters"]["start"];
                /**
                 * @description Only what begins before this. A date, a UTC date-time, or `today`, `yesterday`, `tomorrow` (days of UTC).
                 * @example 2026-04-01
                 */
                end?: components["parameters"]["end"];
                /**
                 * @description Only what was updated at or after this instant, UTC. Includes cancelled, merged and deleted resources.
                 * @example 2026-03-01T12:00:00Z
                 */
                since?: components["parameters"]["since"];
                /**
                 * @description Only what was updated before this instant, UTC.
                 * @example 2026-03-02T12:00:00Z
                 */
                until?: components["parameters"]["until"];
                /**
                 * @description Status of the trip; Active if omitted. Several are separated by commas.
                 * @example [
                 *       "Active"
                 *     ]
                 */
                status?: components["parameters"]["trip_status"];
                /**
                 * @description Privacy of the trip. Several are separated by commas.
                 * @example [
                 *       "Private"
                 *     ]
                 */
                privacy?: components["parameters"]["privacy"];
                /**
                 * @description Trips that the member marked as personal, or as business.
                 * @example Business
                 */
                purpose?: components["parameters"]["purpose"];
                /**
                 * @description 1: each trip with its segments, in order of start.
                 * @example 1
                 */
                segments?: components["parameters"]["segments"];
                /**
                 * @description Most entries of one page: 20 if omitted, at most 100. A greater number is lowered to 100.
                 * @example 20
                 */
                limit?: components["parameters"]["limit_trips"];
                /**
                 * @description Entries to skip at the beginning, at most 10,000; ignored with a cursor, which has no such end.
                 * @example 0
                 */
                offset?: components["parameters"]["offset"];
                /** @description Where to continue: an opaque text, taken from the Link header (rel="next") of the page before, for the same list with the same other parameters. Entries that are added meanwhile do not shift it. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: {
                /**
                 * @description Entity tag of an earlier response: 304 if nothing has changed.
                 * @example "58241077248004.3"
                 */
                "If-None-Match"?: components["parameters"]["if_none_match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The trips; an empty list if there is none. */
            200: {
                headers: {
                    "x-total-count": components["headers"]["x-total-count"];
                    link: components["headers"]["link"];
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trip"][];
                };
            };
        };
    };
    createTrip: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key of the client's own, valid for 24 hours: a request that is repeated with the same key is done once and gets the first answer again (a single write: the resource as it is then), with Idempotent-Replayed: true.
                 * @example 6f1e5f64-9d2d-4a3c-8f0e-1f9f0a7d8c11
                 */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TripFields"] & {
                    /** @description Segments that belong to it, whatever the grouping rules say. */
                    segment_ids?: components["schemas"]["Id"][];
                };
                "application/x-www-form-urlencoded": components["schemas"]["TripFields"] & {
                    /** @description Segments that belong to it, whatever the grouping rules say. */
                    segment_ids?: components["schemas"]["Id"][];
                };
            };
        };
        responses: {
            /** @description The trip. */
            201: {
                headers: {
                    etag: components["headers"]["etag"];
                    location: components["headers"]["location"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trip"];
                };
            };
            /** @description Accepted, but not known to be applied within five seconds; or applied, but the result cannot be read. */
            202: {
                headers: {
                    location: components["headers"]["location"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchMonitor"];
                };
            };
        };
    };
    listUpcomingTrips: {
        parameters: {
            query?: {
                /**
                 * @description Only what ends at or after this. A date, a UTC date-time, or `today`, `yesterday`, `tomorrow` (days of UTC).
                 * @example 2026-03-01
                 */
                start?: components["parameters"]["start"];
                /**
                 * @description Only what begins before this. A date, a UTC date-time, or `today`, `yesterday`, `tomorrow` (days of UTC).
                 * @example 2026-04-01
                 */
                end?: components["parameters"]["end"];
                /**
                 * @description Only what was updated at or after this instant, UTC. Includes cancelled, merged and deleted resources.
                 * @example 2026-03-01T12:00:00Z
                 */
                since?: components["parameters"]["since"];
                /**
                 * @description Only what was updated before this instant, UTC.
                 * @example 2026-03-02T12:00:00Z
                 */
                until?: components["parameters"]["until"];
                /**
                 * @description Status of the trip; Active if omitted. Several are separated by commas.
                 * @example [
                 *       "Active"
                 *     ]
                 */
                status?: components["parameters"]["trip_status"];
                /**
                 * @description Privacy of the trip. Several are separated by commas.
                 * @example [
                 *       "Private"
                 *     ]
                 */
                privacy?: components["parameters"]["privacy"];
                /**
                 * @description Trips that the member marked as personal, or as business.
                 * @example Business
                 */
                purpose?: components["parameters"]["purpose"];
                /**
                 * @description 1: each trip with its segments, in order of start.
                 * @example 1
                 */
                segments?: components["parameters"]["segments"];
                /**
                 * @description Most entries of one page: 20 if omitted, at most 100. A greater number is lowered to 100.
                 * @example 20
                 */
                limit?: components["parameters"]["limit_trips"];
                /**
                 * @description Entries to skip at the beginning, at most 10,000; ignored with a cursor, which has no such end.
                 * @example 0
                 */
                offset?: components["parameters"]["offset"];
                /** @description Where to continue: an opaque text, taken from the Link header (rel="next") of the page before, for the same list with the same other parameters. Entries that are added meanwhile do not shift it. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: {
                /**
                 * @description Entity tag of an earlier response: 304 if nothing has changed.
                 * @example "58241077248004.3"
                 */
                "If-None-Match"?: components["parameters"]["if_none_match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The trips; an empty list if there is none. */
            200: {
                headers: {
                    "x-total-count": components["headers"]["x-total-count"];
                    link: components["headers"]["link"];
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trip"][];
                };
            };
        };
    };
    listPastTrips: {
        parameters: {
            query?: {
                /**
                 * @description Only what ends at or after this. A date, a UTC date-time, or `today`, `yesterday`, `tomorrow` (days of UTC).
                 * @example 2026-03-01
                 */
                start?: components["parameters"]["start"];
                /**
                 * @description Only what begins before this. A date, a UTC date-time, or `today`, `yesterday`, `tomorrow` (days of UTC).
                 * @example 2026-04-01
                 */
                end?: components["parameters"]["end"];
                /**
                 * @description Only what was updated at or after this instant, UTC. Includes cancelled, merged and deleted resources.
                 * @example 2026-03-01T12:00:00Z
                 */
                since?: components["parameters"]["since"];
                /**
                 * @description Only what was updated before this instant, UTC.
                 * @example 2026-03-02T12:00:00Z
                 */
                until?: components["parameters"]["until"];
                /**
                 * @description Status of the trip; Active if omitted. Several are separated by commas.
                 * @example [
                 *       "Active"
                 *     ]
                 */
                status?: components["parameters"]["trip_status"];
                /**
                 * @description Privacy of the trip. Several are separated by commas.
                 * @example [
                 *       "Private"
                 *     ]
                 */
                privacy?: components["parameters"]["privacy"];
                /**
                 * @description Trips that the member marked as personal, or as business.
                 * @example Business
                 */
                purpose?: components["parameters"]["purpose"];
                /**
                 * @description 1: each trip with its segments, in order of start.
                 * @example 1
                 */
                segments?: components["parameters"]["segments"];
                /**
                 * @description Most entries of one page: 20 if omitted, at most 100. A greater number is lowered to 100.
                 * @example 20
                 */
                limit?: components["parameters"]["limit_trips"];
                /**
                 * @description Entries to skip at the beginning, at most 10,000; ignored with a cursor, which has no such end.
                 * @example 0
                 */
                offset?: components["parameters"]["offset"];
                /** @description Where to continue: an opaque text, taken from the Link header (rel="next") of the page before, for the same list with the same other parameters. Entries that are added meanwhile do not shift it. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: {
                /**
                 * @description Entity tag of an earlier response: 304 if nothing has changed.
                 * @example "58241077248004.3"
                 */
                "If-None-Match"?: components["parameters"]["if_none_match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The trips; an empty list if there is none. */
            200: {
                headers: {
                    "x-total-count": components["headers"]["x-total-count"];
                    link: components["headers"]["link"];
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trip"][];
                };
            };
        };
    };
    listPastTripsAlias: {
        parameters: {
            query?: {
                /**
                 * @description Only what ends at or after this. A date, a UTC date-time, or `today`, `yesterday`, `tomorrow` (days of UTC).
                 * @example 2026-03-01
                 */
                start?: components["parameters"]["start"];
                /**
                 * @description Only what begins before this. A date, a UTC date-time, or `today`, `yesterday`, `tomorrow` (days of UTC).
                 * @example 2026-04-01
                 */
                end?: components["parameters"]["end"];
                /**
                 * @description Only what was updated at or after this instant, UTC. Includes cancelled, merged and deleted resources.
                 * @example 2026-03-01T12:00:00Z
                 */
                since?: components["parameters"]["since"];
                /**
                 * @description Only what was updated before this instant, UTC.
                 * @example 2026-03-02T12:00:00Z
                 */
                until?: components["parameters"]["until"];
                /**
                 * @description Status of the trip; Active if omitted. Several are separated by commas.
                 * @example [
                 *       "Active"
                 *     ]
                 */
                status?: components["parameters"]["trip_status"];
                /**
                 * @description Privacy of the trip. Several are separated by commas.
                 * @example [
                 *       "Private"
                 *     ]
                 */
                privacy?: components["parameters"]["privacy"];
                /**
                 * @description Trips that the member marked as personal, or as business.
                 * @example Business
                 */
                purpose?: components["parameters"]["purpose"];
                /**
                 * @description 1: each trip with its segments, in order of start.
                 * @example 1
                 */
                segments?: components["parameters"]["segments"];
                /**
                 * @description Most entries of one page: 20 if omitted, at most 100. A greater number is lowered to 100.
                 * @example 20
                 */
                limit?: components["parameters"]["limit_trips"];
                /**
                 * @description Entries to skip at the beginning, at most 10,000; ignored with a cursor, which has no such end.
                 * @example 0
                 */
                offset?: components["parameters"]["offset"];
                /** @description Where to continue: an opaque text, taken from the Link header (rel="next") of the page before, for the same list with the same other parameters. Entries that are added meanwhile do not shift it. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: {
                /**
                 * @description Entity tag of an earlier response: 304 if nothing has changed.
                 * @example "58241077248004.3"
                 */
                "If-None-Match"?: components["parameters"]["if_none_match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The trips; an empty list if there is none. */
            200: {
                headers: {
                    "x-total-count": components["headers"]["x-total-count"];
                    link: components["headers"]["link"];
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trip"][];
                };
            };
        };
    };
    getCurrentTrip: {
        parameters: {
            query?: {
                /**
                 * @description 1: each trip with its segments, in order of start.
                 * @example 1
                 */
                segments?: components["parameters"]["segments"];
            };
            header?: {
                /**
                 * @description Entity tag of an earlier response: 304 if nothing has changed.
                 * @example "58241077248004.3"
                 */
                "If-None-Match"?: components["parameters"]["if_none_match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The trip. */
            200: {
                headers: {
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trip"];
                    "application/ld+json": {
                        /**
                         * @description The vocabulary.
                         * @constant
                         */
                        "@context": "https://schema.org";
                        /**
                         * @description https://schema.org/ReservationPackage
                         * @constant
                         */
                        "@type": "ReservationPackage";
                        /** @description Address of the trip. */
                        "@id": string;
                        /** @description Its display name. */
                        name: string;
                        /** @description When something visible changed. */
                        modifiedTime: string;
                        /** @description A schema.org reservation for each segment that is booked, requested or cancelled. */
                        subReservation: {
                            [key: string]: unknown;
                        }[];
                    };
                };
            };
        };
    };
    getTrip: {
        parameters: {
            query?: {
                /**
                 * @description 1: each trip with its segments, in order of start.
                 * @example 1
                 */
                segments?: components["parameters"]["segments"];
                /**
                 * @description 1: for a Merged resource, returns the one that it was merged into.
                 * @example 1
                 */
                follow?: components["parameters"]["follow"];
            };
            header?: {
                /**
                 * @description Entity tag of an earlier response: 304 if nothing has changed.
                 * @example "58241077248004.3"
                 */
                "If-None-Match"?: components["parameters"]["if_none_match"];
            };
            path: {
                /**
                 * @description Id of the trip.
                 * @example 58241077248004
                 */
                trip_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The trip. */
            200: {
                headers: {
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trip"];
                    "application/ld+json": {
                        /**
                         * @description The vocabulary.
                         * @constant
                         */
                        "@context": "https://schema.org";
                        /**
                         * @description https://schema.org/ReservationPackage
                         * @constant
                         */
                        "@type": "ReservationPackage";
                        /** @description Address of the trip. */
                        "@id": string;
                        /** @description Its display name. */
                        name: string;
                        /** @description When something visible changed. */
                        modifiedTime: string;
                        /** @description A schema.org reservation for each segment that is booked, requested or cancelled. */
                        subReservation: {
                            [key: string]: unknown;
                        }[];
                    };
                };
            };
        };
    };
    updateTrip: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Entity tag of the resource as it was read: 412 if it has changed since.
                 * @example "58241077248004.3"
                 */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /**
                 * @description Id of the trip.
                 * @example 58241077248004
                 */
                trip_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TripFields"];
                "application/x-www-form-urlencoded": components["schemas"]["TripFields"];
            };
        };
        responses: {
            /** @description The trip. */
            200: {
                headers: {
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trip"];
                };
            };
            /** @description Accepted, but not known to be applied within five seconds; or applied, but the result cannot be read. */
            202: {
                headers: {
                    location: components["headers"]["location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchMonitor"];
                };
            };
        };
    };
    deleteTrip: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Entity tag of the resource as it was read: 412 if it has changed since.
                 * @example "58241077248004.3"
                 */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /**
                 * @description Id of the trip.
                 * @example 58241077248004
                 */
                trip_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The trip is deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description Accepted, but not known to be applied within five seconds; or applied, but the result cannot be read. */
            202: {
                headers: {
                    location: components["headers"]["location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchMonitor"];
                };
            };
        };
    };
    mergeTrips: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Entity tag of the resource as it was read: 412 if it has changed since.
                 * @example "58241077248004.3"
                 */
                "If-Match"?: components["parameters"]["if_match"];
                /**
                 * @description A key of the client's own, valid for 24 hours: a request that is repeated with the same key is done once and gets the first answer again (a single write: the resource as it is then), with Idempotent-Replayed: true.
                 * @example 6f1e5f64-9d2d-4a3c-8f0e-1f9f0a7d8c11
                 */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path: {
                /**
                 * @description Id of the trip.
                 * @example 58241077248004
                 */
                trip_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Trips to merge into this one. */
                    trip_ids: components["schemas"]["Id"][];
                };
                "application/x-www-form-urlencoded": {
                    /** @description Trips to merge into this one. */
                    trip_ids: components["schemas"]["Id"][];
                };
            };
        };
        responses: {
            /** @description The trip. */
            201: {
                headers: {
                    etag: components["headers"]["etag"];
                    location: components["headers"]["location"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trip"];
                };
            };
            /** @description Accepted, but not known to be applied within five seconds; or applied, but the result cannot be read. */
            202: {
                headers: {
                    location: components["headers"]["location"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchMonitor"];
                };
            };
        };
    };
    splitTrip: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Entity tag of the resource as it was read: 412 if it has changed since.
                 * @example "58241077248004.3"
                 */
                "If-Match"?: components["parameters"]["if_match"];
                /**
                 * @description A key of the client's own, valid for 24 hours: a request that is repeated with the same key is done once and gets the first answer again (a single write: the resource as it is then), with Idempotent-Replayed: true.
                 * @example 6f1e5f64-9d2d-4a3c-8f0e-1f9f0a7d8c11
                 */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path: {
                /**
                 * @description Id of the trip.
                 * @example 58241077248004
                 */
                trip_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Segments to move to a new trip. */
                    segment_ids: components["schemas"]["Id"][];
                };
                "application/x-www-form-urlencoded": {
                    /** @description Segments to move to a new trip. */
                    segment_ids: components["schemas"]["Id"][];
                };
            };
        };
        responses: {
            /** @description The trip. */
            201: {
                headers: {
                    etag: components["headers"]["etag"];
                    location: components["headers"]["location"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trip"];
                };
            };
            /** @description Accepted, but not known to be applied within five seconds; or applied, but the result cannot be read. */
            202: {
                headers: {
                    location: components["headers"]["location"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchMonitor"];
                };
            };
        };
    };
    listSegments: {
        parameters: {
            query?: {
                /**
                 * @description Type of the segment.
                 * @example Air
                 */
                type?: components["parameters"]["type"];
                /**
                 * @description Id of the winning source.
                 * @example airline_dl
                 */
                source?: components["parameters"]["source"];
                /**
                 * @description Status of the segment; Active if omitted. Several are separated by commas.
                 * @example [
                 *       "Active"
                 *     ]
                 */
                status?: components["parameters"]["segment_status"];
                /**
                 * @description Only what ends at or after this. A date, a UTC date-time, or `today`, `yesterday`, `tomorrow` (days of UTC).
                 * @example 2026-03-01
                 */
                start?: components["parameters"]["start"];
                /**
                 * @description Only what begins before this. A date, a UTC date-time, or `today`, `yesterday`, `tomorrow` (days of UTC).
                 * @example 2026-04-01
                 */
                end?: components["parameters"]["end"];
                /**
                 * @description Only what was updated at or after this instant, UTC. Includes cancelled, merged and deleted resources.
                 * @example 2026-03-01T12:00:00Z
                 */
                since?: components["parameters"]["since"];
                /**
                 * @description Only what was updated before this instant, UTC.
                 * @example 2026-03-02T12:00:00Z
                 */
                until?: components["parameters"]["until"];
                /**
                 * @description The confirmation number of the segment, or a locator of any of its bookings; case, spaces, dashes and labels of locators are ignored.
                 * @example QHZBT8
                 */
                confirmation_no?: components["parameters"]["confirmation_no"];
                /**
                 * @description 1: only segments without a trip.
                 * @example 1
                 */
                unfiled?: components["parameters"]["unfiled"];
                /**
                 * @description 1: with the source of every field.
                 * @example 1
                 */
                provenance?: components["parameters"]["provenance"];
                /**
                 * @description Most entries of one page: 50 if omitted, at most 100. A greater number is lowered to 100.
                 * @example 50
                 */
                limit?: components["parameters"]["limit_segments"];
                /**
                 * @description Entries to skip at the beginning, at most 10,000; ignored with a cursor, which has no such end.
                 * @example 0
                 */
                offset?: components["parameters"]["offset"];
                /** @description Where to continue: an opaque text, taken from the Link header (rel="next") of the page before, for the same list with the same other parameters. Entries that are added meanwhile do not shift it. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: {
                /**
                 * @description Entity tag of an earlier response: 304 if nothing has changed.
                 * @example "58241077248004.3"
                 */
                "If-None-Match"?: components["parameters"]["if_none_match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The segments; an empty list if there is none. */
            200: {
                headers: {
                    "x-total-count": components["headers"]["x-total-count"];
                    link: components["headers"]["link"];
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Segment"][];
                };
            };
        };
    };
    submitSegments: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `handling=strict`: unknown fields are errors. `wait=N` (seconds, at most 10): the answer waits until the batch is on the itinerary.
                 * @example wait=5
                 */
                Prefer?: components["parameters"]["prefer"];
                /**
                 * @description A key of the client's own, valid for 24 hours: a request that is repeated with the same key is done once and gets the first answer again (a single write: the resource as it is then), with Idempotent-Replayed: true.
                 * @example 6f1e5f64-9d2d-4a3c-8f0e-1f9f0a7d8c11
                 */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SegmentBatch"];
                "application/ld+json": unknown;
                "text/calendar": unknown;
            };
        };
        responses: {
            /** @description The batch, or the document, is accepted. */
            202: {
                headers: {
                    location: components["headers"]["location"];
                    "preference-applied": components["headers"]["preference-applied"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedBatch"] | {
                        /** @description Id of the document. */
                        id: components["schemas"]["Id"];
                        /**
                         * @description received; once it is submitted, read.
                         * @enum {string}
                         */
                        status: "received" | "read";
                        /** @description Batches of its segments, in order, of at most 500 each; the first is known from the beginning. Empty if nothing was read, and with dry_run until it is submitted. */
                        batches: components["schemas"]["Id"][];
                    };
                };
            };
        };
    };
    getSegment: {
        parameters: {
            query?: {
                /**
                 * @description 1: with the source of every field.
                 * @example 1
                 */
                provenance?: components["parameters"]["provenance"];
                /**
                 * @description 1: for a Merged resource, returns the one that it was merged into.
                 * @example 1
                 */
                follow?: components["parameters"]["follow"];
            };
            header?: {
                /**
                 * @description Entity tag of an earlier response: 304 if nothing has changed.
                 * @example "58241077248004.3"
                 */
                "If-None-Match"?: components["parameters"]["if_none_match"];
            };
            path: {
                /**
                 * @description Id of the segment, or of one of its raw segments.
                 * @example 58241077248003
                 */
                segment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The segment. */
            200: {
                headers: {
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Segment"] | components["schemas"]["ProcessingSegment"];
                };
            };
        };
    };
    updateSegment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Entity tag of the resource as it was read: 412 if it has changed since.
                 * @example "58241077248004.3"
                 */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /**
                 * @description Id of the segment, or of one of its raw segments.
                 * @example 58241077248003
                 */
                segment: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SingleSegment"];
                "application/x-www-form-urlencoded": components["schemas"]["SingleSegment"];
            };
        };
        responses: {
            /** @description The segment as it is now. */
            200: {
                headers: {
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Segment"];
                };
            };
            /** @description Accepted, but not known to be applied within five seconds; or a cancellation that is held until its booking arrives; or applied, but the result cannot be read. */
            202: {
                headers: {
                    location: components["headers"]["location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchMonitor"];
                };
            };
        };
    };
    createSegment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `handling=strict`: unknown fields are errors. `wait=N` (seconds, at most 10): the answer waits until the batch is on the itinerary.
                 * @example wait=5
                 */
                Prefer?: components["parameters"]["prefer"];
                /**
                 * @description A key of the client's own, valid for 24 hours: a request that is repeated with the same key is done once and gets the first answer again (a single write: the resource as it is then), with Idempotent-Replayed: true.
                 * @example 6f1e5f64-9d2d-4a3c-8f0e-1f9f0a7d8c11
                 */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path: {
                /**
                 * @description Type of the segment, in lower case.
                 * @example air
                 */
                segment: "air" | "hotel" | "car" | "rail" | "cruise" | "ferry" | "transport" | "parking" | "restaurant" | "activity" | "meeting" | "event" | "checkin";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SingleSegment"];
                "application/x-www-form-urlencoded": components["schemas"]["SingleSegment"];
            };
        };
        responses: {
            /** @description The segment as it is now. */
            201: {
                headers: {
                    etag: components["headers"]["etag"];
                    location: components["headers"]["location"];
                    "preference-applied": components["headers"]["preference-applied"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Segment"];
                };
            };
            /** @description Accepted, but not known to be applied within five seconds; or a cancellation that is held until its booking arrives; or applied, but the result cannot be read. */
            202: {
                headers: {
                    location: components["headers"]["location"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchMonitor"];
                };
            };
        };
    };
    deleteSegment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Entity tag of the resource as it was read: 412 if it has changed since.
                 * @example "58241077248004.3"
                 */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /**
                 * @description Id of the segment, or of one of its raw segments.
                 * @example 58241077248003
                 */
                segment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The segment is withdrawn. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description Accepted, but not known to be applied within five seconds; or a cancellation that is held until its booking arrives; or applied, but the result cannot be read. */
            202: {
                headers: {
                    location: components["headers"]["location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchMonitor"];
                };
            };
        };
    };
    getSegmentOfType: {
        parameters: {
            query?: {
                /**
                 * @description 1: with the source of every field.
                 * @example 1
                 */
                provenance?: components["parameters"]["provenance"];
                /**
                 * @description 1: for a Merged resource, returns the one that it was merged into.
                 * @example 1
                 */
                follow?: components["parameters"]["follow"];
            };
            header?: {
                /**
                 * @description Entity tag of an earlier response: 304 if nothing has changed.
                 * @example "58241077248004.3"
                 */
                "If-None-Match"?: components["parameters"]["if_none_match"];
            };
            path: {
                /**
                 * @description Type of the segment, in lower case.
                 * @example air
                 */
                segment_type: "air" | "hotel" | "car" | "rail" | "cruise" | "ferry" | "transport" | "parking" | "restaurant" | "activity" | "meeting" | "event" | "checkin";
                /**
                 * @description Id of the segment, or of one of its raw segments.
                 * @example 58241077248003
                 */
                segment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The segment. */
            200: {
                headers: {
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Segment"] | components["schemas"]["ProcessingSegment"];
                };
            };
        };
    };
    updateSegmentOfType: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Entity tag of the resource as it was read: 412 if it has changed since.
                 * @example "58241077248004.3"
                 */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /**
                 * @description Type of the segment, in lower case.
                 * @example air
                 */
                segment_type: "air" | "hotel" | "car" | "rail" | "cruise" | "ferry" | "transport" | "parking" | "restaurant" | "activity" | "meeting" | "event" | "checkin";
                /**
                 * @description Id of the segment, or of one of its raw segments.
                 * @example 58241077248003
                 */
                segment_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SingleSegment"];
                "application/x-www-form-urlencoded": components["schemas"]["SingleSegment"];
            };
        };
        responses: {
            /** @description The segment as it is now. */
            200: {
                headers: {
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Segment"];
                };
            };
            /** @description Accepted, but not known to be applied within five seconds; or a cancellation that is held until its booking arrives; or applied, but the result cannot be read. */
            202: {
                headers: {
                    location: components["headers"]["location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchMonitor"];
                };
            };
        };
    };
    deleteSegmentOfType: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Entity tag of the resource as it was read: 412 if it has changed since.
                 * @example "58241077248004.3"
                 */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /**
                 * @description Type of the segment, in lower case.
                 * @example air
                 */
                segment_type: "air" | "hotel" | "car" | "rail" | "cruise" | "ferry" | "transport" | "parking" | "restaurant" | "activity" | "meeting" | "event" | "checkin";
                /**
                 * @description Id of the segment, or of one of its raw segments.
                 * @example 58241077248003
                 */
                segment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The segment is withdrawn. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description Accepted, but not known to be applied within five seconds; or a cancellation that is held until its booking arrives; or applied, but the result cannot be read. */
            202: {
                headers: {
                    location: components["headers"]["location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchMonitor"];
                };
            };
        };
    };
    getBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the batch.
                 * @example 58241077248000
                 */
                batch_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status of the batch. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchMonitor"];
                };
            };
        };
    };
    listDocuments: {
        parameters: {
            query?: {
                /**
                 * @description Most entries of one page: 20 if omitted, at most 100. A greater number is lowered to 100.
                 * @example 20
                 */
                limit?: components["parameters"]["limit_documents"];
                /** @description Where to continue: an opaque text, taken from the Link header (rel="next") of the page before, for the same list with the same other parameters. Entries that are added meanwhile do not shift it. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The documents. */
            200: {
                headers: {
                    "x-total-count": components["headers"]["x-total-count"];
                    link: components["headers"]["link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Id of the document. */
                        id: components["schemas"]["Id"];
                        /**
                         * @description Its progress.
                         * @enum {string}
                         */
                        status: "received" | "reading" | "read" | "nothing_read" | "failed";
                        /** @description Name of its file. */
                        name: string | null;
                        /** @description Its media type, as it was sent. */
                        media_type: string | null;
                        /** @description Its bytes. */
                        size: number;
                        /** @description Source of its segments, as requested; null: the one that the document names. */
                        source: string | null;
                        /** @description When it arrived. */
                        received: components["schemas"]["Instant"];
                        /** @description It is submitted by POST /v2/documents/{document_id}/submit. */
                        dry_run: boolean;
                        /**
                         * @description The format it was read as.
                         * @enum {string|null}
                         */
                        format: "schema-org" | "icalendar" | "pnr" | "boarding-pass" | "exports" | "order" | "mail" | null;
                        /** @description Why nothing was read, in a sentence. */
                        error_description: string | null;
                        /** @description Batches of its segments, in order, of at most 500 each; the first is known from the beginning. Empty if nothing was read, and with dry_run until it is submitted. */
                        batches: components["schemas"]["Id"][];
                    }[];
                };
            };
        };
    };
    submitDocument: {
        parameters: {
            query?: {
                /**
                 * @description Id of the source of all its segments; omitted: the one that the document names.
                 * @example airline_dl
                 */
                source?: components["parameters"]["document_source"];
                /**
                 * @description 1: appointments other than travel become Meeting segments.
                 * @example 1
                 */
                appointments?: components["parameters"]["appointments"];
                /**
                 * @description 1: it is read and shown, and becomes a batch only when it is submitted.
                 * @example 1
                 */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description A key of the client's own, valid for 24 hours: a request that is repeated with the same key is done once and gets the first answer again (a single write: the resource as it is then), with Idempotent-Replayed: true.
                 * @example 6f1e5f64-9d2d-4a3c-8f0e-1f9f0a7d8c11
                 */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "*/*": unknown;
            };
        };
        responses: {
            /** @description The document is accepted. */
            202: {
                headers: {
                    location: components["headers"]["location"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Id of the document. */
                        id: components["schemas"]["Id"];
                        /**
                         * @description received; once it is submitted, read.
                         * @enum {string}
                         */
                        status: "received" | "read";
                        /** @description Batches of its segments, in order, of at most 500 each; the first is known from the beginning. Empty if nothing was read, and with dry_run until it is submitted. */
                        batches: components["schemas"]["Id"][];
                    };
                };
            };
        };
    };
    getDocumentReading: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the document.
                 * @example 58241077248040
                 */
                document_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Id of the document. */
                        id: components["schemas"]["Id"];
                        /**
                         * @description Its progress.
                         * @enum {string}
                         */
                        status: "received" | "reading" | "read" | "nothing_read" | "failed";
                        /** @description Name of its file. */
                        name: string | null;
                        /** @description Its media type, as it was sent. */
                        media_type: string | null;
                        /** @description Its bytes. */
                        size: number;
                        /** @description Source of its segments, as requested; null: the one that the document names. */
                        source: string | null;
                        /** @description When it arrived. */
                        received: components["schemas"]["Instant"];
                        /** @description It is submitted by POST /v2/documents/{document_id}/submit. */
                        dry_run: boolean;
                        /**
                         * @description The format it was read as.
                         * @enum {string|null}
                         */
                        format: "schema-org" | "icalendar" | "pnr" | "boarding-pass" | "exports" | "order" | "mail" | null;
                        /** @description Why nothing was read, in a sentence. */
                        error_description: string | null;
                        /** @description Batches of its segments, in order, of at most 500 each; the first is known from the beginning. Empty if nothing was read, and with dry_run until it is submitted. */
                        batches: components["schemas"]["Id"][];
                        /** @description All its parts, in order; null: not read yet. */
                        parts: {
                            /** @description Where it is, such as line 3, row 12, or the path of an element. */
                            at: string;
                            /**
                             * @description What became of it.
                             * @enum {string}
                             */
                            result: "read" | "incomplete" | "refused" | "ignored";
                            /** @description Position in the batch, from 0; null: none. */
                            segment: number | null;
                            /** @description What was not read; empty when all of it was. */
                            problems: {
                                /** @description Field of the segment, or name in the document; null: the whole part. */
                                field: string | null;
                                /** @description What was not read and why, in a sentence that names the fix. */
                                description: string;
                            }[];
                        }[] | null;
                        /** @description The segments that were read, until it is submitted; null: submitted, or nothing was read. */
                        segments: components["schemas"]["RawSegment"][] | null;
                    };
                };
            };
        };
    };
    confirmDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the document.
                 * @example 58241077248040
                 */
                document_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The raw segments, in any order. */
                    segments?: components["schemas"]["RawSegment"][];
                };
            };
        };
        responses: {
            /** @description The document is accepted. */
            202: {
                headers: {
                    location: components["headers"]["location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Id of the document. */
                        id: components["schemas"]["Id"];
                        /**
                         * @description received; once it is submitted, read.
                         * @enum {string}
                         */
                        status: "received" | "read";
                        /** @description Batches of its segments, in order, of at most 500 each; the first is known from the beginning. Empty if nothing was read, and with dry_run until it is submitted. */
                        batches: components["schemas"]["Id"][];
                    };
                };
            };
        };
    };
    listAccounts: {
        parameters: {
            query?: {
                /**
                 * @description Status of the account; all but Removed if omitted. Several are separated by commas.
                 * @example [
                 *       "Active"
                 *     ]
                 */
                status?: components["parameters"]["account_status"];
                /**
                 * @description Class of the source, in any case.
                 * @example airline
                 */
                classification?: components["parameters"]["classification"];
                /**
                 * @description Most entries of one page: 100 if omitted, at most 100. A greater number is lowered to 100.
                 * @example 100
                 */
                limit?: components["parameters"]["limit_accounts"];
                /**
                 * @description Entries to skip at the beginning, at most 10,000; ignored with a cursor, which has no such end.
                 * @example 0
                 */
                offset?: components["parameters"]["offset"];
                /** @description Where to continue: an opaque text, taken from the Link header (rel="next") of the page before, for the same list with the same other parameters. Entries that are added meanwhile do not shift it. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: {
                /**
                 * @description Entity tag of an earlier response: 304 if nothing has changed.
                 * @example "58241077248004.3"
                 */
                "If-None-Match"?: components["parameters"]["if_none_match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The accounts. */
            200: {
                headers: {
                    "x-total-count": components["headers"]["x-total-count"];
                    link: components["headers"]["link"];
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"][];
                };
            };
        };
    };
    createAccount: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key of the client's own, valid for 24 hours: a request that is repeated with the same key is done once and gets the first answer again (a single write: the resource as it is then), with Idempotent-Replayed: true.
                 * @example 6f1e5f64-9d2d-4a3c-8f0e-1f9f0a7d8c11
                 */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAccount"];
                "application/x-www-form-urlencoded": components["schemas"]["NewAccount"];
            };
        };
        responses: {
            /** @description The account. */
            201: {
                headers: {
                    etag: components["headers"]["etag"];
                    location: components["headers"]["location"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            /** @description Accepted, but not known to be applied within five seconds; or applied, but the result cannot be read. */
            202: {
                headers: {
                    location: components["headers"]["location"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchMonitor"];
                };
            };
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Entity tag of an earlier response: 304 if nothing has changed.
                 * @example "58241077248004.3"
                 */
                "If-None-Match"?: components["parameters"]["if_none_match"];
            };
            path: {
                /**
                 * @description Id of the account (not the loyalty number).
                 * @example 58241077248010
                 */
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    deleteAccount: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Entity tag of the resource as it was read: 412 if it has changed since.
                 * @example "58241077248004.3"
                 */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /**
                 * @description Id of the account (not the loyalty number).
                 * @example 58241077248010
                 */
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account is removed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description Accepted, but not known to be applied within five seconds; or applied, but the result cannot be read. */
            202: {
                headers: {
                    location: components["headers"]["location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchMonitor"];
                };
            };
        };
    };
    listSources: {
        parameters: {
            query?: {
                /**
                 * @description Part of a name or id.
                 * @example delta
                 */
                q?: components["parameters"]["q"];
                /**
                 * @description Class of the source, in any case.
                 * @example airline
                 */
                classification?: components["parameters"]["classification"];
                /**
                 * @description Only sources that report this type of segment.
                 * @example Air
                 */
                segment_type?: components["parameters"]["segment_type"];
                /**
                 * @description Most entries of one page: 100 if omitted, at most 500. A greater number is lowered to 500.
                 * @example 100
                 */
                limit?: components["parameters"]["limit_sources"];
                /**
                 * @description Entries to skip at the beginning, at most 10,000; ignored with a cursor, which has no such end.
                 * @example 0
                 */
                offset?: components["parameters"]["offset"];
                /** @description Where to continue: an opaque text, taken from the Link header (rel="next") of the page before, for the same list with the same other parameters. Entries that are added meanwhile do not shift it. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: {
                /**
                 * @description Entity tag of an earlier response: 304 if nothing has changed.
                 * @example "58241077248004.3"
                 */
                "If-None-Match"?: components["parameters"]["if_none_match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sources. */
            200: {
                headers: {
                    "x-total-count": components["headers"]["x-total-count"];
                    link: components["headers"]["link"];
                    etag: components["headers"]["etag"];
                    deprecation: components["headers"]["deprecation"];
                    sunset: components["headers"]["sunset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Source"][];
                };
            };
        };
    };
    getSource: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Entity tag of an earlier response: 304 if nothing has changed.
                 * @example "58241077248004.3"
                 */
                "If-None-Match"?: components["parameters"]["if_none_match"];
            };
            path: {
                /**
                 * @description Id of the source.
                 * @example airline_dl
                 */
                source_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The source. */
            200: {
                headers: {
                    etag: components["headers"]["etag"];
                    deprecation: components["headers"]["deprecation"];
                    sunset: components["headers"]["sunset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Source"];
                };
            };
        };
    };
    searchCities: {
        parameters: {
            query: {
                /**
                 * @description Name, code or part of a name, 2 to 100 characters.
                 * @example zürich
                 */
                q: components["parameters"]["place"];
                /**
                 * @description Most entries of one page: 10 if omitted, at most 50. A greater number is lowered to 50.
                 * @example 10
                 */
                limit?: components["parameters"]["limit_locations"];
                /**
                 * @description Entries to skip at the beginning, at most 10,000; ignored with a cursor, which has no such end.
                 * @example 0
                 */
                offset?: components["parameters"]["offset"];
                /** @description Where to continue: an opaque text, taken from the Link header (rel="next") of the page before, for the same list with the same other parameters. Entries that are added meanwhile do not shift it. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The matches, best first; an empty list if there is none. */
            200: {
                headers: {
                    "x-total-count": components["headers"]["x-total-count"];
                    link: components["headers"]["link"];
                    deprecation: components["headers"]["deprecation"];
                    sunset: components["headers"]["sunset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["City"][];
                };
            };
        };
    };
    searchAirports: {
        parameters: {
            query: {
                /**
                 * @description Name, code or part of a name, 2 to 100 characters.
                 * @example zürich
                 */
                q: components["parameters"]["place"];
                /**
                 * @description Most entries of one page: 10 if omitted, at most 50. A greater number is lowered to 50.
                 * @example 10
                 */
                limit?: components["parameters"]["limit_locations"];
                /**
                 * @description Entries to skip at the beginning, at most 10,000; ignored with a cursor, which has no such end.
                 * @example 0
                 */
                offset?: components["parameters"]["offset"];
                /** @description Where to continue: an opaque text, taken from the Link header (rel="next") of the page before, for the same list with the same other parameters. Entries that are added meanwhile do not shift it. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The matches, best first; an empty list if there is none. */
            200: {
                headers: {
                    "x-total-count": components["headers"]["x-total-count"];
                    link: components["headers"]["link"];
                    deprecation: components["headers"]["deprecation"];
                    sunset: components["headers"]["sunset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Airport"][];
                };
            };
        };
    };
    listCalendarFeeds: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The addresses. */
            200: {
                headers: {
                    "x-total-count": components["headers"]["x-total-count"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Id of the address. */
                        id: components["schemas"]["Id"];
                        /** @description Its name. */
                        name: string | null;
                        /** @description When it was created. */
                        created: components["schemas"]["Instant"];
                        /** @description When it was last read, to the hour. */
                        last_used: components["schemas"]["Instant"] | null;
                    }[];
                };
            };
        };
    };
    createCalendarFeed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A name to recognise it by. */
                    name?: string | null;
                };
                "application/x-www-form-urlencoded": {
                    /** @description A name to recognise it by. */
                    name?: string | null;
                };
            };
        };
        responses: {
            /** @description The address. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Id of the address. */
                        id: components["schemas"]["Id"];
                        /** @description Its name. */
                        name: string | null;
                        /** @description When it was created. */
                        created: components["schemas"]["Instant"];
                        /** @description When it was last read, to the hour. */
                        last_used: components["schemas"]["Instant"] | null;
                        /** @description The address with its secret: shown once. */
                        url: string;
                    };
                };
            };
        };
    };
    deleteCalendarFeed: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the address.
                 * @example 58241077248030
                 */
                feed_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The address is deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    getCalendar: {
        parameters: {
            query?: {
                /** @description Secret of a calendar address, instead of an access token. */
                feed?: components["parameters"]["feed"];
            };
            header?: {
                /**
                 * @description Entity tag of an earlier response: 304 if nothing has changed.
                 * @example "58241077248004.3"
                 */
                "If-None-Match"?: components["parameters"]["if_none_match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The calendar. */
            200: {
                headers: {
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "text/calendar": string;
                };
            };
        };
    };
    listFeedDays: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The days with feeds. */
            200: {
                headers: {
                    "x-total-count": components["headers"]["x-total-count"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date
                         * @description The day, UTC.
                         * @example 2026-11-20
                         */
                        day: string;
                        /** @description Feeds: one for each request. */
                        feeds: number;
                        /** @description Feeds that are open now. */
                        open_feeds: number;
                        /** @description Lines that were read and answered, without blank ones. */
                        lines: number;
                        /** @description Lines answered with 202, repeated ones included. */
                        accepted: number;
                        /** @description The other lines. */
                        rejected: number;
                        /** @description Accepted lines for loyalty accounts. Whether anybody has the number is never disclosed. */
                        account_lines: number;
                        /** @description Accepted lines with a document. */
                        documents: number;
                        /** @description Bytes that were read, decompressed. */
                        bytes: number;
                        /** @description When the first line was answered. */
                        first_line: components["schemas"]["Instant"] | null;
                        /** @description When the last line was answered. */
                        last_line: components["schemas"]["Instant"] | null;
                        /** @description How far folding was behind, at most, while lines were accepted, in milliseconds: of the slowest part of the service, so an upper bound for a line. */
                        fold_lag_ms: number | null;
                        /** @description By code, the most frequent first. */
                        rejections: {
                            /**
                             * @description Code of the first error of a line, as in the response to the feed.
                             * @example invalid_source
                             */
                            code: string;
                            /** @description Lines that were rejected with it; each counts once. */
                            lines: number;
                        }[];
                    }[];
                };
            };
        };
    };
    listFeedReports: {
        parameters: {
            query?: {
                /**
                 * @description Most entries of one page: 50 if omitted, at most 100. A greater number is lowered to 100.
                 * @example 50
                 */
                limit?: components["parameters"]["limit_feeds"];
                /** @description Where to continue: an opaque text, taken from the Link header (rel="next") of the page before, for the same list with the same other parameters. Entries that are added meanwhile do not shift it. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The day, UTC.
                 * @example 2026-11-20
                 */
                day: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The feeds. */
            200: {
                headers: {
                    "x-total-count": components["headers"]["x-total-count"];
                    link: components["headers"]["link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Id of the feed. */
                        id: components["schemas"]["Id"];
                        /** @description X-Request-Id of the feed. Null: this entry is the sum of all further feeds of the day on one node. */
                        request_id: string | null;
                        /** @description When it was started. */
                        started: components["schemas"]["Instant"];
                        /** @description When it ended. Null: it is open, went on the next day, or the service stopped before it ended. */
                        ended: components["schemas"]["Instant"] | null;
                        /**
                         * Format: date
                         * @description The day, UTC.
                         * @example 2026-11-20
                         */
                        day: string;
                        /** @description Feeds: one for each request. */
                        feeds: number;
                        /** @description Feeds that are open now. */
                        open_feeds: number;
                        /** @description Lines that were read and answered, without blank ones. */
                        lines: number;
                        /** @description Lines answered with 202, repeated ones included. */
                        accepted: number;
                        /** @description The other lines. */
                        rejected: number;
                        /** @description Accepted lines for loyalty accounts. Whether anybody has the number is never disclosed. */
                        account_lines: number;
                        /** @description Accepted lines with a document. */
                        documents: number;
                        /** @description Bytes that were read, decompressed. */
                        bytes: number;
                        /** @description When the first line was answered. */
                        first_line: components["schemas"]["Instant"] | null;
                        /** @description When the last line was answered. */
                        last_line: components["schemas"]["Instant"] | null;
                        /** @description How far folding was behind, at most, while lines were accepted, in milliseconds: of the slowest part of the service, so an upper bound for a line. */
                        fold_lag_ms: number | null;
                        /** @description By code, the most frequent first. */
                        rejections: {
                            /**
                             * @description Code of the first error of a line, as in the response to the feed.
                             * @example invalid_source
                             */
                            code: string;
                            /** @description Lines that were rejected with it; each counts once. */
                            lines: number;
                            /** @description Numbers of the first of these lines, in the feed. */
                            examples: number[];
                        }[];
                        /** @description What became of its documents, as far as they are kept. */
                        document_results: {
                            /** @description Not read yet. */
                            waiting: number;
                            /** @description Read. */
                            read: number;
                            /** @description Read, and nothing was found. */
                            nothing_read: number;
                            /** @description Could not be read. */
                            failed: number;
                        };
                    }[];
                };
            };
        };
    };
    feedSegments: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `handling=strict`: unknown fields are errors. `wait=N` (seconds, at most 10): the answer waits until the batch is on the itinerary.
                 * @example wait=5
                 */
                Prefer?: components["parameters"]["prefer"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON lines, each ended by a line feed. */
        requestBody: {
            content: {
                "application/x-ndjson": {
                    /** @description A member who has authorised the application. Either this, or account. */
                    member_id?: string;
                    /** @description A loyalty account of a source that the feed role of the application names: the line goes to the member whose number it is, or waits 30 days for one. Name the traveller in the segments. */
                    account?: {
                        /**
                         * @description Id of a source of GET /v2/sources.
                         * @example airline_dl
                         */
                        source: string;
                        /**
                         * @description The loyalty number.
                         * @example 2039481123
                         */
                        account_id: string;
                    };
                    /** @description The raw segments, in any order. */
                    segments?: components["schemas"]["RawSegment"][];
                    /** @description A document to be read in place of segments. */
                    document?: {
                        /** @description The document, if it is text. Either this or base64. */
                        text?: string;
                        /** @description Its bytes in base64. */
                        base64?: string;
                        /** @description Its media type; omitted: recognised by content. */
                        media_type?: string;
                        /** @description Name of its file. */
                        name?: string;
                        /** @description Id of the source of all its segments; omitted: that of the account, else the one that the document names. */
                        source?: string;
                    };
                    /**
                     * @description merge if omitted. replace: for every source and confirmation_no in the batch, earlier legs that are not in it count as cancelled by that source.
                     * @enum {string}
                     */
                    mode?: "merge" | "replace";
                    /** @description Idempotency key of the line, unique within the application for 24 hours. */
                    key?: string;
                };
            };
        };
        responses: {
            /** @description One line for each line of the feed, in order. */
            200: {
                headers: {
                    "preference-applied": components["headers"]["preference-applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": {
                        /** @description Number of the line, from 1. */
                        line: number;
                        /** @description Its key, when it has one. */
                        key?: string;
                        /**
                         * @description Accepted: it is on disk.
                         * @constant
                         */
                        status: 202;
                        /** @description Id of the batch it went into; lines of one member may share it. */
                        batch_id: string;
                        /**
                         * @description Accepted before under this key; this is the first response.
                         * @constant
                         */
                        replayed?: true;
                        segments: components["schemas"]["AcceptedBatch"];
                    } | {
                        /** @description Number of the line, from 1. */
                        line: number;
                        /** @description Its key, when it has one. */
                        key?: string;
                        /**
                         * @description Accepted: it is on disk.
                         * @constant
                         */
                        status: 202;
                        /** @description Id of the document: GET /v2/documents/{document_id}. */
                        document_id: string;
                        /**
                         * @description Accepted before under this key; this is the first response.
                         * @constant
                         */
                        replayed?: true;
                    } | {
                        /** @description Number of the line, from 1. */
                        line: number;
                        /** @description Its key, when it has one. */
                        key?: string;
                        /**
                         * @description Refused.
                         * @constant
                         */
                        status: 400;
                        segments: components["schemas"]["RefusedBatch"];
                    } | {
                        /** @description Number of the line, from 1. */
                        line: number;
                        /** @description Its key, when it has one. */
                        key?: string;
                        /** @description As the HTTP status of a single request would be. */
                        status: number;
                        /**
                         * @description Code of the error.
                         * @enum {string}
                         */
                        error: "invalid_request" | "invalid_token" | "insufficient_scope" | "access_denied" | "https_required" | "not_found" | "method_not_allowed" | "not_acceptable" | "conflict" | "precondition_failed" | "payload_too_large" | "unsupported_media_type" | "idempotency_key_reused" | "rate_limited" | "server_error" | "temporarily_unavailable";
                        /** @description The error in a sentence, with the way to fix it. */
                        error_description: string;
                        /** @description What was probably meant, or where to look. */
                        hint?: string;
                        /** @description All errors of the line, if its fields are wrong. */
                        errors?: components["schemas"]["FaultItem"][];
                        /** @description Seconds to wait before it is sent again. */
                        retry_after?: number;
                    };
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /**
                 * @description Most entries of one page: 100 if omitted, at most 100. A greater number is lowered to 100.
                 * @example 100
                 */
                limit?: components["parameters"]["limit_events"];
                /** @description Where to continue: an opaque text, taken from the Link header (rel="next") of the page before, for the same list with the same other parameters. Entries that are added meanwhile do not shift it. */
                cursor?: components["parameters"]["cursor"];
                /**
                 * @description Type of the event; `trip.*`: all of trips. Several are separated by commas.
                 * @example [
                 *       "trip.updated"
                 *     ]
                 */
                type?: components["parameters"]["event_type"];
                /**
                 * @description Only events of this member.
                 * @example 58240000000000
                 */
                member_id?: components["parameters"]["member_id"];
                /**
                 * @description Only events of this resource.
                 * @example 58241077248004
                 */
                resource_id?: components["parameters"]["resource_id"];
                /**
                 * @description Only what was updated at or after this instant, UTC. Includes cancelled, merged and deleted resources.
                 * @example 2026-03-01T12:00:00Z
                 */
                since?: components["parameters"]["since"];
                /**
                 * @description 1: only events that some callback of the application has not accepted.
                 * @example 1
                 */
                undelivered?: components["parameters"]["undelivered"];
                /**
                 * @description 1: updates only if they are material.
                 * @example 1
                 */
                material?: components["parameters"]["material"];
                /**
                 * @description Updates only if they change one of these fields, separated by commas.
                 * @example departure_datetime,arrival_datetime
                 */
                changed_field?: components["parameters"]["changed_field"];
                /**
                 * @description Segment events only of segments of these types. Several are separated by commas.
                 * @example [
                 *       "Air"
                 *     ]
                 */
                segment_type?: components["parameters"]["event_segment_type"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events, oldest first. */
            200: {
                headers: {
                    "x-total-count": components["headers"]["x-total-count"];
                    link: components["headers"]["link"];
                    "x-cursor": components["headers"]["x-cursor"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"][];
                };
            };
        };
    };
    redeliverEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event.
                 * @example 7c0f2a52-6a53-5c0e-9a3e-1f1f5d0a4b11
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The callback to send it to; null or omitted: all that subscribe to its type. */
                    callback_id?: components["schemas"]["Id"] | null;
                };
                "application/x-www-form-urlencoded": {
                    /** @description The callback to send it to; null or omitted: all that subscribe to its type. */
                    callback_id?: components["schemas"]["Id"] | null;
                };
            };
        };
        responses: {
            /** @description The event is queued. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description Id of the event.
                         */
                        event_id: string;
                        /** @description The callbacks it is queued for. */
                        callbacks: components["schemas"]["Id"][];
                    };
                };
            };
        };
    };
    listCallbacks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The callbacks. */
            200: {
                headers: {
                    "x-total-count": components["headers"]["x-total-count"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Callback"][];
                };
            };
        };
    };
    createCallback: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CallbackCreate"];
                "application/x-www-form-urlencoded": components["schemas"]["CallbackCreate"];
            };
        };
        responses: {
            /** @description The new callback with its secret. */
            201: {
                headers: {
                    location: components["headers"]["location"];
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Callback"];
                };
            };
        };
    };
    getCallback: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Entity tag of an earlier response: 304 if nothing has changed.
                 * @example "58241077248004.3"
                 */
                "If-None-Match"?: components["parameters"]["if_none_match"];
            };
            path: {
                /**
                 * @description Id of the callback.
                 * @example 58241077249000
                 */
                callback_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The callback. */
            200: {
                headers: {
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Callback"];
                };
            };
        };
    };
    deleteCallback: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Entity tag of the resource as it was read: 412 if it has changed since.
                 * @example "58241077248004.3"
                 */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /**
                 * @description Id of the callback.
                 * @example 58241077249000
                 */
                callback_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The callback is deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    updateCallback: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Entity tag of the resource as it was read: 412 if it has changed since.
                 * @example "58241077248004.3"
                 */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /**
                 * @description Id of the callback.
                 * @example 58241077249000
                 */
                callback_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CallbackChange"];
                "application/x-www-form-urlencoded": components["schemas"]["CallbackChange"];
            };
        };
        responses: {
            /** @description The changed callback. */
            200: {
                headers: {
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Callback"];
                };
            };
        };
    };
    rotateCallbackSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Entity tag of the resource as it was read: 412 if it has changed since.
                 * @example "58241077248004.3"
                 */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /**
                 * @description Id of the callback.
                 * @example 58241077249000
                 */
                callback_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description How long both secrets sign; a day by default, at least 6 seconds. */
                    overlap_seconds?: number;
                };
                "application/x-www-form-urlencoded": {
                    /** @description How long both secrets sign; a day by default, at least 6 seconds. */
                    overlap_seconds?: number;
                };
            };
        };
        responses: {
            /** @description The callback with its new secret. */
            200: {
                headers: {
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Callback"];
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description Most entries of one page: 50 if omitted, at most 100. A greater number is lowered to 100.
                 * @example 50
                 */
                limit?: components["parameters"]["limit_deliveries"];
                /** @description Where to continue: an opaque text, taken from the Link header (rel="next") of the page before, for the same list with the same other parameters. Entries that are added meanwhile do not shift it. */
                cursor?: components["parameters"]["cursor"];
                /**
                 * @description State of the delivery.
                 * @example delivered
                 */
                state?: components["parameters"]["delivery_state"];
                /**
                 * @description HTTP status of the last attempt.
                 * @example 500
                 */
                status_code?: components["parameters"]["status_code"];
                /**
                 * @description Type of the event; `trip.*`: all of trips. Several are separated by commas.
                 * @example [
                 *       "trip.updated"
                 *     ]
                 */
                type?: components["parameters"]["event_type"];
                /**
                 * @description Only events of this resource.
                 * @example 58241077248004
                 */
                resource_id?: components["parameters"]["resource_id"];
                /**
                 * @description Only what was updated at or after this instant, UTC. Includes cancelled, merged and deleted resources.
                 * @example 2026-03-01T12:00:00Z
                 */
                since?: components["parameters"]["since"];
                /**
                 * @description Only what was updated before this instant, UTC.
                 * @example 2026-03-02T12:00:00Z
                 */
                until?: components["parameters"]["until"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the callback.
                 * @example 58241077249000
                 */
                callback_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deliveries. */
            200: {
                headers: {
                    link: components["headers"]["link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"][];
                };
            };
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the callback.
                 * @example 58241077249000
                 */
                callback_id: string;
                /**
                 * @description Id of the event.
                 * @example 7c0f2a52-6a53-5c0e-9a3e-1f1f5d0a4b11
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryDetail"];
                };
            };
        };
    };
    pingCallback: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the callback.
                 * @example 58241077249000
                 */
                callback_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Type of the test event; `callback.ping` if omitted.
                     * @enum {string}
                     */
                    type?: "trip.created" | "trip.updated" | "trip.cancelled" | "trip.merged" | "trip.split" | "trip.deleted" | "segment.created" | "segment.updated" | "segment.cancelled" | "segment.delayed" | "segment.gate_changed" | "segment.merged" | "segment.deleted" | "batch.processed" | "account.created" | "account.updated" | "account.deleted" | "member.updated" | "member.deauthorized" | "member.deleted" | "callback.ping" | "callback.disabled" | "callback.exhausted";
                };
                "application/x-www-form-urlencoded": {
                    /**
                     * @description Type of the test event; `callback.ping` if omitted.
                     * @enum {string}
                     */
                    type?: "trip.created" | "trip.updated" | "trip.cancelled" | "trip.merged" | "trip.split" | "trip.deleted" | "segment.created" | "segment.updated" | "segment.cancelled" | "segment.delayed" | "segment.gate_changed" | "segment.merged" | "segment.deleted" | "batch.processed" | "account.created" | "account.updated" | "account.deleted" | "member.updated" | "member.deauthorized" | "member.deleted" | "callback.ping" | "callback.disabled" | "callback.exhausted";
                };
            };
        };
        responses: {
            /** @description The delivery of the ping with its one attempt. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryDetail"];
                };
            };
        };
    };
    replayCallback: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the callback.
                 * @example 58241077249000
                 */
                callback_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CallbackReplay"];
                "application/x-www-form-urlencoded": components["schemas"]["CallbackReplay"];
            };
        };
        responses: {
            /** @description How many would be queued. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Number of events. */
                        count: number;
                        /** @description Whether they were only counted. */
                        dry_run: boolean;
                    };
                };
            };
            /** @description How many were queued. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Number of events. */
                        count: number;
                        /** @description Whether they were only counted. */
                        dry_run: boolean;
                    };
                };
            };
        };
    };
}
type WithRequired<T, K extends keyof T> = T & {
    [P in K]-?: T[P];
};
