/** A member's random history, folded step by step into a test database. */
import type { Test } from 'tap'
import type { Pool } from 'pg'
import { decide } from '../../../actors/member/decide.js'
import { restore } from '../../../actors/member/state.js'
import type { MemberState } from '../../../actors/member/model.js'
import type { Edit } from '../../../schemas/itinerary/edit.js'
import type { FoldResult } from '../../../schemas/stream/fold-result.js'
import type { StreamMessage } from '../../../schemas/stream/message.js'
import { messages, seededRandom } from '../../support/journeys.js'
import { traveller } from '../../support/traveller.js'
import { commit, memberStoreSetup } from '../fold/commits.js'

const MEMBER = '1'
const TRIPS = 8
const FIRST_EDIT_ID = 7_000_000
/** Recent enough for the log to have every event. */
const SPAN_MS = 20 * 86_400_000
const STEP_MS = 3_600_000

export interface SavedStep {
  pool: Pool
  member: string
  state: MemberState
  folded: FoldResult
}

/** Calls `saved` after each step: reports, changes, cancellations, withdrawals and the member's edits. */
export async function foldRandomly(
  t: Test,
  seed: number,
  saved: (step: SavedStep) => Promise<void>,
): Promise<void> {
  const { pool, members } = await memberStoreSetup(t)
  const random = seededRandom(seed)
  const { env } = traveller()
  env.now = Date.now() - SPAN_MS
  const stored = { id: MEMBER, profile: '{"homes":[]}', head: null, sequence: 0, appliedSeq: 0 }
  let state = restore({ ...stored, segments: [], trips: [], accounts: [] }, env)
  let seq = 0
  let edits = FIRST_EDIT_ID
  let revision = 100
  for (const step of messages(seed, TRIPS)) {
    const edit = random(2) === 0 ? randomEdit(state, random) : null
    const all = edit === null ? step : [...step, message(edit, String((edits += 2)))]
    env.now += STEP_MS
    const numbered = all.map((one) => ({ ...one, seq: ++seq }))
    const decided = decide(state, numbered, env)
    state = decided.state
    const answer = await members.apply([commit(0, 1, revision++, 100 + seq, { folded: [decided.folded] })])
    t.not(answer, 'fenced')
    await saved({ pool, member: MEMBER, state, folded: decided.folded })
  }
}

function message(edit: Edit, batch: string): StreamMessage {
  return {
    seq: 0,
    envelope: { v: 1, kind: 'edit', batch, first: String(Number(batch) - 1), received: 0 },
    body: edit,
  }
}

/** An edit of what there is; null if there is nothing to edit. */
function randomEdit({ trips, segments }: MemberState, random: (below: number) => number): Edit | null {
  const pick = <T>(all: T[]): T | undefined => all[random(all.length)]
  const shown = [...trips.values()].filter(({ status }) => status === 'Active' || status === 'Cancelled')
  const trip = pick(shown)
  const other = pick(shown)
  const segment = pick([...segments.values()].filter(({ merged }) => merged !== null))
  if (trip === undefined || other === undefined || segment === undefined) return null
  const member = pick(trip.segmentIds)
  switch (random(7)) {
    case 0:
      return other === trip ? null : { do: 'trip.merge', trip: trip.id, from: [other.id] }
    case 1:
      return member === undefined ? null : { do: 'trip.split', trip: trip.id, segments: [member] }
    case 2:
      return { do: 'trip.update', trip: trip.id, fields: { headline: `Trip ${random(9)}` } }
    case 3:
      return { do: 'segment.pin', segment: segment.id, trip: random(2) === 0 ? null : trip.id }
    case 4:
      return { do: 'segment.unpin', segment: segment.id }
    case 5:
      return random(3) === 0 ? { do: 'trip.delete', trip: trip.id } : null
    default:
      return { do: 'segment.set', segment: segment.id, fields: { notes: `Note ${random(9)}` } }
  }
}
