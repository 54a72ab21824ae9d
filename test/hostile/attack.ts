/** One way to be a nuisance, kept up for some seconds against a started product (api/docs/threat-model.md). */
import type { Target } from './target.js'

export interface Attack {
  name: string
  /** One of the most telling, run for every change. */
  short?: true
  /** What the attack needs before it begins; not measured. */
  prepare?: (target: Target) => Promise<void>
  /** Attacks until `signal` aborts or nothing is left to do; returns how many requests or connections it made. */
  run: (target: Target, signal: AbortSignal) => Promise<number>
}

/** Repeats `attempt` from `width` chains at once until the signal aborts; returns how often. */
export async function flood(
  signal: AbortSignal,
  width: number,
  attempt: (n: number) => Promise<unknown>,
): Promise<number> {
  let made = 0
  const chain = async (): Promise<void> => {
    while (!signal.aborted) await attempt(made++)
  }
  await Promise.all(Array.from({ length: width }, chain))
  return made
}
