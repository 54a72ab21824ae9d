/**
 * A member edits segments without a script. The API is the oracle: a form makes of the same values the document that the
 * same JSON makes, one that is sent as it was filled changes nothing, and what the member corrects wins over every source.
 */
import fc from 'fast-check'
import t from 'tap'
import { FORM_FIELDS, inputsOf, shownTexts } from '../../../../api/pages/member/editing/segment-fields.js'
import { SEGMENT_TYPES } from '../../../../schemas/segment/fields/segment-types.js'
import type { SegmentType } from '../../../../schemas/segment/fields/segment-types.js'
import { writeStore } from '../../../../ops/wiring/auth-stores.js'
import { ApiError } from '../../../../schemas/base/errors.js'
import { startIngress } from '../../../support/api/ingress.js'
import { aMember, signedInMember } from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import type { Answer } from '../../../support/https-site.js'
import type { Visitor } from '../../../support/auth/visitor.js'
import { dayAfter, generatedSegment } from '../../../support/fields/generated-segment.js'
import type { Fields } from '../../../support/fields/generated-segment.js'
import { propertySeed } from '../../../support/property-runs.js'
import { testDatabase, testNats } from '../../../support/servers.js'

t.setTimeout(300_000)

const FIRST_DAY = dayAfter(new Date().toISOString().slice(0, 10), 60)
const EMPTY = {
  take: () => {
    throw new ApiError('rate_limited', 'Too many segments.')
  },
}
const neverAsked = async (): Promise<never> => await Promise.reject(new Error('published'))
const PLACE_PARTS = /(?:^|_)(?:code|country|name|address\d|time_zone_id)$/
const SEED = propertySeed()
const databaseUrl = await testDatabase(t)
const ingress = await startIngress(t, { fold: true, on: { databaseUrl, natsUrl: (await testNats(t)).url } })
const node = await authNode(t, { databaseUrl, publish: ingress.deps.publish })

interface Traveller {
  who: Visitor
  ask: (path: string, body?: unknown, method?: string) => Promise<{ status: number; json: unknown }>
}

async function traveller(): Promise<Traveller> {
  const member = await aMember(node)
  const token = await ingress.token(member.id)
  return {
    who: await signedInMember(node, member),
    ask: async (path, body, method = body === undefined ? 'GET' : 'POST') =>
      await ingress.request(path, { token, method, ...(body === undefined ? {} : { body }) }),
  }
}

const segmentsOf = async ({ ask }: Traveller): Promise<Fields[]> =>
  (await ask('/v2/segments?limit=100')).json as Fields[]

/** What of a document does not differ by when and by whom it was made. */
const content = (document: unknown): unknown =>
  JSON.parse(
    JSON.stringify(document, (key, value: unknown) =>
      /^(?:.*_?id|created|updated|received|url|version|previous|raw_ids|split_from)$/.test(key)
        ? undefined
        : value,
    ),
  )

/** A generated segment with the fields that the form has. */
function typed(type: SegmentType, at: number, seed: number): Fields {
  const [made] = fc.sample(generatedSegment(type, dayAfter(FIRST_DAY, at * 4)), { numRuns: 1, seed })
  return Object.fromEntries(
    FORM_FIELDS[type].flatMap(({ name }) => (name in made! ? [[name, made![name]]] : [])),
  )
}

/** The fields of a form that a traveller fills with these values. */
function filled(type: SegmentType, values: Fields): Record<string, string> {
  const texts = shownTexts(type, values)
  return Object.fromEntries(
    FORM_FIELDS[type].flatMap((one) => inputsOf(one, texts).map(({ id, value = '' }) => [id, value])),
  )
}

/** Of a place that changes, what does not change is taken to belong to the old place. */
function withoutSamePlace(type: SegmentType, other: Fields, before: Fields): Fields {
  const [a, b] = [shownTexts(type, other), shownTexts(type, before)]
  const isOld = ({ name, entry }: (typeof FORM_FIELDS)[SegmentType][number]): boolean =>
    entry.presence === 'optional' && PLACE_PARTS.test(name) && a[name]!.trim() === b[name]!.trim()
  const old = FORM_FIELDS[type].filter(isOld).map(({ name }) => name)
  return Object.fromEntries(Object.entries(other).filter(([name]) => !old.includes(name)))
}

/** What a refused form says. */
const why = ({ text }: Answer): string => text.replace(/[^]*There is a problem/, '').slice(0, 500)

t.test(
  'an added segment is what the API makes of the same fields, and unchanged as it is shown',
  async (t) => {
    const compare = async (type: SegmentType, at: number): Promise<void> => {
      const [page, api] = await Promise.all([traveller(), traveller()])
      const values = typed(type, at, SEED)
      const path = `/account/segments/new/${type.toLowerCase()}`
      const sent = await page.who.fill(path, filled(type, values))
      t.equal(sent.status, 303, `${type} ${SEED} ${why(sent)}`)
      const made = await api.ask(`/v2/segments/${type.toLowerCase()}`, values)
      t.equal(made.status, 201, JSON.stringify(made.json))
      const [shown, expected] = [(await segmentsOf(page))[0]!, (await segmentsOf(api))[0]!]
      t.same(content(shown), content(expected), `${type} ${SEED}`)
      const form = `/account/segments/${String(shown['id'])}`
      t.match((await page.who.fill(form, {})).headers['location'], /m=unchanged#/, `${type} ${SEED}`)
      const other = withoutSamePlace(type, typed(type, at, SEED + 1), values)
      const corrected = await page.who.fill(form, filled(type, other))
      t.equal(corrected.status, 303, `${type} ${SEED} ${why(corrected)}`)
      const replaced = await api.ask(`/v2/segments/${String(expected['id'])}`, other, 'PUT')
      t.equal(replaced.status, 200)
      t.same(content((await segmentsOf(page))[0]), content(replaced.json), `${type} corrected ${SEED}`)
    }
    await Promise.all(SEGMENT_TYPES.map(compare))
  },
)

t.test(
  'what others report is corrected, later reports change nothing of it, and it is taken back',
  async (t) => {
    const compare = async (type: SegmentType, at: number): Promise<void> => {
      const [page, api] = await Promise.all([traveller(), traveller()])
      const source = 'email_parser'
      const values = typed(type, at, SEED)
      const { booking_agent: agent, ...corrected } = typed(type, at, SEED + 1)
      // Another one is reported below: a correction to what was said is none, and hides nothing.
      const isOther = String(agent ?? '').trim() !== String(values['booking_agent'] ?? '').trim()
      const changed = { ...corrected, ...(isOther && { booking_agent: agent }) }
      const other = withoutSamePlace(type, changed, values)
      const path = `/v2/segments/${type.toLowerCase()}`
      for (const { ask } of [page, api]) t.equal((await ask(path, { source, ...values })).status, 201)
      const [before] = await segmentsOf(page)
      const form = `/account/segments/${String(before!['id'])}`
      t.match((await page.who.fill(form, {})).headers['location'], /m=unchanged#/)
      const sent = await page.who.fill(form, filled(type, other))
      t.equal(sent.status, 303, `${type} ${SEED} ${why(sent)}`)
      const id = String((await segmentsOf(api))[0]!['id'])
      const replaced = { source, ...other, ...emptiedTimes(values, other) }
      const expected = await api.ask(`/v2/segments/${id}`, replaced, 'PUT')
      const [after] = await segmentsOf(page)
      const fields = (doc: unknown): Fields =>
        Object.fromEntries(Object.keys(other).map((name) => [name, (doc as Fields)[name]]))
      t.same(fields(after), fields(expected.json), `${type} corrected ${SEED}`)
      const again = { source, ...values, booking_agent: 'Reported again' }
      t.equal((await page.ask(path, again)).status, 201)
      t.same(fields((await segmentsOf(page))[0]), fields(after), `${type} reported again ${SEED}`)
      t.match((await page.who.fillAt(form, `${form}/act`, { do: 'undo' })).headers['location'], /m=undone#/)
      t.same(
        content((await segmentsOf(page))[0]),
        content({ ...before, booking_agent: 'Reported again' }),
        type,
      )
    }
    await Promise.all(SEGMENT_TYPES.map(compare))
  },
)

/** Where only the day is left of a reported time, the reported time is shown again. */
const emptiedTimes = (reported: Fields, other: Fields): Fields =>
  Object.fromEntries(
    Object.entries(reported).filter(([name, value]) => String(value).startsWith(`${String(other[name])}T`)),
  )

const day = (days: number): string => dayAfter(FIRST_DAY, days)
const stay = (name: string, city: string, from: number): Fields => ({
  ...{ type: 'Hotel', source: 'manual', hotel_name: name, city_name: city },
  ...{ checkin_date: day(from), checkout_date: day(from + 2) },
})
const STAYS = [
  stay('Anker', 'Hamburg', 0),
  stay('Berg', 'Hamburg', 2),
  stay('Canal', 'Venice', 40),
  stay('Dom', 'Milan', 42),
]

/** The trips, the stays in none, and ids by name: of a stay, and of its trip as `Anker trip`. */
async function itinerary({ ask }: Traveller) {
  const trips = (await ask('/v2/trips?start=2020-01-01&segments=1&status=Active,Cancelled')).json as Fields[]
  const segments = (await ask('/v2/segments?limit=100&status=Active,Cancelled')).json as Fields[]
  const ids = new Map<string, string>()
  for (const { id, hotel_name: name, trip_id: trip } of segments)
    ids.set(String(name), String(id)).set(`${String(name)} trip`, String(trip))
  const unfiled = segments.filter(({ trip_id: trip }) => trip === null)
  return { shown: content({ trips, unfiled }), of: (name: string): string => ids.get(name) ?? '' }
}
type Of = (name: string) => string
type Form = Record<string, string>

const tripForm =
  (of: string, action: string, form: (of: Of) => Form) =>
  (ids: Of): [page: string, action: string, form: Form] => {
    const path = `/account/trips/${ids(`${of} trip`)}`
    return [`${path}/edit`, `${path}/${action}`, form(ids)]
  }
const segmentForm =
  (of: string, action: string, form: (of: Of) => Form) =>
  (ids: Of): [page: string, action: string, form: Form] => {
    const path = `/account/segments/${ids(of)}`
    return [path, `${path}/${action}`, form(ids)]
  }

t.test('what others change since a correction is shown until the member keeps it', async (t) => {
  const page = await traveller()
  const reported = { ...STAYS[0]!, source: 'email_parser' }
  t.equal((await page.ask('/v2/segments/hotel', reported)).status, 201)
  const [before] = await segmentsOf(page)
  const form = `/account/segments/${String(before!['id'])}`
  await page.who.fill(form, { checkout_date: day(3) })
  t.notMatch((await page.who.get(form)).text, /Keep my corrections/)
  t.equal((await page.ask('/v2/segments/hotel', { ...reported, checkout_date: day(4) })).status, 201)
  t.match(await segmentsOf(page), [
    { checkout_date: day(3), warnings: [{ code: 'schedule_conflict', values: [{ source: 'manual' }, {}] }] },
  ])
  t.match((await page.who.get(form)).text, /Keep my corrections/)
  t.match((await page.who.fillAt(form, `${form}/act`, { do: 'keep' })).headers['location'], /m=kept#/)
  t.match(await segmentsOf(page), [{ checkout_date: day(3), warnings: [] }])
})

/** What a page does, and the request that does the same. */
const EDITS: ReadonlyArray<
  [
    what: string,
    page: (of: Of) => [page: string, action: string, form: Form],
    api: (of: Of) => [path: string, body: unknown, method: string],
  ]
> = [
  [
    'rename and note',
    tripForm('Anker', 'edit', () => ({
      ...{ headline: ' North Sea ', destination: 'Cuxhaven' },
      'note-0': 'Boots!\r\nCoat',
    })),
    (of) => [
      `/v2/trips/${of('Anker trip')}`,
      { headline: 'North Sea', destination: 'Cuxhaven', notes: ['Boots!\nCoat'] },
      'PUT',
    ],
  ],
  [
    'rename back, and no note',
    tripForm('Anker', 'edit', () => ({ headline: '', 'note-0': '' })),
    (of) => [`/v2/trips/${of('Anker trip')}`, { headline: null, notes: null }, 'PUT'],
  ],
  [
    'merge',
    tripForm('Anker', 'merge', (of) => ({ other: of('Canal trip') })),
    (of) => [`/v2/trips/${of('Anker trip')}/merge`, { trip_ids: [of('Canal trip')] }, 'POST'],
  ],
  [
    'split',
    tripForm('Anker', 'split', (of) => ({ [`move-${of('Canal')}`]: '1', [`move-${of('Dom')}`]: '1' })),
    (of) => [`/v2/trips/${of('Anker trip')}/split`, { segment_ids: [of('Canal'), of('Dom')] }, 'POST'],
  ],
  [
    'move to another trip',
    segmentForm('Berg', 'move', (of) => ({ to: of('Dom trip') })),
    (of) => [`/v2/segments/${of('Berg')}`, { ...STAYS[1], trip_id: of('Dom trip') }, 'PUT'],
  ],
  [
    'move to a new trip',
    segmentForm('Berg', 'move', () => ({ to: 'new' })),
    (of) => ['/v2/trips', { segment_ids: [of('Berg')] }, 'POST'],
  ],
  [
    'mark as cancelled',
    segmentForm('Berg', 'act', () => ({ do: 'cancel' })),
    (of) => [`/v2/segments/${of('Berg')}`, { ...STAYS[1], status: 'Cancelled' }, 'PUT'],
  ],
  [
    'not cancelled',
    segmentForm('Berg', 'act', () => ({ do: 'restore' })),
    (of) => [`/v2/segments/${of('Berg')}`, { ...STAYS[1], status: 'Active' }, 'PUT'],
  ],
  [
    'remove',
    segmentForm('Anker', 'act', () => ({ do: 'remove' })),
    (of) => [`/v2/segments/${of('Anker')}`, undefined, 'DELETE'],
  ],
  [
    'delete a trip',
    tripForm('Dom', 'delete', () => ({})),
    (of) => [`/v2/trips/${of('Dom trip')}`, undefined, 'DELETE'],
  ],
]

t.test('an edit leaves the itinerary that the API leaves, and leads to where it is seen', async (t) => {
  const [page, api] = await Promise.all([traveller(), traveller()])
  for (const { ask } of [page, api])
    for (const one of STAYS) t.equal((await ask('/v2/segments/hotel', one)).status, 201)
  for (const [what, byPage, byApi] of EDITS) {
    const [before, expected] = [await itinerary(page), await itinerary(api)]
    const sent = await page.who.fillAt(...byPage(before.of))
    t.equal(sent.status, 303, `${what}: ${why(sent)}`)
    const seen = await page.who.get(String(sent.headers['location']).split('#')[0]!)
    t.match([seen.status, seen.text], [200, /<p class="notice" role="status">/], what)
    t.ok((await api.ask(...byApi(expected.of))).status < 202, what)
    t.same((await itinerary(page)).shown, (await itinerary(api)).shown, what)
    t.not(JSON.stringify((await itinerary(page)).shown), JSON.stringify(before.shown), `${what} changes it`)
  }
})

const notes = (count: number): Form =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`note-${at}`, 'x']))

t.test('out of every trip and back; what is wrong, or of others, changes nothing', async (t) => {
  const page = await traveller()
  for (const one of STAYS.slice(0, 2))
    await page.ask('/v2/segments/hotel', { ...one, source: 'hotel_hilton' })
  const { of, shown } = await itinerary(page)
  const form = `/account/segments/${of('Anker')}`
  const out = await page.who.fillAt(form, `${form}/move`, { to: 'none' })
  const seen = await page.who.get(String(out.headers['location']).split('#')[0]!)
  t.match(seen.text, /Moved\.[^]*Anker[^]*You took it out/)
  await page.who.fillAt(form, `${form}/move`, { to: 'rules' })
  t.same((await itinerary(page)).shown, shown)
  const trip = `/account/trips/${of('Anker trip')}`
  const air = '/account/segments/new/air'
  const cases: ReadonlyArray<[page: string, action: string, form: Form, text: RegExp]> = [
    [form, `${form}/act`, { do: 'remove' }, /only they can cancel it/],
    [form, `${form}/move`, { to: '' }, /Choose where to move it/],
    [form, `${form}/move`, { to: '77' }, /There is no trip/],
    [form, form, { checkout_date: day(-9) }, /id="checkout_date-error"[^]*value="20\d\d-/],
    [air, air, { airline: 'BA' }, /id="airline"[^>]*value="BA"[^]*id="origin-error"/],
    [`${trip}/edit`, `${trip}/split`, {}, /Choose what to move/],
    [`${trip}/edit`, `${trip}/edit`, { headline: 'x'.repeat(201) }, /at most 200/],
    [`${trip}/edit`, `${trip}/edit`, { 'note-0': 'x'.repeat(4_001) }, /at most 4000 characters/],
    [`${trip}/edit`, `${trip}/edit`, notes(101), /at most 100 notes/],
  ]
  for (const [path, action, values, text] of cases)
    t.match(await page.who.fillAt(path, action, values), { status: 422, text }, action)
  t.same((await itinerary(page)).shown, shown, 'nothing is changed')
})

t.test('pages take from the same quota as the API', async (t) => {
  const { pool } = node.database
  const writes = writeStore({ ...node.auth.deps, pool, publish: neverAsked, segmentQuota: EMPTY })
  await t.rejects(writes.write('1', { kind: 'edit', body: {} }), { code: 'rate_limited' })
})

t.test('a change that is not applied yet is shown as such', async (t) => {
  const { who } = await traveller()
  const waiting = await who.get(`/account/changes/${node.auth.deps.ids.next()}?m=added`)
  t.match(waiting, { status: 200, headers: { refresh: '3' }, text: /being applied/ })
  t.equal((await who.get('/account/changes/77')).status, 404)
})
