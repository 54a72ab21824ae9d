/** The member's home: what is stated, and a form to state it (RULES 5.2). */
import { parseDate } from '../../../../schemas/base/wall-time.js'
import type { LocationReads, MemberReads } from '../../../../schemas/itinerary/reads.js'
import type { GroupingNoteReads } from '../../../../schemas/member-pages/grouping-notes.js'
import { holder } from '../../../limits/budget.js'
import type { Budget } from '../../../limits/budget.js'
import { PROFILE_CHANGES, spendingBudget } from '../../../operation/spending-limit.js'
import { fieldErrors } from '../../lib/form-checks.js'
import { asSent, text } from '../../lib/form.js'
import { noticeOf, page } from '../../lib/page.js'
import type { Page, Posted } from '../../lib/page.js'
import { member } from '../../lib/page-access.js'
import type { MemberAccessDeps, MemberPage } from '../../lib/page-access.js'
import { redirect, view } from '../../lib/page-result.js'
import type { PageResult, Refused } from '../../lib/page-result.js'
import { fields, radios } from '../../views/field.js'
import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import type { PageFrame } from '../../views/page-frame.js'
import { postForm } from '../../views/post-form.js'
import { homeItems, inferredPlace, isHomeKnown } from './home-items.js'
import type { HomeItem } from './home-items.js'
import type { NameStore, ProfileStore } from '../ports.js'
import { countryName } from '../../../segment-words/segment-place.js'

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
  done: 'Saved. Your trips from that day on are grouped by this home.',
  pending: 'This takes a moment. Reload the page to see the change.',
}

const SEARCH = { q: text({ label: 'City', autocomplete: 'address-level2' }) }
const PLACE = {
  from: asSent({
    label: 'First day there',
    type: 'date',
    hint: 'Trips from that day on are grouped again by this home; earlier ones stay as they are.',
  }),
  airports: asSent({
    label: 'Your airports (optional)',
    required: false,
    hint: 'Codes of airports that count as home, even distant ones, such as ZRH, BSL.',
  }),
}
const HOME = { ...SEARCH, city: asSent(), ...PLACE }
type HomeForm = Posted<MemberPage, typeof HOME>

export function homePages(): Array<Page<HomeDeps & MemberAccessDeps>> {
  const changes = spendingBudget(PROFILE_CHANGES)
  return [
    page(
      { route: `GET ${PAGE}`, access: member, form: HOME },
      async (page, deps: HomeDeps) => await renderHome(page, deps),
    ),
    page(
      { route: `POST ${PAGE}`, access: member, form: HOME },
      async (page, deps: HomeDeps) => await stateHome(page, changes, deps),
    ),
  ]
}

async function renderHome(page: HomeForm, deps: HomeDeps, refused: Refused = {}): Promise<PageResult> {
  const memberId = page.account.id
  const q = page.form.q.slice(0, MAX_QUERY)
  const [row, notes, cities] = await Promise.all([
    deps.records.byId(memberId),
    deps.notes.byId(memberId),
    findCities(deps.locations, q),
  ])
  const record = JSON.parse(row?.doc ?? '{}') as Record<string, unknown>
  const homes = homeItems(record, today(deps))
  const inferred = notes.home === null ? null : inferredPlace(notes.home)
  const zone = record['time_zone_id']
  const shown = { q, from: page.form.from || today(deps), airports: page.form.airports }
  return view(
    { title: 'Home', notice: noticeOf(page, NOTICES), ...refused },
    (frame) => html`
<h1>Home</h1>
<p class="lead">A trip begins when you leave the area of your home and ends when you are back, so your home decides which flights, stays and trains belong together.</p>
${homes.length > 0 && statedHomes(homes)}
${homes.length === 0 && inferred === null && html`<p>You have not said where you live. Until you do, we work it out from where your journeys begin and end and where you need no hotel. So far we know too little of your travel for that.</p>`}
${homes.length > 0 && !isHomeKnown(record) && inferred === null && html`<p>No city is known: your home is worked out from where your journeys begin and end.</p>`}
${inferred !== null && html`<p class="who">We take <strong>${inferred}</strong> as your home, because your journeys begin and end there more often than anywhere else, and you spend few nights in hotels there. If that is wrong, say below where you live.</p>`}
${typeof zone === 'string' && html`<p class="soft">Your time zone: ${zone}</p>`}
<h2>${homes.length === 0 ? 'Say where you live' : 'Have you moved?'}</h2>
<form method="get" action="${PAGE}" role="search">
${fields(frame, SEARCH, shown)}<p class="actions"><button${q === '' && html` class="primary"`}>Search</button></p>
</form>
${q !== '' && cities.length === 0 && html`<p role="status">No city is called <strong>${q}</strong>. Try the nearest larger one.</p>`}
${cities.length > 0 && cityForm(cities, shown, frame)}
`,
  )
}

function statedHomes(homes: readonly HomeItem[]): Html {
  return html`<h2>Your homes</h2>
<ul class="trips">
${homes.map(
  (home) =>
    html`<li class="card"><p><strong>${home.city}</strong> ${home.period}${home.isPresent && html` <span class="badge good">Now</span>`}</p>${home.airports !== '' && html`<p class="soft">Airports: ${home.airports}</p>`}</li>\n`,
)}
</ul>`
}

function cityForm(
  cities: readonly City[],
  shown: Record<'q' | 'from' | 'airports', string>,
  frame: PageFrame,
): Html {
  const choices = cities.map((city) => [city.id, cityName(city)] as const)
  return postForm(
    frame,
    { action: PAGE, novalidate: true, hidden: { q: shown.q } },
    html`<fieldset><legend>Which one?</legend>
${radios('city', cities[0]?.id ?? '', choices, 'city-')}</fieldset>
${fields(frame, PLACE, shown)}<p class="actions"><button class="primary">Save this home</button></p>`,
  )
}

async function stateHome(page: HomeForm, changes: Budget, deps: HomeDeps): Promise<PageResult> {
  const { form, account } = page
  const from = form.from || today(deps)
  const airports = form.airports.toUpperCase().match(/[A-Z0-9]+/g) ?? []
  const cities = await findCities(deps.locations, form.q.slice(0, MAX_QUERY))
  const city = cities.find(({ id }) => id === form.city)
  const errors = fieldErrors([
    ['q', city === undefined ? 'Search for your city and choose it from the list.' : null],
    ['from', Number.isNaN(parseDate(from)) ? 'Enter the first day there, such as 2026-09-01.' : null],
    ['airports', await airportError(airports, deps.names)],
  ])
  // Without cities to choose from, the page has no other field.
  const shown = cities.length === 0 ? errors.filter(({ field }) => field === 'q') : errors
  if (city === undefined || shown.length > 0) return await renderHome(page, deps, { errors: shown })
  const wait = changes.take([holder(account.id)])
  if (wait !== null) {
    const text = 'You have changed your home too often. Try again in a few minutes.'
    return await renderHome(page, deps, { errors: [{ field: 'q', text }], status: 429, retryAfter: wait })
  }
  const outcome = await deps.profiles.change(account.id, {
    home_city: city.name,
    state: city.admin_code,
    country: city.country,
    home_city_lat: city.lat,
    home_city_lon: city.lon,
    home_airports: airports,
    from,
  })
  if (outcome === 'refused') {
    const text = 'This was not accepted. Choose another city.'
    return await renderHome(page, deps, { errors: [{ field: 'q', text }] })
  }
  await page.audit('home_stated', { memberId: account.id, detail: { city: city.name, from } })
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
