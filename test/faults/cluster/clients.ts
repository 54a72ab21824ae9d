/**
 * Clients of the API: one chain of batches per member. A batch that got no 2xx is sent again under its
 * Idempotency-Key, to the other ingress, after half a second: the figures are the product's, so no client
 * waits as long as Retry-After asks. The entries are batches that were answered with a 2xx.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { Agent, request } from 'undici'
import type { Entry } from '../journal.js'
import { senders, type Senders } from '../senders.js'
import type { Availability } from './availability.js'

export interface Clients extends Senders {
  /** Batches that were answered with a 2xx. */
  acked: Entry[]
}

export interface ClientsOptions {
  members: Array<{ id: string; token: string }>
  /** Ports of the ingresses. */
  ports: number[]
  ca: string
  source: string
  /** Milliseconds between two batches of a member. */
  pause: number
  availability: Availability
}

const RETRY_MS = 500
/** Longer than an ingress may take (PUBLISH_DEADLINE_MS and the time to look up a key). */
const ANSWER_TIMEOUT_MS = 30_000
const HOLD_TIMEOUT_MS = 120_000
const HORIZON_DAYS = 600
const DAY_MS = 86_400_000
const FIRST_HOUR = 6

/** Starts sending. */
export function clients(options: ClientsOptions): Clients {
  const { members, pause, source, availability } = options
  const acked: Entry[] = []
  const agent = new Agent({
    connect: { ca: options.ca, servername: 'localhost' },
    headersTimeout: ANSWER_TIMEOUT_MS,
    bodyTimeout: ANSWER_TIMEOUT_MS,
  })
  const running = senders({
    count: members.length,
    pause,
    holdMs: HOLD_TIMEOUT_MS,
    send: async (sender, n, abandoned) => {
      const { id, token } = members[sender]!
      const body = JSON.stringify({ segments: [flight(n, source)] })
      const since = performance.now()
      for (let ingress = sender; !abandoned.aborted; ingress++) {
        const batch = await attempt(options, agent, { ingress, token, key: `${id}-${n}`, body })
        if (batch !== null) {
          availability.success(since)
          acked.push({ member: id, n, batch, received: Date.now() })
          return true
        }
        await delay(RETRY_MS)
      }
      return false
    },
  })
  return {
    ...running,
    acked,
    hold: async () => {
      await running.hold()
      availability.pause()
    },
    resume: () => {
      availability.resume()
      running.resume()
    },
    stop: async () => {
      await running.stop()
      await agent.close()
    },
    abandon: async () => {
      const ended = running.abandon()
      await agent.destroy()
      await ended
    },
  }
}

/** Sends a batch once. Returns its id; null if there was no 2xx. */
async function attempt(
  { ports, availability }: ClientsOptions,
  agent: Agent,
  { ingress, token, key, body }: { ingress: number; token: string; key: string; body: string },
): Promise<string | null> {
  try {
    const answer = await request(`https://127.0.0.1:${ports[ingress % ports.length]}/v2/segments`, {
      method: 'POST',
      dispatcher: agent,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body,
    })
    const text = await answer.body.text()
    const batch = /\/v2\/batches\/(\d+)/.exec(String(answer.headers['location'] ?? ''))?.[1]
    if (answer.statusCode >= 200 && answer.statusCode < 300 && batch !== undefined) return batch
    const error = /"error":\s*"(\w+)"/.exec(text)?.[1] ?? text.slice(0, 80)
    availability.failure(`${answer.statusCode} ${error}`)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (!agent.destroyed) availability.failure(`no answer: ${code ?? message}`)
  }
  return null
}

/** The n-th flight of a member: its own day, number and locator, so that each becomes a segment. */
function flight(n: number, source: string): Record<string, unknown> {
  const round = Math.floor(n / HORIZON_DAYS)
  const date = new Date(Date.now() + ((n % HORIZON_DAYS) + 1) * DAY_MS).toISOString().slice(0, 10)
  const hour = String(FIRST_HOUR + round).padStart(2, '0')
  const [origin, destination] = n % 2 === 0 ? ['ATL', 'ORD'] : ['ORD', 'ATL']
  return {
    type: 'Air',
    source,
    airline: 'DL',
    flight_num: String(100 + round),
    origin,
    destination,
    departure_datetime: `${date}T${hour}:10`,
    arrival_datetime: `${date}T${Number(hour) + 3}:35`.replace(/T(\d):/, 'T0$1:'),
    confirmation_no: `C${String(100_000 + n)}`,
  }
}
