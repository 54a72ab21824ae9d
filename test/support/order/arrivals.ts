/** Orders in which the reports of a member may arrive, all with the same last step. */
import { seededRandom } from '../journeys.js'
import type { Submission } from '../journeys.js'
import type { Arrival } from './digest.js'

const REPEATS = 2
const MAX_STEP = 7
/** About so many reports are the last step. */
const LAST = 4

/** The member of a seed gives a home, or has to be known by the journeys. */
const homesOf = (seed: number): string[] => (seed % 2 === 0 ? [] : ['JFK'])

/** One by one in the order of the reports, those of the last step together. */
export function inOrderOf(submissions: readonly Submission[], seed: number): Arrival {
  const [rest, last] = lastStepOf(submissions, seed)
  return { homes: homesOf(seed), order: [...rest, ...last], steps: [...rest.map(() => 1), last.length] }
}

/** The `k`th other arrival: in another order and other steps, some reports twice. */
export function shuffledArrival(submissions: readonly Submission[], seed: number, k: number): Arrival {
  const random = seededRandom(seed * 31 + k)
  const [rest, last] = lastStepOf(submissions, seed)
  const order = shuffled(rest, random)
  for (let repeat = 0; repeat < REPEATS && rest.length > 0; repeat++)
    order.splice(random(order.length + 1), 0, order[random(order.length)] as number)
  const steps: number[] = []
  for (let left = order.length; left > 0; left -= steps.at(-1) as number)
    steps.push(Math.min(left, 1 + random(MAX_STEP)))
  return {
    homes: homesOf(seed),
    order: [...order, ...shuffled(last, random)],
    steps: [...steps, last.length],
  }
}

function lastStepOf(submissions: readonly Submission[], seed: number): [rest: number[], last: number[]] {
  const random = seededRandom(seed * 5 + 1)
  const rest: number[] = []
  const last: number[] = []
  for (const position of submissions.keys()) (random(submissions.length) < LAST ? last : rest).push(position)
  return last.length > 0 ? [rest, last] : [rest.slice(0, -1), rest.slice(-1)]
}

function shuffled(list: readonly number[], random: (below: number) => number): number[] {
  const out = list.slice()
  for (let i = out.length - 1; i > 0; i--) {
    const j = random(i + 1)
    ;[out[i], out[j]] = [out[j] as number, out[i] as number]
  }
  return out
}
