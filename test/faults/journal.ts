/**
 * The senders: one chain per member, each message sent again under the same id until it is acknowledged, as a client with
 * an Idempotency-Key does. The journal keeps what was acknowledged: all of that must be found in Postgres, once.
 */
import { randomBytes } from 'node:crypto'
import { encodeMessage, type Envelope } from '../../schemas/stream/message.js'
import type { Publish } from '../../schemas/stream/publish-error.js'
import { memberSubject } from '../../schemas/stream/subjects.js'
import { nextBatch } from '../support/fold/fold-stack.js'
import { until } from '../support/until.js'

export interface Entry {
  member: string
  n: number
  batch: string
  /** Epoch milliseconds of the envelope. */
  received: number
}

export interface Journal {
  acked: Entry[]
  /** Publishes that were refused or unanswered, and sent again. */
  repeats: () => number
  /** Lets every member finish the message it is at, and wait. */
  hold: () => Promise<void>
  go: () => void
  /** Resolves when everything there was to say is said. */
  finished: () => Promise<void>
  /** Lets every member finish the message it is at, and stops. */
  stop: () => Promise<void>
  /** Stops, whatever becomes of the messages that are unanswered. */
  abandon: () => Promise<void>
}

export interface JournalOptions {
  publish: Publish
  members: string[]
  /** Milliseconds between two messages of a member. */
  pause: number
  say?: Say
  deadline?: number
}

const AGAIN_MS = 100

/** What a member's sources say, in order, and in how many raw segments; null: they have said everything. */
export type Say = (member: string, n: number) => { body: string; count: number } | null

/** For the small rules: two raw segments, and the number that they remember. */
export const countUp: Say = (_member, n) => ({ body: JSON.stringify({ n }), count: 2 })

/** The same, with so many bytes that nothing can compress. */
export function padded(bytes: number): Say {
  return (_member, n) => ({
    body: JSON.stringify({ n, pad: randomBytes((bytes * 3) / 4).toString('base64') }),
    count: 2,
  })
}

/** The envelope of a message that was sent. */
export function envelopeOf({ batch, received }: Entry, count: number): Envelope {
  return { v: 1, kind: 'segments', batch, first: String(Number(batch) + 1), count, received }
}

/** The message that was sent, once more. */
export function messageOf(entry: Entry, said: { body: string; count: number }): Uint8Array {
  return encodeMessage(envelopeOf(entry, said.count), new TextEncoder().encode(said.body))
}

/** Starts sending. */
export function journal({
  publish,
  members,
  pause,
  say = countUp,
  deadline = 2_000,
}: JournalOptions): Journal {
  const acked: Entry[] = []
  let stopping = false
  let abandoned = false
  let repeats = 0
  let resting = 0
  let held: Promise<void> | null = null
  let letGo = (): void => {}
  const sleep = async (ms: number): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, ms))
  }

  const chain = async (member: string): Promise<void> => {
    for (let n = 0; !stopping; n++) {
      const said = say(member, n)
      if (said === null) return
      const batch = nextBatch()
      const entry: Entry = { member, n, batch, received: Date.now() }
      const bytes = messageOf(entry, said)
      for (;;) {
        try {
          await publish(bytes, memberSubject(member), batch, deadline)
          break
        } catch {
          // Whatever it was, the sender does not know whether it was stored, and asks again.
          if (abandoned) return
          repeats += 1
          await sleep(AGAIN_MS)
        }
      }
      acked.push(entry)
      await sleep(pause)
      resting += 1
      while (held !== null && !stopping) await held
      resting -= 1
    }
  }

  let left = members.length
  const chains = members.map(async (member) => {
    await chain(member).finally(() => {
      left -= 1
    })
  })
  return {
    acked,
    repeats: () => repeats,
    hold: async () => {
      held ??= new Promise((resolve) => {
        letGo = () => {
          held = null
          resolve()
        }
      })
      await until('every sender rests', () => resting === left)
    },
    go: () => {
      letGo()
    },
    finished: async () => {
      await Promise.all(chains)
    },
    abandon: async () => {
      abandoned = stopping = true
      letGo()
      await Promise.all(chains)
    },
    stop: async () => {
      stopping = true
      letGo()
      await Promise.all(chains)
    },
  }
}
