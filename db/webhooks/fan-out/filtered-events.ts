/** Reads events to see whether they pass the filters of callbacks (webhooks.md 2.1). */
import type pg from 'pg'
import { passesFilter, restricts } from '../../../schemas/webhooks/event-filter.js'
import type { EventFilter, FilteredEvent } from '../../../schemas/webhooks/event-filter.js'
import { eventBody } from '../../reads/event-log/event-body.js'
import { plainArray } from '../../pg/array-literals.js'
import { eachOf, prepared } from '../../pg/prepared-statements.js'

/** An event of the log with a filter that it is to pass. */
interface Filtered {
  id: string
  /** An instant as Postgres writes it. */
  created: string
  type: string
  filter: EventFilter
}

const BODIES = prepared(
  `
  select e.id, ${eventBody('e')} as body from ${eachOf('id, created', '$1::uuid[]', '$2::timestamptz[]')} t
  join event e on e.id = t.id and e.created = t.created`,
  'filter-bodies',
)

/** Those that pass. A body is read and parsed once for all filters, and only if one of them depends on it. */
export async function eventsPassing<F extends Filtered>(client: pg.ClientBase, events: F[]): Promise<F[]> {
  const unread = new Map(
    events.filter((one) => restricts(one.filter, one.type)).map((one) => [one.id, one.created]),
  )
  if (unread.size === 0) return events
  const { rows } = await client.query<{ id: string; body: string }>({
    ...BODIES,
    values: [
      plainArray([...unread.keys()]),
      `{${[...unread.values()].map((created) => `"${created}"`).join(',')}}`,
    ],
  })
  const read = new Map(rows.map(({ id, body }) => [id, JSON.parse(body) as FilteredEvent]))
  return events.filter((one) => {
    const event = read.get(one.id)
    return event === undefined || passesFilter(one.filter, event)
  })
}
