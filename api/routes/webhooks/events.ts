/** The event log, pulled (webhooks.md 1): the same log that is pushed to callbacks. */
import Type from 'typebox'
import type { FastifyRequest } from 'fastify'
import { EVENT_TYPES, Event } from '../../../schemas/webhooks/event.js'
import type { EventPlace, EventQuery } from '../../../schemas/webhooks/event-query.js'
import { ApiError } from '../../../schemas/base/errors.js'
import { isId } from '../../../schemas/base/ids.js'
import { isUuid } from '../../../schemas/base/uuid.js'
import { clientOf } from '../../auth/guard.js'
import { bodyReader } from '../../http/body-reader.js'
import { eventExample } from '../../document/examples/webhooks.js'
import type { AddEndpoint } from '../../endpoint.js'
import { FORM_TYPE } from '../../http/form.js'
import { addLink } from '../../http/link.js'
import { instantParameter } from '../../http/date-parameters.js'
import { flagParameter, integerParameter, textParameter } from '../../http/query.js'
import { sendJson } from '../../http/reply.js'
import type { WebhookDeps } from '../../ports/webhook-deps.js'
import { arrayText } from '../../http/splice-segments.js'

const Redeliver = Type.Object({
  callback_id: Type.Optional(Type.Union([Type.String({ pattern: '^[1-9][0-9]{0,15}$' }), Type.Null()])),
})
const Redelivered = Type.Object({ event_id: Type.String(), callbacks: Type.Array(Type.String()) })

export function eventRoutes(add: AddEndpoint, deps: WebhookDeps): void {
  const readRedeliver = bodyReader(Redeliver)

  add({
    method: 'GET',
    url: '/v2/events',
    access: ['A', 'C', 'M'],
    operation: {
      id: 'listEvents',
      tag: 'Events',
      summary: 'Page through the event log',
      description:
        'Events of the last 30 days in an order that never skips one: of every member who authorises the application, from then on, and `member.deauthorized` once one no longer does; or with a member token of that member. `X-Cursor` is the place after the last event; give it back as `cursor` to go on, also later. At most 10,000 are counted in X-Total-Count.',
      parameters: ['limit', 'cursor', 'event_type', 'member_id', 'resource_id', 'since', 'undelivered'],
      responses: {
        200: {
          description: 'Events, oldest first.',
          schema: Type.Array(Event),
          example: [eventExample],
          headers: ['x-total-count', 'link', 'x-cursor'],
        },
      },
    },
    handle: async (request, reply) => {
      const query = queryOf(request)
      const [rows, total] = await Promise.all([
        deps.events.read({ ...query, limit: query.limit + 1 }),
        deps.events.count(query),
      ])
      const page = rows.slice(0, query.limit)
      const last = page.at(-1) ?? query.after
      void reply.header('x-total-count', String(total)).header('cache-control', 'no-store')
      if (last !== null) {
        const cursor = cursorOf(last)
        void reply.header('x-cursor', cursor)
        if (rows.length > page.length)
          addLink(reply, `<${deps.baseUrl}${withCursor(request.url, cursor)}>; rel="next"`)
      }
      return await sendJson(reply, arrayText(page.map((row) => row.body)))
    },
  })

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
        'Queues the event, under its id, for every active callback that wants its type, or for the one named.',
      path: { event_id: { description: 'Id of the event.', example: eventExample.id } },
      body: {
        schema: Redeliver,
        example: { callback_id: '58241077249000' },
        types: ['application/json', FORM_TYPE],
      },
      responses: {
        202: {
          description: 'Queued.',
          schema: Redelivered,
          example: { event_id: eventExample.id, callbacks: ['58241077249000'] },
        },
      },
      errors: [
        [
          404,
          'not_found',
          'There is no such event for this application, or no active callback to send it to.',
        ],
      ],
    },
    handle: async (request, reply) => {
      const { event_id: event } = request.params
      const body = hasBody(request) ? readRedeliver(request) : {}
      const callbacks = isUuid(event)
        ? await deps.events.redeliver(clientOf(request), event, body.callback_id ?? null)
        : []
      if (callbacks.length === 0)
        throw new ApiError(
          'not_found',
          'There is no such event for this application, or no active callback to send it to.',
        )
      return await sendJson(reply.code(202), JSON.stringify({ event_id: event, callbacks }))
    },
  })
}

/** Whether a request that need not have a body has one. */
export function hasBody(request: FastifyRequest): boolean {
  return Buffer.isBuffer(request.body) && request.body.length > 0
}

function queryOf(request: FastifyRequest): EventQuery {
  const { caller } = request
  if (caller === null) throw new Error('a route without its guard')
  const undelivered = flagParameter(request, 'undelivered')
  if (undelivered && caller.kind === 'member')
    throw new ApiError('invalid_request', 'Parameter "undelivered" is for applications.')
  const member = textParameter(request, 'member_id')
  if (member !== null && !isId(member))
    throw new ApiError('invalid_request', 'Parameter "member_id" must be a decimal number.')
  return {
    view: caller.kind === 'member' ? { member: caller.member } : { client: caller.client },
    types: typesParameter(request),
    member,
    resource: textParameter(request, 'resource_id'),
    since: instantParameter(request, 'since'),
    undelivered,
    limit: integerParameter(request, 'limit', 100, 1, 100),
    after: placeOf(textParameter(request, 'cursor', 512)),
  }
}

/** One type or several, separated by commas; null when none is named. */
export function typesParameter(request: FastifyRequest): string[] | null {
  const text = textParameter(request, 'type', 500)
  if (text === null) return null
  const types = text.split(',').map((type) => type.trim())
  const known: readonly string[] = EVENT_TYPES
  const stranger = types.find((type) => !known.includes(type))
  if (stranger !== undefined)
    throw new ApiError(
      'invalid_request',
      'Parameter "type" must be one or several event types, separated by commas.',
    )
  return types
}

function cursorOf(place: EventPlace): string {
  return Buffer.from(`1\n${place.xid}\n${place.sequence}\n${place.id}`).toString('base64url')
}

function placeOf(cursor: string | null): EventPlace | null {
  if (cursor === null) return null
  const [version, xid = '', sequence = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split('\n')
  if (version !== '1' || !/^\d{1,19}$/.test(xid) || !/^\d{1,16}$/.test(sequence) || !isUuid(id)) {
    throw new ApiError(
      'invalid_request',
      'Parameter "cursor" is not one of this log; take it from X-Cursor or the Link header.',
    )
  }
  return { xid, sequence: Number(sequence), id }
}

function withCursor(url: string, cursor: string): string {
  const [path = '', query = ''] = url.split('?', 2)
  const parameters = new URLSearchParams(query)
  parameters.set('cursor', cursor)
  return `${path}?${parameters.toString()}`
}
