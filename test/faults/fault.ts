/** What a fault of workers/README.md 7 is, and what most of them share: a lab under load, a blow, and the verdict. */
import type { Test } from 'tap'
import { lab, type Base, type Lab, type LabOptions } from './lab.js'
import type { Mutant } from './mutants.js'
import type { Need } from './needs.js'

export interface World {
  base: Base
  seed: number
  /** How many times as long. */
  long: number
  /** By which bounds in time are multiplied: 1 on a machine of its own. */
  slack: number
  mutant: Mutant | null
}

export interface Fault {
  /** Of workers/README.md 7. Several faults may be kinds of one. */
  number: number
  name: string
  /** One of the most telling, for every change. */
  short?: true
  /** What it takes besides an ordinary user's rights; it runs only when asked for. */
  needs?: Need[]
  run: (t: Test, world: World) => Promise<void>
}

export const KEPT = 'nothing lost, doubled, out of order or by a former owner'

/** Hurts a lab, and lets the oracle speak. */
export function onLab(
  options: Partial<LabOptions>,
  hurt: (lab: Lab, t: Test, world: World) => Promise<void>,
): Fault['run'] {
  return async (t, world) => {
    const at = await lab(t, world.base, { seed: world.seed, mutant: world.mutant, ...options })
    await hurt(at, t, world)
    t.same(await at.verdict(), [], KEPT)
  }
}

/** A bound of workers/README.md 7, times the slack that a busy machine is given. */
export function quick(t: Test, { slack }: World, ms: number, most: number, what: string): void {
  t.ok(ms < most * slack, `${what}: ${ms} ms`)
}

/** Median, 99th percentile and longest of many times, in words. */
export function figures(what: string, times: number[]): string {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (part: number): number =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0)
  return `${what}: ${sorted.length} measured, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`
}
