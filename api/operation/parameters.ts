/** All query and header parameters, by their names in the OpenAPI document (contract.md 4 and 5). */
import Type from 'typebox'
import { ACCOUNT_STATUSES } from '../../schemas/itinerary/account.js'
import { SEGMENT_STATUSES } from '../../schemas/itinerary/segment-resource.js'
import { CLASSIFICATIONS } from '../../schemas/itinerary/source-row.js'
import { PRIVACIES, TRIP_STATUSES } from '../../schemas/itinerary/trip.js'
import { RESOURCE_PARAMETER } from '../../schemas/oauth/resource.js'
import { SCOPES } from '../../schemas/oauth/scope.js'
import { SEGMENT_TYPES } from '../../schemas/segment/fields/segment-types.js'
import { DELIVERY_STATES } from '../../schemas/webhooks/delivery-log.js'
import { EVENT_TYPES, MOVED, EVENT_WILDCARDS } from '../../schemas/webhooks/event.js'
import { choice, choices, day, flag, header, instant, integer, integerOr, limit, text } from './parameter.js'
import type { Parameter } from './parameter.js'

const TAG = '"58241077248004.3"'

export const PARAMETERS = {
  limit_trips: limit('trips'),
  limit_segments: limit('segments'),
  limit_accounts: limit('accounts'),
  limit_sources: limit('sources'),
  limit_locations: limit('locations'),
  limit_events: limit('events'),
  limit_deliveries: limit('deliveries'),
  limit_documents: limit('documents'),
  limit_feeds: limit('feeds'),
  first_line: integerOr(
    'first_line',
    'Number of the first line, when a file is continued; answers and reports count from it.',
    1,
    { minimum: 1, maximum: 2 ** 40 },
  ),
  offset: integerOr(
    'offset',
    'Entries to skip at the beginning, at most 10,000; ignored with a cursor, which has no such limit.',
    0,
    { minimum: 0, maximum: 10_000 },
  ),
  cursor: text(
    'cursor',
    'Where to continue: an opaque string from the Link header (rel="next") of the page before, for the same ' +
      'list with the same other parameters. Entries that are added meanwhile do not shift it.',
    { schema: Type.String({ maxLength: 512 }), maxLength: 512 },
  ),
  segments: flag('segments', '1: each trip with its segments, in order of start.'),
  start: day('start', 'Only entries that end at or after this.', '2026-03-01'),
  end: day('end', 'Only entries that begin before this.', '2026-04-01'),
  since: instant(
    'since',
    'Only entries updated at or after this instant, UTC. Includes cancelled, merged and deleted resources.',
    '2026-03-01T12:00:00Z',
  ),
  until: instant('until', 'Only entries updated before this instant, UTC.', '2026-03-02T12:00:00Z'),
  follow: flag('follow', '1: for a Merged resource, returns the one that it was merged into.'),
  trip_status: choices('status', 'Status of the trip; Active if omitted.', TRIP_STATUSES, {
    example: 'Active',
  }),
  segment_status: choices('status', 'Status of the segment; Active if omitted.', SEGMENT_STATUSES, {
    example: 'Active',
  }),
  account_status: choices('status', 'Status of the account; all but Removed if omitted.', ACCOUNT_STATUSES, {
    example: 'Active',
  }),
  privacy: choices('privacy', 'Privacy of the trip.', PRIVACIES, { example: 'Private' }),
  purpose: choice(
    'purpose',
    'Trips that the member marked as personal, or as business.',
    ['Personal', 'Business'],
    { example: 'Business' },
  ),
  type: choice('type', 'Type of the segment.', SEGMENT_TYPES, { example: 'Air' }),
  source: text('source', 'Id of the winning source.', { example: 'airline_dl' }),
  document_source: text(
    'source',
    'Id of the source of all its segments; omitted: the one that the document names.',
    {
      example: 'airline_dl',
    },
  ),
  appointments: flag('appointments', '1: appointments other than travel become Meeting segments.'),
  dry_run: flag('dry_run', '1: the document is read and shown, and becomes a batch only when you submit it.'),
  confirmation_no: text(
    'confirmation_no',
    'The confirmation number of the segment, or a locator of any of its bookings; case, spaces, dashes ' +
      'and labels of locators are ignored.',
    { example: 'QHZBT8' },
  ),
  unfiled: flag('unfiled', '1: only segments without a trip.'),
  provenance: flag('provenance', '1: with the source of every field.'),
  classification: choice('classification', 'Class of the source, in upper or lower case.', CLASSIFICATIONS, {
    example: 'airline',
    anyCase: true,
  }),
  segment_type: choice('segment_type', 'Only sources that report this type of segment.', SEGMENT_TYPES, {
    example: 'Air',
  }),
  q: text('q', 'Part of a name or id.', { schema: Type.String({ maxLength: 200 }), example: 'delta' }),
  place: text('q', 'Name, code or part of a name, 2 to 100 characters.', {
    schema: Type.String({ minLength: 2, maxLength: 100 }),
    example: 'zürich',
    required: true,
    maxLength: 400,
  }),
  feed: text('feed', 'Secret of a calendar address, instead of an access token.', {
    schema: Type.String({ maxLength: 100 }),
  }),
  event_type: choices(
    'type',
    'Type of the event; `trip.*`: all of trips.',
    [...EVENT_TYPES, ...EVENT_WILDCARDS],
    { example: 'trip.updated', maxLength: 500 },
  ),
  member_id: text('member_id', 'Only events of this member.', { example: '58240000000000' }),
  resource_id: text('resource_id', 'Only events of this resource.', { example: '58241077248004' }),
  undelivered: flag('undelivered', '1: only events that some webhook of the application has not accepted.'),
  material: flag('material', '1: updates only if they are material.'),
  moved: choices('moved', 'Updates only if they move one of these.', MOVED, { example: 'gate' }),
  changed_field: text(
    'changed_field',
    'Updates only if they change one of these fields, separated by commas.',
    {
      schema: Type.String({ maxLength: 1_000 }),
      example: 'departure_datetime,arrival_datetime',
      maxLength: 1_000,
    },
  ),
  event_segment_type: choices(
    'segment_type',
    'Segment events only of segments of these types.',
    SEGMENT_TYPES,
    { example: 'Air' },
  ),
  delivery_state: choice('state', 'State of the delivery.', DELIVERY_STATES, { example: 'delivered' }),
  status_code: integer(
    'status_code',
    'HTTP status of the last attempt.',
    Type.Integer({ minimum: 100, maximum: 599 }),
    500,
  ),
  client_id: text('client_id', "The application's client id.", { example: 'tf_example', required: true }),
  response_type: choice('response_type', 'code.', ['code'], { example: 'code', required: true }),
  redirect_uri: text('redirect_uri', 'The registered redirect URL, compared exactly.', {
    example: 'https://partner.example/callback',
    required: true,
  }),
  state: text('state', 'Your own value that protects against request forgery; it is returned unchanged.', {
    example: 'af0ifjsldkj',
    required: true,
  }),
  code_challenge: text('code_challenge', 'SHA-256 of the code verifier, base64url (RFC 7636).', {
    example: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  }),
  code_challenge_method: choice('code_challenge_method', 'S256.', ['S256'], { example: 'S256' }),
  scope: text(
    'scope',
    `What to ask for, separated by spaces: ${SCOPES.join(', ')}. Absent or empty: everything.`,
    { example: 'trips:read' },
  ),
  dpop_jkt: text('dpop_jkt', 'Thumbprint of the DPoP key that the code is bound to (RFC 9449 10).'),
  resource: text('resource', RESOURCE_PARAMETER, {
    example: 'https://api.tripfold.example/mcp',
    maxLength: 1_000,
  }),
  if_none_match: header(
    'If-None-Match',
    'Entity tag of an earlier response: 304 if nothing has changed.',
    TAG,
  ),
  if_match: header(
    'If-Match',
    'Entity tag of the resource as it was read: 412 if it has changed since.',
    TAG,
  ),
  idempotency_key: header(
    'Idempotency-Key',
    'Your own key, valid for 24 hours: a request that is repeated with the same key is done ' +
      'once and gets the first answer again (a single write: the resource as it is then), with ' +
      'Idempotent-Replayed: true.',
    '6f1e5f64-9d2d-4a3c-8f0e-1f9f0a7d8c11',
    Type.String({ minLength: 1, maxLength: 255 }),
  ),
  prefer: header(
    'Prefer',
    '`handling=strict`: unknown fields are errors. `wait=N` (seconds, at most 10): the answer waits until ' +
      'the batch is on the itinerary.',
    'wait=5',
  ),
} as const satisfies Record<string, Parameter>

export type ParameterName = keyof typeof PARAMETERS

type Table = typeof PARAMETERS
type QueryName = {
  [K in ParameterName]: Table[K] extends Parameter<string, never> ? never : K
}[ParameterName]

/** The values of an operation's query parameters, by the names in the query. */
export type QueryOf<N extends ParameterName> = {
  [K in N & QueryName as Table[K]['name']]: Table[K] extends Parameter<string, infer T> ? T : never
}
