import t from 'tap'
import type { Test } from 'tap'
import { startIngress } from '../support/api/ingress.js'
import { sharing } from '../support/sharing.js'

t.setTimeout(100_000)

interface Trip {
  id: string
  status: string
  headline: string | null
  segment_count: number
  segments?: Segment[]
  begin_datetime: string
  version: number
}
interface Segment {
  id: string
  type: string
  status: string
  trip_id: string | null
  seat_assignment?: string | null
  provenance?: Record<string, unknown>
  source: string
}

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const flight = (from: string, to: string, on: string, changes: Record<string, unknown> = {}) => ({
  type: 'Air',
  source: 'airline_dl',
  airline: 'DL',
  flight_num: from === 'JFK' ? '42' : '43',
  origin: from,
  destination: to,
  departure_datetime: `${on}T09:30`,
  arrival_datetime: `${on}T12:45`,
  confirmation_no: 'QHZBT8',
  ...changes,
})
const journey = (begin: number, end: number) => [
  flight('JFK', 'SFO', day(begin)),
  flight('SFO', 'JFK', day(end), {
    departure_datetime: `${day(end)}T08:00`,
    arrival_datetime: `${day(end)}T16:30`,
  }),
]

async function setup(t: Test) {
  const ingress = await startIngress(t, { fold: true })
  const member = await ingress.createMember()
  const token = await ingress.token(member)
  const ask = async (path: string, method = 'GET', body?: unknown, headers: Record<string, string> = {}) =>
    await ingress.request(path, { method, token, headers, ...(body === undefined ? {} : { body }) })

  const upcoming = await ask('/v2/segments', 'POST', { segments: journey(20, 24) }, { prefer: 'wait=10' })
  t.equal(upcoming.status, 202)
  t.equal(upcoming.headers.get('preference-applied'), 'wait=10')
  const batch = upcoming.headers.get('location')!
  t.match((await ask(batch)).json, {
    status: 'processed',
    segments: [{ action: 'created', segment_id: /^\d+$/, trip_id: /^\d+$/ }, {}],
  })
  await ask('/v2/segments', 'POST', { segments: journey(-30, -25) }, { prefer: 'wait=10' })
  await ask('/v2/segments', 'POST', { segments: journey(60, 65) }, { prefer: 'wait=10' })
  return { ingress, member, token, ask, upcoming }
}

const check = sharing(t, setup)

check('a trip as JSON-LD', async (t, { ask }) => {
  const [{ id }] = (await ask('/v2/trips/upcoming')).json as [Trip]
  const read = async (path: string, accept: string, tag = '') =>
    await ask(path, 'GET', undefined, { accept, ...(tag !== '' && { 'if-none-match': tag }) })
  for (const path of [`/v2/trips/${id}`, '/v2/trips/current']) {
    const [json, linked] = [
      await read(path, '*/*'),
      await read(path, 'application/json;q=0.5, application/ld+json'),
    ]
    t.match(json.headers.get('content-type'), /^application\/json/, 'JSON is the first of equals')
    t.match(linked.headers.get('content-type'), /^application\/ld\+json/)
    t.match(linked.headers.get('vary'), /\baccept,/)
    const tag = linked.headers.get('etag')!
    t.not(json.headers.get('etag'), tag)
    t.equal((await read(path, 'application/ld+json', tag)).status, 304)
    t.equal((await read(path, 'application/json', tag)).status, 200)
    t.equal((await read(path, 'text/turtle')).status, 406)
    const flight = {
      '@type': 'FlightReservation',
      reservationNumber: 'QHZBT8',
      reservationFor: {
        airline: { iataCode: 'DL' },
        flightNumber: '42',
        departureAirport: { iataCode: 'JFK' },
      },
    }
    t.match(JSON.parse(linked.text), {
      '@context': 'https://schema.org',
      '@id': /^https:/,
      subReservation: [flight, { '@type': 'FlightReservation' }],
    })
  }
  const {
    subReservation: [first],
  } = JSON.parse((await read(`/v2/trips/${id}`, 'application/ld+json')).text)
  t.match(first.reservationFor.departureTime, /T09:30:00-0[45]:00$/, 'with its offset')
  t.match(first.reservationFor.arrivalTime, /T12:45:00-0[78]:00$/)
})

check('lists, pages and tags', async (t, { ask }) => {
  const list = await ask('/v2/trips/upcoming?segments=1')
  const trips = list.json as Trip[]
  t.equal(list.status, 200)
  t.equal(trips.length, 2)
  t.equal(list.headers.get('x-total-count'), '2')
  t.ok(trips[0]!.begin_datetime < trips[1]!.begin_datetime, 'the earlier one first')
  t.same(
    trips[0]!.segments!.map((segment) => segment.type),
    ['Air', 'Air'],
  )
  t.equal(
    (
      await ask('/v2/trips/upcoming?segments=1', 'GET', undefined, {
        'if-none-match': list.headers.get('etag')!,
      })
    ).status,
    304,
  )
  const past = (await ask('/v2/trips/past')).json as Trip[]
  t.equal(past.length, 1)
  t.same((await ask('/v2/trip/past')).json, past, 'the alias answers the same')
  t.equal(((await ask('/v2/trips')).json as Trip[]).length, 2, 'from today on')
  t.equal(((await ask(`/v2/trips?start=${day(-100)}`)).json as Trip[]).length, 3)
  const first = await ask(`/v2/trips?start=${day(-100)}&limit=2`)
  t.equal(first.headers.get('x-total-count'), '3')
  const next = /<https:\/\/tripfold\.test([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')
  const rest = await ask(next?.[1] ?? '/')
  t.equal((rest.json as Trip[]).length, 1)
  t.equal(
    ((await ask(`/v2/trips?start=${day(-100)}&limit=99999999999999999999`)).json as Trip[]).length,
    3,
    'a large limit is lowered',
  )
  for (const limit of ['-99999999999999999999', '1e3', '0'])
    t.equal((await ask(`/v2/trips?limit=${limit}`)).status, 400, limit)
  t.notOk(rest.headers.get('link'), 'the last page has no link')
  t.equal((await ask('/v2/trips/current')).json instanceof Object, true)
  const since = await ask('/v2/trips?since=2020-01-01T00:00:00Z')
  t.equal((since.json as Trip[]).length, 3)
})

check('segments by id, raw id and type, with provenance', async (t, { ingress, ask, upcoming }) => {
  const raw = (upcoming.json as Array<{ _id: number }>)[0]!._id
  const byRaw = await ask(`/v2/segments/${raw}`)
  const segment = byRaw.json as Segment
  t.equal(segment.type, 'Air')
  t.same((await ask(`/v2/segments/${segment.id}`)).json, segment)
  t.match((await ask(`/v2/segments/${segment.id}?provenance=1`)).json, {
    provenance: { airline: { source: 'airline_dl' } },
  })
  t.equal(((await ask('/v2/segments/air')).json as Segment[]).length, 6)
  t.same((await ask('/v2/segments/hotel')).json, [])
  t.equal((await ask(`/v2/segments/hotel/${segment.id}`)).status, 404)
  t.equal(((await ask('/v2/segments?confirmation_no=QHZBT8&limit=100')).json as Segment[]).length, 6)
  const nowhere = ingress.deps.ids.next()
  t.same(
    (await ask(`/v2/segments/${nowhere}`)).json,
    { id: nowhere, status: 'Processing' },
    'a recent id may be in flight',
  )
  t.equal((await ask('/v2/segments/12345')).status, 404)
})

check('trips by hand: merged, followed, split again, deleted', async (t, { ask }) => {
  const [first, second] = (await ask('/v2/trips/upcoming?segments=1')).json as [Trip, Trip]
  const merged = await ask(`/v2/trips/${first.id}/merge`, 'POST', { trip_ids: [second.id] })
  t.match([merged.status, merged.json], [201, { segment_count: 4 }])
  t.match((await ask(`/v2/trips/${second.id}`)).json, { status: 'Merged', merged_into: first.id })
  t.match((await ask(`/v2/trips/${second.id}?follow=1`)).json, { id: first.id })
  const ids = second.segments!.map((segment) => segment.id)
  const split = await ask(`/v2/trips/${first.id}/split`, 'POST', { segment_ids: ids })
  t.match([split.status, split.json], [201, { split_from: first.id, segment_count: 2 }])
  const { id } = (await ask('/v2/trips', 'POST', { headline: 'Someday', business: true })).json as Trip
  t.equal((await ask(`/v2/trips/${id}`, 'DELETE')).status, 200)
  t.match((await ask(`/v2/trips/${id}`)).json, { status: 'Deleted', headline: 'Someday', business: true })
})

check('the calendar and its secret address', async (t, { ingress, member, ask }) => {
  const { text, headers } = await ask('/v2/trips.ics', 'GET', undefined, { accept: 'text/calendar' })
  t.match(headers.get('content-type'), /^text\/calendar/)
  t.match(text, /DTSTART;TZID=America\/New_York:\d{8}T093000\r\n/)
  t.match(text, /DTEND;TZID=America\/Los_Angeles:\d{8}T124500\r\n/)
  t.match(text, /BEGIN:VTIMEZONE\r\nTZID:America\/Los_Angeles/)
  const unfolded = text.replaceAll('\r\n ', '')
  t.match(unfolded, /\r\nLOCATION:[^\r]*Kennedy[^\r]* \(JFK\)\\, New York/, 'airports are named')
  t.match(
    unfolded,
    /\r\nURL(?:;VALUE=URI)?:https:\/\/tripfold\.test\/account\/trips\/\d+#segment-\d+\r\n/,
    'the URL is that of the page of the trip',
  )
  t.notMatch(text, /METHOD|\/v2\//, 'it is not a message to attendees')
  await ingress.database.pool.query(
    "insert into app (client_id, name) values ('app-one', 'One') on conflict do nothing",
  )
  await ingress.database.pool.query("insert into oauth_grant (client_id, member_id) values ('app-one', $1)", [
    member,
  ])
  const made = (await ask('/v2/calendar-feeds', 'POST', { name: 'Phone' })).json as {
    id: string
    url: string
  }
  const path = made.url.replace('https://tripfold.test', '')
  t.equal((await ingress.request(path)).status, 200)
  t.match((await ask('/v2/calendar-feeds')).json, [{ id: made.id, name: 'Phone' }])
  t.equal((await ask(`/v2/calendar-feeds/${made.id}`, 'DELETE')).status, 200)
  const ended = await ingress.request(path)
  t.match([ended.status, ended.json], [404, { error: 'not_found' }])
  t.equal(ended.headers.get('www-authenticate'), null, 'a calendar program would ask for a password')
  t.equal((await ingress.request('/v2/trips.ics')).status, 401, 'without an address or a token')
})
