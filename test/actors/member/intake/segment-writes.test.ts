/** Single statements written, replaced and withdrawn (contract.md 2). */
import t from 'tap'
import { eventTypes, flight, traveller } from '../../../support/traveller.js'
import type { Traveller } from '../../../support/traveller.js'

const OUT = flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00', { confirmation_no: 'ABC234' })

t.test('a replaced segment keeps its id; a withdrawn one is deleted', async (t) => {
  const ann = traveller()
  const first = ann.nextId()
  const written = ann.send('segment', { ...OUT, source: 'manual' }, { first })
  const id = written.batches[0]?.resource?.id as string
  t.equal(written.batches[0]?.results[0]?.segment_id, id)
  const again = ann.send(
    'segment',
    { ...OUT, source: 'manual', departure_datetime: '2026-03-01T19:30' },
    { first: ann.nextId(), replaces: first },
  )
  t.equal(again.batches[0]?.resource?.id, id)
  t.equal(ann.segments()[0]?.departure_datetime, '2026-03-01T19:30:00')
  t.ok(eventTypes(ann.send('withdraw', { id })).includes('segment.deleted'))
  t.same(ann.segments(), [])
  t.match(ann.send('withdraw', { id: '5' }).batches[0], { refusal: { error: 'not_found' } })
})

t.test('an application changes and withdraws only what it submitted', async (t) => {
  const ann = traveller()
  ann.send('segments', { segments: [OUT] }, { first: '500', client: 'app-one' })
  t.match(ann.send('withdraw', { id: '500' }, { client: 'app-two' }).batches[0], {
    refusal: { error: 'access_denied' },
  })
  t.match(ann.send('segment', OUT, { first: '501', replaces: '500', client: 'app-two' }).batches[0], {
    refusal: { error: 'access_denied' },
  })
  t.equal(ann.segments().length, 1)
  t.match(ann.send('withdraw', { id: '500' }, { client: 'app-one' }).batches[0], { refusal: null })
  t.same(ann.segments(), [])
})

t.test('a write replaces a statement of its application, of its own source if there is one', async (t) => {
  const { source: _source, ...unsourced } = OUT
  const sourcesOf = (ann: Traveller): unknown =>
    (ann.segments()[0] as unknown as { sources: Array<{ source: string; raw_id: string }> }).sources.map(
      (one) => [one.source, one.raw_id],
    )
  const change = (ann: Traveller, replaces: string, body: Record<string, unknown>, client: string): unknown =>
    ann.send('segment', body, { first: '600', replaces, client }).batches[0]?.refusal?.error ?? null
  const booked = (...submitted: Array<[source: string, client: string]>): { ann: Traveller; id: string } => {
    const ann = traveller()
    submitted.forEach(([source, client], i) => {
      ann.send('segments', { segments: [{ ...OUT, source }] }, { first: String(500 + i), client })
    })
    t.equal(ann.segments().length, 1)
    return { ann, id: ann.segments()[0]?.id as string }
  }
  {
    const { ann, id } = booked(['airline_dl', 'one'], ['manual', 'one'])
    t.equal(change(ann, id, { ...OUT, source: 'airline_dl' }, 'one'), null)
    t.same(
      sourcesOf(ann),
      [
        ['airline_dl', '600'],
        ['manual', '501'],
      ],
      'of the source that the body names',
    )
  }
  {
    const { ann, id } = booked(['airline_dl', 'one'], ['manual', 'one'])
    t.equal(change(ann, id, unsourced, 'one'), null)
    t.same(
      sourcesOf(ann),
      [
        ['airline_dl', '500'],
        ['manual', '600'],
      ],
      'else the latest statement',
    )
    t.equal(
      ann.send('segment', unsourced, { first: '601', replaces: '500', client: 'one' }).batches[0]?.refusal,
      null,
    )
    t.same(
      sourcesOf(ann),
      [
        ['airline_dl', '601'],
        ['manual', '600'],
      ],
      'a raw segment id names that statement',
    )
  }
  {
    const { ann, id } = booked(['email', 'one'], ['manual', 'two'])
    t.equal(change(ann, id, unsourced, 'two'), null)
    t.same(
      sourcesOf(ann),
      [
        ['email', '500'],
        ['manual', '600'],
      ],
      'the statement of another application stays',
    )
  }
  {
    const { ann, id } = booked(['email', 'one'])
    t.equal(change(ann, id, unsourced, 'two'), 'access_denied')
    t.equal(change(ann, '500', unsourced, 'two'), 'access_denied')
    t.same(sourcesOf(ann), [['email', '500']])
  }
})

t.test(
  'a partial change keeps the fields that it does not name, of the statement that it replaces',
  async (t) => {
    const ann = traveller()
    const said = {
      ...OUT,
      source: 'airline_dl',
      seat_assignment: '12A',
      supplier_updated: '2026-01-01T00:00:00Z',
    }
    ann.send('segments', { segments: [said] }, { first: '500', client: 'one' })
    ann.send(
      'segments',
      { segments: [{ ...OUT, source: 'tmc_egencia', cabin: 'Y' }] },
      { first: '501', client: 'two' },
    )
    const change = (first: string, body: Record<string, unknown>, client = 'one') =>
      ann.send('segment', body, { first, replaces: '500', client, partial: true }).batches[0]?.refusal ?? null
    t.equal(change('502', { departure_gate: 'B2', seat_assignment: null }), null)
    t.match(ann.segments()[0], {
      departure_gate: 'B2',
      seat_assignment: null,
      confirmation_no: 'ABC234',
      cabin: 'Y',
    })
    const sources = ann.segments()[0]?.sources as Array<{ raw_id: string; supplier_updated: string | null }>
    t.match(sources, [{ raw_id: '502', supplier_updated: null }, { raw_id: '501' }])
    t.match(
      ann.send('segment', { origin: null }, { first: '503', replaces: '502', client: 'one', partial: true })
        .batches[0]?.refusal,
      { error: 'invalid_request', error_description: /"origin" is required/ },
    )
    t.equal(ann.segments()[0]?.origin, 'JFK')
  },
)

t.test('a partial change of the status counts, whatever the old GDS status says', async (t) => {
  const ann = traveller()
  ann.send('segments', { segments: [OUT] }, { first: '500' })
  const statusAfter = (first: number, body: Record<string, unknown>): unknown => {
    ann.send('segment', body, { first: String(first), replaces: String(first - 1), partial: true })
    return ann.segments()[0]?.status
  }
  t.equal(statusAfter(501, { gds_status: 'UN' }), 'Cancelled')
  t.equal(statusAfter(502, { departure_gate: 'B2' }), 'Cancelled', 'kept')
  t.equal(statusAfter(503, { status: 'Active' }), 'Active')
})

t.test('the id of a raw segment means its statement alone, however often it is sent', async (t) => {
  const ann = traveller(['JFK'], { restoring: true })
  for (const [first, source] of [
    ['500', 'airline_dl'],
    ['501', 'tmc_egencia'],
    ['502', 'manual'],
  ])
    ann.send('segments', { segments: [{ ...OUT, source }] }, { first: first!, client: 'one' })
  const refusals = (...ids: string[]): unknown[] =>
    ids.map((id) => ann.send('withdraw', { id }, { client: 'one' }).batches[0]?.refusal?.error ?? null)
  const sources = (): unknown =>
    (ann.segments()[0]!.sources as Array<{ source: string; raw_id: string }>).map((one) => one.raw_id)
  t.same(refusals('502', '502', '502'), [null, 'not_found', 'not_found'])
  t.same(sources(), ['500', '501'])

  const change = (first: string, seat: string): unknown =>
    ann.send('segment', { ...OUT, source: 'tmc_egencia', seat_assignment: seat }, { first, replaces: '501' })
      .batches[0]?.refusal
  t.same([change('600', '1A'), change('601', '2B'), change('602', '2B')], [null, null, null])
  t.same(
    [sources(), ann.segments()[0]?.seat_assignment],
    [['500', '601'], '2B'],
    'a repeated PUT changes nothing',
  )
  for (let put = 603; put < 640; put++) change(String(put), `${put}C`)
  t.same(refusals('501', '501', '639', '638'), [null, 'not_found', 'not_found', 'not_found'])
  t.same(sources(), ['500'])
})

t.test('RULES 4.3: a cancellation of a whole booking is taken back by its id', async (t) => {
  const cancellation = { type: 'Air', source: 'airline_dl', confirmation_no: 'abc-234', status: 'Cancelled' }
  for (const isEarly of [false, true]) {
    const ann = traveller(['JFK'], { restoring: true })
    const status = (): unknown => ann.segments().map((doc) => doc.status)
    const post = (segment: Record<string, unknown>, first: string): unknown =>
      ann.send('segments', { segments: [segment] }, { first, client: 'one' })
    if (!isEarly) post({ ...OUT, supplier_updated: '2025-12-01T00:00:00Z' }, '500')
    post(cancellation, '501')
    post(cancellation, '502')
    if (isEarly) post({ ...OUT, supplier_updated: '2025-12-01T00:00:00Z' }, '500')
    const withdraw = (id: string, client = 'one'): unknown =>
      ann.send('withdraw', { id }, { client }).batches[0]?.refusal?.error ?? null
    t.equal(withdraw('501', 'two'), 'access_denied')
    t.same([withdraw('501'), status()], [null, ['Cancelled']], 'the other one still counts')
    const [segment] = ann.segments()
    const { version } = ann.state.segments.get(segment!.id)!
    const [batch] = ann.send(
      'withdraw',
      { id: '502' },
      { client: 'one', expects: { id: segment!.id, version } },
    ).batches
    t.match(batch, { refusal: null, resource: { kind: 'segment', id: segment!.id } })
    t.same([status(), withdraw('502'), status()], [['Active'], 'not_found', ['Active']])

    post(cancellation, '503')
    const put = (first: string, body: Record<string, unknown>): unknown =>
      ann.send('segment', body, { first, replaces: '503', client: 'one' }).batches[0]?.refusal
    t.same([put('504', cancellation), status()], [null, ['Cancelled']])
    const other = flight('DL43', 'LHR-JFK', '2026-03-09T10:00', '2026-03-09T13:00', {
      confirmation_no: 'NEW567',
    })
    t.same([put('505', other), status()], [null, ['Active', 'Active']], 'a PUT takes it back too')
    t.same([put('506', cancellation), status()], [null, ['Cancelled', 'Active']], 'and cancels again')
    t.same([withdraw('503'), status()], [null, ['Cancelled']], 'the flight that took its place')
  }
})
