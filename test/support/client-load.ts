/** A client that keeps sending batches, and what it was answered. */
import { setTimeout as delay } from 'node:timers/promises'
import type { ClientAnswer } from './roles-apart.js'

export interface ClientLoad {
  /** Answers that arrived so far, with the time of the request by `performance.now()`. */
  answers: Array<ClientAnswer & { at: number }>
  /** Requests that got no HTTP answer. */
  failures: unknown[]
  /** Waits for the requests in flight. */
  stop: () => Promise<void>
}

/** Sends a batch every `everyMs`, whether or not earlier ones are answered. */
export function clientLoad(post: () => Promise<ClientAnswer>, everyMs: number): ClientLoad {
  const answers: ClientLoad['answers'] = []
  const failures: unknown[] = []
  const inFlight = new Set<Promise<void>>()
  const stopping = new AbortController()
  const sending = (async () => {
    while (!stopping.signal.aborted) {
      const at = performance.now()
      const request = post()
        .then(
          (answer) => {
            answers.push({ ...answer, at })
          },
          (error: unknown) => {
            failures.push(error)
          },
        )
        .finally(() => {
          inFlight.delete(request)
        })
      inFlight.add(request)
      await delay(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  })()
  return {
    answers,
    failures,
    stop: async () => {
      stopping.abort()
      await sending
      await Promise.all(inFlight)
    },
  }
}
