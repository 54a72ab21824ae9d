/** Bookings cancelled as a whole, by locator or by a batch in mode `replace` (RULES 3.2 and 4.3). */
import t from 'tap'
import { flight, traveller } from '../../../support/traveller.js'

const OUT = ['JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00'] as const
const BACK = ['LHR-JFK', '2026-03-08T10:00', '2026-03-08T13:00'] as const
const PNR = { confirmation_no: 'ABC234' }

t.test('a batch in mode replace cancels the legs it leaves out, in any order of arrival', async (t) => {
  const both = [
    flight('DL42', ...OUT, PNR),
    flight('DL43', 'LHR-JFK', '2026-03-09T10:00', '2026-03-09T13:00', PNR),
  ]
  const [early, late] = [Date.UTC(2026, 0, 5), Date.UTC(2026, 0, 6)]
  const ann = traveller()
  ann.post(both, { at: early })
  ann.post([both[0] as Record<string, unknown>], { at: late, mode: 'replace' })
  t.same(
    ann.segments().map((s) => s.status),
    ['Active', 'Cancelled'],
  )
  const bob = traveller()
  bob.post([both[0] as Record<string, unknown>], { at: late, mode: 'replace' })
  bob.post(both, { at: early })
  t.same(
    bob.segments().map((s) => s.status),
    ['Active', 'Cancelled'],
  )
})

t.test('a booking cancelled by its locator: every leg that its source reported, of every type', async (t) => {
  const ann = traveller()
  ann.post([
    flight('DL42', ...OUT, PNR),
    flight('DL43', ...BACK, PNR),
    flight('DL77', 'LHR-JFK', '2026-05-08T15:00', '2026-05-08T18:00', {
      ...PNR,
      confirmation_no: 'OTHER7',
    }),
  ])
  const gone = ann.post({
    type: 'Air',
    source: 'airline_dl',
    confirmation_no: PNR.confirmation_no,
    status: 'Cancelled',
  })
  t.same(
    ann.live().map((segment) => segment.bookings.map((b) => b.confirmation_no)),
    [['OTHER7']],
  )
  t.match(gone.batches[0]?.results, [{ action: 'cancelled', segment_id: String }])
  ann.post(flight('DL42', ...OUT, PNR))
  t.equal(ann.live().length, 2, 'a newer version revives a leg')
})

t.test('a booking cancelled by its locator before it is reported', async (t) => {
  const ann = traveller()
  const early = ann.post(
    { type: 'Hotel', source: 'airline_dl', confirmation_no: PNR.confirmation_no, status: 'Cancelled' },
    { at: Date.UTC(2026, 0, 20) },
  )
  t.equal(early.batches[0]?.results[0]?.action, 'held')
  ann.post(flight('DL42', ...OUT, PNR), { at: Date.UTC(2026, 0, 10) })
  t.match(ann.segments(), [{ status: 'Cancelled' }])
})

t.test('a batch in mode replace that omits flown legs cancels nothing', async (t) => {
  const [out, back] = [
    flight('BA304', 'JFK-CDG', '2026-03-02T19:00', '2026-03-03T08:00', PNR),
    flight('BA305', 'CDG-JFK', '2026-03-09T12:00', '2026-03-09T15:00', PNR),
  ]
  const statuses = (day: number, order: string): string[] => {
    const ann = traveller()
    const booked = (): void => {
      ann.post([out, back], { at: Date.UTC(2026, 1, 1) })
    }
    const replaced = (): void => {
      ann.post([back], { at: Date.UTC(2026, 2, day), mode: 'replace' })
    }
    for (const step of order === 'booked first' ? [booked, replaced] : [replaced, booked]) step()
    return ann.segments().map((doc) => doc.status)
  }
  for (const order of ['booked first', 'replaced first']) {
    t.same(statuses(1, order), ['Cancelled', 'Active'], `before it leaves, ${order}`)
    t.same(statuses(5, order), ['Active', 'Active'], `between the flights, ${order}`)
    t.same(statuses(20, order), ['Cancelled', 'Active'], `after both, ${order}`)
  }
})

t.test('a batch in mode replace: its content counts, regardless of the stamps of the supplier', async (t) => {
  const out = flight('DL42', ...OUT, { ...PNR, supplier_updated: '2026-01-01T10:00:00Z' })
  const back = flight('DL43', ...BACK, { ...PNR, supplier_updated: '2026-01-02T10:00:00Z' })
  const ann = traveller()
  ann.post([out, back], { at: Date.UTC(2026, 0, 5), mode: 'replace' })
  t.same(
    ann.segments().map((s) => s.status),
    ['Active', 'Active'],
    'both legs are in it',
  )
  ann.post([out], { at: Date.UTC(2026, 0, 9), mode: 'replace' })
  t.same(
    ann.segments().map((s) => s.status),
    ['Active', 'Cancelled'],
    'the way back is omitted',
  )
  ann.post([out, back], { at: Date.UTC(2026, 0, 10) })
  t.same(
    ann.segments().map((s) => s.status),
    ['Active', 'Active'],
    'reported again',
  )
})

t.test('two travellers under one locator, one statement each', async (t) => {
  const report = (first: string | null, more: Record<string, unknown> = {}): Record<string, unknown> =>
    flight('DL42', ...OUT, {
      ...PNR,
      ...(first === null ? {} : { first_name: first, last_name: 'Smith' }),
      ...more,
    })
  const ann = traveller()
  ann.post([report('John'), report('Jane')])
  const statuses = (): unknown =>
    ann.segments()[0]?.bookings.map(({ traveler, status }) => [traveler, status])
  ann.post(report('Jane', { status: 'Cancelled' }))
  ann.post(report(null))
  t.same(
    statuses(),
    [
      ['Jane Smith', 'Cancelled'],
      ['John Smith', 'Active'],
    ],
    'a confirmation without a name does not revive who was cancelled by name',
  )
  ann.post(report(null, { status: 'Cancelled' }))
  t.equal(
    ann.segments()[0]?.status,
    'Cancelled',
    'a cancellation without a traveller applies to every traveller',
  )

  const one = traveller()
  for (const name of ['John', 'Jon', 'J', null, 'JOHNMR']) one.post(report(name))
  one.post(flight('DL42', ...OUT, { ...PNR, first_name: 'Smith', last_name: 'John', status: 'Cancelled' }))
  t.same(
    one.segments().map((s) => [s.status, s.bookings.length]),
    [['Cancelled', 1]],
    'one traveller, in any spelling or without a name',
  )
})
