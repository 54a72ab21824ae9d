/** Query and header parameters by name, as the OpenAPI document describes them (contract.md 4 and 5). */
import Type from 'typebox'
import type { TSchema } from 'typebox'
import { SCOPES } from '../../schemas/oauth/scope.js'
import { EVENT_TYPES } from '../../schemas/webhooks/event.js'
import { EVENT_WILDCARDS } from '../../schemas/webhooks/event-wildcards.js'
import { ACCOUNT_STATUSES } from '../../schemas/itinerary/account.js'
import { SEGMENT_TYPES } from '../../schemas/segment/fields/segment-types.js'
import { SEGMENT_STATUSES } from '../../schemas/itinerary/segment-resource.js'
import { CLASSIFICATIONS } from '../../schemas/itinerary/source-row.js'
import { PAGE_SIZES } from '../http/page-sizes.js'
import type { PageList } from '../http/page-sizes.js'
import { PRIVACIES, TRIP_STATUSES } from '../../schemas/itinerary/trip.js'
import type { ParameterName } from './operation.js'

interface ParameterDoc {
  name: string
  in: 'query' | 'header'
  description: string
  schema: TSchema
  example?: unknown
  required?: boolean
  style?: string
  explode?: boolean
}

const query = (
  name: string,
  description: string,
  schema: TSchema,
  example?: unknown,
  more: Partial<ParameterDoc> = {},
): ParameterDoc => ({
  name,
  in: 'query',
  description,
  schema,
  ...(example === undefined ? {} : { example }),
  ...more,
})
const header = (name: string, description: string, schema: TSchema, example: unknown): ParameterDoc => ({
  name,
  in: 'header',
  description,
  schema,
  example,
})
const flag = (standard: 0 | 1 = 0): TSchema => Type.Enum([0, 1], { default: standard })
const several = <T extends string>(
  values: readonly T[],
  name: string,
  description: string,
  example: T,
): ParameterDoc =>
  query(
    name,
    `${description} Several are separated by commas.`,
    Type.Array(Type.Enum([...values])),
    [example],
    { style: 'form', explode: false },
  )
/** No `maximum` in the schema: a greater number is no error. */
function limit(list: PageList): ParameterDoc {
  const { standard, max } = PAGE_SIZES[list]
  return query(
    'limit',
    `Most entries of one page: ${standard} if omitted, at most ${max}. A greater number is lowered to ${max}.`,
    Type.Integer({ minimum: 1, default: standard }),
    standard,
  )
}
const DAY = 'A date, a UTC date-time, or `today`, `yesterday`, `tomorrow` (days of UTC).'

export const PARAMETERS: Record<ParameterName, ParameterDoc> = {
  limit_trips: limit('trips'),
  limit_segments: limit('segments'),
  limit_accounts: limit('accounts'),
  limit_sources: limit('sources'),
  limit_locations: limit('locations'),
  limit_events: limit('events'),
  limit_deliveries: limit('deliveries'),
  offset: query(
    'offset',
    'Entries to skip at the beginning, at most 10,000; ignored with a cursor, which has no such end.',
    Type.Integer({ minimum: 0, maximum: 10_000, default: 0 }),
    0,
  ),
  cursor: query(
    'cursor',
    'Where to continue: an opaque text, taken from the Link header (rel="next") of the page before, for the same ' +
      'list with the same other parameters. Entries that are added meanwhile do not shift it.',
    Type.String({ maxLength: 512 }),
  ),
  segments: query('segments', '1: each trip with its segments, in order of start.', flag(), 1),
  start: query('start', `Only what ends at or after this. ${DAY}`, Type.String(), '2026-03-01'),
  end: query('end', `Only what begins before this. ${DAY}`, Type.String(), '2026-04-01'),
  since: query(
    'since',
    'Only what was updated at or after this instant, UTC. Includes cancelled, merged and deleted resources.',
    Type.String(),
    '2026-03-01T12:00:00Z',
  ),
  until: query(
    'until',
    'Only what was updated before this instant, UTC.',
    Type.String(),
    '2026-03-02T12:00:00Z',
  ),
  follow: query('follow', '1: for a Merged resource, returns the one that it was merged into.', flag(), 1),
  trip_status: several(TRIP_STATUSES, 'status', 'Status of the trip; Active if omitted.', 'Active'),
  segment_status: several(SEGMENT_STATUSES, 'status', 'Status of the segment; Active if omitted.', 'Active'),
  account_status: several(
    ACCOUNT_STATUSES,
    'status',
    'Status of the account; all but Removed if omitted.',
    'Active',
  ),
  privacy: several(PRIVACIES, 'privacy', 'Privacy of the trip.', 'Private'),
  purpose: query(
    'purpose',
    'Trips that the member marked as personal, or as business.',
    Type.Enum(['Personal', 'Business']),
    'Business',
  ),
  type: query('type', 'Type of the segment.', Type.Enum([...SEGMENT_TYPES]), 'Air'),
  source: query('source', 'Id of the winning source.', Type.String(), 'airline_dl'),
  confirmation_no: query(
    'confirmation_no',
    'The confirmation number of the segment, or a locator of any of its bookings; case, spaces, dashes ' +
      'and labels of locators are ignored.',
    Type.String(),
    'QHZBT8',
  ),
  unfiled: query('unfiled', '1: only segments without a trip.', flag(), 1),
  provenance: query('provenance', '1: with the source of every field.', flag(), 1),
  classification: query(
    'classification',
    'Class of the source, in any case.',
    Type.Enum([...CLASSIFICATIONS]),
    'airline',
  ),
  segment_type: query(
    'segment_type',
    'Only sources that report this type of segment.',
    Type.Enum([...SEGMENT_TYPES]),
    'Air',
  ),
  q: query('q', 'Part of a name or id.', Type.String({ maxLength: 200 }), 'delta'),
  place: query(
    'q',
    'Name, code or part of a name, 2 to 100 characters.',
    Type.String({ minLength: 2, maxLength: 100 }),
    'zürich',
    { required: true },
  ),
  feed: query(
    'feed',
    'Secret of a calendar address, instead of an access token.',
    Type.String({ maxLength: 100 }),
  ),
  event_type: several(
    [...EVENT_TYPES, ...EVENT_WILDCARDS],
    'type',
    'Type of the event; `trip.*`: all of trips.',
    'trip.updated',
  ),
  member_id: query('member_id', 'Only events of this member.', Type.String(), '58240000000000'),
  resource_id: query('resource_id', 'Only events of this resource.', Type.String(), '58241077248004'),
  undelivered: query(
    'undelivered',
    '1: only events that some callback of the application has not accepted.',
    flag(),
    1,
  ),
  material: query('material', '1: updates only if they are material.', flag(), 1),
  changed_field: query(
    'changed_field',
    'Updates only if they change one of these fields, separated by commas.',
    Type.String({ maxLength: 1_000 }),
    'departure_datetime,arrival_datetime',
  ),
  event_segment_type: several(
    SEGMENT_TYPES,
    'segment_type',
    'Segment events only of segments of these types.',
    'Air',
  ),
  delivery_state: query('state', 'State of the delivery.', Type.String(), 'delivered'),
  status_code: query(
    'status_code',
    'HTTP status of the last attempt.',
    Type.Integer({ minimum: 100, maximum: 599 }),
    500,
  ),
  client_id: query('client_id', "The application's client id.", Type.String(), 'tf_example', {
    required: true,
  }),
  response_type: query('response_type', 'code.', Type.Enum(['code']), 'code', { required: true }),
  redirect_uri: query(
    'redirect_uri',
    'The registered redirect URL, compared exactly.',
    Type.String(),
    'https://partner.example/callback',
    { required: true },
  ),
  state: query(
    'state',
    'A value of your own against request forgery; it is returned unchanged.',
    Type.String(),
    'af0ifjsldkj',
    { required: true },
  ),
  code_challenge: query(
    'code_challenge',
    'SHA-256 of the code verifier, base64url (RFC 7636).',
    Type.String(),
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  ),
  code_challenge_method: query('code_challenge_method', 'S256.', Type.Enum(['S256']), 'S256'),
  scope: query(
    'scope',
    `What to ask for, separated by spaces: ${SCOPES.join(', ')}. Absent or empty: everything.`,
    Type.String(),
    'trips:read',
  ),
  if_none_match: header(
    'If-None-Match',
    'Entity tag of an earlier response: 304 if nothing has changed.',
    Type.String(),
    '"58241077248004.3"',
  ),
  if_match: header(
    'If-Match',
    'Entity tag of the resource as it was read: 412 if it has changed since.',
    Type.String(),
    '"58241077248004.3"',
  ),
  idempotency_key: header(
    'Idempotency-Key',
    "A key of the client's own, valid for 24 hours: a request that is repeated with the same key is done " +
      'once and gets the first answer again (a single write: the resource as it is then), with ' +
      'Idempotent-Replayed: true.',
    Type.String({ minLength: 1, maxLength: 255 }),
    '6f1e5f64-9d2d-4a3c-8f0e-1f9f0a7d8c11',
  ),
  prefer: header(
    'Prefer',
    '`handling=strict`: unknown fields are errors. `wait=N` (seconds, at most 10): the answer waits until ' +
      'the batch is on the itinerary.',
    Type.String(),
    'wait=5',
  ),
}
