/** An innocent member at work: what each of its requests had to wait for, and what was answered. */
import { setTimeout as delay } from 'node:timers/promises'
import { firstBatch } from '../../ops/stack/first-request.js'
import { clientFrom } from './send.js'
import type { Send, Sent } from './send.js'
import { browser, signIn } from './sign-in.js'

/** Who works, and where. */
export interface Work {
  port: number
  address: string
  token: string
  email: string
  password: string
}

export const KINDS = ['read', 'batch', 'page', 'signIn', 'newcomer'] as const
type Kind = (typeof KINDS)[number]

/**
 * The longest wait of a read, of a batch until it is on the itinerary, of a page, of a sign-in with its page from a
 * browser that is known, and of one from a new browser in another network; milliseconds.
 */
export interface Waits extends Record<Kind, number> {
  /** Answers other than those expected, as "POST /v2/segments: 503". */
  refused: string[]
  requests: number
}

/** Two chains use the member's token, which has 600 requests a minute. */
const EVERY_MS = 250
/** Each costs a hash of its password. */
const SIGN_IN_EVERY_MS = 1_000
const DAY_MS = 86_400_000

let newcomers = 0

/** Works until the signal aborts, one request of each kind at a time. */
export async function work(send: Send, { port, token, ...who }: Work, signal: AbortSignal): Promise<Waits> {
  const waits: Waits = { read: 0, batch: 0, page: 0, signIn: 0, newcomer: 0, refused: [], requests: 0 }
  const note = (kind: Kind, what: string, { status, ms }: Sent, wanted: number): void => {
    waits.requests += 1
    waits[kind] = Math.max(waits[kind], ms)
    if (status !== wanted) waits.refused.push(`${what}: ${status}`)
  }
  const known = browser(send, port)
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
    async (n: number) => {
      if (n === 0) await signIn(known, who)
      note('signIn', 'POST /oauth/login', await signIn(known, who), 303)
      newcomers += 1
      const newcomer = clientFrom(`127.0.3.${newcomers % 256}`, port)
      note('newcomer', 'POST /oauth/login', await signIn(browser(newcomer, port), who), 303)
      await delay(SIGN_IN_EVERY_MS - EVERY_MS, undefined, { signal }).catch(() => undefined)
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
