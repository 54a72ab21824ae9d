/**
 * A fault of workers/DESIGN.md 7, and what most of them share: a lab under load, the fault, and the verdict.
 */
import type { Test } from 'tap'
import type { Base } from './base.js'
import { lab, type Lab, type LabOptions } from './lab.js'
import type { Mutant } from './mutants.js'
import type { Need } from './needs.js'

export interface World {
  base: Base
  seed: number
  /** Multiplies the number of repetitions. */
  long: number
  /** Multiplies the time limits: 1 on an idle machine. */
  slack: number
  mutant: Mutant | null
}

export interface Fault {
  /** Number in workers/DESIGN.md 7. Several faults may be variants of one. */
  number: number
  name: string
  /** One of the most revealing faults, run for every change. */
  short?: true
  /** What it needs beyond the rights of an ordinary user; it runs only on request. */
  needs?: Need[]
  /** Longer than usual, for a fault that lasts minutes. */
  timeoutMs?: number
  run: (t: Test, world: World) => Promise<void>
}

export const KEPT = 'nothing lost, doubled, out of order or applied by a former owner'

/** Inflicts the fault on a lab, then asks the oracle for broken promises. */
export function onLab(
  options: Partial<LabOptions>,
  inflict: (lab: Lab, t: Test, world: World) => Promise<void>,
): Fault['run'] {
  return async (t, world) => {
    const at = await lab(t, world.base, { seed: world.seed, mutant: world.mutant, ...options })
    await inflict(at, t, world)
    t.same(await at.verdict(), [], KEPT)
  }
}

/** A time limit of workers/DESIGN.md 7, multiplied for a busy machine. */
export function quick(t: Test, { slack }: World, ms: number, most: number, what: string): void {
  t.ok(ms < most * slack, `${what}: ${ms} ms`)
}

/** Median, 99th percentile and maximum of measured times, as text. */
export function figures(what: string, times: number[]): string {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (part: number): number =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0)
  return `${what}: ${sorted.length} measured, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`
}
