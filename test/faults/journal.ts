/**
 * The senders: one chain per member; each message is repeated under the same id until it is acknowledged, as
 * a client with an Idempotency-Key does. The journal records acknowledged messages: each of them must be in
 * Postgres exactly once.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { encodeMessage, type Envelope } from '../../schemas/stream/message.js'
import type { Publish } from '../../schemas/stream/publish-error.js'
import { memberSubject } from '../../schemas/stream/subjects.js'
import { nextBatch } from '../support/fold/fold-stack.js'
import { senders, type Senders } from './senders.js'

export interface Entry {
  member: string
  n: number
  batch: string
  /** Epoch milliseconds of the envelope. */
  received: number
}

export interface Journal extends Senders {
  acked: Entry[]
  /** Publishes that were refused or unanswered, and repeated. */
  repeats: () => number
}

export interface JournalOptions {
  publish: Publish
  members: string[]
  /** Milliseconds between two messages of a member. */
  pause: number
  nextMessage?: NextMessage
  /** Number of a member's first message, 0 by default. */
  first?: (member: string) => number
  deadline?: number
}

const RETRY_MS = 100

/** The n-th message of a member and its number of raw segments; null: there are no more. */
export type NextMessage = (member: string, n: number) => { body: string; count: number } | null

/** For the small rules: two raw segments and the number that the rules record. */
export const countUp: NextMessage = (_member, n) => ({ body: JSON.stringify({ n }), count: 2 })

/** The same with incompressible padding. */
export function padded(bytes: number): NextMessage {
  return (_member, n) => ({
    body: JSON.stringify({ n, pad: randomBytes((bytes * 3) / 4).toString('base64') }),
    count: 2,
  })
}

/** The envelope of a message that was sent. */
export function envelopeOf({ batch, received }: Entry, count: number): Envelope {
  return { v: 1, kind: 'segments', batch, first: String(Number(batch) + 1), count, received }
}

/** The bytes of a message that was sent. */
export function messageOf(entry: Entry, message: { body: string; count: number }): Uint8Array {
  return encodeMessage(envelopeOf(entry, message.count), new TextEncoder().encode(message.body))
}

/** Starts sending. */
export function journal({
  publish,
  members,
  pause,
  nextMessage = countUp,
  first = () => 0,
  deadline = 2_000,
}: JournalOptions): Journal {
  const acked: Entry[] = []
  let repeats = 0
  const running = senders({
    count: members.length,
    pause,
    send: async (sender, sent, abandoned) => {
      const member = members[sender] ?? ''
      const n = first(member) + sent
      const message = nextMessage(member, n)
      if (message === null) return false
      const batch = nextBatch()
      const entry: Entry = { member, n, batch, received: Date.now() }
      const bytes = messageOf(entry, message)
      for (;;) {
        try {
          await publish(bytes, memberSubject(member), batch, deadline)
          break
        } catch {
          // Whatever the reason, the sender does not know whether the message was stored, and repeats it.
          if (abandoned.aborted) return false
          repeats += 1
          await delay(RETRY_MS)
        }
      }
      acked.push(entry)
      return true
    },
  })
  return { ...running, acked, repeats: () => repeats }
}
