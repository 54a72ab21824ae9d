/**
 * What the EVENTS stream says: which events a commit made for a member. It carries their ids alone; the log has the events
 * themselves (webhooks.md 5).
 */
import type { Told } from './delivery.js'
import type { Id } from './ids.js'

/** A notice as it rests in the outbox and on the stream; `id` is that of its first event, and the message's id. */
export interface Notice { id: string, body: string }

/** Most events a notice names: about 20 KB. */
const MOST = 500

/** The notices of a member's new events, in their order. */
export function noticesOf (member: Id, events: ReadonlyArray<{ id: string, created: number }>): Notice[] {
  const notices: Notice[] = []
  for (let from = 0; from < events.length;) {
    const { id, created } = events[from]!
    let to = from + 1
    while (to < events.length && to - from < MOST && events[to]!.created === created) to += 1
    notices.push({ id, body: JSON.stringify({ member, created, events: events.slice(from, to).map(event => event.id) }) })
    from = to
  }
  return notices
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The events a notice names; null when the text is no notice. */
export function readNotice (text: string): Told[] | null {
  try {
    const notice: unknown = JSON.parse(text)
    if (typeof notice !== 'object' || notice === null || !('events' in notice) || !('created' in notice)) return null
    const { events, created } = notice
    if (!Array.isArray(events) || typeof created !== 'number' || !Number.isFinite(created)) return null
    const ids = events.filter((id: unknown): id is string => typeof id === 'string' && UUID.test(id))
    return ids.length === events.length ? ids.map(id => ({ id, created })) : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
