/**
 * Consecutive events of a member in one row: a commit of ten segments makes about nine, and a row of its own costs each
 * three entries of indexes. `logged_event` gives them back one by one (event-log/logged-events.ts).
 */
import { isId } from '../../../schemas/base/ids.js'
import { EVENT_TYPES } from '../../../schemas/webhooks/event.js'
import { MAX_PACKED_EVENTS, SHARED_ID_LENGTH } from '../../event-log/logged-events.js'
import { plainColumn } from '../../pg/array-literals.js'
import type { StoredEvent } from './event-rows.js'

/** A row of `event`. The lists are those of a pack; null: it is one event. */
export interface EventRow {
  member: string
  id: string
  sequence: number
  created: number
  type: string
  resourceId: string | null
  version: number | null
  body: string
  ids: string | null
  types: string | null
  resourceIds: string | null
  versions: string | null
}

const MAX_CHARACTERS = 64 * 1024
const LINE_END = '\n'
const TYPES = new Set<string>(EVENT_TYPES)

/** The events, which are in order, in as few rows as possible. */
export function packEvents(events: readonly StoredEvent[]): EventRow[] {
  const rows: EventRow[] = []
  for (let from = 0; from < events.length;) {
    const to = packEnd(events, from)
    rows.push(to - from === 1 ? singleRow(events[from]!) : packRow(events.slice(from, to)))
    from = to
  }
  return rows
}

/** The end (exclusive) of the pack that begins at `from`: at least one event. */
function packEnd(events: readonly StoredEvent[], from: number): number {
  const first = events[from]!
  let characters = first.body.length
  let to = from + 1
  if (!canBePacked(first)) return to
  for (; to < events.length && to - from < MAX_PACKED_EVENTS; to++) {
    const event = events[to]!
    characters += event.body.length
    if (characters > MAX_CHARACTERS || !canBePacked(event) || !follows(first, event, to - from)) break
  }
  return to
}

/** What the columns of a pack can hold. */
function canBePacked({ write: { type, resourceId }, body }: StoredEvent): boolean {
  return TYPES.has(type) && isId(resourceId) && !body.includes(LINE_END)
}

/** What the row has of its first event alone gives the same for the one that comes `distance` later. */
function follows(first: StoredEvent, event: StoredEvent, distance: number): boolean {
  const [a, b] = [first.write, event.write]
  return (
    first.member === event.member &&
    a.created === b.created &&
    a.sequence + distance === b.sequence &&
    b.id.startsWith(a.id.slice(0, SHARED_ID_LENGTH))
  )
}

function singleRow({ member, write, version, body }: StoredEvent): EventRow {
  const { id, sequence, created, type, resourceId } = write
  const single = { ids: null, types: null, resourceIds: null, versions: null }
  return { member, id, sequence, created, type, resourceId, version, body, ...single }
}

function packRow(events: readonly StoredEvent[]): EventRow {
  const { member, write } = events[0]!
  const { id, sequence, created } = write
  return {
    ...{ member, id, sequence, created, type: '', resourceId: null, version: null },
    body: events.every((event) => event.body === '') ? '' : events.map((event) => event.body).join(LINE_END),
    ids: plainColumn(events, (event) => event.write.id),
    types: plainColumn(events, (event) => event.write.type),
    resourceIds: plainColumn(events, (event) => event.write.resourceId),
    versions: plainColumn(events, (event) => event.version),
  }
}
