/** The texts of the OpenAPI document that belong to no single endpoint. */

export const TAGS = [
  { name: 'Segments', description: 'Raw segments are submitted; merged segments are read.' },
  { name: 'Batches', description: 'The status of accepted batches.' },
  { name: 'Documents', description: 'Mails, passes, calendars and exports, read in place of raw segments.' },
  { name: 'Trips', description: 'Times away from home, made of segments.' },
  { name: 'Calendar', description: 'The itinerary for calendar programs.' },
  { name: 'Member', description: 'The record of the member.' },
  {
    name: 'Accounts',
    description: 'Loyalty accounts: registering one starts aggregation, once it is proven whose it is.',
  },
  { name: 'Sources', description: 'Suppliers of travel data.' },
  { name: 'Locations', description: 'Cities and airports.' },
  { name: 'Events', description: 'What changed, pushed to webhooks or read from the log.' },
  { name: 'Callbacks', description: 'The webhook endpoints of an application.' },
  { name: 'Feeds', description: 'Bulk data of suppliers.' },
  {
    name: 'OAuth',
    description: 'How an application gets tokens: for a member who authorises it, or for itself.',
  },
  { name: 'Document', description: 'This document.' },
]

/** Joins the lines of a paragraph. */
const paragraph = (...lines: string[]): string => lines.join(' ')

const WHAT_IT_IS = paragraph(
  'Tripfold keeps one itinerary per traveller. Applications submit **raw segments**, each a statement of ' +
    'one source;',
  'the service merges the statements about the same piece of travel and groups the segments into **trips**.',
)

const FIRST_STEPS = [
  '## First steps',
  paragraph(
    "1. Get a member's access token with the authorization code grant,",
    "or the application's own with client credentials.",
  ),
  paragraph(
    '2. Submit segments with `POST /v2/segments`. The answer is 202 once they are on disk;',
    '`Location` is the URL of their status.',
  ),
  '3. Read `GET /v2/trips/upcoming?segments=1`, or register a webhook.',
]

const CONVENTIONS = [
  '## Conventions',
  paragraph(
    '- Ids are decimal strings. `_id` in the answer to `POST /v2/segments` is the id of the raw segment',
    'as an',
    'integer.',
  ),
  paragraph(
    '- Local date-times have no offset: `YYYY-MM-DDTHH:MM`. Each is accompanied by its time zone and the',
    'same time as',
    'a UTC instant.',
  ),
  '- Instants are UTC: `2026-11-20T09:30:00Z`.',
  '- Absence is `null`, and the key is present. `""` in a request means `null`.',
  '- Prices, coordinates and distances are decimal strings.',
  '- Unknown query parameters are ignored; a known one with an invalid value is 400 and named.',
  '- Request bodies may be compressed: `Content-Encoding: gzip` or `br`.',
  paragraph(
    '- Every response has `X-Request-Id`. Lists have `X-Total-Count` (except the list of deliveries,',
    'which is not',
    'counted), and `Link` to the next page.',
  ),
  paragraph(
    '- Errors are `{"error", "error_description"}`; with `Accept: application/problem+json` they are RFC',
    '9457',
    'problem documents.',
  ),
]

const HEADER_CREDENTIALS = [
  '## Header credentials',
  paragraph(
    "`client_id` and `client_secret` headers are accepted instead of the application's own token. They",
    'are less',
    'secure than a token and deprecated; responses to them have `Deprecation`, `Sunset` (until when they',
    'are accepted',
    'at least) and a `Link` to this section.',
  ),
]

const LIMITS = [
  '## Limits',
  paragraph(
    'Requests are counted per application and per member token and minute. `RateLimit` and',
    '`RateLimit-Policy` show',
    "what is left; 429 has `Retry-After`. A member's segments have a long-term limit of their own, far",
    'above what a',
    'traveller books: 429 then says how long to wait, and nothing of the batch was accepted.',
  ),
]

export const INTRODUCTION = [WHAT_IT_IS, FIRST_STEPS, CONVENTIONS, HEADER_CREDENTIALS, LIMITS]
  .map((part) => (Array.isArray(part) ? part.join('\n') : part))
  .join('\n\n')
