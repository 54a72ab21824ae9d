/** Senders beside one another, each with one message after another: they can be held, resumed and stopped. */
import { setTimeout as delay } from 'node:timers/promises'
import { until } from '../support/until.js'

export interface Senders {
  /** Every sender finishes its current message, then pauses. */
  hold: () => Promise<void>
  resume: () => void
  /** Resolves when all messages are sent. */
  finished: () => Promise<void>
  /** Every sender finishes its current message, then stops. */
  stop: () => Promise<void>
  /** Stops without waiting for unanswered messages. */
  abandon: () => Promise<void>
}

export interface SendersOptions {
  count: number
  /** Milliseconds between two messages of a sender. */
  pause: number
  /** Sends the n-th message of a sender until it is answered; false: there are no more. */
  send: (sender: number, n: number, abandoned: AbortSignal) => Promise<boolean>
  /** Milliseconds that the current messages may take. */
  holdMs?: number
}

/** Starts sending, not all at once. */
export function senders({ count, pause, send, holdMs }: SendersOptions): Senders {
  const abandoning = new AbortController()
  let stopping = false
  let waiting = 0
  let left = count
  let held: Promise<void> | null = null
  let release = (): void => {}

  const chain = async (sender: number): Promise<void> => {
    await delay((pause * sender) / count)
    for (let n = 0; !stopping; n++) {
      if (!(await send(sender, n, abandoning.signal))) return
      await delay(pause)
      waiting += 1
      while (held !== null && !stopping) await held
      waiting -= 1
    }
  }
  const chains = Promise.all(
    Array.from({ length: count }, async (_, sender) => {
      await chain(sender).finally(() => {
        left -= 1
      })
    }),
  )
  const stop = async (): Promise<void> => {
    stopping = true
    release()
    await chains
  }
  return {
    hold: async () => {
      held ??= new Promise((resolve) => {
        release = () => {
          held = null
          resolve()
        }
      })
      await until('every sender waits', () => waiting === left, holdMs)
    },
    resume: () => {
      release()
    },
    finished: async () => {
      await chains
    },
    stop,
    abandon: async () => {
      abandoning.abort()
      await stop()
    },
  }
}
