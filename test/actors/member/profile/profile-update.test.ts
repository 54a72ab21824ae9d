/** Changes of home by PUT /v2/me (contract.md 2 and 3, Member). */
import t from 'tap'
import { decide } from '../../../../actors/member/decide.js'
import type { StreamMessage } from '../../../../schemas/stream/message.js'
import { flight, traveller } from '../../../support/traveller.js'
import type { Traveller } from '../../../support/traveller.js'
import { home } from '../../../support/world.js'

interface Home {
  from: string | null
  city: string | null
  admin_code: string | null
  country: string | null
  lat: string | null
  time_zone_id: string | null
  airports: string[]
}
interface Profile {
  [field: string]: unknown
  homes: Home[]
}

/** Sends a change of the record and returns the record; the traveller's clock is in January 2026. */
function put(ann: Traveller, body: Record<string, unknown>): Profile {
  ann.send('profile', body)
  return JSON.parse(ann.stored.profile) as Profile
}

const LONDON = { ...home('LHR', '2000-01-01', ['LGW', 'LCY']), admin_code: null }
/** A traveller who has lived in London since 2000. */
function londoner(): Traveller {
  const ann = traveller([LONDON])
  put(ann, { time_zone_id: 'Europe/London', from: '2000-01-01', country: 'GB' })
  return ann
}

t.test('fields that are left out stay as they are', async (t) => {
  const ann = londoner()
  const changed = put(ann, { state: 'ENG' })
  t.match(changed, {
    home_city: 'London',
    state: 'ENG',
    admin_code: 'ENG',
    country: 'GB',
    home_airports: ['LHR', 'LGW', 'LCY'],
    time_zone_id: 'Europe/London',
  })
  t.match(changed.homes, [
    { from: '2000-01-01', admin_code: null },
    {
      from: '2026-01-01',
      admin_code: 'ENG',
      state: 'ENG',
      airports: ['LHR', 'LGW', 'LCY'],
      time_zone_id: 'Europe/London',
      lat: '51.4706',
    },
  ])
  put(ann, { time_zone_id: 'Europe/Dublin' })
  const sameCity = put(ann, { home_airports: ['LHR'] })
  t.match(
    sameCity,
    { home_airports: ['LHR'], time_zone_id: 'Europe/Dublin', state: 'ENG' },
    'a chosen zone stays in the same city',
  )
  t.equal(sameCity.homes.length, 2, 'one home per first day')
  t.same(put(ann, { home_airports: ['LHR'], country: 'gb' }), sameCity, 'equal values change nothing')
})

t.test('a home that begins later is not the present one', async (t) => {
  const ann = londoner()
  const planned = put(ann, { home_city: 'Paris', country: 'FR', home_airports: ['CDG'], from: '2030-01-01' })
  t.match(planned, {
    home_city: 'London',
    country: 'GB',
    home_airports: ['LHR', 'LGW', 'LCY'],
    time_zone_id: 'Europe/London',
  })
  t.match(planned.homes, [
    { city: 'London' },
    { from: '2030-01-01', city: 'Paris', country: 'FR', airports: ['CDG'], time_zone_id: 'Europe/Paris' },
  ])
  const today = put(ann, { home_airports: ['LGW'] })
  t.match(today, { home_city: 'London', home_airports: ['LGW'], time_zone_id: 'Europe/London' })
  t.match(today.homes, [
    { from: '2000-01-01', airports: ['LHR', 'LGW', 'LCY'] },
    { from: '2026-01-01', city: 'London', airports: ['LGW'] },
    { city: 'Paris', airports: ['CDG'] },
  ])
  t.same(put(ann, { from: '2000-01-01' }), today, 'naming the first day alone changes nothing')
  t.match(
    put(ann, { home_airports: ['LHR'], from: '2000-01-01' }).homes,
    [{ city: 'London', airports: ['LHR'] }, { airports: ['LGW'] }, { city: 'Paris' }],
    'an earlier home can be corrected',
  )
  t.match(put(ann, { home_airports: ['CDG', 'ORY'], from: '2031-05-01' }).homes.at(-1), {
    from: '2031-05-01',
    city: 'Paris',
    country: 'FR',
    airports: ['CDG', 'ORY'],
    time_zone_id: 'Europe/Paris',
  })
})

t.test('another city has other coordinates and another zone', async (t) => {
  const ann = londoner()
  put(ann, { time_zone_id: 'Europe/Dublin', state: 'ENG' })
  const moved = put(ann, { home_city: 'Rome' })
  t.match(moved, {
    home_city: 'Rome',
    state: '07',
    country: 'IT',
    home_airports: [],
    home_city_lat: '41.89190',
    time_zone_id: 'Europe/Rome',
  })
  t.match(
    put(ann, { home_city: 'London', country: 'ca', from: '2025-06-01' }).homes[1],
    { from: '2025-06-01', country: 'CA', time_zone_id: 'America/Toronto' },
    'also one of the same name',
  )
  t.match(put(ann, { home_city: 'Springfield', state: 'MA', country: 'US' }), {
    time_zone_id: 'America/New_York',
  })
  t.match(put(ann, { state: 'MO' }), {
    home_city: 'Springfield',
    state: 'MO',
    time_zone_id: 'America/Chicago',
    home_city_lat: '37.21530',
  })
})

t.test('home_city null means no known home from that day on', async (t) => {
  const ann = londoner()
  const homeless = put(ann, { home_city: null })
  t.match(homeless, {
    home_city: null,
    state: null,
    country: null,
    home_city_lat: null,
    home_airports: [],
    time_zone_id: 'Europe/London',
  })
  t.match(homeless.homes, [
    { from: '2000-01-01', city: 'London' },
    { from: '2026-01-01', city: null, airports: [] },
  ])
  t.same(put(ann, { home_city: null }), homeless)
  t.match(
    put(traveller([]), { home_city: null }).homes,
    { length: 0 },
    'a traveller without a home still has none',
  )
})

t.test('the first home applies from always, and plain fields count as a home', async (t) => {
  const bob = traveller([])
  t.match(put(bob, { home_city: 'Paris', country: 'fr' }), {
    country: 'FR',
    time_zone_id: 'Europe/Paris',
    homes: [{ from: null, city: 'Paris' }],
  })
  const cid = traveller([])
  cid.state.profile = {
    ...cid.state.profile,
    home_city: 'Boston',
    state: 'MA',
    country: 'US',
    home_airports: ['BOS'],
  }
  t.match(put(cid, { home_city: 'Paris', country: 'FR' }).homes, [
    { from: null, city: 'Boston', airports: ['BOS'] },
    { from: '2026-01-01', city: 'Paris' },
  ])
})

t.test('of several changes of one version of the record the first is applied', (t) => {
  const ann = londoner()
  const put = (seq: number, gender: string, doc: string): StreamMessage => ({
    seq: 100 + seq,
    envelope: {
      v: 1,
      kind: 'profile',
      batch: String(1_000 + seq),
      received: ann.env.now,
      expects: { id: '77', version: 1, doc },
    },
    body: { gender },
  })
  const read = ann.stored.profile
  const { state, folded } = decide(ann.state, [put(1, 'one', read), put(2, 'two', read)], ann.env)
  t.match(
    folded.batches.map((batch) => batch.refusal),
    [null, { error: 'precondition_failed' }],
  )
  t.equal(state.profile['gender'], 'one')
  const next = decide(state, [put(3, 'three', folded.profile!)], ann.env)
  t.match(next.folded.batches, [{ refusal: null }])
  t.end()
})

t.test('warnings of what cannot be travelled are switched off and on again', async (t) => {
  const ann = traveller()
  ann.post([
    flight('DL1', 'JFK-LHR', '2026-03-02T19:00', '2026-03-03T07:00'),
    flight('DL2', 'CDG-JFK', '2026-03-06T10:00', '2026-03-06T13:00'),
  ])
  const codes = (): string[] => (ann.trips()[0]?.warnings ?? []).map(({ code }) => code)
  t.same(codes(), ['leg_missing', 'stay_missing'])
  put(ann, { plausibility_warnings: false })
  t.same(codes(), [])
  put(ann, { plausibility_warnings: null })
  t.same(codes(), ['leg_missing', 'stay_missing'])
})
