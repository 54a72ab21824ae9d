/** The event log (webhooks.md 1.1): pulled here, pushed to callbacks. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { ApiError } from '../../../schemas/base/errors.js'
import { Identifier, orNull } from '../../../schemas/base/formats.js'
import { isId } from '../../../schemas/base/ids.js'
import { isUuid } from '../../../schemas/base/uuid.js'
import { SCOPES, allowsAny } from '../../../schemas/oauth/scope.js'
import type { EventStore } from '../../../schemas/webhooks/callback-store.js'
import type { EventPlace, EventQuery } from '../../../schemas/webhooks/event-query.js'
import { EVENT_SCOPES, eventScopes } from '../../../schemas/webhooks/event-scopes.js'
import { Event } from '../../../schemas/webhooks/event-resource.js'
import { EVENT_TYPES } from '../../../schemas/webhooks/event.js'
import type { EventType } from '../../../schemas/webhooks/event.js'
import { EVENT_WILDCARDS, expandTypes } from '../../../schemas/webhooks/event-wildcards.js'
import { clientOf, missingScope } from '../../auth/guard.js'
import { eventExample } from '../../document/examples/webhooks.js'
import type { AddEndpoint } from '../../endpoint.js'
import { bodyReader } from '../../http/body-reader.js'
import { hasBody } from '../../http/body.js'
import { instantParameter } from '../../http/date-parameters.js'
import { PAGE_SIZES } from '../../http/page-sizes.js'
import { addNextLink, decodeCursor, encodeCursor } from '../../http/pagination.js'
import { choicesParameter, flagParameter, integerParameter, textParameter } from '../../http/query.js'
import { sendJson } from '../../http/reply.js'
import { arrayText } from '../../http/splice-segments.js'
import type { Caller } from '../../ports/credentials.js'
import type { WebhookDeps } from '../../ports/webhook-deps.js'
import { BODY_TYPES } from './callback-target.js'
import { filterParameters, searchEvents, type EventPage } from './event-search.js'

const Redeliver = Type.Object(
  {
    callback_id: Type.Optional(
      orNull(Identifier('The callback to send it to; null or omitted: all that subscribe to its type.')),
    ),
  },
  { additionalProperties: false },
)
const Redelivered = Type.Object(
  {
    event_id: Type.String({ format: 'uuid', description: 'Id of the event.' }),
    callbacks: Type.Array(Identifier('Id of a callback.'), {
      description: 'The callbacks it is queued for.',
    }),
  },
  { description: 'What was queued.' },
)
const NOTHING_TO_REDELIVER =
  'There is no such event for this application, or no active callback to send it to.'

/** A member token sees the types that one of its scopes covers. */
const VIEW_SCOPES = SCOPES.filter((scope) =>
  Object.values(EVENT_SCOPES).some((needed) => needed.includes(scope)),
)

export function eventRoutes(add: AddEndpoint, deps: WebhookDeps): void {
  listEvents(add, deps)
  redeliverEvent(add, deps)
}

function listEvents(add: AddEndpoint, deps: WebhookDeps): void {
  add({
    method: 'GET',
    url: '/v2/events',
    access: ['A', 'C', 'M'],
    scopes: VIEW_SCOPES,
    operation: {
      id: 'listEvents',
      tag: 'Events',
      summary: 'Page through the event log',
      description:
        'Events of the last 30 days, in an order in which none is ever skipped. With the credentials of ' +
        'an application: of every member who authorises it, from the authorization on, and ' +
        '`member.deauthorized` when it ends. With a member token: of that member, ' +
        'of the types that its scopes cover. `X-Cursor` is the ' +
        'position after the last event; send it as `cursor` to continue, also later. X-Total-Count counts ' +
        'at most 10,000. With `material`, `changed_field` or `segment_type` the log is searched as a filter ' +
        'of a callback would: without X-Total-Count, and with pages that may hold few events or none while ' +
        'the Link header leads on.',
      parameters: [
        'limit_events',
        'cursor',
        'event_type',
        'member_id',
        'resource_id',
        'since',
        'undelivered',
        'material',
        'changed_field',
        'event_segment_type',
      ],
      responses: {
        200: {
          description: 'The events, oldest first.',
          schema: Type.Array(Event),
          example: [eventExample],
          headers: ['x-total-count', 'link', 'x-cursor'],
        },
      },
    },
    handle: async (request, reply) => await sendEvents(deps, request, reply),
  })
}

async function sendEvents(
  { events, baseUrl }: WebhookDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const query = eventQuery(request)
  const filter = filterParameters(request)
  const page =
    filter === null ? await readPage(events, query, reply) : await searchEvents(events.read, query, filter)
  void reply.header('cache-control', 'no-store')
  if (page.last !== null) {
    const { xid, sequence, id } = page.last
    const cursor = encodeCursor(['1', xid, sequence, id])
    void reply.header('x-cursor', cursor)
    if (page.more) addNextLink(request, reply, baseUrl, cursor)
  }
  return await sendJson(reply, arrayText(page.events.map((row) => row.body)))
}

/** A page of the log as it is, with the number of all events in the head of the answer. */
async function readPage(events: EventStore, query: EventQuery, reply: FastifyReply): Promise<EventPage> {
  const [rows, total] = await Promise.all([
    events.read({ ...query, limit: query.limit + 1 }),
    events.count(query),
  ])
  void reply.header('x-total-count', String(total))
  const page = rows.slice(0, query.limit)
  return { events: page, last: page.at(-1) ?? query.after, more: rows.length > page.length }
}

function redeliverEvent(add: AddEndpoint, { events }: WebhookDeps): void {
  const readBody = bodyReader(Redeliver)
  add({
    method: 'POST',
    url: '/v2/events/:event_id/redeliver',
    params: { event_id: Type.String() },
    access: ['A', 'C'],
    operation: {
      id: 'redeliverEvent',
      tag: 'Events',
      summary: 'Send one event again',
      description:
        'Queues the event, under its id, for every active callback that subscribes to its type, or for ' +
        'the given one.',
      path: { event_id: { description: 'Id of the event.', example: eventExample.id } },
      body: {
        schema: Redeliver,
        example: { callback_id: '58241077249000' },
        types: BODY_TYPES,
      },
      responses: {
        202: {
          description: 'The event is queued.',
          schema: Redelivered,
          example: { event_id: eventExample.id, callbacks: ['58241077249000'] },
        },
      },
      errors: [[404, 'not_found', NOTHING_TO_REDELIVER]],
    },
    handle: async (request, reply) => {
      const { event_id: event } = request.params
      const body = hasBody(request) ? readBody(request) : {}
      const callbacks = isUuid(event)
        ? await events.redeliver(clientOf(request), event, body.callback_id ?? null)
        : []
      if (callbacks.length === 0) throw new ApiError('not_found', NOTHING_TO_REDELIVER)
      return await sendJson(reply.code(202), JSON.stringify({ event_id: event, callbacks }))
    },
  })
}

function eventQuery(request: FastifyRequest): EventQuery {
  const { caller } = request
  if (caller === null) throw new Error('route without its guard')
  const undelivered = flagParameter(request, 'undelivered')
  if (undelivered && caller.kind === 'member')
    throw new ApiError(
      'invalid_request',
      'Parameter "undelivered" needs the credentials of an application, not a member token.',
    )
  const member = textParameter(request, 'member_id')
  if (member !== null && !isId(member))
    throw new ApiError('invalid_request', 'Parameter "member_id" must be a decimal number.')
  return {
    view: caller.kind === 'member' ? { member: caller.member } : { client: caller.client },
    types: visibleTypes(caller, typesParameter(request)),
    member,
    resource: textParameter(request, 'resource_id'),
    since: instantParameter(request, 'since'),
    undelivered,
    limit: integerParameter(request, 'limit', { ...PAGE_SIZES.events, min: 1 }),
    after: eventCursor(textParameter(request, 'cursor', 512)),
  }
}

/** The requested types (null: all) as far as the caller may see them. Throws `insufficient_scope`. */
function visibleTypes(caller: Caller, requested: EventType[] | null): EventType[] | null {
  if (caller.kind !== 'member' || caller.scopes === null) return requested
  const { scopes } = caller
  const refused = requested?.find((type) => !allowsAny(scopes, eventScopes(type)))
  if (refused !== undefined) throw missingScope(eventScopes(refused))
  return requested ?? EVENT_TYPES.filter((type) => allowsAny(scopes, eventScopes(type)))
}

/** One or more event types, separated by commas; `trip.*` stands for several. Null when absent. */
export function typesParameter(request: FastifyRequest): EventType[] | null {
  const named = choicesParameter(request, 'type', [...EVENT_TYPES, ...EVENT_WILDCARDS], 500)
  return named === null ? null : expandTypes(named)
}

function eventCursor(cursor: string | null): EventPlace | null {
  if (cursor === null) return null
  const [version, xid = '', sequence = '', id = ''] = decodeCursor(cursor)
  const isValid = version === '1' && /^\d{1,19}$/.test(xid) && /^\d{1,16}$/.test(sequence) && isUuid(id)
  if (!isValid)
    throw new ApiError(
      'invalid_request',
      'Parameter "cursor" is not a cursor of this log; take it from X-Cursor or the Link header.',
    )
  return { xid, sequence: Number(sequence), id }
}
