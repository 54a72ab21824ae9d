/** An innocent member at work: what each of its requests had to wait for, and what was answered. */
import { setTimeout as delay } from 'node:timers/promises'
import { firstBatch } from '../../ops/stack/first-request.js'
import type { Send, Sent } from './send.js'

/** Who works, and where. */
export interface Work {
  port: number
  address: string
  token: string
}

export interface Waits {
  /** The longest wait of a read, of a batch until it is on the itinerary, and of a page; milliseconds. */
  read: number
  batch: number
  page: number
  /** Answers other than those expected, as "POST /v2/segments: 503". */
  refused: string[]
  requests: number
}

/** Two chains use the member's token, which has 600 requests a minute. */
const EVERY_MS = 250
const DAY_MS = 86_400_000

/** Works until the signal aborts, one request of each kind at a time. */
export async function work(send: Send, token: string, signal: AbortSignal): Promise<Waits> {
  const waits: Waits = { read: 0, batch: 0, page: 0, refused: [], requests: 0 }
  const note = (
    kind: 'read' | 'batch' | 'page',
    what: string,
    { status, ms }: Sent,
    wanted: number,
  ): void => {
    waits.requests += 1
    waits[kind] = Math.max(waits[kind], ms)
    if (status !== wanted) waits.refused.push(`${what}: ${status}`)
  }
  const chains = [
    async () => {
      note('read', 'GET /v2/trips', await send('/v2/trips?segments=1', { token }), 200)
    },
    async (n: number) => {
      // A journey at a time, changed again and again, as a supplier reports it.
      const body = firstBatch('manual', Date.now() + (n % 5) * DAY_MS)
      const headers = { prefer: 'wait=10' }
      const sent = await send('/v2/segments', { method: 'POST', token, body, headers })
      note('batch', 'POST /v2/segments', sent, 202)
    },
    async () => {
      note('page', 'GET /oauth/login', await send('/oauth/login'), 200)
    },
  ]
  await Promise.all(
    chains.map(async (step) => {
      for (let n = 0; !signal.aborted; n += 1) {
        await step(n)
        await delay(EVERY_MS, undefined, { signal }).catch(() => undefined)
      }
    }),
  )
  return waits
}
