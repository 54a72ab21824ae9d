/** Finds events of the log by what they hold (webhooks.md 1.1): read in order, and looked at one by one. */
import { ApiError } from '../../../schemas/base/errors.js'
import type { EventStore } from '../../../schemas/webhooks/callback-store.js'
import {
  bodyPassesFilter,
  normaliseFilter,
  type EventFilter,
} from '../../../schemas/webhooks/event-filter.js'
import type { EventPlace, EventQuery, LoggedEvent } from '../../../schemas/webhooks/event-query.js'
import type { QueryOf } from '../../operation/parameters.js'

/** Events that one request may look at: bodies are read and parsed. */
const MAX_SEARCHED = 1_000
const READ = 100

/** A page of the log, the position after the last event looked at, and whether there may be more after it. */
export interface EventPage {
  events: LoggedEvent[]
  /** Number of events on all pages, where it is known. */
  total?: number
  last: EventPlace | null
  more: boolean
}

/** `material`, `moved`, `changed_field` and `segment_type`, as in a filter of a callback; null: none of them is given. */
export function filterOf({
  material,
  moved,
  changed_field: changed,
  segment_type: types,
}: QueryOf<'material' | 'moved' | 'changed_field' | 'event_segment_type'>): EventFilter | null {
  const fields = changed?.split(',').map((field) => field.trim())
  if (fields?.some((field) => !/^[a-z][a-z0-9_]*$/.test(field)) === true)
    throw new ApiError(
      'invalid_request',
      'Parameter "changed_field" must be one or more names of fields, separated by commas, such as ' +
        'departure_datetime.',
    )
  return normaliseFilter({
    material,
    ...(moved === null ? {} : { moved }),
    ...(fields === undefined ? {} : { changed_fields: fields }),
    ...(types === null ? {} : { segment_types: types }),
  })
}

/**
 * The next events that pass the filter, up to the query's limit. It ends after a thousand events of the log even
 * if few or none were found; the position it returns leads on.
 */
export async function searchEvents(
  read: EventStore['read'],
  query: EventQuery,
  filter: EventFilter,
): Promise<EventPage> {
  const events: LoggedEvent[] = []
  let last = query.after
  for (let searched = 0; searched < MAX_SEARCHED; searched += READ) {
    const rows = await read({ ...query, limit: READ + 1, after: last })
    for (const [index, row] of rows.slice(0, READ).entries()) {
      last = row
      if (bodyPassesFilter(filter, row.body)) events.push(row)
      if (events.length === query.limit) return { events, last, more: index + 1 < rows.length }
    }
    if (rows.length <= READ) return { events, last, more: false }
  }
  return { events, last, more: true }
}
