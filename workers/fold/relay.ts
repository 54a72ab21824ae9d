/**
 * Carries a partition's outbox to the EVENTS stream, in order (design.md 4.2). What a commit wrote is known and need not be
 * read again: it is sent at once, and its rows leave with the next commit, or by themselves when none comes. Read is what
 * the last owner left, and whatever may be in doubt. A notice leaves the outbox only after the stream has it; one that was
 * sent twice is recognised by its id, that of its first event.
 */
import { eventSubject } from '../../schemas/subjects.js'
import type { Log } from '../../schemas/log.js'
import type { Publish } from '../../schemas/publish-fault.js'
import type { OutboxStore, Waiting } from '../ports.js'
import { backoff, pause } from './backoff.js'

export interface Relay {
  /** What a commit wrote; null: there may be something, to be read. */
  add: (notices: Waiting[] | null) => void
  /** Up to which row the stream has all, for a commit to take out; null when nothing new is. */
  relayed: () => number | null
  /** A commit took out the rows up to this one. */
  left: (upTo: number) => void
  /**
   * Stops, once what is being sent is acknowledged, or after a moment: what is left is the next owner's, who sends it again
   * under the same ids.
   */
  stop: () => Promise<void>
}

export interface RelayDeps { outbox: OutboxStore, publish: Publish, log: Log, sent: (count: number) => void }

const AT_ONCE = 500
const LINGER_MS = 250
/** How long what the stream has may wait for a commit to take it out. */
const REST_MS = 250
/** What waits in memory while the stream takes nothing; more is left to be read. */
const MOST_WAITING = 200
/** What was told longer ago may have been sent by another owner: it is read again. Far below the stream's memory of ids. */
const FRESH_MS = 10_000
const encoder = new TextEncoder()

/** The relay of one partition. Run one at a time per partition: its owner's. */
export function relay (partition: number, deps: RelayDeps): Relay {
  const subject = eventSubject(partition)
  const stopped = new AbortController()
  let told: Array<Waiting & { at: number }> = []
  let unread = false
  /** The stream has all rows up to here; those up to `out` are taken out. */
  let sent = 0
  let out = 0
  let running: Promise<void> | null = null
  let rest: NodeJS.Timeout | null = null

  const doubt = (): void => { told = []; unread = true }

  const next = async (): Promise<Waiting[]> => {
    if (told.length > 0 && performance.now() - told[0]!.at > FRESH_MS) doubt()
    if (!unread) return told.splice(0, AT_ONCE)
    unread = false
    const rows = await deps.outbox.pending(partition, sent, AT_ONCE)
    const last = rows.at(-1)
    if (rows.length === AT_ONCE) doubt()
    else if (last !== undefined) told = told.filter(one => one.id > last.id)
    return rows
  }

  const run = async (): Promise<void> => {
    let failures = 0
    while ((unread || told.length > 0) && !stopped.signal.aborted) {
      try {
        for (const row of await next()) {
          // One at a time: a stream that is nearly full refuses a large one and takes a small one behind it.
          await deps.publish(encoder.encode(row.body), subject, row.eventId)
          sent = row.id
          deps.sent(1)
          restLater()
          if (stopped.signal.aborted) return
        }
        failures = 0
      } catch (error) {
        doubt()
        failures += 1
        deps.log.warn({ partition, failures, error }, 'events wait in the outbox')
        await pause(backoff(failures), stopped.signal)
      }
    }
  }

  const wake = (): void => {
    if (stopped.signal.aborted) return
    running ??= run().finally(() => { running = null; if (unread || told.length > 0) wake() })
  }

  const takeOut = async (): Promise<void> => {
    const upTo = sent
    if (upTo <= out) return
    await deps.outbox.published(partition, upTo)
    out = Math.max(out, upTo)
  }

  const restLater = (): void => {
    if (sent <= out || stopped.signal.aborted) return
    rest ??= setTimeout(() => {
      rest = null
      takeOut().catch((error: unknown) => {
        deps.log.warn({ partition, error }, 'what the stream has could not be taken out of the outbox yet')
        restLater()
      })
    }, REST_MS)
  }

  return {
    add: notices => {
      if (notices === null || told.length + notices.length > MOST_WAITING) doubt()
      else for (const notice of notices) told.push({ ...notice, at: performance.now() })
      wake()
    },
    relayed: () => sent > out ? sent : null,
    left: upTo => { out = Math.max(out, upTo) },
    stop: async () => {
      stopped.abort(new Error('the relay was stopped'))
      if (rest !== null) clearTimeout(rest)
      const end = (running ?? Promise.resolve()).then(takeOut).catch((error: unknown) => {
        deps.log.debug({ partition, error }, 'what the stream has is left in the outbox to the next owner')
      })
      await Promise.race([end, pause(LINGER_MS, new AbortController().signal)])
    }
  }
}
