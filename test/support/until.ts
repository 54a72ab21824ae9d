import { setTimeout as delay } from 'node:timers/promises'

const FIRST_PAUSE_MS = 15
const LONGEST_PAUSE_MS = 500
/** A wait is at most this much longer than it had to be, and a long one costs no processor time. */
const PAUSE_PER_WAIT = 1 / 20

/** Waits until the condition holds and answers what it gave; fails after `ms` milliseconds, naming what was awaited. */
export async function until<T>(
  what: string,
  condition: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  ms = 15_000,
): Promise<T> {
  const from = Date.now()
  for (;;) {
    const value = await condition()
    if (value !== null && value !== undefined && value !== false) return value
    const waited = Date.now() - from
    if (waited > ms) throw new Error(`waited ${ms} ms in vain: ${what}`)
    await delay(Math.min(FIRST_PAUSE_MS + waited * PAUSE_PER_WAIT, LONGEST_PAUSE_MS))
  }
}
