/**
 * Carries a partition's outbox to the EVENTS stream, in order (workers/README.md 4.2). What a commit wrote is known and need not be
 * read again: it is sent at once, and its rows leave with the next commit, or by themselves when none comes. Read is what
 * the last owner left, and whatever may be in doubt. A notice leaves the outbox only after the stream has it; one that was
 * sent twice is recognised by its id, that of its first event.
 */
import { eventSubject } from '../../../schemas/stream/subjects.js'
import type { Log } from '../../../schemas/base/log.js'
import type { Publish } from '../../../schemas/stream/publish-error.js'
import type { OutboxStore, OutboxRow } from '../../ports.js'
import { backoff, pause } from '../../lib/backoff.js'

export interface OutboxRelay {
  /** What a commit wrote; null: there may be something, to be read. */
  enqueue: (notices: OutboxRow[] | null) => void
  /** Up to which row the stream has all, for a commit to take out; null when nothing new is. */
  publishedUpTo: () => number | null
  /** A commit took out the rows up to this one. */
  removedUpTo: (upTo: number) => void
  /**
   * Stops, once what is being sent is acknowledged, or after a moment: what is left is the next owner's, who sends it again
   * under the same ids.
   */
  stop: () => Promise<void>
}

export interface OutboxRelayDeps {
  outbox: OutboxStore
  publish: Publish
  log: Log
  onPublished: (count: number) => void
}

const STOP_TIMEOUT_MS = 250
/** How long what the stream has may wait for a commit to take it out. */
const CLEANUP_DELAY_MS = 1_000
/** Most notices in memory (each up to 64 KB, mostly 2); what comes then is read when those are sent. */
const MAX_QUEUED = 100
/** What was known longer ago may have been sent by another owner since: it is read again. Far below the stream's memory of ids. */
const STALE_AFTER_MS = 10_000
const encoder = new TextEncoder()

/** The relay of one partition. Run one at a time per partition: its owner's. */
export function outboxRelay(partition: number, deps: OutboxRelayDeps): OutboxRelay {
  const subject = eventSubject(partition)
  const stopped = new AbortController()
  /** What is to be sent next, and since when it is known. */
  let queue: Array<OutboxRow & { at: number }> = []
  /** Behind the queue there may be more in the outbox. */
  let unread = false
  /** The stream has all rows up to here; those up to `out` are taken out. */
  let sent = 0
  let out = 0
  let running: Promise<void> | null = null
  let rest: NodeJS.Timeout | null = null

  const read = async (): Promise<void> => {
    const at = performance.now()
    unread = false
    try {
      const rows = await deps.outbox.pending(partition, sent, MAX_QUEUED)
      const last = rows.at(-1)?.id ?? sent
      const later = queue.filter((one) => one.id > last)
      queue = rows.map((row) => ({ ...row, at }))
      if (rows.length < MAX_QUEUED) queue.push(...later)
      else unread = true
    } catch (error) {
      queue = []
      unread = true
      throw error
    }
  }

  const next = async (): Promise<OutboxRow | undefined> => {
    if (queue.length > 0 && performance.now() - queue[0]!.at > STALE_AFTER_MS) {
      queue = []
      unread = true
    }
    while (queue.length === 0 && unread) await read()
    return queue[0]
  }

  const run = async (): Promise<void> => {
    let failures = 0
    while (!stopped.signal.aborted) {
      try {
        const row = await next()
        if (row === undefined || stopped.signal.aborted) return
        // One at a time: a stream that is nearly full refuses a large one and takes a small one behind it.
        await deps.publish(encoder.encode(row.body), subject, row.eventId)
        queue.shift()
        sent = row.id
        deps.onPublished(1)
        restLater()
        failures = 0
      } catch (error) {
        failures += 1
        deps.log.warn({ partition, failures, error }, 'events wait in the outbox')
        await pause(backoff(failures), stopped.signal)
      }
    }
  }

  const wake = (): void => {
    if (stopped.signal.aborted) return
    running ??= run().finally(() => {
      running = null
      if (unread || queue.length > 0) wake()
    })
  }

  const takeOut = async (): Promise<void> => {
    const upTo = sent
    if (upTo <= out) return
    await deps.outbox.published(partition, upTo)
    out = Math.max(out, upTo)
  }

  const restLater = (): void => {
    if (sent <= out || stopped.signal.aborted) return
    const due = sent
    rest ??= setTimeout(() => {
      rest = null
      if (out >= due) return restLater()
      takeOut().catch((error: unknown) => {
        deps.log.warn({ partition, error }, 'what the stream has could not be taken out of the outbox yet')
        restLater()
      })
    }, CLEANUP_DELAY_MS)
  }

  return {
    enqueue: (notices) => {
      if (notices === null || queue.length + notices.length > MAX_QUEUED) unread = true
      // Behind what is not read nothing may be put.
      else if (!unread) for (const notice of notices) queue.push({ ...notice, at: performance.now() })
      wake()
    },
    publishedUpTo: () => (sent > out ? sent : null),
    removedUpTo: (upTo) => {
      out = Math.max(out, upTo)
    },
    stop: async () => {
      stopped.abort(new Error('the relay was stopped'))
      if (rest !== null) clearTimeout(rest)
      const end = (running ?? Promise.resolve()).then(takeOut).catch((error: unknown) => {
        deps.log.debug({ partition, error }, 'what the stream has is left in the outbox to the next owner')
      })
      await Promise.race([end, pause(STOP_TIMEOUT_MS, new AbortController().signal)])
    },
  }
}
