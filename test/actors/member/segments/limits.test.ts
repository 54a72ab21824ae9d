/** RULES 2.3 and 3.3.11: what a member notices of the limits. */
import t from 'tap'
import { restore } from '../../../../actors/member/state.js'
import { madeUpWord } from '../../../support/crowded-members.js'
import { flight, hotel, meeting, traveller } from '../../../support/traveller.js'
import type { Segment, Traveller } from '../../../support/traveller.js'

const title = madeUpWord
const inOneMinute = (n: number): Segment =>
  meeting(title(n), 'London', '2026-03-02T10:00', '2026-03-02T11:00')

/** By title, the titles of the possible duplicates. */
function likenesses(ann: Traveller): Record<string, string[]> {
  const docs = ann.segments()
  const nameOf = new Map(docs.map((doc) => [doc.id, String(doc.activity_name)]))
  return Object.fromEntries(
    docs
      .map((doc): [string, string[]] => [
        String(doc.activity_name),
        (doc.possible_duplicate_of as string[]).map((id) => String(nameOf.get(id))).sort(),
      ])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

t.test('a segment names twenty lookalikes at most, whatever the order of arrival', async (t) => {
  const numbers = Array.from({ length: 45 }, (_, n) => n)
  const orders = [numbers, numbers.toReversed(), numbers.map((n) => (n * 19) % 45)]
  const found = orders.map((order) => {
    const ann = traveller()
    for (const n of order) ann.post(inOneMinute(n))
    return likenesses(ann)
  })
  const together = traveller()
  together.post(numbers.map(inOneMinute))
  const [first = {}] = found
  t.same(Object.keys(first).length, 45)
  t.same(Math.max(...Object.values(first).map((names) => names.length)), 20)
  t.same(
    Math.min(...Object.values(first).map((names) => names.length)),
    10,
    'the first and the last of the order',
  )
  const oneSided = Object.entries(first).flatMap(([name, names]) =>
    names.filter((other) => first[other]?.includes(name) !== true),
  )
  t.same(oneSided, [], 'they name each other')
  t.same(found[1], first)
  t.same(found[2], first)
  t.same(likenesses(together), first)
})

t.test('what exceeds a minute is refused, and its batch names the limit', async (t) => {
  const ann = traveller()
  const { batches, events } = ann.post(Array.from({ length: 60 }, (_, n) => inOneMinute(n)))
  const results = batches[0]?.results ?? []
  t.same(
    results.map(({ action }) => action),
    [...Array.from({ length: 50 }, () => 'created'), ...Array.from({ length: 10 }, () => 'refused')],
  )
  t.match(results[59], {
    segment_id: null,
    error: 'limit_exceeded',
    error_description: 'At most 50 segments of type Meeting can start in one minute.',
  })
  t.match(events.at(-1)?.body.join(''), /limit_exceeded/)
  t.equal(ann.live().length, 50)

  const single = ann.send('segment', inOneMinute(70), { first: ann.nextId() })
  t.match(single.batches[0]?.refusal, { error: 'conflict', error_description: /At most 50 segments/ })

  const change = ann.post({ ...inOneMinute(3), notes: 'Room 4' })
  t.match(change.batches[0]?.results, [{ action: 'updated' }], 'a change is not refused')
  t.match(
    ann.post({ ...inOneMinute(4), status: 'Cancelled' }).batches[0]?.results,
    [{ action: 'cancelled' }],
    'nor is a cancellation',
  )
  t.equal(ann.post(inOneMinute(70)).batches[0]?.results[0]?.action, 'refused')
  t.equal(ann.state.index.all.size, 52, 'nothing refused is kept')
})

t.test('a day, and a booking, take only so many segments', async (t) => {
  const ann = traveller()
  const onOneDay = (n: number): Segment => {
    const minute = String(Math.floor(n / 24) * 4).padStart(2, '0')
    const at = `2026-03-02T${String(n % 24).padStart(2, '0')}:${minute}`
    return meeting(title(n), 'London', at, at)
  }
  const day = ann.post(Array.from({ length: 120 }, (_, n) => onOneDay(n)))
  t.equal(day.batches[0]?.results.filter(({ action }) => action === 'refused').length, 20)
  t.match(
    day.batches[0]?.results.at(-1)?.error_description,
    /At most 100 segments of type Meeting .* one day/,
  )

  const leg = (n: number): Segment => {
    const date = new Date(Date.UTC(2026, 3, 1) + n * 86_400_000).toISOString().slice(0, 10)
    return flight(`DL${100 + n}`, n % 2 === 0 ? 'JFK-LHR' : 'LHR-JFK', `${date}T08:00`, `${date}T18:00`, {
      confirmation_no: 'ABCDEF',
    })
  }
  const booking = ann.post(Array.from({ length: 210 }, (_, n) => leg(n)))
  t.equal(booking.batches[0]?.results.filter(({ action }) => action === 'created').length, 200)
  t.match(booking.batches[0]?.results.at(-1)?.error_description, /For one booking/)
})

t.test('of very many versions the first, the newest and the newest named one stay', async (t) => {
  const ann = traveller()
  const version = (n: number, more: Segment = {}): Segment =>
    flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00', {
      confirmation_no: 'ABCDEF',
      seat_assignment: `${n}A`,
      ...more,
    })
  ann.post(version(0))
  ann.post(version(1, { first_name: 'Ann', last_name: 'Lee' }))
  for (let n = 2; n < 140; n++) ann.post(version(n))
  const [doc] = ann.live()
  t.match(doc, { seat_assignment: '139A', bookings: [{ traveler: 'Ann Lee' }] })
  const [segment] = [...ann.state.segments.values()]
  const seats = segment?.rawSegments.map((raw) => raw.fields.get('seat_assignment')) ?? []
  t.equal(seats.length, 100)
  t.same(seats.slice(0, 2), ['0A', '1A'])
  t.equal(seats.at(-1), '139A')
  const late = ann.post(version(900), { at: Date.UTC(2026, 0, 1) + 5_000_000 })
  t.match(late.batches[0]?.results, [{ action: 'unchanged', segment_id: segment?.id }], 'a late old version')
  t.match(ann.live(), [{ seat_assignment: '139A' }])
})

t.test('a trip of very many segments is stored without a list of them, and restored alike', async (t) => {
  const ann = traveller()
  const nights = Array.from({ length: 120 }, (_, n): Segment => {
    const [from, to] = [n, n + 1].map((day) =>
      new Date(Date.UTC(2026, 2, 2) + day * 86_400_000).toISOString().slice(0, 10),
    )
    return hotel(`House ${title(n)}`, n % 2 === 0 ? 'London' : 'Paris', from!, to!, {
      confirmation_no: `HX${n}99`,
    })
  })
  ann.post(nights.slice(0, 90))
  t.equal(ann.folds.at(-1)?.trips[0]?.segmentIds?.length, 90)
  ann.post(nights.slice(90))
  const [row] = ann.folds.at(-1)?.trips ?? []
  t.equal(row?.segmentIds, null)
  t.ok((row?.state.length ?? 0) < 200, 'nor does it list them')
  const restored = restore(ann.stored, ann.env)
  t.same(restored.trips.get(row?.id ?? '')?.segmentIds, ann.state.trips.get(row?.id ?? '')?.segmentIds)
  t.equal(restored.trips.get(row?.id ?? '')?.segmentIds.length, 120)
})

t.test('a trip names twenty overlapping trips at most', async (t) => {
  const ann = traveller()
  for (let n = 0; n < 28; n++) {
    const booking = { first_name: title(n), last_name: title(n + 31), confirmation_no: `AB${n}XYZ` }
    const day = String(n + 1).padStart(2, '0')
    ann.post([
      flight(`DL${100 + n}`, 'JFK-LHR', `2026-03-${day}T10:00`, `2026-03-${day}T20:00`, booking),
      flight(`DL${200 + n}`, 'LHR-JFK', `2026-05-${day}T10:00`, `2026-05-${day}T20:00`, booking),
    ])
  }
  const counts = ann.trips().map((trip) => trip.overlaps_trip_ids.length)
  t.ok(counts.length > 20, `${counts.length} trips`)
  t.equal(Math.max(...counts), 20)
})
