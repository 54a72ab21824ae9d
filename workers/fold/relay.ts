/**
 * Carries a partition's outbox to the EVENTS stream, in order, woken after each commit (design.md 4.2). A notice leaves
 * the outbox only after the stream has it; one that was sent twice is recognised by its id, that of its first event.
 */
import { eventSubject } from '../../schemas/subjects.js'
import type { Log } from '../../schemas/log.js'
import type { Publish } from '../../schemas/publish-fault.js'
import type { OutboxStore } from '../ports.js'
import { backoff, pause } from './backoff.js'

export interface Relay {
  /** There may be something new. */
  kick: () => void
  /**
   * Stops, once what is being sent is acknowledged, or after a moment: what is left is the next owner's, who sends it again
   * under the same ids, and what is acknowledged later is taken out of the outbox then.
   */
  stop: () => Promise<void>
}

export interface RelayDeps { outbox: OutboxStore, publish: Publish, log: Log, sent: (count: number) => void }

const AT_ONCE = 500
const LINGER_MS = 250
const encoder = new TextEncoder()

/** The relay of one partition. Run one at a time per partition: its owner's. */
export function relay (partition: number, deps: RelayDeps): Relay {
  const subject = eventSubject(partition)
  const stopped = new AbortController()
  let wanted = false
  let running: Promise<void> | null = null

  const round = async (): Promise<boolean> => {
    const rows = await deps.outbox.pending(partition, AT_ONCE)
    const last = rows.at(-1)
    if (last === undefined) return false
    await Promise.all(rows.map(async row => await deps.publish(encoder.encode(row.body), subject, row.eventId)))
    await deps.outbox.published(partition, last.id)
    deps.sent(rows.length)
    return rows.length === AT_ONCE
  }

  const run = async (): Promise<void> => {
    let failures = 0
    while (wanted && !stopped.signal.aborted) {
      wanted = false
      try {
        if (await round()) wanted = true
        failures = 0
      } catch (error) {
        wanted = true
        failures += 1
        deps.log.warn({ partition, failures, error }, 'events wait in the outbox')
        await pause(backoff(failures), stopped.signal)
      }
    }
  }

  const kick = (): void => {
    wanted = true
    if (stopped.signal.aborted) return
    running ??= run().finally(() => { running = null; if (wanted) kick() })
  }

  return {
    kick,
    stop: async () => {
      stopped.abort(new Error('the relay was stopped'))
      if (running !== null) await Promise.race([running, pause(LINGER_MS, new AbortController().signal)])
    }
  }
}
