/** Readiness check: whether the streams that a process needs can be used. */
import type { NatsConnection } from 'nats'
import { missingStreams } from '../setup.js'

const QUERY_TIMEOUT_MS = 2_000
const CACHE_MS = 1_000

/**
 * Resolves with `ok` or a short description of the problem, and never throws. Queries the broker at most once
 * a second: an open connection does not show that the broker lost a stream.
 */
export function streamCheck(nc: NatsConnection, names: readonly string[]): () => Promise<string> {
  let cached: { at: number; answer: Promise<string> } | null = null
  return async () => {
    if (cached === null || performance.now() - cached.at > CACHE_MS)
      cached = { at: performance.now(), answer: checkStreams(nc, names) }
    return await cached.answer
  }
}

async function checkStreams(nc: NatsConnection, names: readonly string[]): Promise<string> {
  try {
    const missing = await missingStreams(nc, names, QUERY_TIMEOUT_MS)
    return missing.length === 0
      ? 'ok'
      : `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing`
  } catch (error) {
    return `not reachable: ${String(error)}`
  }
}
