/** Edits of trips (contract.md 2). */
import t from 'tap'
import type { Test } from 'tap'
import { startIngress } from '../../../support/api/ingress.js'
import type { HttpAnswer } from '../../../support/api/request.js'
import { sharing } from '../../../support/sharing.js'

t.setTimeout(100_000)

type Doc = Record<string, unknown> & { id: string }

const flight = (from: string, to: string, on: string, number: string): Record<string, unknown> => ({
  type: 'Air',
  source: 'airline_dl',
  airline: 'DL',
  flight_num: number,
  origin: from,
  destination: to,
  departure_datetime: `${on}T08:00`,
  arrival_datetime: `${on}T20:00`,
  confirmation_no: `QHZ${number}`,
})
const LONDON = [flight('JFK', 'LHR', '2027-03-01', '101'), flight('LHR', 'JFK', '2027-03-04', '102')]
const PARIS = [flight('JFK', 'CDG', '2027-05-01', '103'), flight('CDG', 'JFK', '2027-05-04', '104')]

async function setup(t: Test) {
  const ingress = await startIngress(t, { fold: true })
  /** A new member with a trip for each list of segments. */
  const traveller = async (
    ...trips: Array<Array<Record<string, unknown>>>
  ): Promise<{
    ask: (
      path: string,
      method?: string,
      body?: unknown,
      headers?: Record<string, string>,
    ) => Promise<HttpAnswer>
    trips: Doc[]
  }> => {
    const token = await ingress.token(await ingress.createMember())
    const ask = async (
      path: string,
      method = 'GET',
      body?: unknown,
      headers: Record<string, string> = {},
    ): Promise<HttpAnswer> =>
      await ingress.request(path, { method, token, headers, ...(body === undefined ? {} : { body }) })
    if (trips.length > 0) await ask('/v2/segments', 'POST', { segments: trips.flat() }, { prefer: 'wait=10' })
    const made = (await ask('/v2/trips?start=2027-01-01')).json as Doc[]
    t.equal(made.length, trips.length)
    return { ask, trips: made }
  }
  return { ingress, traveller }
}

const check = sharing(t, setup)

check('of several changes of one version, one is applied', async (t, { traveller }) => {
  const {
    ask,
    trips: [london, paris],
  } = await traveller(LONDON, PARIS)
  const path = `/v2/trips/${london!.id}`
  const etag = (await ask(path)).headers.get('etag')!
  const answers = await Promise.all(
    ['One', 'Two', 'Three', 'Four'].map(
      async (headline) => await ask(path, 'PUT', { headline }, { 'if-match': etag }),
    ),
  )
  t.same(answers.map((one) => one.status).sort(), [200, 412, 412, 412])
  t.match(answers.find((one) => one.status === 412)?.json, { error: 'precondition_failed' })
  t.match(
    (await ask(path)).json,
    { headline: (answers.find((one) => one.status === 200)!.json as Doc)['headline'] },
    'the change that was answered with 200',
  )
  t.equal((await ask(path, 'PUT', { headline: 'Any' }, { 'if-match': '*' })).status, 200)

  await ask(`${path}/merge`, 'POST', { trip_ids: [paris!.id] })
  const merged = `/v2/trips/${paris!.id}`
  t.equal(
    (await ask(merged, 'PUT', { headline: 'Old' }, { 'if-match': (await ask(merged)).headers.get('etag')! }))
      .status,
    412,
    'the merged trip itself is not changed',
  )
  const survivor = (await ask(`${merged}?follow=1`)).headers.get('etag')!
  t.match(await ask(merged, 'PUT', { headline: 'Both' }, { 'if-match': survivor }), {
    status: 200,
    json: { id: london!.id, headline: 'Both' },
  })
  t.equal(
    (await ask(merged, 'DELETE', undefined, { 'if-match': survivor })).status,
    412,
    'it has changed since',
  )
})

check('null removes any override', async (t, { traveller }) => {
  const {
    ask,
    trips: [london],
  } = await traveller(LONDON)
  const path = `/v2/trips/${london!.id}`
  const mine = {
    headline: 'Ours',
    destination: 'England',
    privacy: 'Public',
    personal: true,
    business: true,
    notes: ['Visa'],
    begin_datetime: '2027-02-28T08:00:00',
    end_datetime: '2027-03-05T08:00:00',
  }
  t.match(await ask(path, 'PUT', mine), { status: 200, json: mine })
  const reverted = await ask(path, 'PUT', Object.fromEntries(Object.keys(mine).map((name) => [name, null])))
  t.match(reverted, {
    status: 200,
    json: Object.fromEntries(Object.keys(mine).map((name) => [name, london![name]])),
  })
  t.match(await ask(path, 'PUT', { privacy: 'Open' }), {
    status: 400,
    json: {
      error_description: 'Field "privacy" must be one of Private, Buddies Only, Public; it is "Open".',
    },
  })
  t.match(
    await ask('/v2/trips', 'POST', {
      headline: 'New',
      destination: null,
      privacy: null,
      personal: null,
      business: null,
      notes: null,
    }),
    { status: 201, json: { headline: 'New', privacy: 'Private' } },
  )
})

check('deleting a merged trip does not delete the trip that it was merged into', async (t, { traveller }) => {
  const {
    ask,
    trips: [london, paris],
  } = await traveller(LONDON, PARIS)
  await ask(`/v2/trips/${london!.id}/merge`, 'POST', { trip_ids: [paris!.id] })
  const merged = `/v2/trips/${paris!.id}`
  const etag = (await ask(merged)).headers.get('etag')!
  for (const headers of [undefined, { 'if-match': etag }])
    t.match(await ask(merged, 'DELETE', undefined, headers), {
      status: 404,
      json: { error: 'invalid_request', error_description: `There is no trip ${paris!.id}.` },
    })
  t.match((await ask(`/v2/trips/${london!.id}`)).json, { status: 'Active', segment_count: 4 })
  t.match((await ask(merged)).json, { status: 'Merged', merged_into: london!.id })
  t.equal((await ask(`/v2/trips/${london!.id}`, 'DELETE')).status, 200)
  t.match((await ask(`/v2/trips/${london!.id}`)).json, { status: 'Deleted' })
})

check('a segment cannot be pinned to a deleted trip', async (t, { traveller }) => {
  const {
    ask,
    trips: [london],
  } = await traveller(LONDON)
  await ask(`/v2/trips/${london!.id}`, 'DELETE')
  const dinner = {
    restaurant_name: 'Kitchen',
    start_datetime: '2027-03-02T19:30',
    city_name: 'London',
    country: 'GB',
    trip_id: london!.id,
  }
  t.match(await ask('/v2/segments/restaurant', 'POST', dinner), {
    status: 404,
    json: { error: 'invalid_request', error_description: `There is no trip ${london!.id}.` },
  })
})

check('the code of a 404 depends on what is missing', async (t, { traveller }) => {
  const {
    ask,
    trips: [london],
  } = await traveller(LONDON)
  const segment = ((await ask('/v2/segments/air')).json as Doc[])[0]!.id
  const noTrip = {
    status: 404,
    json: { error: 'invalid_request', error_description: 'There is no trip 77.' },
  }
  const noSegment = {
    status: 404,
    json: { error: 'not_found', error_description: 'There is no segment 77.' },
  }
  t.match(await ask('/v2/trips', 'POST', { segment_ids: ['77'] }), noSegment)
  t.match(await ask(`/v2/trips/${london!.id}/split`, 'POST', { segment_ids: ['77'] }), noSegment)
  t.match(await ask(`/v2/trips/${london!.id}/merge`, 'POST', { trip_ids: ['77'] }), noTrip)
  t.match(await ask(`/v2/segments/${segment}`, 'PUT', { ...LONDON[0], trip_id: '77' }), noTrip)
  t.match(await ask('/v2/segments/air', 'POST', { ...PARIS[0], trip_id: '77' }), noTrip)
})

check(
  'the batch status of a rejected change is failed, with the reason',
  async (t, { ingress, traveller }) => {
    const { ask } = await traveller()
    const lost = await ask('/v2/trips/4711', 'PUT', { headline: 'Nowhere' })
    t.equal(lost.status, 404)
    const {
      rows: [row],
    } = await ingress.database.pool.query<{ id: string }>(
      'select max(id)::text as id from raw_batch where refused',
    )
    const monitor = (await ask(`/v2/batches/${row!.id}`)).json
    t.match(monitor, {
      id: row!.id,
      status: 'failed',
      error: 'not_found',
      error_description: 'There is no trip 4711.',
    })
    await ingress.database.pool.query('update raw_batch set failed = false where id = $1', [row!.id])
    t.same((await ask(`/v2/batches/${row!.id}`)).json, monitor, 'also of an older one stored as processed')
  },
)

check('the pinned times of a trip must be in order', async (t, { traveller }) => {
  const {
    ask,
    trips: [london],
  } = await traveller(LONDON)
  const path = `/v2/trips/${london!.id}`
  t.match(await ask(path, 'PUT', { begin_datetime: '2027-06-01T00:00' }), {
    status: 400,
    json: { error: 'invalid_request', error_description: /"begin_datetime".* "end_datetime"/ },
  })
  t.match(await ask(path, 'PUT', { begin_datetime: '2027-06-01T00:00', end_datetime: '2027-06-03T12:00' }), {
    status: 200,
    json: { duration_days: 2.5 },
  })
})
