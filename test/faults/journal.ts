/**
 * The senders: one chain per member, each message sent again under the same id until it is acknowledged, as a client with
 * an Idempotency-Key does. The journal keeps what was acknowledged: all of that must be found in Postgres, once.
 */
import { encodeMessage } from '../../schemas/message.js'
import type { Publish } from '../../schemas/publish-fault.js'
import { memberSubject } from '../../schemas/subjects.js'
import { nextBatch } from '../support/fold-stack.js'

export interface Entry { member: string, n: number, batch: string }

export interface Journal {
  acked: Entry[]
  /** Publishes that were refused or unanswered, and sent again. */
  repeats: () => number
  /** Lets every member finish the message it is at, and stops. */
  stop: () => Promise<void>
}

export interface JournalOptions {
  publish: Publish
  members: string[]
  /** Milliseconds between two messages of a member. */
  pause: number
  deadline?: number
}

const AGAIN_MS = 100

/** What is sent: two raw segments, and the number that the small rules remember. */
export function messageOf ({ n, batch }: Entry): Uint8Array {
  return encodeMessage(
    { v: 1, kind: 'segments', batch, first: String(Number(batch) + 1), count: 2, received: Date.now() },
    new TextEncoder().encode(JSON.stringify({ n })))
}

/** Starts sending. */
export function journal ({ publish, members, pause, deadline = 2_000 }: JournalOptions): Journal {
  const acked: Entry[] = []
  let stopping = false
  let repeats = 0
  const sleep = async (ms: number): Promise<void> => { await new Promise(resolve => setTimeout(resolve, ms)) }

  const chain = async (member: string): Promise<void> => {
    for (let n = 0; !stopping; n++) {
      const batch = nextBatch()
      const bytes = messageOf({ member, n, batch })
      for (;;) {
        try {
          await publish(bytes, memberSubject(member), batch, deadline)
          break
        } catch {
          // Whatever it was, the sender does not know whether it was stored, and asks again.
          repeats += 1
          await sleep(AGAIN_MS)
        }
      }
      acked.push({ member, n, batch })
      await sleep(pause)
    }
  }

  const chains = members.map(chain)
  return {
    acked,
    repeats: () => repeats,
    stop: async () => {
      stopping = true
      await Promise.all(chains)
    }
  }
}
