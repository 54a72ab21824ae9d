/**
 * Every field comes back through the API: a segment of each type with all fields, sent as JSON, as a form and as a line
 * of a feed, is answered alike by every read, in its event, in the export, and as far as people need it in the calendar
 * and on the page. test/actors/member/documents/every-field.test.ts has the many runs.
 */
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import fc from 'fast-check'
import ICAL from 'ical.js'
import t from 'tap'
import type { Test } from 'tap'
import { priceText } from '../../api/segment-words/written-price.js'
import { timelineItem } from '../../api/pages/member/trip/timeline-item.js'
import type { SegmentDoc } from '../../api/segment-words/segment-doc.js'
import { personDocument } from '../../db/person/export-person.js'
import { productDocument } from '../checks/product-document.js'
import { SEGMENT_TYPES } from '../../schemas/segment/fields/segment-types.js'
import type { SegmentType } from '../../schemas/segment/fields/segment-types.js'
import { authorise, makeFeedSupplier, sendFeed } from '../support/api/feed-client.js'
import { startWebhookIngress } from '../support/api/webhook-ingress.js'
import type { Ingress } from '../support/api/ingress.js'
import { openApiContract } from '../support/api/openapi-contract.js'
import type { HttpAnswer } from '../support/api/request.js'
import { differences, expectedAnswers, SHOWN_TO_PEOPLE } from '../support/fields/expected-answers.js'
import { dayAfter, generatedSegment, PEOPLE } from '../support/fields/generated-segment.js'
import type { Fields } from '../support/fields/generated-segment.js'
import { propertySeed } from '../support/property-runs.js'
import { until } from '../support/until.js'

t.setTimeout(150_000)

const ROUNDS = 2
const FIRST_DAY = dayAfter(new Date().toISOString().slice(0, 10), 60)

type Document = Fields & SegmentDoc

interface Sender {
  member: string
  get: (path: string) => Promise<HttpAnswer>
  send: (path: string, body: { json: unknown } | { form: string }) => Promise<HttpAnswer>
}

async function sender(ingress: Ingress): Promise<Sender> {
  const member = await ingress.createMember({ ...PEOPLE[0] })
  await authorise(ingress, member)
  const token = await ingress.token(member)
  return {
    member,
    get: async (path) => await ingress.request(path, { token }),
    send: async (path, body) =>
      await ingress.request(path, {
        method: 'POST',
        token,
        headers: {
          prefer: 'wait=10, handling=strict',
          'content-type': 'json' in body ? 'application/json' : 'application/x-www-form-urlencoded',
        },
        raw: 'json' in body ? JSON.stringify(body.json) : body.form,
      }),
  }
}

/** As a browser or an older client writes a form: texts, and JSON for what is an object or a list. */
function formOf(segment: Fields): string {
  const texts = Object.entries(segment).map(([name, value]): [string, string] => [
    name,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ])
  return new URLSearchParams(texts).toString()
}

const WAYS: Readonly<Record<string, (ingress: Ingress, who: Sender, segments: Fields[]) => Promise<void>>> = {
  JSON: async (_, who, segments) => {
    const answer = await who.send('/v2/segments', { json: { segments } })
    if (answer.status !== 202) throw new Error(answer.text)
  },
  form: async (_, who, segments) => {
    const made = await Promise.all(
      segments.map(
        async ({ type, ...fields }) =>
          await who.send(`/v2/segments/${String(type).toLowerCase()}`, { form: formOf(fields) }),
      ),
    )
    for (const { status, text } of made) if (status !== 201) throw new Error(text)
  },
  feed: async (ingress, { member }, segments) => {
    const answers = await sendFeed(
      ingress,
      segments.map((segment) => ({ member_id: member, segments: [segment] })),
    )
    for (const one of answers) if (one.status !== 202) throw new Error(JSON.stringify(one))
  },
}

/** Where documents are answered, each as the documents by type. */
async function readEverywhere(
  ingress: Ingress,
  { member, get }: Sender,
): Promise<Record<string, Document[]>> {
  const list = (await get('/v2/segments?limit=100')).json as Document[]
  const trips = (await get('/v2/trips?segments=1&limit=100')).json as Array<{ segments: Document[] }>
  const single = await Promise.all(
    list.map(async ({ id }) => (await get(`/v2/segments/${id}`)).json as Document),
  )
  // The log shows an event once no transaction that began earlier runs (webhooks.md 1.1).
  const newest = await until('the log has an event of each', async () => {
    const events = (await get('/v2/events?limit=100')).json as Array<{
      sequence: number
      data: { object: Document }
    }>
    const objects = events.toSorted((a, b) => b.sequence - a.sequence).map(({ data }) => data.object)
    return list.every(({ id }) => objects.some((one) => one.id === id)) && objects
  })
  const exported = (await json(Readable.from(personDocument(ingress.database.pool).document(member)))) as {
    segments: Array<{ segment: Document }>
  }
  return {
    list,
    single,
    trip: trips.flatMap((trip) => trip.segments),
    event: list.map(({ id }) => newest.find((one) => one.id === id)!),
    export: exported.segments.map(({ segment }) => segment),
  }
}

/** What the calendar and the page leave out of what people need. */
function missing(shown: string, fields: readonly string[], document: Document): string[] {
  return fields.filter((name) => {
    const value = document[name]
    return value != null && !shown.includes(JSON.stringify(String(value)).slice(1, -1))
  })
}

const writtenPrice = ({ price, currency }: Document): string =>
  price == null ? '' : priceText(String(price), (currency ?? null) as string | null, NAMES.language)

const NAMES = { language: 'en', airports: new Map(), airlines: new Map(), sources: new Map() }
const SHOW_ALL = { locators: true, prices: true, reports: true }

async function faultsOf(ingress: Ingress, way: string, segments: Fields[]): Promise<string[]> {
  const who = await sender(ingress)
  await WAYS[way]!(ingress, who, segments)
  await until('all are on the itinerary', async () => {
    const { json: list } = await who.get('/v2/segments?limit=100')
    return (list as Document[]).length === segments.length
  })
  const everywhere = await readEverywhere(ingress, who)
  const calendar = new ICAL.Component(ICAL.parse((await who.get('/v2/trips.ics')).text))
  const entries = calendar.getAllSubcomponents('vevent')
  const found: string[] = []
  for (const segment of segments) {
    const type = segment['type'] as SegmentType
    const at = (place: string): Document | undefined => everywhere[place]!.find((one) => one.type === type)
    const document = at('single')!
    found.push(...differences(expectedAnswers(type, segment), document).map((one) => `${way} ${type} ${one}`))
    for (const place of Object.keys(everywhere)) {
      if (place === 'trip' && document['trip_id'] === null) continue
      const wrong = differences(new Map(Object.entries(document)), at(place) ?? {})
      found.push(...wrong.map((one) => `${way} ${type}, ${place}: ${one}`))
    }
    const entry = entries.find((one) =>
      String(one.getFirstPropertyValue('uid')).startsWith(`segment-${document.id}`),
    )
    const seen = {
      calendar: JSON.stringify(entry?.getFirstPropertyValue('description')),
      page: JSON.stringify(timelineItem(document, null, NAMES, SHOW_ALL)),
    }
    for (const place of ['calendar', 'page'] as const) {
      const lost = missing(seen[place], SHOWN_TO_PEOPLE[place], document)
      const others = (document['travelers'] as Fields[]).slice(1).map((one) => String(one['first_name']))
      lost.push(...others.filter((name) => !seen[place].includes(name)))
      if (place === 'page' && !seen.page.includes(writtenPrice(document))) lost.push('price')
      if (lost.length > 0) found.push(`${way} ${type}: the ${place} lacks ${lost.join(', ')}: ${seen[place]}`)
    }
  }
  return [...found, ...(await violations(who))]
}

const contract = openApiContract(await productDocument('https://api.example.com'))

/** What the answers of reads have that the OpenAPI document does not say. */
async function violations({ get }: Sender): Promise<string[]> {
  const answers: Array<[path: string, query: string]> = [
    ['/v2/segments', '?limit=100'],
    ['/v2/trips', '?segments=1'],
    ['/v2/events', '?limit=100'],
  ]
  const found = await Promise.all(
    answers.map(async ([path, query]) => {
      const operation = contract.operations.find((one) => one.path === path && one.method === 'GET')!
      return contract.violation(operation, await get(path + query))
    }),
  )
  return found.filter((one) => one !== null)
}

t.test('every field of every type, in three ways of sending', async (t: Test) => {
  const { ingress } = await startWebhookIngress(t, { fold: true })
  await makeFeedSupplier(ingress)
  const seed = propertySeed()
  const rounds = fc.sample(
    fc.tuple(...SEGMENT_TYPES.map((type, at) => generatedSegment(type, dayAfter(FIRST_DAY, at * 3)))),
    { numRuns: ROUNDS, seed },
  )
  for (const segments of rounds)
    for (const way of Object.keys(WAYS))
      t.same(await faultsOf(ingress, way, segments), [], `${way}, seed ${seed}`)
})
