/**
 * What the EVENTS stream says: which events a commit made for a member, several such notices to a message. It carries their
 * ids alone; the log has the events themselves (webhooks.md 5).
 */
import type { NotifiedEvent } from '../webhooks/delivery.js'
import type { Id } from '../base/ids.js'
import { isUuid } from '../base/uuid.js'

/** A notice, or several, as they rest in the outbox and on the stream; `id` is that of the first event, and the message's id. */
export interface EventNotice {
  id: string
  body: string
}

/** Most events a notice names: about 20 KB. */
const MAX_EVENTS_PER_NOTICE = 500

/** The notices of a member's new events, in their order. */
export function eventNotices(
  member: Id,
  events: ReadonlyArray<{ id: string; created: number }>,
): EventNotice[] {
  const notices: EventNotice[] = []
  for (let from = 0; from < events.length;) {
    const { id, created } = events[from]!
    let to = from + 1
    while (to < events.length && to - from < MAX_EVENTS_PER_NOTICE && events[to]!.created === created) to += 1
    notices.push({
      id,
      body: JSON.stringify({ member, created, events: events.slice(from, to).map((event) => event.id) }),
    })
    from = to
  }
  return notices
}

/** Most characters of a message of several notices. */
const MAX_MESSAGE_CHARACTERS = 64 * 1024

/** The notices of a commit, in their order, as few messages. */
export function packEventNotices(notices: readonly EventNotice[]): EventNotice[] {
  const packs: EventNotice[] = []
  for (let from = 0; from < notices.length;) {
    let to = from
    for (
      let size = 0;
      to < notices.length && (to === from || size + notices[to]!.body.length <= MAX_MESSAGE_CHARACTERS);
      to++
    )
      size += notices[to]!.body.length
    const pack = notices.slice(from, to)
    packs.push(
      pack.length === 1
        ? pack[0]!
        : { id: pack[0]!.id, body: `[${pack.map((notice) => notice.body).join(',')}]` },
    )
    from = to
  }
  return packs
}

/** The events that a message names, one notice or several; null when the text is neither. */
export function parseEventNotices(text: string): NotifiedEvent[] | null {
  try {
    const told: unknown = JSON.parse(text)
    const read = (Array.isArray(told) ? (told as unknown[]) : [told]).map(notifiedEvents)
    return read.includes(null) ? null : read.flatMap((events) => events ?? [])
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
  return ids.length === events.length ? ids.map((id) => ({ id, created })) : null
}
