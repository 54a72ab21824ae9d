/**
 * What a fold step costs, counted and not timed: comparisons of statements by the matching rules, and what the
 * step gives to the commit.
 */
import { MATCH_RULES } from '../../actors/itinerary/match/match-rules.js'
import { SEGMENT_TYPES } from '../../schemas/segment/fields/segment-types.js'
import type { FoldResult } from '../../schemas/stream/fold-result.js'
import { traveller } from './traveller.js'
import type { Segment, Traveller } from './traveller.js'

export interface Work {
  /** Pieces of the step (actors/itinerary/lib/pieces.ts): legs grouped, segments and trips looked at and rendered. */
  pieces: number
  /** Pairs of statements that a matching rule compared. */
  comparisons: number
  /** Rows of segments and trips, and events. */
  rows: number
  /** Bytes of these rows and events, and of the member's head. */
  bytes: number
}

/** Folds a message, and counts the work. */
export function workOf(ann: Traveller, send: () => FoldResult): Work {
  const rules = { ...MATCH_RULES }
  let comparisons = 0
  const counting =
    <Args extends unknown[], Answer>(compare: (...args: Args) => Answer) =>
    (...args: Args): Answer => {
      comparisons += 1
      return compare(...args)
    }
  for (const type of SEGMENT_TYPES) {
    const { relate, continuationOf } = rules[type]
    MATCH_RULES[type] = { relate: counting(relate), continuationOf: counting(continuationOf) }
  }
  try {
    const { pieces, folded } = ann.counting(send)
    const { segments, trips, events, head } = folded
    const texts = [
      head,
      ...segments.flatMap(({ doc, provenance, state }) => [doc, provenance, state]),
      ...trips.flatMap(({ doc, state }) => [doc, state]),
      ...events.flatMap(({ body }) => body),
    ]
    return {
      pieces,
      comparisons,
      rows: segments.length + trips.length + events.length,
      bytes: texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
    }
  } finally {
    Object.assign(MATCH_RULES, rules)
  }
}

/** The larger of two amounts of work, in every respect. */
function largerWork(a: Work, b: Work): Work {
  return {
    pieces: Math.max(a.pieces, b.pieces),
    comparisons: Math.max(a.comparisons, b.comparisons),
    rows: Math.max(a.rows, b.rows),
    bytes: Math.max(a.bytes, b.bytes),
  }
}

/**
 * RULES 2.3: the most that one added segment may cost. One that moves another leaves twenty neighbours and joins
 * twenty (3.3.11): forty-one rows and as many events. If a trip changes with it, so do all that name it as
 * overlapping: of some five hundred mixes of crowds, 189 rows and 672,000 bytes were the most.
 */
export const WORK_PER_SEGMENT: Omit<Work, 'pieces'> = { comparisons: 100_000, rows: 250, bytes: 800_000 }

const CHUNK = 100
const MEASURED = 5

/**
 * The most work of a single further segment, measured when the member has been sent `sizes` segments of a crowd:
 * the nth is `crowd(n)`.
 */
export function mostWork(
  crowd: (n: number) => Segment,
  sizes: readonly number[],
  options: { restoring?: boolean } = {},
): Work {
  const ann = traveller(['JFK'], options)
  let sent = 0
  let most: Work = { pieces: 0, comparisons: 0, rows: 0, bytes: 0 }
  for (const size of sizes) {
    while (sent < size) {
      const length = Math.min(CHUNK, size - sent)
      ann.post(Array.from({ length }, (_, i) => crowd(sent + i)))
      sent += length
    }
    for (let i = 0; i < MEASURED; i++, sent++)
      most = largerWork(
        most,
        workOf(ann, () => ann.post(crowd(sent))),
      )
  }
  return most
}
