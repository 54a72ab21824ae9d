/** The event log (webhooks.md 1.1): pulled here, pushed to callbacks. */
import Type from 'typebox'
import { ApiError } from '../../../schemas/base/errors.js'
import { Identifier, orNull } from '../../../schemas/base/formats.js'
import { isId } from '../../../schemas/base/ids.js'
import { isUuid } from '../../../schemas/base/uuid.js'
import { SCOPES, allowsAny } from '../../../schemas/oauth/scope.js'
import type { EventStore } from '../../../schemas/webhooks/callback-store.js'
import type { EventPlace, EventQuery } from '../../../schemas/webhooks/event-query.js'
import { Event } from '../../../schemas/webhooks/event-resource.js'
import { EVENT_SCOPES, eventScopes } from '../../../schemas/webhooks/event-scopes.js'
import { EVENT_TYPES, expandTypes } from '../../../schemas/webhooks/event.js'
import type { EventType } from '../../../schemas/webhooks/event.js'
import { missingScope } from '../../auth/guard.js'
import { eventExample } from '../../document/examples/resources.js'
import { decodeCursor, encodeCursor } from '../../http/pagination.js'
import { arrayText } from '../../http/splice-segments.js'
import { anyone, application } from '../../operation/access.js'
import { accepted, ok, ready } from '../../operation/answer.js'
import { operation } from '../../operation/declaration.js'
import type { QueryOf } from '../../operation/parameters.js'
import { pathParameter } from '../../operation/path-parameter.js'
import { problem } from '../../operation/problem.js'
import type { Caller } from '../../ports/credentials.js'
import type { WebhookDeps } from '../../ports/webhook-deps.js'
import { BODY_TYPES } from './callback-target.js'
import { filterOf, searchEvents, type EventPage } from './event-search.js'

const Redeliver = Type.Object(
  {
    callback_id: Type.Optional(
      orNull(Identifier('The webhook to send it to; null or omitted: all that subscribe to its type.')),
    ),
  },
  { additionalProperties: false },
)
const Redelivered = Type.Object(
  {
    event_id: Type.String({ format: 'uuid', description: 'Id of the event.' }),
    callbacks: Type.Array(Identifier('Id of a webhook.'), {
      description: 'The webhooks it is queued for.',
    }),
  },
  { description: 'What was queued.' },
)
/** A member token sees the types that one of its scopes covers. */
const VIEW_SCOPES = SCOPES.filter((scope) =>
  Object.values(EVENT_SCOPES).some((needed) => needed.includes(scope)),
)

const PARAMETERS = [
  'limit_events',
  'cursor',
  'event_type',
  'member_id',
  'resource_id',
  'since',
  'undelivered',
  'material',
  'moved',
  'changed_field',
  'event_segment_type',
] as const

const EXPIRED = problem(
  410,
  'cursor_expired',
  'Events after this cursor are no longer kept. Take a new copy and a new cursor (guide "Keep a copy in sync").',
)

export const listEvents = operation(
  {
    route: 'GET /v2/events',
    id: 'listEvents',
    tag: 'Events',
    access: anyone(...VIEW_SCOPES),
    summary: 'Page through the event log',
    description:
      'Events of the last 30 days, in an order in which none is ever skipped. With the credentials of ' +
      'an application: of every member who authorises it, from the authorization on, and ' +
      '`member.deauthorized` when it ends. With a member token: of that member, ' +
      'of the types that its scopes cover. `X-Cursor` is the ' +
      'position after the last event, on the last page the end of the log; send it as `cursor` to continue, also ' +
      'later. X-Total-Count counts at most 10,000. With `material`, `moved`, `changed_field` or `segment_type` the log is searched as a filter ' +
      'of a webhook would: without X-Total-Count, and with pages that may hold few events or none while ' +
      'the Link header leads on.',
    parameters: PARAMETERS,
    responses: {
      200: {
        description: 'The events, oldest first.',
        schema: Type.Array(Event),
        example: [eventExample],
        headers: ['x-total-count', 'link', 'x-cursor'],
      },
    },
    problems: [EXPIRED],
  },
  async ({ query: given, caller }, { events }: WebhookDeps) => {
    const query = eventQuery(given, caller)
    const filter = filterOf(given)
    // Before the events: what is written meanwhile follows it.
    const end = await events.end()
    const page =
      filter === null ? await readPage(events, query) : await searchEvents(events.read, query, filter)
    if (query.after !== null && !(await events.goesOnAfter(query.after))) return EXPIRED
    const { xid, sequence, id } = page.more ? page.last! : latest(page.last, end)
    const cursor = encodeCursor(['1', xid, sequence, id])
    return ok(ready(arrayText(page.events.map((row) => row.body))), {
      total: page.total,
      next: page.more ? cursor : null,
      headers: { 'cache-control': 'no-store', 'x-cursor': cursor },
    })
  },
)

/** The last event, unless the end of the log is behind it: a client without new events must not fall behind retention. */
function latest(last: EventPlace | null, end: EventPlace): EventPlace {
  return last === null || BigInt(last.xid) < BigInt(end.xid) ? end : last
}

/** A page of the log as it is, with the number of all events. */
async function readPage(events: EventStore, query: EventQuery): Promise<EventPage> {
  const [rows, total] = await Promise.all([
    events.read({ ...query, limit: query.limit + 1 }),
    events.count(query),
  ])
  const page = rows.slice(0, query.limit)
  return { events: page, last: page.at(-1) ?? query.after, more: rows.length > page.length, total }
}

const NOTHING_TO_REDELIVER = problem(
  404,
  'not_found',
  'The application has no such event, or no active webhook to send it to.',
)

export const redeliverEvent = operation(
  {
    route: 'POST /v2/events/{event_id}/redeliver',
    id: 'redeliverEvent',
    tag: 'Events',
    access: application,
    summary: 'Send one event again',
    description:
      'Queues the event, under its id, for every active webhook that subscribes to its type, or for ' +
      'the given one.',
    repeats: 'Each request queues the event again; receivers know it by its id.',
    params: {
      event_id: pathParameter('Id of the event.', eventExample.id, isUuid, NOTHING_TO_REDELIVER),
    },
    body: {
      schema: Redeliver,
      example: { callback_id: '58241077249000' },
      types: BODY_TYPES,
      optional: true,
    },
    responses: {
      202: {
        description: 'The event is queued.',
        schema: Redelivered,
        example: { event_id: eventExample.id, callbacks: ['58241077249000'] },
      },
    },
    problems: [NOTHING_TO_REDELIVER],
  },
  async ({ params, body, caller }, { events }: WebhookDeps) => {
    const { event_id: event } = params
    const callbacks = await events.redeliver(caller.client, event, body.callback_id ?? null)
    return callbacks.length === 0 ? NOTHING_TO_REDELIVER : accepted({ event_id: event, callbacks })
  },
)

function eventQuery(
  { undelivered, member_id: member, type, ...query }: QueryOf<(typeof PARAMETERS)[number]>,
  caller: Caller,
): EventQuery {
  if (undelivered && caller.kind === 'member')
    throw new ApiError(
      'invalid_request',
      'Parameter "undelivered" needs the credentials of an application, not a member token.',
    )
  if (member !== null && !isId(member))
    throw new ApiError('invalid_request', 'Parameter "member_id" must be a decimal number.')
  return {
    view: caller.kind === 'member' ? { member: caller.member } : { client: caller.client },
    types: visibleTypes(caller, type === null ? null : expandTypes(type)),
    member,
    resource: query.resource_id,
    since: query.since,
    undelivered,
    limit: query.limit,
    after: eventCursor(query.cursor),
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
