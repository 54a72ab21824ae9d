/** Response headers by name, as the OpenAPI document describes them. */
import type { Json } from './json-schema.js'
import type { HeaderName } from '../operation/response-doc.js'

type CommonHeader = 'x-request-id' | 'ratelimit' | 'ratelimit-policy'

interface HeaderDoc {
  description: string
  schema: Json
  example?: string | number
}

const TEXT = { type: 'string' }

export const HEADERS: Record<HeaderName | CommonHeader, HeaderDoc> = {
  'x-request-id': {
    description: 'Id of the request: the one you sent, if it is valid.',
    schema: TEXT,
    example: 'b5a3a6f0-5d5e-4c3a-9c5e-2f4e5d6c7b8a',
  },
  location: { description: 'Where to read it.', schema: TEXT, example: '/v2/batches/58241077248000' },
  'x-total-count': {
    description: 'Total number of entries on all pages.',
    schema: { type: 'integer' },
    example: 42,
  },
  link: { description: 'With rel="next": the next page.', schema: TEXT },
  etag: { description: 'Strong entity tag.', schema: TEXT, example: '"58241077248004.3"' },
  'preference-applied': {
    description: 'The preferences that were honoured.',
    schema: TEXT,
    example: 'wait=5',
  },
  'idempotent-replayed': {
    description: 'true: this is the answer to the first request with this key.',
    schema: { type: 'string', enum: ['true'] },
  },
  'x-cursor': {
    description: 'Position after the last entry: send it as `cursor` to continue, also later.',
    schema: TEXT,
  },
  sunset: {
    description:
      'With client_id and client_secret headers: the earliest date they may stop working (RFC 8594).',
    schema: TEXT,
    example: 'Fri, 31 Dec 2027 23:59:59 GMT',
  },
  deprecation: {
    description: 'With client_id and client_secret headers: since when they are deprecated (RFC 9745).',
    schema: TEXT,
    example: '@1767225600',
  },
  'retry-after': { description: 'Seconds to wait.', schema: { type: 'integer' }, example: 5 },
  'www-authenticate': {
    description: 'What is wrong with the credential (RFC 6750).',
    schema: TEXT,
    example: 'Bearer error="invalid_token", error_description="The access token has expired."',
  },
  ratelimit: {
    description: 'What is left (r), and the seconds until one more is allowed (t).',
    schema: TEXT,
    example: '"member";r=599;t=60',
  },
  'ratelimit-policy': { description: 'The limits.', schema: TEXT, example: '"member";q=600;w=60' },
}

/** References to headers of the document. */
export const headerRefs = (names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
