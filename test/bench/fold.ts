/**
 * The cost of one more segment for members that hold 20, 200, 2,000 and 20,000; the throughput of the rules on made-up
 * members next to a minimal fold (baseline/fold.ts); and recorded requests (fold/replay.ts). `npm run bench -- fold` runs
 * with the node flags of the fold role.
 */
import { decide } from '../../actors/member/decide.js'
import type { Env } from '../../actors/member/env.js'
import { restore } from '../../actors/member/state.js'
import type { MemberState } from '../../actors/member/model.js'
import { baselineFold, newMember } from './baseline/fold.js'
import type { BaselineMember } from './baseline/fold.js'
import { YEAR_MEMBERS, yearBatches } from './data/year-requests.js'
import { referenceEnv } from './fold/reference-rules.js'
import { recordedContestants } from './fold/replay.js'
import { ratioOf } from './harness/harness.js'
import type { Bench, Contestant, Figures, BenchTools } from './harness/harness.js'
import { messageOf, segmentsOf, tripSegments } from './data/made-members.js'
import { referenceData } from '../../db/seed/reference-data.js'
import { newStoredMember } from '../../ops/fold/stored-member.js'

const SIZES = [20, 200, 2_000, 20_000]
const NEW_PER_FOLD = 10
const HELD = 20
const MEMBERS = 200
const HOME = {
  from: null,
  city: 'New York City',
  admin_code: 'NY',
  country: 'US',
  lat: '40.71',
  lon: '-74.01',
  time_zone_id: 'America/New_York',
  airports: ['JFK', 'LGA', 'EWR'],
}

interface Held {
  state: MemberState
  seq: number
  raw: number
}

function freshMember(env: Env): Held {
  const stored = newStoredMember('7', JSON.stringify({ homes: [HOME] }))
  return { state: restore(stored, env), seq: 0, raw: 1_000_000_000 }
}

function foldInto(held: Held, segments: ReturnType<typeof segmentsOf>, env: Env): void {
  held.state = decide(held.state, [messageOf(segments, ++held.seq, held.raw)], env).state
  held.raw += segments.length
}

function memberOf(size: number, env: Env): Held {
  const held = freshMember(env)
  const all = segmentsOf(size)
  for (let i = 0; i < all.length; i += 500) foldInto(held, all.slice(i, i + 500), env)
  return held
}

/**
 * Adds one segment at a time: alternately a new flight at the end and another source's report of one in the
 * middle.
 */
function addOneSegment(size: number, env: Env, tools: BenchTools): Contestant {
  let held: Held | null = null
  let k = 0
  return {
    name: `${size} held`,
    warm: async () => {
      held = memberOf(size, env)
    },
    round: async () => {
      const member = held as Held
      // Every round starts from a member of the given size; large ones hardly change within a round.
      if (size <= 200) {
        held = memberOf(size, env)
      }
      const target = held ?? member
      const times: number[] = []
      const deadline = performance.now() + tools.seconds * 250
      for (let i = 0; performance.now() < deadline && i < Math.max(30, size / 4); i++, k++) {
        const trip =
          Math.floor(size / 3) +
          (i % 2 === 0 ? k : Math.floor(k % Math.max(1, size / 6)) - Math.floor(size / 6))
        const segment = tripSegments(Math.max(0, trip))[k % 3] as ReturnType<typeof segmentsOf>[number]
        const startedAt = performance.now()
        foldInto(target, [i % 2 === 0 ? segment : { ...segment, source: 'gds' }], env)
        times.push((performance.now() - startedAt) * 1_000)
      }
      return { 'us per added segment': times.sort((a, b) => a - b)[Math.floor(times.length / 2)] as number }
    },
  }
}

/** Segments per second: 10 new segments on members of 20. */
function throughput(env: Env, tools: BenchTools): Contestant {
  return {
    name: 'tripfold',
    round: async () => {
      const members: Held[] = []
      for (let i = 0; i < MEMBERS; i++) members.push(memberOf(HELD, env))
      const fresh = segmentsOf(NEW_PER_FOLD, 40)
      let folded = 0
      const startedAt = performance.now()
      for (const member of members) {
        foldInto(member, fresh, env)
        folded += fresh.length
        if (performance.now() - startedAt > tools.seconds * 1_000) break
      }
      return { 'segments per s': (folded / (performance.now() - startedAt)) * 1_000 }
    },
  }
}

function baselineThroughput(): Contestant {
  return {
    name: 'baseline',
    round: async () => {
      const members: BaselineMember[] = []
      for (let i = 0; i < MEMBERS; i++) {
        const member = newMember()
        baselineFold(member, segmentsOf(HELD), 1)
        members.push(member)
      }
      const fresh = segmentsOf(NEW_PER_FOLD, 40)
      const startedAt = performance.now()
      for (const member of members) baselineFold(member, fresh, 1_000)
      return { 'segments per s': ((MEMBERS * fresh.length) / (performance.now() - startedAt)) * 1_000 }
    },
  }
}

export const bench: Bench = {
  name: 'fold',
  about: 'cost of one more segment with 20,000 held, as a multiple of the cost with 20',
  goal: { atMost: 3 },
  second: { about: 'segments per s of the rules, relative to the minimal fold', goal: { atLeast: 0.22 } },
  seconds: 4,
  prepare: async (tools) => {
    tools.print('reading the reference data')
    const env = referenceEnv()
    return {
      contestants: [
        ...SIZES.map((size) => addOneSegment(size, env, tools)),
        throughput(env, tools),
        baselineThroughput(),
        ...recordedContestants(yearBatches(referenceData(), YEAR_MEMBERS / 2, 10), tools),
      ],
      ratio: (medians: Record<string, Figures>) => {
        const cost = (size: number): number => medians[`${size} held`]?.['us per added segment'] ?? NaN
        return cost(20_000) / cost(20)
      },
      secondRatio: ratioOf('segments per s', 'tripfold'),
    }
  },
}
