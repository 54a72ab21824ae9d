/** The pages on which a member states a home (RULES 5.2) and the name. */
import t from 'tap'
import { startIngress } from '../../../../support/api/ingress.js'
import { aMember, signedInMember, signedInNode } from '../../../../support/auth/auth-fixtures.js'
import type { Answer } from '../../../../support/https-site.js'
import { formTo } from '../../../../support/auth/visitor.js'
import { testDatabase, testNats } from '../../../../support/servers.js'
import { until } from '../../../../support/until.js'

t.setTimeout(200_000)

const databaseUrl = await testDatabase(t)
const ingress = await startIngress(t, { fold: true, on: { databaseUrl, natsUrl: (await testNats(t)).url } })
const { node, member, who } = await signedInNode(t, { databaseUrl, publish: ingress.deps.publish })
const PAGE = '/account/home'
const { form_token = '' } = formTo((await who.get(PAGE)).text, '/signout').fields
const state = async (values: Record<string, string>): Promise<Answer> =>
  await who.post(PAGE, { form_token, q: 'Zurich', ...values })

t.test('a member searches for a city, says since when, and the record has it', async (t) => {
  t.match((await who.get(PAGE)).text, /You have not said where you live/)
  const found = await who.get(`${PAGE}?q=Zurich`)
  t.match(found.text, /Zürich, Zurich, Switzerland/)
  const saved = await state({ from: '2026-09-01', airports: 'zrh, BSL', city: '2657896' })
  t.match(saved, { status: 303, headers: { location: `${PAGE}?m=done` } })
  t.match(
    (await who.get(`${PAGE}?m=done`)).text,
    /Zürich, Switzerland<\/strong> since 1 September 2026[^]*ZRH, BSL/,
  )
  const me = await ingress.request('/v2/me', { token: await ingress.token(member.id) })
  t.match(me.json, {
    home_city: 'Zürich',
    country: 'CH',
    time_zone_id: 'Europe/Zurich',
    home_airports: ['ZRH', 'BSL'],
    homes: [{ from: '2026-09-01', city: 'Zürich' }],
  })
  t.match((await who.get('/account/security')).text, /Home changed/)
})

t.test('a member changes the name, which the record and the pages have then', async (t) => {
  const profile = '/account/profile'
  t.match((await who.get(profile)).text, /value="Ann"[^]*value="Example"/)
  t.match(await who.fill(profile, { first_name: ' ', last_name: 'Byron' }), {
    status: 422,
    text: /value="Byron"/,
  })
  const saved = await who.fill(profile, { first_name: 'Ada', last_name: 'Byron' })
  t.match(saved, { status: 303, headers: { location: `${profile}?m=done` } })
  t.match((await who.get(profile)).text, /value="Ada"[^]*value="Byron"/)
  const me = await ingress.request('/v2/me', { token: await ingress.token(member.id) })
  t.match(me.json, { first_name: 'Ada', last_name: 'Byron' })
  t.match((await who.get('/account/security')).text, /Name changed/)
})

t.test('what is wrong is said next to its field', async (t) => {
  for (const [values, text] of [
    [{ city: '2657896', airports: 'XXQ' }, /There is no airport XXQ/],
    [{ city: '2657896', from: '2026-02-30' }, /Enter the first day there/],
    [{ city: '1' }, /choose it from the list/],
  ] as const)
    t.match(await state(values), { status: 422, text })
  t.match((await who.get(`${PAGE}?q=Qqqqqqqq`)).text, /No city is called/)
})

t.test(
  'the home that journeys suggest is named, until one is stated; what is in no trip says why',
  async (t) => {
    const { id } = await aMember(node)
    const traveller = await signedInMember(node, { id, email: '' })
    t.match((await traveller.get(PAGE)).text, /we know too little of your travel/)
    const flight = (day: string, from: string, to: string): Record<string, unknown> => ({
      type: 'Air',
      source: 'airline_lh',
      airline: 'LH',
      flight_num: '2001',
      origin: from,
      destination: to,
      departure_datetime: `${day}T10:00`,
      arrival_datetime: `${day}T11:15`,
      confirmation_no: `H${day.slice(5).replace('-', '')}`,
    })
    const dinner = {
      type: 'Restaurant',
      source: 'manual',
      restaurant_name: 'Alte Mühle',
      city_name: 'Hamburg',
      country: 'DE',
      start_datetime: '2040-03-05T19:30',
    }
    const segments = [
      flight('2040-03-01', 'HAM', 'MUC'),
      flight('2040-03-03', 'MUC', 'HAM'),
      flight('2040-05-01', 'HAM', 'MUC'),
      flight('2040-05-03', 'MUC', 'HAM'),
      dinner,
    ]
    const sent = await ingress.request('/v2/segments', {
      method: 'POST',
      token: await ingress.token(id),
      body: { segments },
    })
    t.equal(sent.status, 202)
    await until('the home is inferred', async () =>
      (await traveller.get(PAGE)).text.includes('We take <strong>Hamburg</strong> as your home'),
    )
    t.match((await traveller.get('/account/trips')).text, /1 item not in a trip/)
    t.match((await traveller.get('/account/trips/unfiled')).text, /Alte Mühle[^]*near your home/)
  },
)
