/** The OpenAPI 3.1 document, made of what every endpoint says of itself and of the schemas that check and describe it. */
import type { ErrorCode } from '../../schemas/base/errors.js'
import { EVENT_TYPES, Event } from '../../schemas/webhooks/event.js'
import type { EventType } from '../../schemas/webhooks/event.js'
import { ErrorBody, NAMED_SCHEMAS, ProblemBody } from './components.js'
import { tripExample } from './examples/resources.js'
import type { ResponseDoc, HeaderName, Operation } from './operation.js'
import { PARAMETERS } from './parameters.js'
import { INTRODUCTION, TAGS } from './introduction.js'

export interface DescribedOperation {
  method: string
  url: string
  operation: Operation
  access: ReadonlyArray<'M' | 'A' | 'C'>
  produces?: string
}

type Json = Record<string, unknown>

const NAMES = new Map<unknown, string>(NAMED_SCHEMAS.map(([name, schema]) => [schema, name]))

/** The schema as JSON Schema; what has a name becomes a reference. Keys of our own (`x-kind`, `x-form`) stay inside. */
function toJsonSchema(schema: unknown, root = false): unknown {
  if (Array.isArray(schema)) return schema.map((inner) => toJsonSchema(inner))
  if (typeof schema !== 'object' || schema === null) return schema
  const name = NAMES.get(schema)
  if (name !== undefined && !root) return { $ref: `#/components/schemas/${name}` }
  const out: Json = {}
  for (const [key, value] of Object.entries(schema))
    if (!key.startsWith('x-'))
      out[key] =
        key === 'properties'
          ? Object.fromEntries(
              Object.entries(value as Json).map(([field, inner]) => [field, toJsonSchema(inner)]),
            )
          : toJsonSchema(value)
  if (Array.isArray(out['enum']) && out['type'] === undefined)
    out['type'] = typeof out['enum'][0] === 'number' ? 'integer' : 'string'
  if (out['const'] !== undefined && out['type'] === undefined) out['type'] = 'string'
  return nullable(out)
}

/** `anyOf` of one plain schema and null says the same in one line. */
function nullable(schema: Json): Json {
  const ways = schema['anyOf']
  if (!Array.isArray(ways) || ways.length !== 2) return schema
  const [one, other] = ways as [Json, Json]
  if (other['type'] !== 'null' || typeof one['type'] !== 'string') return schema
  const { anyOf: _ways, ...rest } = schema
  return {
    ...one,
    ...rest,
    type: [one['type'], 'null'],
    ...(Array.isArray(one['enum']) ? { enum: [...(one['enum'] as unknown[]), null] } : {}),
  }
}

const HEADERS: Record<
  HeaderName | 'x-request-id' | 'ratelimit' | 'ratelimit-policy',
  { description: string; schema: Json; example?: string | number }
> = {
  'x-request-id': {
    description: 'Id of the request: yours, when you sent a sane one.',
    schema: { type: 'string' },
    example: 'b5a3a6f0-5d5e-4c3a-9c5e-2f4e5d6c7b8a',
  },
  location: {
    description: 'Where it can be read.',
    schema: { type: 'string' },
    example: '/v2/batches/58241077248000',
  },
  'x-total-count': { description: 'Entries in all.', schema: { type: 'integer' }, example: 42 },
  link: { description: 'With rel="next": where the list goes on.', schema: { type: 'string' } },
  etag: { description: 'Strong entity tag.', schema: { type: 'string' }, example: '"58241077248004.3"' },
  'preference-applied': {
    description: 'Preferences that were honoured.',
    schema: { type: 'string' },
    example: 'wait=5',
  },
  'idempotent-replayed': {
    description: 'true: this is the answer of the first request with this key.',
    schema: { type: 'string', enum: ['true'] },
  },
  'x-cursor': {
    description: 'Place after the last entry: give it back as `cursor` to go on, also later.',
    schema: { type: 'string' },
  },
  sunset: {
    description:
      'With client_id and client_secret headers: until when this way is taken at least (RFC 8594).',
    schema: { type: 'string' },
    example: 'Fri, 31 Dec 2027 23:59:59 GMT',
  },
  deprecation: {
    description:
      'With client_id and client_secret headers: since when this way is on its way out (RFC 9745).',
    schema: { type: 'string' },
    example: '@1767225600',
  },
  'retry-after': { description: 'Seconds to wait.', schema: { type: 'integer' }, example: 5 },
  'www-authenticate': {
    description: 'What is wrong with the credential (RFC 6750).',
    schema: { type: 'string' },
    example: 'Bearer error="invalid_token"',
  },
  ratelimit: {
    description: 'What is left in the window.',
    schema: { type: 'string' },
    example: '"member";r=599;t=60',
  },
  'ratelimit-policy': {
    description: 'The limits.',
    schema: { type: 'string' },
    example: '"member";q=600;w=60',
  },
}
const headerRefs = (names: string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

const SCHEMES = {
  M: { memberToken: [] },
  A: { appToken: [] },
  C: { clientId: [], clientSecret: [] },
} as const

const TITLES: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

/** The failures an endpoint may give: its own, and those that follow from what it is. */
export function errorsOf({
  operation,
  access,
  method,
}: DescribedOperation): Array<[number, ErrorCode, string]> {
  const found: Array<[number, ErrorCode, string]> = [...(operation.errors ?? [])]
  const add = (status: number, code: ErrorCode, description: string): void => {
    if (!found.some(([known]) => known === status) && operation.responses[status] === undefined)
      found.push([status, code, description])
  }
  if (operation.selfContained === true) return found
  const asked = access.length > 0
  // An entity tag that is none is taken for one that does not match: a header of that kind alone refuses nothing.
  if (
    asked ||
    operation.body !== undefined ||
    operation.parameters?.some((name) => PARAMETERS[name].in === 'query') === true
  )
    add(400, 'invalid_request', 'A parameter, a header or the body cannot be read.')
  if (asked) add(401, 'invalid_token', 'There is no credential, or it is not valid.')
  if (asked && access.length < 3)
    add(
      403,
      'insufficient_scope',
      access.includes('M')
        ? 'This endpoint needs the access token of a member.'
        : "This endpoint needs the application's own token.",
    )
  add(406, 'not_acceptable', 'Accept names nothing that this endpoint answers with.')
  if (operation.parameters?.includes('if_match') === true)
    add(412, 'precondition_failed', 'The resource has changed since it was read.')
  if (operation.body !== undefined) {
    if (operation.body.endless !== true) add(413, 'payload_too_large', 'The body is too large.')
    add(415, 'unsupported_media_type', 'The body is of a type that this endpoint does not take.')
  }
  if (asked) add(429, 'rate_limited', 'Too many requests of this application or member.')
  // What is open to everybody reads nothing that could fail.
  if (asked) add(500, 'server_error', 'Something went wrong on our side.')
  add(
    503,
    'temporarily_unavailable',
    method === 'GET'
      ? 'The service is temporarily unavailable.'
      : 'The service is temporarily unavailable; nothing was accepted.',
  )
  return found.sort((a, b) => a[0] - b[0])
}

function errorResponse(status: number, code: ErrorCode, description: string): Json {
  const headers = [
    'x-request-id',
    ...(status === 401 || status === 403 ? ['www-authenticate'] : []),
    ...(status === 429 || status === 503 ? ['retry-after'] : []),
  ]
  const words = { error: code, error_description: description }
  return {
    description,
    headers: headerRefs(headers),
    content: {
      'application/json': {
        schema: toJsonSchema(ErrorBody),
        examples: { [code]: { summary: code, value: words } },
      },
      'application/problem+json': {
        schema: toJsonSchema(ProblemBody),
        examples: {
          [code]: {
            summary: code,
            value: {
              type: 'about:blank',
              title: TITLES[status] ?? 'Error',
              status,
              detail: description,
              instance: 'urn:request:b5a3a6f0-5d5e-4c3a-9c5e-2f4e5d6c7b8a',
              ...words,
              errors: [],
            },
          },
        },
      },
    },
  }
}

function successResponse(answer: ResponseDoc, limited: boolean, alsoError: boolean): Json {
  const headers = headerRefs([
    'x-request-id',
    ...(limited ? ['ratelimit', 'ratelimit-policy'] : []),
    ...(answer.headers ?? []),
  ])
  if (answer.schema === undefined) return { description: answer.description, headers }
  const schema = alsoError
    ? { anyOf: [toJsonSchema(answer.schema), toJsonSchema(ErrorBody)] }
    : toJsonSchema(answer.schema)
  const examples = {
    ...(answer.example === undefined
      ? {}
      : { answer: { summary: answer.description, value: answer.example } }),
    ...(alsoError
      ? {
          error: {
            summary: 'The body is no batch.',
            value: { error: 'invalid_request', error_description: 'The body is not valid JSON.' },
          },
        }
      : {}),
  }
  return {
    description: answer.description,
    headers,
    content: {
      [answer.type ?? 'application/json']: {
        schema,
        ...(Object.keys(examples).length > 0 ? { examples } : {}),
      },
      ...(alsoError ? { 'application/problem+json': { schema: toJsonSchema(ProblemBody) } } : {}),
    },
  }
}

/** Failures are the same for many endpoints: each is written once, and referred to. */
type Shared = Map<string, { key: string; answer: Json }>

function operationOf(described: DescribedOperation, shared: Shared): Json {
  const { operation, access, url } = described
  const parameters = [
    ...[...url.matchAll(/:(\w+)/g)].map(([, name]) => {
      const path = operation.path?.[name!]
      return {
        name,
        in: 'path',
        required: true,
        description: path?.description ?? `The ${name!}.`,
        schema: toJsonSchema(path?.schema ?? { type: 'string' }),
        ...(path === undefined ? {} : { example: path.example }),
      }
    }),
    ...(operation.parameters ?? []).map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ]
  const responses: Json = {}
  for (const [status, answer] of Object.entries(operation.responses))
    responses[status] = successResponse(
      answer,
      access.length > 0,
      status === '400' && operation.selfContained !== true,
    )
  for (const [status, code, description] of errorsOf(described)) {
    const name = `${status} ${code} ${description}`
    if (!shared.has(name))
      shared.set(name, {
        key: `${TITLES[status]!.replaceAll(/\W/g, '')}${shared.size}`,
        answer: errorResponse(status, code, description),
      })
    responses[String(status)] = { $ref: `#/components/responses/${shared.get(name)!.key}` }
  }
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.description,
    ...(operation.deprecated === true ? { deprecated: true } : {}),
    security: [
      ...access.map((letter) => SCHEMES[letter]),
      ...(operation.parameters?.includes('feed') === true ? [{ calendarAddress: [] }] : []),
    ],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(operation.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            ...(operation.body.description === undefined ? {} : { description: operation.body.description }),
            content: Object.fromEntries(
              (operation.body.types ?? ['application/json']).map((type) => [
                type,
                {
                  schema: toJsonSchema(operation.body!.schema),
                  ...(type === 'application/json' || operation.body!.types?.length === 1
                    ? {
                        examples: { request: { summary: operation.summary, value: operation.body!.example } },
                      }
                    : {}),
                },
              ]),
            ),
          },
        }),
    responses,
  }
}

const NOTES: Partial<Record<EventType, string>> = {
  'member.deauthorized':
    " The member no longer authorises the application, whoever ended it: nothing of the member is sent from now on, not even what waited to be tried again. `object` is the member's id alone, `sequence` is null.",
}

function webhooks(): Json {
  return Object.fromEntries(
    EVENT_TYPES.map((type) => [
      type,
      {
        post: {
          operationId: `on${type.replaceAll(/(^|\.)(\w)/g, (_, __, letter: string) => letter.toUpperCase())}`,
          tags: ['Events'],
          summary: `Event ${type}`,
          description: `Sent to every webhook address that asked for this type, signed by the Standard Webhooks scheme: the key of \`webhook-signature\` is what the base64 behind \`whsec_\` stands for, that of \`x-signature\` the newest secret as it is shown, \`whsec_\` and all. Any 2xx answer takes it; everything else is tried again for about three days.${NOTES[type] ?? ''}`,
          security: [],
          parameters: [
            {
              name: 'webhook-id',
              in: 'header',
              required: true,
              description: 'Id of the event: the same on every attempt.',
              schema: { type: 'string' },
              example: 'f1f2f3f4-0000-5000-8000-000000000001',
            },
            {
              name: 'webhook-timestamp',
              in: 'header',
              required: true,
              description: 'When this attempt was signed, seconds since 1970.',
              schema: { type: 'string' },
              example: '1771500000',
            },
            {
              name: 'webhook-signature',
              in: 'header',
              required: true,
              description:
                '`v1,` and the base64 HMAC-SHA256 of id.timestamp.body; several, separated by spaces, while a secret rotates.',
              schema: { type: 'string' },
              example: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
            },
            {
              name: 'x-signature',
              in: 'header',
              required: true,
              description:
                'Hex HMAC-SHA256 of the raw body, for receivers that check only that: it does not say when the body was signed.',
              schema: { type: 'string' },
              example: '0c94e61c4bd09c0d2b05b9ac53e0f3ddb30a6b7e1d0e0d7b7d2f21f4c2f7a1c9',
            },
            {
              name: 'tripfold-event-type',
              in: 'header',
              required: true,
              description: 'Type of the event, to route by before the body is parsed.',
              schema: { type: 'string' },
              example: type,
            },
          ],
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: toJsonSchema(Event),
                examples: { event: { summary: type, value: eventExample(type) } },
              },
            },
          },
          responses: {
            200: { description: 'Taken.' },
            410: { description: 'Never send here again: the webhook address is disabled.' },
            503: { description: 'Not now; Retry-After is heeded.' },
          },
        },
      },
    ]),
  )
}

function eventExample(type: EventType): Json {
  const callback = type.startsWith('callback.')
  const notice = callback || type === 'member.deauthorized'
  const resource = type.startsWith('member.') ? tripExample.member_id : tripExample.id
  return {
    id: 'f1f2f3f4-0000-5000-8000-000000000001',
    type,
    created: '2026-02-01T09:31:00+00:00',
    member_id: callback ? null : tripExample.member_id,
    resource_id: resource,
    sequence: notice ? null : 7,
    api_version: '2',
    data: {
      object: type.startsWith('trip.') ? tripExample : { id: resource },
      previous_attributes: type === 'trip.updated' ? { segment_count: 1 } : null,
      changed_fields: type === 'trip.updated' ? ['segment_count'] : [],
      material: notice ? null : true,
    },
  }
}

/** Where the service is. On a developer's machine the host is a variable, so that nobody builds a client for localhost alone. */
function serverOf(baseUrl: string): Json {
  const { hostname, host } = new URL(baseUrl)
  if (hostname !== 'localhost' && hostname !== '127.0.0.1')
    return { url: baseUrl, description: 'This service.' }
  return {
    url: 'https://{host}',
    description: 'This service.',
    variables: { host: { default: host, description: 'Host and port of the installation.' } },
  }
}

/** The whole document. `described` are all endpoints that are to be in it. */
export function openApi(
  described: DescribedOperation[],
  settings: { baseUrl: string; authUrl: string },
): Json {
  const paths: Record<string, Json> = {}
  const shared: Shared = new Map()
  for (const one of described) {
    const path = one.url.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [one.method.toLowerCase()]: operationOf(one, shared) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tripfold',
      version: '2.0.0',
      summary: 'One master itinerary per traveller.',
      description: INTRODUCTION,
      contact: { name: 'Tripfold', url: `${settings.baseUrl}/docs` },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [serverOf(settings.baseUrl)],
    tags: TAGS,
    security: [],
    paths,
    webhooks: webhooks(),
    components: {
      securitySchemes: {
        memberToken: {
          type: 'oauth2',
          description: 'Access token of a member, from the authorization code grant.',
          flows: {
            authorizationCode: {
              authorizationUrl: `${settings.authUrl}/oauth/authenticate`,
              tokenUrl: `${settings.authUrl}/oauth/token`,
              refreshUrl: `${settings.authUrl}/oauth/token`,
              scopes: {},
            },
          },
        },
        appToken: {
          type: 'oauth2',
          description: 'Access token of the application itself, from the client credentials grant.',
          flows: { clientCredentials: { tokenUrl: `${settings.authUrl}/oauth/token`, scopes: {} } },
        },
        clientId: {
          type: 'apiKey',
          in: 'header',
          name: 'client_id',
          description:
            'Client id in a header, with client_secret. Less safe than a token and on its way out.',
        },
        clientSecret: {
          type: 'apiKey',
          in: 'header',
          name: 'client_secret',
          description: 'Client secret in a header, with client_id.',
        },
        calendarAddress: {
          type: 'apiKey',
          in: 'query',
          name: 'feed',
          description: 'Secret of a calendar address, in place of a token.',
        },
      },
      parameters: Object.fromEntries(
        Object.entries(PARAMETERS)
          .filter(([name]) =>
            described.some((one) => one.operation.parameters?.includes(name as never) === true),
          )
          .map(([name, parameter]) => [name, { ...parameter, schema: toJsonSchema(parameter.schema) }]),
      ),
      headers: HEADERS,
      responses: Object.fromEntries([...shared.values()].map(({ key, answer }) => [key, answer])),
      schemas: Object.fromEntries(NAMED_SCHEMAS.map(([name, schema]) => [name, toJsonSchema(schema, true)])),
    },
  }
}
