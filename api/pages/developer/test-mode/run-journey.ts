/** Runs a journey of a test member: each step waits until the previous one is on the itinerary. */
import { randomBytes } from 'node:crypto'
import type { Id } from '../../../../schemas/base/ids.js'
import type { BatchRow } from '../../../../schemas/itinerary/reads.js'
import type { RawOutcome } from '../../../../schemas/stream/message.js'
import { JOURNEYS } from '../../../../schemas/test-mode/journeys.js'
import type { JourneyFacts, JourneyName, StepOutcome } from '../../../../schemas/test-mode/journeys.js'
import type { TestMemberStore } from './test-stores.js'

const DAY_MS = 86_400_000
/** Far enough from today and from the member's other travel that no part of the journey joins another trip. */
const APART_DAYS = 30
const CODE = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** The step at which a journey stopped. */
export interface Stopped {
  step: number
  /** Null if the step takes longer than a page waits; it will still be applied. */
  why: string | null
}

/** Null once all steps are on the itinerary. @param now epoch milliseconds */
export async function runJourney(
  store: Pick<TestMemberStore, 'lastEnd' | 'write'>,
  { clientId, member, name, now }: { clientId: string; member: Id; name: JourneyName; now: number },
): Promise<Stopped | null> {
  const begin = Math.max(now, (await store.lastEnd(member)) ?? 0) + APART_DAYS * DAY_MS
  const facts: JourneyFacts = {
    day: (after) => new Date(begin + after * DAY_MS).toISOString().slice(0, 10),
    mark: [...randomBytes(3)].map((byte) => CODE[byte % CODE.length]).join(''),
  }
  const before: StepOutcome[] = []
  for (const [at, { write }] of JOURNEYS[name].steps.entries()) {
    const { row } = await store.write(clientId, member, write(facts, before))
    if (row === null) return { step: at + 1, why: null }
    if (row.refusal !== null) return { step: at + 1, why: row.refusal.error_description }
    before.push(outcomeOf(row))
  }
  return null
}

function outcomeOf({ results, resource }: BatchRow): StepOutcome {
  const list = JSON.parse(results) as RawOutcome[]
  return {
    segments: list.map(({ segment_id: segment, trip_id: trip }) => ({ segment, trip })),
    resource: resource?.id ?? null,
  }
}
