/**
 * Clients of the API: one chain of batches per member. A batch that got no 2xx is sent again under its
 * Idempotency-Key, to the other ingress, after half a second: the figures are the product's, so no client
 * waits as long as Retry-After asks. The entries are batches that were answered with a 2xx.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { until } from '../../support/until.js'
import type { Entry } from '../journal.js'
import type { Availability } from './availability.js'

export interface Clients {
  acked: Entry[]
  /** Every client finishes its current batch, then pauses. */
  hold: () => Promise<void>
  resume: () => void
  /** Every client finishes its current batch, then stops. */
  stop: () => Promise<void>
  /** Stops without waiting for answers. */
  abandon: () => Promise<void>
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
  return new Senders(options)
}

class Senders implements Clients {
  readonly acked: Entry[] = []
  private readonly options: ClientsOptions
  private readonly agent: Agent
  private readonly chains: Promise<void[]>
  private stopping = false
  private abandoned = false
  private waiting = 0
  private held: Promise<void> | null = null
  private release = (): void => {}

  constructor(options: ClientsOptions) {
    this.options = options
    this.agent = new Agent({
      connect: { ca: options.ca, servername: 'localhost' },
      headersTimeout: ANSWER_TIMEOUT_MS,
      bodyTimeout: ANSWER_TIMEOUT_MS,
    })
    this.chains = Promise.all(options.members.map(async (member, i) => await this.chain(member, i)))
  }

  async hold(): Promise<void> {
    this.held ??= new Promise((resolve) => {
      this.release = () => {
        this.held = null
        resolve()
      }
    })
    await until(
      'every batch has its 2xx',
      () => this.waiting === this.options.members.length,
      HOLD_TIMEOUT_MS,
    )
    this.options.availability.pause()
  }

  resume(): void {
    this.options.availability.resume()
    this.release()
  }

  async stop(): Promise<void> {
    this.stopping = true
    this.release()
    await this.chains
    await this.agent.close()
  }

  async abandon(): Promise<void> {
    this.abandoned = this.stopping = true
    this.release()
    await this.agent.destroy()
    await this.chains
  }

  private async chain(member: { id: string; token: string }, index: number): Promise<void> {
    const { source, pause } = this.options
    let ingress = index
    // Not all at once.
    await delay((pause * index) / this.options.members.length)
    for (let n = 0; !this.stopping; n++) {
      const body = JSON.stringify({ segments: [flight(n, source)] })
      const since = performance.now()
      for (;;) {
        const batch = await this.attempt(member, ingress, `${member.id}-${n}`, body)
        if (batch !== null) {
          this.options.availability.success(since)
          this.acked.push({ member: member.id, n, batch, received: Date.now() })
          break
        }
        if (this.abandoned) return
        ingress += 1
        await delay(RETRY_MS)
      }
      await delay(pause)
      this.waiting += 1
      while (this.held !== null && !this.stopping) await this.held
      this.waiting -= 1
    }
  }

  /** The id of the batch; null if there was no 2xx. */
  private async attempt(
    { token }: { token: string },
    ingress: number,
    key: string,
    body: string,
  ): Promise<string | null> {
    const { ports, availability } = this.options
    try {
      const answer = await request(`https://127.0.0.1:${ports[ingress % ports.length]}/v2/segments`, {
        method: 'POST',
        dispatcher: this.agent,
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
      if (!this.abandoned) availability.failure(`no answer: ${code ?? message}`)
    }
    return null
  }
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
