/** The member's home: what is stated, and a form to state it (RULES 5.2). */
import { parseDate } from '../../../../schemas/base/wall-time.js'
import type { LocationReads, MemberReads } from '../../../../schemas/itinerary/reads.js'
import type { GroupingNoteReads } from '../../../../schemas/member-pages/grouping-notes.js'
import { fieldErrors } from '../../lib/form-checks.js'
import type { NameStore, ProfileStore } from '../ports.js'
import { countryName } from '../trip/segment-place.js'
import { homeItems, inferredPlace, isHomeKnown } from './home-items.js'
import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import { postForm } from '../../views/post-form.js'
import { field, tick } from '../../views/field.js'
import type { PageFrame, FieldError } from '../../views/page-frame.js'
import type { HomePageData } from './home-items.js'
import { noticeOf, page } from '../../lib/page.js'
import { member } from '../../lib/page-access.js'
import type { MemberPage } from '../../lib/page-access.js'
import type { PageResult } from '../../lib/page-result.js'
import { redirect, view } from '../../lib/page-result.js'

export interface HomeDeps {
  records: MemberReads
  notes: GroupingNoteReads
  locations: LocationReads
  names: NameStore
  profiles: ProfileStore
  now: () => number
}

interface City {
  id: string
  name: string
  admin_code: string | null
  admin_name: string | null
  country: string | null
  lat: string
  lon: string
}

const PAGE = '/account/home'
const MAX_CITIES = 10
const MAX_QUERY = 100
const MAX_AIRPORTS = 20
const DAY_CHARS = 10
const NOTICES: Readonly<Record<string, string>> = {
  done: 'Saved. Your trips since that day are grouped by this home.',
  pending: 'This takes a moment. Reload the page to see the change.',
}

export const homePages = [
  page(
    { route: `GET ${PAGE}`, access: member },
    async (page, deps: HomeDeps) => await renderHome(page, deps),
  ),
  page({ route: `POST ${PAGE}`, access: member }, stateHome),
]

async function renderHome(page: MemberPage, deps: HomeDeps, errors: FieldError[] = []): Promise<PageResult> {
  const sent = page.request.method === 'POST' ? page.form : page.query
  const q = sent.get('q')?.trim().slice(0, MAX_QUERY) ?? ''
  const [row, notes, cities] = await Promise.all([
    deps.records.byId(page.session.accountId),
    deps.notes.byId(page.session.accountId),
    q === '' ? [] : findCities(deps.locations, q),
  ])
  const record = JSON.parse(row?.doc ?? '{}') as Record<string, unknown>
  return view(
    homeView,
    { title: 'Home', notice: noticeOf(page, NOTICES), errors },
    {
      homes: homeItems(record, today(deps)),
      isKnown: isHomeKnown(record),
      inferred: notes.home === null ? null : inferredPlace(notes.home),
      zone: typeof record['time_zone_id'] === 'string' ? record['time_zone_id'] : null,
      q: q === '' ? null : q,
      cities: cities.map((city) => ({ id: city.id, name: cityName(city) })),
      from: sent.get('from') ?? today(deps),
      airports: sent.get('airports') ?? '',
    },
  )
}

async function stateHome(page: MemberPage, deps: HomeDeps): Promise<PageResult> {
  const { form, session } = page
  const from = form.get('from') ?? today(deps)
  const airports = (form.get('airports') ?? '').toUpperCase().match(/[A-Z0-9]+/g) ?? []
  const cities = await findCities(deps.locations, form.get('q')?.trim().slice(0, MAX_QUERY) ?? '')
  const city = cities.find(({ id }) => id === form.get('city'))
  const errors = fieldErrors([
    ['q', city === undefined ? 'Search for your city, and choose it from the list.' : null],
    ['from', Number.isNaN(parseDate(from)) ? 'Enter the first day there, such as 2026-09-01.' : null],
    ['airports', await airportError(airports, deps.names)],
  ])
  if (city === undefined || errors.length > 0) return await renderHome(page, deps, errors)
  const outcome = await deps.profiles.change(session.accountId, {
    home_city: city.name,
    state: city.admin_code,
    country: city.country,
    home_city_lat: city.lat,
    home_city_lon: city.lon,
    home_airports: airports,
    from,
  })
  if (outcome === 'refused')
    return await renderHome(page, deps, [{ field: 'q', text: 'This was not accepted. Choose another city.' }])
  await page.audit('home_stated', { memberId: session.accountId, detail: { city: city.name, from } })
  return redirect(`${PAGE}?m=${outcome}`)
}

async function findCities(locations: LocationReads, q: string): Promise<City[]> {
  if (q === '') return []
  const { rows } = await locations.cities(q, MAX_CITIES, 0)
  return rows.map((row) => JSON.parse(row) as City).map((city) => ({ ...city, id: String(city.id) }))
}

function cityName({ name, admin_name: admin, country }: City): string {
  const region = admin === name ? null : admin
  return [name, region, country === null ? null : countryName(country)]
    .filter((one) => one !== null)
    .join(', ')
}

async function airportError(codes: readonly string[], names: NameStore): Promise<string | null> {
  if (codes.length > MAX_AIRPORTS) return `Enter at most ${MAX_AIRPORTS} airports.`
  const known = await names.airports(codes)
  const unknown = codes.find((code) => !known.has(code))
  return unknown === undefined
    ? null
    : `There is no airport ${unknown}. Enter codes of three letters, such as ZRH.`
}

const today = ({ now }: HomeDeps): string => new Date(now()).toISOString().slice(0, DAY_CHARS)

function homeView(data: HomePageData, frame: PageFrame): Html {
  return html`
<h1>Home</h1>
<p class="lead">A trip begins when you leave the area of your home and ends when you are back, so your home decides which flights, stays and trains belong together.</p>
${
  data.homes.length === 0
    ? html`${
        data.inferred === null &&
        html`<p>You have not said where you live. Until you do, it is worked out from where your journeys begin and end and where you need no hotel; too little travel of yours is known for that so far.</p>
`
      }`
    : html`<h2>Stated homes</h2>
<ul class="trips">
${data.homes.map(
  (
    home,
  ) => html`<li class="card"><p><strong>${home.city}</strong> ${home.period}${home.isPresent && html` <span class="badge good">Now</span>`}</p>${home.airports !== '' && html`<p class="soft">Airports: ${home.airports}</p>`}</li>
`,
)}
</ul>
${!data.isKnown && data.inferred === null && html`<p>No city is known: your home is worked out from where your journeys begin and end.</p>`}
`
}
${
  data.inferred !== null &&
  html`<p class="who">We take <strong>${data.inferred}</strong> as your home, because your journeys begin and end there more often than anywhere else, and you spend few nights in hotels there. If that is wrong, say below where you live.</p>
`
}${data.zone !== null && html`<p class="soft">Your time zone: ${data.zone}</p>`}
<h2>${data.homes.length === 0 ? 'Say where you live' : 'You have moved?'}</h2>
<form method="get" action="/account/home" role="search">
${field(frame.errors, { id: 'q', label: 'City', value: data.q ?? '', autocomplete: 'address-level2' })}
<p class="actions"><button${data.q === null && html` class="primary"`}>Search</button></p>
</form>
${data.q !== null && data.cities.length === 0 && html`<p role="status">No city is called <strong>${data.q}</strong>. Try the nearest larger one.</p>`}
${
  data.cities.length > 0 &&
  html`${postForm(
    frame,
    { action: '/account/home', novalidate: true, hidden: { q: data.q ?? '' } },
    html`<fieldset><legend>Which one?</legend>
${data.cities.map(
  (
    city,
    at,
  ) => html`${tick({ type: 'radio', id: `city-${city.id}`, name: 'city', value: city.id, checked: at === 0 }, city.name)}
`,
)}</fieldset>
${field(frame.errors, { id: 'from', label: 'First day there', type: 'date', hint: 'Trips since that day are grouped again by this home; earlier ones keep theirs.', value: data.from })}
${field(frame.errors, { id: 'airports', label: 'Your airports (optional)', hint: 'Codes of airports that are home to you, also if they are far, such as ZRH, BSL.', value: data.airports, required: false })}
<p class="actions"><button class="primary">Save this home</button></p>
`,
  )}
`
}
`
}
