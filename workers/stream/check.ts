/** Whether the streams that a process needs can be used, for its readiness. */
import type { NatsConnection } from 'nats'
import { ifThere, manager } from './setup.js'

const ANSWER_MS = 2_000
const SAME_MS = 1_000

/**
 * Answers `ok` or what is wrong in a few words, and never throws. The broker is asked once a second at most: a connection
 * alone says nothing of a stream that it has lost.
 */
export function streamCheck(nc: NatsConnection, names: readonly string[]): () => Promise<string> {
  let asked: { at: number; answer: Promise<string> } | null = null
  return async () => {
    if (asked === null || performance.now() - asked.at > SAME_MS)
      asked = { at: performance.now(), answer: ask(nc, names) }
    return await asked.answer
  }
}

async function ask(nc: NatsConnection, names: readonly string[]): Promise<string> {
  try {
    const jsm = await manager(nc, ANSWER_MS)
    const found = await Promise.all(names.map(async (name) => await ifThere(jsm.streams.info(name))))
    const missing = names.filter((_name, i) => found[i] === null)
    return missing.length === 0
      ? 'ok'
      : `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing`
  } catch (error) {
    return `cannot be asked: ${String(error)}`
  }
}
