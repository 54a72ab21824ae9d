/** Whether the streams that a process needs can be used, for its readiness. */
import type { NatsConnection } from 'nats'
import { orNullIfMissing, streamManager } from '../setup.js'

const QUERY_TIMEOUT_MS = 2_000
const CACHE_MS = 1_000

/**
 * Answers `ok` or what is wrong in a few words, and never throws. The broker is asked once a second at most: a connection
 * alone says nothing of a stream that it has lost.
 */
export function streamCheck(nc: NatsConnection, names: readonly string[]): () => Promise<string> {
  let asked: { at: number; answer: Promise<string> } | null = null
  return async () => {
    if (asked === null || performance.now() - asked.at > CACHE_MS)
      asked = { at: performance.now(), answer: checkStreams(nc, names) }
    return await asked.answer
  }
}

async function checkStreams(nc: NatsConnection, names: readonly string[]): Promise<string> {
  try {
    const jsm = await streamManager(nc, QUERY_TIMEOUT_MS)
    const found = await Promise.all(names.map(async (name) => await orNullIfMissing(jsm.streams.info(name))))
    const missing = names.filter((_name, i) => found[i] === null)
    return missing.length === 0
      ? 'ok'
      : `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing`
  } catch (error) {
    return `cannot be asked: ${String(error)}`
  }
}
