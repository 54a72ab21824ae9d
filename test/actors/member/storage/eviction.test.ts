/** Segments that stay in the store (workers/README.md 5): a member of which only a part is in memory folds as one that is there as a whole. */
import t from 'tap'
import fc from 'fast-check'
import { NotLoadedError } from '../../../../actors/itinerary/lib/not-loaded-error.js'
import {
  loadSegments,
  MAX_LOADED_SEGMENTS,
  evictSegments,
} from '../../../../actors/member/storage/eviction.js'
import { decide } from '../../../../actors/member/decide.js'
import type { Env } from '../../../../actors/member/env.js'
import { restore } from '../../../../actors/member/state.js'
import type { MemberState } from '../../../../actors/member/model.js'
import { segmentsToLoad } from '../../../../actors/member/storage/prefetch.js'
import { memorySize } from '../../../../actors/member/storage/memory-size.js'
import type { FoldResult, StoredMember } from '../../../../schemas/stream/fold-result.js'
import type { StreamMessage } from '../../../../schemas/stream/message.js'
import { messages } from '../../../support/journeys.js'
import { save, traveller } from '../../../support/traveller.js'

/** A member as a store hands it out with the first `full` of its segments in full. */
function partly(stored: StoredMember, full: number): StoredMember {
  return {
    ...stored,
    segments: stored.segments.map((part, i) =>
      i < full ? part : { ...part, doc: null, state: part.state.split('\n', 1)[0] ?? '' },
    ),
  }
}

interface Counts {
  steps: number
  wanted: number
  missed: number
  away: number
}

/** Folds the messages in steps; with `full`, only so many segments stay in memory between them, the rest is brought when it is wanted. */
function fold(
  steps: StreamMessage[][],
  homes: string[],
  full: number | null,
  counts: Counts,
): { folds: FoldResult[]; state: MemberState } {
  const ann = traveller(homes)
  let ids = 1_000_000
  const env: Env = { ...ann.env, newId: () => String(++ids) }
  let { state, stored } = ann
  const folds: FoldResult[] = []
  for (const [at, messages] of steps.entries()) {
    env.now += 60_000
    counts.steps += 1
    if (full !== null) {
      if (at % 5 === 4) state = restore(partly(stored, full), env)
      const segments = segmentsToLoad(state, messages)
      counts.wanted += segments.length
      loadSegments(
        state,
        stored.segments.filter((part) => segments.includes(part.id)),
        env,
      )
    }
    const before = ids
    try {
      folds.push(decide(state, messages, env).folded)
    } catch (error) {
      if (!(error instanceof NotLoadedError)) throw error
      counts.missed += 1
      ids = before
      state = restore(stored, env)
      folds.push(decide(state, messages, env).folded)
    }
    stored = save(stored, folds.at(-1) as FoldResult)
    if (full !== null) evictSegments(state, full)
    counts.away += [...state.segments.values()].filter((item) => item.isEvicted).length
  }
  return { folds, state }
}

/** A fold as text; in what order a raw segment's fields are stored is all the same. */
function text(folded: FoldResult): string {
  const sorted = (_name: string, value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value
  return JSON.stringify({
    ...folded,
    segments: folded.segments.map((row) => ({
      ...row,
      state: row.state.split('\n').map((line) => JSON.stringify(JSON.parse(line), sorted)),
    })),
  })
}

t.test('a member of which a handful of segments is in memory folds as one that is all there', async (t) => {
  const counts: Counts = { steps: 0, wanted: 0, missed: 0, away: 0 }
  const property = fc.property(fc.nat(1e6), fc.boolean(), (seed, known) => {
    const told = messages(seed, 25)
    const homes = known ? ['JFK'] : []
    const whole = fold(told, homes, null, { ...counts })
    const part = fold(told, homes, 3, counts)
    whole.folds.forEach((one, i) => {
      const [left, right] = [text(one), text(part.folds[i] as FoldResult)]
      if (left !== right) throw new Error(`step ${i}:\n${left}\n${right}`)
    })
  })
  const result = await fc.check(property, {
    numRuns: 6,
    examples: [
      [4, false],
      [32193, false],
    ],
  })
  t.notOk(
    result.failed,
    `seed ${result.seed}, ${JSON.stringify(result.counterexample)} ${String(result.errorInstance)}`,
  )
  t.ok(counts.away > 20 * counts.steps, `${counts.away / counts.steps} segments away after a step`)
  t.ok(counts.wanted > 0, `${counts.wanted} segments brought in ${counts.steps} steps`)
  t.ok(counts.missed < counts.steps / 10, `the guess fell short in ${counts.missed} of ${counts.steps} steps`)
})

t.test('what is away weighs little, and comes back to what it was', async (t) => {
  const counts: Counts = { steps: 0, wanted: 0, missed: 0, away: 0 }
  const { state, folds } = fold(messages(7, 60), ['JFK'], null, counts)
  const env = traveller().env
  const stored = folds.reduce(save, traveller().stored)
  const heavy = memorySize(state)
  const doc = [...state.segments.values()][0]?.doc
  evictSegments(state)
  t.equal([...state.segments.values()].filter((item) => !item.isEvicted).length, MAX_LOADED_SEGMENTS)
  t.ok(memorySize(state) < heavy * 0.6, `${memorySize(state)} of ${heavy}`)
  t.throws(() => [...state.segments.values()][0]?.doc, /document of segment \d+ is not loaded/)
  loadSegments(state, stored.segments, env)
  t.equal([...state.segments.values()][0]?.doc, doc)
  t.equal(memorySize(state), heavy)
})
