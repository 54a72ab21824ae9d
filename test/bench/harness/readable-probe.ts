/** Measures what a user waits for: the time from the 202 until the batch can be read. */
import pg from 'pg'
import { Agent, request } from 'undici'
import type { LoadRequest } from './load.js'
import { quantile } from './statistics.js'

/** A query that returns a row once a batch is committed: $1 is the member, $2 the batch. */
export interface Readable {
  text: string
}

export interface ProbeOptions {
  port: number
  ca: string
  database: string
  /** Batches of members that only the probe uses. */
  batches: Array<{ member: string; request: LoadRequest }>
  readable: Readable
  seconds: number
}

export interface ProbeResult {
  count: number
  /** Milliseconds. */
  p50: number
  p99: number
}

const ACCEPTED = 202
const PAUSE_MS = 20
/**
 * Time between two queries, at least, and as a share of the time waited so far. Frequent polling takes
 * capacity from the pipeline that is measured; this limits its error to a twentieth.
 */
const POLL_INTERVAL_MS = 1
const POLL_SHARE = 0.05

/** Submits one batch after the other and polls for each of them from its 202 on. */
export async function probeReadability(options: ProbeOptions): Promise<ProbeResult> {
  const agent = new Agent({ connect: { ca: options.ca, servername: 'localhost' }, connections: 1 })
  const reader = new pg.Client({ connectionString: options.database })
  await reader.connect()
  const waits: number[] = []
  const deadline = performance.now() + options.seconds * 1000
  try {
    for (let i = 0; performance.now() < deadline; i++) {
      const batch = options.batches[i % options.batches.length]
      if (batch === undefined) break
      const id = await submit(options.port, agent, batch.request)
      const acceptedAt = performance.now()
      await waitUntilReadable(reader, options.readable, [batch.member, id], acceptedAt)
      waits.push(performance.now() - acceptedAt)
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  } finally {
    await reader.end()
    await agent.close()
  }
  return { count: waits.length, p50: quantile(waits, 0.5), p99: quantile(waits, 0.99) }
}

/** Returns the id of the batch. */
async function submit(
  port: number,
  agent: Agent,
  { path, headers, body = '' }: LoadRequest,
): Promise<string> {
  const url = `https://127.0.0.1:${port}${path}`
  const reply = await request(url, { method: 'POST', headers, body, dispatcher: agent })
  await reply.body.dump()
  if (reply.statusCode !== ACCEPTED) throw new Error(`the probe was answered with ${reply.statusCode}`)
  return String(reply.headers['location']).split('/').at(-1) ?? ''
}

async function waitUntilReadable(
  reader: pg.Client,
  { text }: Readable,
  values: string[],
  acceptedAt: number,
): Promise<void> {
  for (;;) {
    const { rowCount } = await reader.query({ name: 'seen', text, values })
    if (rowCount !== 0) return
    const pauseMs = Math.max(POLL_INTERVAL_MS, (performance.now() - acceptedAt) * POLL_SHARE)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
