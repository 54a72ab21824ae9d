/** A member with a long life who takes it back, one statement at a time. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Attack } from '../attack.js'
import type { Target } from '../target.js'

/** Below what a node accepts of one member at once (RATE_LIMIT_BURST). */
const SEGMENTS = 9_000
const BATCH = 500
const DAY_MS = 86_400_000
const DAYS_APART = 3
/** What one token may send: RATE_LIMIT_MEMBER, 600 requests a minute. */
const PAUSE_MS = 100

export function withdrawals(segments = SEGMENTS): Attack {
  const ids: number[] = []
  return {
    name: `withdrawals of a member with ${segments} segments`,
    prepare: async (target) => {
      for (let first = 0; first < segments; first += BATCH) {
        const count = Math.min(BATCH, segments - first)
        ids.push(
          ...(await submit(
            target,
            Array.from({ length: count }, (_, n) => stay(first + n)),
          )),
        )
      }
    },
    run: async ({ hostile }, signal) => {
      const sent: Array<Promise<number>> = []
      while (!signal.aborted && ids.length > 0) {
        // From the middle of the member's life: both neighbours are there.
        const [id] = ids.splice(Math.floor(ids.length / 2), 1)
        const answer = hostile.send(`/v2/segments/${id}`, { method: 'DELETE', token: hostile.memberToken })
        sent.push(answer.then(({ status }) => status))
        await delay(PAUSE_MS)
      }
      const other = (await Promise.all(sent)).find((status) => status >= 300 && status !== 429)
      if (other !== undefined) throw new Error(`a withdrawal was answered ${other}`)
      return sent.length
    },
  }
}

/** Sends segments and waits for their trips; returns the ids of the statements. */
async function submit({ hostile }: Target, segments: unknown[]): Promise<number[]> {
  const { status, text } = await hostile.send('/v2/segments', {
    method: 'POST',
    token: hostile.memberToken,
    body: { segments },
    headers: { prefer: 'wait=10' },
  })
  if (status !== 202) throw new Error(`a batch was answered ${status}: ${text.slice(0, 500)}`)
  return (JSON.parse(text) as Array<{ _id: number }>).map(({ _id }) => _id)
}

/** A flight or a stay, in the manner of somebody who is always on the way. */
function stay(n: number): Record<string, string> {
  const day = (offset: number): string =>
    new Date(Date.UTC(2000, 0, 1) + (Math.floor(n / 3) * DAYS_APART + offset) * DAY_MS)
      .toISOString()
      .slice(0, 10)
  const common = { status: 'Active', source: 'manual', confirmation_no: `T${Math.floor(n / 3)}` }
  const flight = { ...common, type: 'Air', airline: 'BA' }
  if (n % 3 === 0)
    return {
      ...flight,
      flight_num: '304',
      origin: 'LHR',
      destination: 'CDG',
      departure_datetime: `${day(0)}T07:30`,
      arrival_datetime: `${day(0)}T09:45`,
    }
  if (n % 3 === 1)
    return {
      ...common,
      type: 'Hotel',
      hotel_name: 'Hotel du Nord',
      city_name: 'Paris',
      country: 'FR',
      checkin_date: day(0),
      checkout_date: day(1),
    }
  return {
    ...flight,
    flight_num: '323',
    origin: 'CDG',
    destination: 'LHR',
    departure_datetime: `${day(1)}T18:10`,
    arrival_datetime: `${day(1)}T18:35`,
  }
}
