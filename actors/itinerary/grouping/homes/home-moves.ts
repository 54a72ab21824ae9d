/** RULES 5.2.4: the homes of a traveller who gave none and has moved house, one after the other. */
import { MAX_VISIT_DAYS } from '../waiting-times.js'

/** What says that one of several places was home at a time, or was not. */
export interface HomeSign {
  /** Epoch milliseconds. */
  at: number
  /** Its local day number. */
  day: number
  /** Index of the place. */
  place: number
  what: 'arrival' | 'departure' | 'nights'
  weight: number
}

/** A home from a day on, until the next one. */
export interface HomePeriod {
  place: number
  /** Local day number; null for the first home. */
  from: number | null
}

/** More than one journey counts; without it each visit would be a move. */
const MOVE_COST = 5

interface Chain extends HomePeriod {
  previous: Chain | null
}

/**
 * The sequence of homes that the most signs speak for, less MOVE_COST for each move. A home begins on the day of the
 * arrival there, or of the first departure if no arrival is known.
 * @param signs in order of time
 */
export function homePeriods(signs: readonly HomeSign[], places: number): HomePeriod[] {
  const scores = Array.from({ length: places }, () => 0)
  const chains = scores.map((_, place): Chain => ({ place, from: null, previous: null }))
  /** For each place the day on which the traveller came there; null once he or she has left it. */
  const here = scores.map((): number | null => null)
  for (const { place, day, what, weight } of signs) {
    const top = scores.indexOf(Math.max(...scores))
    const moved = (scores[top] as number) - MOVE_COST
    const before = chains[top] as Chain
    for (let other = 0; other < places; other++)
      if (moved > (scores[other] as number)) {
        scores[other] = moved
        chains[other] = { place: other, from: here[other] ?? day, previous: before }
      }
    if (what !== 'nights') here[place] = what === 'arrival' ? day : null
    scores[place] = (scores[place] as number) + weight
  }
  const periods: HomePeriod[] = []
  const last = chains[scores.indexOf(Math.max(...scores))] as Chain
  for (let chain: Chain | null = last; chain !== null; chain = chain.previous) periods.unshift(chain)
  return withoutVisits(periods)
}

/** A time of up to MAX_VISIT_DAYS between two at one home was a visit. */
function withoutVisits(periods: readonly HomePeriod[]): HomePeriod[] {
  const kept: HomePeriod[] = []
  for (const period of periods) {
    const visit = kept.at(-1)
    const home = kept.at(-2)
    const isBack =
      home?.place === period.place && (period.from as number) - (visit?.from as number) <= MAX_VISIT_DAYS
    if (isBack) kept.pop()
    else kept.push(period)
  }
  return kept
}
