/** Members whose segments are made to cost the fold as much as possible. */
import { flood, type Attack } from '../attack.js'
import type { Target } from '../target.js'

const SEGMENTS = 500
const REQUESTS = 6

type Segment = (n: number) => Record<string, string>

const DAY = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)
const NEXT_DAY = new Date(Date.now() + 41 * 86_400_000).toISOString().slice(0, 10)
const common = { status: 'Active', source: 'manual' }

const SAME: Array<[what: string, segment: Segment, short?: true]> = [
  [
    'meetings of different titles in one minute',
    (n) => ({
      ...common,
      type: 'Meeting',
      activity_name: `Meeting number ${n}`,
      start_datetime: `${DAY}T10:00`,
      end_datetime: `${DAY}T11:00`,
      start_city_name: 'Paris',
      start_country: 'FR',
    }),
    true,
  ],
  [
    'bookings of one hotel for one night',
    (n) => ({
      ...common,
      type: 'Hotel',
      hotel_name: 'Hotel du Nord',
      city_name: 'Paris',
      country: 'FR',
      confirmation_no: `H${n}`,
      checkin_date: DAY,
      checkout_date: NEXT_DAY,
    }),
  ],
  [
    'flights of one record locator on one day',
    (n) => ({
      ...common,
      type: 'Air',
      airline: 'BA',
      flight_num: String(1 + (n % 9_000)),
      confirmation_no: 'SQUARE',
      origin: 'LHR',
      destination: 'CDG',
      departure_datetime: `${DAY}T${String(6 + (n % 12)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}`,
      arrival_datetime: `${DAY}T20:00`,
    }),
  ],
]

export const batches: Attack[] = SAME.map(([what, segment, short]) => ({
  name: `${REQUESTS} batches of ${SEGMENTS} ${what}`,
  ...(short === true ? { short } : {}),
  run: async (target) => {
    for (let request = 0; request < REQUESTS; request += 1) await sendBatch(target, segment, request)
    return REQUESTS
  },
}))

async function sendBatch({ hostile }: Target, segment: Segment, request: number): Promise<void> {
  const segments = Array.from({ length: SEGMENTS }, (_, n) => segment(request * SEGMENTS + n))
  const answer = await hostile.send('/v2/segments', {
    method: 'POST',
    token: hostile.memberToken,
    body: { segments },
    headers: { prefer: 'wait=10' },
  })
  if (answer.status !== 202 && answer.status !== 429)
    throw new Error(`a batch of the attack was answered ${answer.status}: ${answer.text.slice(0, 500)}`)
}

batches.push({
  name: 'single segments as fast as they are taken',
  run: async ({ hostile }, signal) =>
    await flood(signal, 20, async (n) => {
      const [, segment] = SAME[0] ?? []
      await hostile.send('/v2/segments', {
        method: 'POST',
        token: hostile.memberToken,
        body: { segments: [segment?.(1_000_000 + n) ?? {}] },
      })
    }),
})
