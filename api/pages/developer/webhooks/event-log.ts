/** The event log of an application in the console: what happened, and what became of one event (webhooks.md 1). */
import type { FastifyInstance } from 'fastify'
import { EVENT_TYPES } from '../../../../schemas/webhooks/event.js'
import type { EventLine } from '../../../../schemas/webhooks/event-query.js'
import { isId } from '../../../../schemas/base/ids.js'
import { isUuid } from '../../../../schemas/base/uuid.js'
import type { requireDeveloper } from '../../lib/require-session.js'
import { findOwnApp } from '../apps.js'
import type { WebhookPagesDeps } from './webhook-page.js'
import {
  choiceOf,
  eventCursorOf,
  dateTimeInputValue,
  dateTimeOf,
  nextPageUrl,
  textOf,
} from '../../lib/list-query.js'
import type { EventListItem } from './page-data.js'
import { formatTimestamp } from '../../lib/format-date.js'

const PAGE = 50

const NOTICES: Record<string, string> = {
  again: 'The event is queued again.',
  nobody: 'No active webhook wants this event.',
}

export function eventLogRoutes(
  app: FastifyInstance,
  scope: ReturnType<typeof requireDeveloper>,
  deps: WebhookPagesDeps,
): void {
  const desk = deps.deliveries

  app.get(
    '/console/apps/:clientId/events',
    scope(async (page) => {
      const own = await findOwnApp(page, deps)
      if (own === null) return await page.notFound()
      const { clientId, name } = own.app
      const member = textOf(page.query, 'member')
      const since = dateTimeOf(page.query, 'since')
      const until = dateTimeOf(page.query, 'until')
      const filter = {
        type: choiceOf(page.query, 'type', EVENT_TYPES) ?? '',
        member: member !== null && isId(member) ? member : '',
        resource: textOf(page.query, 'resource') ?? '',
        since: dateTimeInputValue(since),
        until: dateTimeInputValue(until),
      }
      const absent = (value: string): string | null => (value === '' ? null : value)
      const rows = await desk.events(clientId, {
        type: absent(filter.type),
        member: absent(filter.member),
        resource: absent(filter.resource),
        since,
        until,
        limit: PAGE + 1,
        before: eventCursorOf(page.query),
      })
      const last = rows.length > PAGE ? rows[PAGE - 1] : undefined
      return await page.show(
        'events',
        { title: 'Events' },
        {
          clientId,
          appName: name,
          types: EVENT_TYPES,
          filter,
          events: rows.slice(0, PAGE).map(rowOf),
          more:
            last === undefined
              ? null
              : nextPageUrl(filter, { place: `${last.xid}.${last.sequence}.${last.id}` }),
        },
      )
    }),
  )

  app.get(
    '/console/apps/:clientId/events/:eventId',
    scope(async (page) => {
      const own = await findOwnApp(page, deps)
      const { eventId } = page.request.params as { eventId: string }
      const found = own === null || !isUuid(eventId) ? null : await desk.event(own.app.clientId, eventId)
      if (own === null || found === null) return await page.notFound()
      return await page.show(
        'event',
        { title: found.line.type, notice: NOTICES[page.query.get('m') ?? ''] ?? null },
        {
          clientId: own.app.clientId,
          appName: own.app.name,
          event: rowOf(found.line),
          deliveries: found.deliveries.map((one) => ({
            hookId: one.callback,
            url: one.url,
            state: one.state,
          })),
          body: JSON.stringify(JSON.parse(found.body), null, 2),
        },
      )
    }),
  )

  app.post(
    '/console/apps/:clientId/events/:eventId/redeliver',
    scope(async (page) => {
      const own = await findOwnApp(page, deps)
      const { eventId } = page.request.params as { eventId: string }
      if (own === null || !isUuid(eventId) || (await desk.event(own.app.clientId, eventId)) === null)
        return await page.notFound()
      const sent = await desk.redeliver(own.app.clientId, eventId, null)
      return await page.go(
        `/console/apps/${encodeURIComponent(own.app.clientId)}/events/${eventId}?m=${sent > 0 ? 'again' : 'nobody'}`,
      )
    }),
  )
}

function rowOf(line: EventLine): EventListItem {
  return {
    id: line.id,
    type: line.type,
    member: line.memberId ?? '',
    resource: line.resourceId ?? '',
    when: formatTimestamp(line.created),
  }
}
