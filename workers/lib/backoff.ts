import { setTimeout as delay } from 'node:timers/promises'

const FIRST_MS = 100
const MAX_MS = 5_000

/** Milliseconds to wait after `failures` failures in a row: doubles from 100 ms up to 5 s. */
export function backoff(failures: number): number {
  return Math.min(MAX_MS, FIRST_MS * 2 ** Math.min(failures - 1, 10))
}

/** Resolves after `ms`, or as soon as the signal aborts. Never rejects. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined)
}
