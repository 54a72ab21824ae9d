/** Measures what a user of the service waits for: from the answer 202 until the batch can be read. */
import pg from 'pg'
import { Agent, request } from 'undici'
import { quantile } from './statistics.js'
import type { LoadRequest } from './load.js'

/** A statement that finds a batch once it is committed: $1 the member, $2 the batch. */
export interface Readable {
  text: string
}

export interface ProbeOptions {
  port: number
  ca: string
  database: string
  /** Batches of members of the probe's own, with the member each is for. */
  batches: Array<{ member: string; request: LoadRequest }>
  readable: Readable
  seconds: number
}

export interface ProbeResult {
  count: number
  p50: number
  p99: number
}

const REST_MS = 20
/**
 * Between two looks, at least, and as a share of what was waited so far: what is looked for often takes from the pipeline what it
 * is measured by, the more the longer it takes.
 */
const POLL_INTERVAL_MS = 1
const POLL_SHARE = 0.05

/** Posts one batch after the other and looks for each, again and again, from its 202 on. Milliseconds. */
export async function probeReadability(options: ProbeOptions): Promise<ProbeResult> {
  const agent = new Agent({ connect: { ca: options.ca, servername: 'localhost' }, connections: 1 })
  const reader = new pg.Client({ connectionString: options.database })
  await reader.connect()
  const waits: number[] = []
  const until = performance.now() + options.seconds * 1000
  try {
    for (let i = 0; performance.now() < until; i++) {
      const batch = options.batches[i % options.batches.length]
      if (batch === undefined) break
      const {
        request: { method, path, headers, body = '' },
        member,
      } = batch
      const reply = await request(`https://127.0.0.1:${options.port}${path}`, {
        method: method as 'POST',
        headers,
        body,
        dispatcher: agent,
      })
      await reply.body.dump()
      if (reply.statusCode !== 202) throw new Error(`the probe was answered ${reply.statusCode}`)
      const accepted = performance.now()
      const id = String(reply.headers['location']).split('/').at(-1)
      for (;;) {
        const { rowCount } = await reader.query({
          name: 'seen',
          text: options.readable.text,
          values: [member, id],
        })
        if (rowCount !== 0) break
        await new Promise((resolve) =>
          setTimeout(resolve, Math.max(POLL_INTERVAL_MS, (performance.now() - accepted) * POLL_SHARE)),
        )
      }
      waits.push(performance.now() - accepted)
      await new Promise((resolve) => setTimeout(resolve, REST_MS))
    }
  } finally {
    await reader.end()
    await agent.close()
  }
  return { count: waits.length, p50: quantile(waits, 0.5), p99: quantile(waits, 0.99) }
}
