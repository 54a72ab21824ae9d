/** RULES 2.2 and 2.3: what a change costs does not grow with what the member has. */
import t from 'tap'
import fc from 'fast-check'
import { CROWDS, interleaved } from '../../support/crowded-members.js'
import { tripSegments } from '../../bench/data/made-members.js'
import type { Traveller } from '../../support/traveller.js'
import { traveller } from '../../support/traveller.js'
import { mostWork, workOf, WORK_PER_SEGMENT } from '../../support/work.js'

const crowds = Object.keys(CROWDS)

t.test('one more segment costs a bounded number of comparisons, rows and bytes', async (t) => {
  const mixes = fc.array(fc.constantFrom(...crowds), { minLength: 1, maxLength: 3 })
  const property = fc.property(
    mixes,
    fc.integer({ min: 60, max: 260 }),
    fc.boolean(),
    (names, size, restoring) => {
      const work = mostWork(interleaved(names), [size], { restoring })
      for (const [what, most] of Object.entries(WORK_PER_SEGMENT))
        if (work[what as keyof typeof work] > most)
          throw new Error(`${what}: ${JSON.stringify(work)} for ${size} of ${names.join(', ')}`)
    },
  )
  const moved = ['meetings at other venues, some at none', 'meetings in one minute']
  const overlapping = ['flights of one route at one time', 'travellers of many names at once']
  const examples: Array<[string[], number, boolean]> = [
    [moved, 119, false],
    [overlapping, 214, false],
  ]
  const result = await fc.check(property, { numRuns: 10, examples })
  t.notOk(
    result.failed,
    `seed ${result.seed}, ${JSON.stringify(result.counterexample)} ${String(result.errorInstance)}`,
  )
})

t.test('meetings of one minute cost the fiftieth no more than the tenth', async (t) => {
  const crowd = interleaved(['meetings in one minute'])
  const few = mostWork(crowd, [25])
  const many = mostWork(crowd, [35, 42])
  t.ok(many.rows <= few.rows + 2, `${many.rows} rows, and ${few.rows}`)
  t.ok(many.rows <= 2 * 21 + 3, `${many.rows} rows`)
})

/** A member with round trips of three segments, one every four days. */
function withTrips(trips: number): Traveller {
  const ann = traveller()
  for (let k = 0; k < trips; k += 50)
    ann.post(Array.from({ length: 50 }, (_, i) => tripSegments(k + i)).flat())
  return ann
}

const CHANGES = [
  'withdraw',
  'replace',
  'cancel',
  'add',
  'note',
  'headline',
  'pin',
  'unpin',
  'split',
  'delete',
] as const
const OTHERS = ['create', 'account', 'zone', 'merge'] as const
type Change = (typeof CHANGES)[number] | (typeof OTHERS)[number]

/** Makes one change of trip number `k`, as many members might. */
function change(ann: Traveller, what: Change, k: number): void {
  const trips = [...ann.state.trips.values()].filter(
    ({ status, segmentIds }) => status === 'Active' && segmentIds.length > 1,
  )
  const [trip, next] = [trips[k % trips.length], trips[(k + 1) % trips.length]]
  const segment = ann.state.segments.get(trip?.segmentIds[0] ?? '')
  const raw = segment?.rawSegments[0]
  if (trip === undefined || next === undefined || segment === undefined || raw === undefined)
    throw new Error('no trip')
  const fields = { type: raw.type, source: raw.source, ...raw.fields }
  const of: Record<Change, () => unknown> = {
    withdraw: () => ann.send('withdraw', { id: raw.id }),
    replace: () =>
      ann.send('segment', { ...fields, notes: 'Window' }, { replaces: raw.id, first: ann.nextId() }),
    cancel: () => ann.post({ ...fields, status: 'Cancelled' }),
    add: () => ann.post({ ...fields, source: 'ota', confirmation_no: `Q${k}OTA` }),
    note: () => ann.edit({ do: 'segment.set', segment: segment.id, fields: { notes: 'Window' } }),
    headline: () => ann.edit({ do: 'trip.update', trip: trip.id, fields: { headline: 'Holiday' } }),
    pin: () => ann.edit({ do: 'segment.pin', segment: segment.id, trip: next.id }),
    unpin: () => ann.edit({ do: 'segment.unpin', segment: segment.id }),
    split: () => ann.edit({ do: 'trip.split', trip: trip.id, segments: [segment.id] }),
    delete: () => ann.edit({ do: 'trip.delete', trip: trip.id }),
    create: () => ann.edit({ do: 'trip.create', trip: ann.nextId(), segments: [segment.id], fields: {} }),
    merge: () => ann.edit({ do: 'trip.merge', trip: trip.id, from: [next.id] }),
    account: () =>
      ann.send('account', { source: 'airline_dl', account_id: String(100_000 + k) }, { first: ann.nextId() }),
    zone: () => ann.send('profile', { time_zone_id: 'Europe/Paris' }),
  }
  of[what]()
}

t.test('a change costs no more for ten thousand segments than for a hundred', async (t) => {
  const few = withTrips(50)
  const many = withTrips(3_300)
  const property = fc.property(fc.constantFrom<Change>(...CHANGES, ...OTHERS), fc.nat(3_000), (what, k) => {
    const costs = [few, many].map((ann) =>
      workOf(ann, () => {
        change(ann, what, k)
        const folded = ann.folds.at(-1)
        if (folded === undefined || folded.batches.some(({ refusal }) => refusal !== null))
          throw new Error('refused')
        return folded
      }),
    )
    const [, large] = costs
    if (
      large === undefined ||
      large.pieces > 1_000 ||
      large.rows > WORK_PER_SEGMENT.rows ||
      large.comparisons > 1_000
    )
      throw new Error(`${what}: ${JSON.stringify(costs)}`)
  })
  const result = await fc.check(property, { numRuns: 60 })
  t.notOk(
    result.failed,
    `seed ${result.seed}, ${JSON.stringify(result.counterexample)} ${String(result.errorInstance)}`,
  )
  t.ok(many.state.segments.size > 9_000, `${many.state.segments.size} segments`)

  const move = workOf(many, () =>
    many.send('profile', { home_city: 'London', country: 'GB', from: '2001-01-01' }),
  )
  t.ok(move.pieces > many.state.timeline.legs.length, `another home is looked at in ${move.pieces} pieces`)
})
