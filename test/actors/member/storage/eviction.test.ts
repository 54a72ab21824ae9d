/** Evicted segments (workers/DESIGN.md 5): a partly loaded member folds like a fully loaded one. */
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
import { history } from '../../../support/histories.js'
import { messages } from '../../../support/journeys.js'
import { flight, save, traveller } from '../../../support/traveller.js'

/** A member as the store returns it with only its first `loaded` segments in full. */
function partlyLoaded(stored: StoredMember, loaded: number): StoredMember {
  return {
    ...stored,
    segments: stored.segments.map((part, i) =>
      i < loaded ? part : { ...part, doc: null, state: part.state.split('\n', 1)[0] ?? '' },
    ),
  }
}

interface Counts {
  steps: number
  loaded: number
  missed: number
  evicted: number
}

/**
 * Folds the messages in steps. With `maxLoaded`, at most that many segments stay loaded between steps; others
 * are loaded when needed.
 */
function fold(
  steps: StreamMessage[][],
  homes: string[],
  maxLoaded: number | null,
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
    if (maxLoaded !== null) {
      if (at % 5 === 4) state = restore(partlyLoaded(stored, maxLoaded), env)
      const segments = segmentsToLoad(state, messages)
      counts.loaded += segments.length
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
    if (maxLoaded !== null) evictSegments(state, maxLoaded)
    counts.evicted += [...state.segments.values()].filter((segment) => segment.isEvicted).length
  }
  return { folds, state }
}

/** A fold result as text, with the fields of raw segments sorted: their stored order does not matter. */
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

t.test('a partly loaded member folds like a fully loaded one', async (t) => {
  const counts: Counts = { steps: 0, loaded: 0, missed: 0, evicted: 0 }
  const property = fc.property(fc.nat(1e6), fc.boolean(), fc.boolean(), (seed, hasHome, isEdited) => {
    const homes = hasHome ? ['JFK'] : []
    const steps = isEdited ? history(seed, 20, 120, homes) : messages(seed, 25)
    const whole = fold(steps, homes, null, { ...counts })
    const part = fold(steps, homes, 3, counts)
    whole.folds.forEach((one, i) => {
      const [left, right] = [text(one), text(part.folds[i] as FoldResult)]
      if (left !== right) throw new Error(`step ${i}:\n${left}\n${right}`)
    })
  })
  const result = await fc.check(property, {
    numRuns: 6,
    examples: [
      [4, false, false],
      [32193, false, false],
      [1, true, true],
    ],
  })
  t.notOk(
    result.failed,
    `seed ${result.seed}, ${JSON.stringify(result.counterexample)} ${String(result.errorInstance)}`,
  )
  t.ok(counts.evicted > 20 * counts.steps, `${counts.evicted / counts.steps} segments evicted after a step`)
  t.ok(counts.loaded > 0, `${counts.loaded} segments loaded in ${counts.steps} steps`)
  t.ok(
    counts.missed < counts.steps / 10,
    `prefetching missed segments in ${counts.missed} of ${counts.steps} steps`,
  )
})

t.test('an evicted segment is small, and is the same once it is loaded again', async (t) => {
  const counts: Counts = { steps: 0, loaded: 0, missed: 0, evicted: 0 }
  const { state, folds } = fold(messages(7, 60), ['JFK'], null, counts)
  const env = traveller().env
  const stored = folds.reduce(save, traveller().stored)
  const full = memorySize(state)
  const doc = [...state.segments.values()][0]?.doc
  evictSegments(state)
  t.equal([...state.segments.values()].filter((segment) => !segment.isEvicted).length, MAX_LOADED_SEGMENTS)
  t.ok(memorySize(state) < full * 0.6, `${memorySize(state)} of ${full}`)
  t.throws(() => [...state.segments.values()][0]?.doc, /document of segment \d+ is not loaded/)
  loadSegments(state, stored.segments, env)
  t.equal([...state.segments.values()][0]?.doc, doc)
  t.equal(memorySize(state), full)
})

t.test('a withdrawal by any id of a statement loads the segments that it concerns', async (t) => {
  const ann = traveller()
  const booked = flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00', {
    confirmation_no: 'ABC234',
  })
  const cancelled = { type: 'Air', source: 'airline_dl', confirmation_no: 'ABC234', status: 'Cancelled' }
  ann.send('segments', { segments: [booked, cancelled] }, { first: '500' })
  ann.send('segment', { ...booked, seat_assignment: '1A' }, { first: '600', replaces: '500' })
  const id = ann.segments()[0]!.id
  evictSegments({ ...ann.state, usedByLastStep: 0 }, 0)
  for (const raw of ['500', '600', '501', id])
    t.same(
      segmentsToLoad(ann.state, [
        { seq: 9, envelope: { v: 1, kind: 'withdraw', batch: '9', received: 1 }, body: { id: raw } },
      ]),
      [id],
      `by ${raw}`,
    )
})
