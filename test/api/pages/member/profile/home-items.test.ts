/** Homes as their page lists them: the present one first, each with its time. */
import t from 'tap'
import { homeItems, inferredPlace } from '../../../../../api/pages/member/profile/home-items.js'

const home = (city: string, from: string | null): Record<string, unknown> => ({
  city,
  country: 'DE',
  from,
  airports: [],
})

t.test('each home has the time for which it holds', async (t) => {
  const homes = [home('Kiel', null), home('Bremen', '2020-05-01'), home('Hamburg', '2026-09-01')]
  t.match(homeItems({ homes }, '2026-11-25'), [
    { city: 'Hamburg, Germany', period: 'since 1 September 2026', isPresent: true },
    { city: 'Bremen, Germany', period: '1 May 2020 to 1 September 2026', isPresent: false },
    { city: 'Kiel, Germany', period: 'until 1 May 2020', isPresent: false },
  ])
  t.match(homeItems({ homes: [home('Kiel', null)] }, '2026-11-25'), [{ period: 'always', isPresent: true }])
})

t.test('an inferred home without a city is named by where it is', async (t) => {
  t.equal(inferredPlace({ city: 'Hamburg', lat: 53.55, lon: 9.99 }), 'Hamburg')
  t.equal(
    inferredPlace({ city: null, lat: 53.55, lon: 9.99 }),
    'the area around latitude 53.5, longitude 10.0',
  )
})
