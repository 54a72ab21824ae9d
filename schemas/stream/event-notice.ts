/**
 * Messages of the EVENTS stream: the ids of the events that commits made for members. The events themselves
 * stay in the log (webhooks.md 5).
 */
import { isUuid } from '../base/uuid.js'
import type { Id } from '../base/ids.js'
import type { Traceparent } from '../trace/traceparent.js'
import type { NotifiedEvent } from '../webhooks/delivery.js'

/**
 * A notice, or a pack of them, as it is stored in the outbox and on the stream; `id` is that of its first
 * event.
 */
export interface EventNotice {
  id: string
  body: string
}

/** Ids per notice, about 20 KB. */
const MAX_EVENTS_PER_NOTICE = 500

/**
 * The notices of a member's new events, in order; all events of a notice were created at the same time.
 * `traceparent`: the span that made them.
 */
export function eventNotices(
  member: Id,
  events: ReadonlyArray<{ id: string; created: number }>,
  traceparent?: Traceparent,
): EventNotice[] {
  const notices: EventNotice[] = []
  for (let from = 0; from < events.length;) {
    const { id, created } = events[from]!
    let to = from + 1
    while (to < events.length && to - from < MAX_EVENTS_PER_NOTICE && events[to]!.created === created) to += 1
    const ids = events.slice(from, to).map((event) => event.id)
    notices.push({ id, body: JSON.stringify({ member, created, events: ids, traceparent }) })
    from = to
  }
  return notices
}

const MAX_MESSAGE_CHARACTERS = 64 * 1024

/** The notices of a commit, in order, in as few messages as possible. */
export function packEventNotices(notices: readonly EventNotice[]): EventNotice[] {
  const packs: EventNotice[] = []
  for (let from = 0; from < notices.length;) {
    const to = packEnd(notices, from)
    const first = notices[from]!
    const bodies = notices.slice(from, to).map((notice) => notice.body)
    packs.push(bodies.length === 1 ? first : { id: first.id, body: `[${bodies.join(',')}]` })
    from = to
  }
  return packs
}

/** The end (exclusive) of the pack that begins at `from`: at least one notice. */
function packEnd(notices: readonly EventNotice[], from: number): number {
  let to = from
  let size = 0
  while (to < notices.length && (to === from || size + notices[to]!.body.length <= MAX_MESSAGE_CHARACTERS)) {
    size += notices[to]!.body.length
    to++
  }
  return to
}

/** The events that a message names; null if the text is neither a notice nor a pack of them. */
export function parseEventNotices(text: string): NotifiedEvent[] | null {
  try {
    const parsed: unknown = JSON.parse(text)
    const lists = (Array.isArray(parsed) ? (parsed as unknown[]) : [parsed]).map(notifiedEvents)
    return lists.includes(null) ? null : lists.flatMap((events) => events ?? [])
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function notifiedEvents(notice: unknown): NotifiedEvent[] | null {
  if (typeof notice !== 'object' || notice === null || !('events' in notice) || !('created' in notice))
    return null
  const { events, created } = notice
  if (!Array.isArray(events) || typeof created !== 'number' || !Number.isFinite(created)) return null
  const ids = events.filter((id: unknown): id is string => typeof id === 'string' && isUuid(id))
  const trace = 'traceparent' in notice && typeof notice.traceparent === 'string' ? notice.traceparent : null
  const more = trace === null ? {} : { traceparent: trace }
  return ids.length === events.length ? ids.map((id) => ({ id, created, ...more })) : null
}
