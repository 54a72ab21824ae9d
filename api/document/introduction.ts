/** The words of the document that belong to no single endpoint. */

export const TAGS = [
  { name: 'Segments', description: 'What suppliers say: raw segments go in, merged segments come out.' },
  { name: 'Batches', description: 'What became of an accepted batch.' },
  { name: 'Trips', description: 'Times away from home, made of segments.' },
  { name: 'Calendar', description: 'The itinerary for calendar programs.' },
  { name: 'Member', description: 'The record of the member.' },
  { name: 'Accounts', description: 'Loyalty accounts: registering one starts aggregation.' },
  { name: 'Sources', description: 'Suppliers of travel data.' },
  { name: 'Locations', description: 'Cities and airports.' },
  { name: 'Events', description: 'What changed, pushed to webhooks or read from the log.' },
  { name: 'Callbacks', description: 'Webhook addresses of an application.' },
  { name: 'Feeds', description: 'Bulk data of suppliers.' },
  {
    name: 'OAuth',
    description: 'How an application gets tokens: for a member who allows it, or for itself.',
  },
  { name: 'Document', description: 'This document.' },
]

export const INTRODUCTION = `Tripfold keeps one master itinerary per traveller. Applications submit **raw segments**, each the statement of one source; the service merges what belongs together and files it in **trips**.

## First steps
1. Get a member's access token by the authorization code grant, or the application's own by client credentials.
2. Submit segments with \`POST /v2/segments\`. The answer is 202 once they are safe on disk; \`Location\` says where to see what became of them.
3. Read \`GET /v2/trips/upcoming?segments=1\`, or register a webhook and be told.

## Conventions
- Ids are decimal strings. \`_id\` in the answer to \`POST /v2/segments\` is the raw segment's id as an integer.
- Local date-times carry no offset: \`YYYY-MM-DDTHH:MM\`. Beside each stands its time zone and the same as an instant in UTC.
- Instants are UTC: \`2026-11-20T09:30:00+0000\`.
- Absence is \`null\`, and the key is there. \`""\` on input means \`null\`.
- Prices, coordinates and distances are decimal strings.
- Unknown query parameters are ignored; a known one with a bad value is 400 and named.
- Every answer carries \`X-Request-Id\`. Lists carry \`X-Total-Count\` (but the log of deliveries, which is not counted), and \`Link\` where they go on.
- Errors are \`{"error", "error_description"}\`; with \`Accept: application/problem+json\` they are RFC 9457 problems.

## Header credentials
\`client_id\` and \`client_secret\` as headers are taken where the application's own token is. They are less safe than a token and are on their way out; answers to them carry \`Deprecation\`, \`Sunset\` (until when they are taken at least) and a \`Link\` to here.

## Limits
Requests are counted per application and per member token and minute. \`RateLimit\` and \`RateLimit-Policy\` say where you stand; 429 comes with \`Retry-After\`. A member's segments have a limit of their own in the long run, far above what a traveller books: 429 then says how long to wait, and nothing of the batch was taken.`
