/** Reads events to see whether they pass the filters of callbacks (webhooks.md 2.1). */
import type pg from 'pg'
import { expandEvent } from '../../../schemas/itinerary/stored/compact-segment.js'
import type { SuspendedCallback } from '../../../schemas/webhooks/delivery-store.js'
import { passesFilter, restricts } from '../../../schemas/webhooks/event-filter.js'
import type { EventFilter, FilteredEvent } from '../../../schemas/webhooks/event-filter.js'
import { eventBody } from '../../event-log/event-body.js'
import { eventsByIdSql, eventsByIdValues } from '../../event-log/logged-events.js'
import { prepared } from '../../pg/prepared-statements.js'

/** An event of the log with a filter that it is to pass. */
interface Filtered {
  id: string
  /** When it was created, epoch milliseconds. */
  at: number
  type: string
  filter: EventFilter
  callback: number
}

const BODIES = prepared(eventsByIdSql(`e.id, ${eventBody('e')} as body`), 'filter-bodies')

/**
 * Those that pass. A body is read and parsed once for all filters, and only if one of them depends on it. `failed`: the
 * callbacks whose filter threw, each with the first event at which it did; nothing passes those.
 */
export async function eventsPassing<F extends Filtered>(
  client: pg.ClientBase,
  events: F[],
): Promise<{ passing: F[]; failed: SuspendedCallback[] }> {
  const failed = new Map<number, SuspendedCallback>()
  const unlessItThrows = ({ callback, id }: F, evaluate: () => boolean): boolean => {
    try {
      return evaluate()
    } catch (error) {
      const message = `its filter fails: ${error instanceof Error ? error.message : String(error)}`
      if (!failed.has(callback))
        failed.set(callback, { callback: String(callback), event: id, error: message })
      return false
    }
  }
  const restricted = events.filter((one) => unlessItThrows(one, () => restricts(one.filter, one.type)))
  const read = await readBodies(client, restricted)
  const passing = events.filter((one) => {
    const event = read.get(one.id)
    return event === undefined || unlessItThrows(one, () => passesFilter(one.filter, event))
  })
  return { passing: passing.filter(({ callback }) => !failed.has(callback)), failed: [...failed.values()] }
}

async function readBodies(client: pg.ClientBase, events: Filtered[]): Promise<Map<string, FilteredEvent>> {
  if (events.length === 0) return new Map()
  const { rows } = await client.query<{ id: string; body: string }>({
    ...BODIES,
    values: eventsByIdValues(events.map(({ id, at }) => ({ id, created: at }))),
  })
  return new Map(rows.map(({ id, body }) => [id, JSON.parse(expandEvent(body)) as FilteredEvent]))
}
