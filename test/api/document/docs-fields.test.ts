/** The tables of fields: what they say is required, and their examples, are what the validator takes. */
import t from 'tap'
import { rawExamples } from '../../../api/document/examples/raw-segments.js'
import { checkSegment } from '../../../schemas/segment/validation/check-segment.js'
import { describingServer } from '../../support/api/describing-server.js'

const app = await describingServer(t)
const pages = new Map<string, string>()
for (const name of ['segments', 'raw-segment-fields', 'events'])
  pages.set(`/docs/reference/${name}`, (await app.inject(`/docs/reference/${name}`)).body)

/** The cells of a row, which pages write without end tags. */
function cellsOf(page: string, id: string): string[] {
  const html = pages.get(page)!
  const from = html.indexOf(`<tr id="${id}">`)
  if (from < 0) return []
  const ends = ['<tr', '</tbody'].map((tag) => html.indexOf(tag, from + 1)).filter((at) => at > 0)
  return html
    .slice(from, Math.min(...ends))
    .split('<td')
    .slice(1)
}

/** What the page says that a type needs: all of `fields`, and all of one of `ways`. */
function documentedNeeds(type: string): { fields: Set<string>; ways: string[][] } {
  const names = (html: string): string[] =>
    [...html.matchAll(/<code>(\w+)<\/code>/g)].map(([, name]) => name!)
  const [all = '', places = ''] = cellsOf('/docs/reference/segments', `type.${type}`)[2]!.split('one of ')
  const ways = places === '' ? [] : places.split(', ').map(names)
  return { fields: new Set([...names(all), 'type', 'source']), ways }
}

/** What is sent together: a price and its currency, a latitude and its longitude. */
const PAIRS = new Map([
  ['price', 'currency'],
  ['currency', 'price'],
  ['lat', 'lon'],
  ['lon', 'lat'],
])
const together = (name: string): string =>
  name.replace(/^(?:price|currency)$|(?<=^|_)(?:lat|lon)$/, (one) => PAIRS.get(one)!)

t.test('a field is required exactly where the pages say so', async (t) => {
  const context = { source: () => ({ status: 'Active' as const }), zoneOf: () => undefined, strict: true }
  for (const [type, example] of Object.entries(rawExamples)) {
    const { fields, ways } = documentedNeeds(type)
    const all = { ...example, ...Object.fromEntries(ways.flat().map((name) => [name, example[name] ?? '1'])) }
    const isComplete = (sent: Record<string, unknown>): boolean =>
      [...fields].every((name) => name in sent) &&
      (ways.length === 0 || ways.some((way) => way.every((name) => name in sent))) &&
      Object.keys(sent).every((name) => together(name) in sent)
    const onlyWays = ways.map((way) =>
      Object.fromEntries(
        Object.entries(all).filter(([name]) => way.includes(name) || !ways.flat().includes(name)),
      ),
    )
    for (const whole of [example, all, ...onlyWays]) {
      t.same(checkSegment(whole, context), [], type)
      for (const name of Object.keys(whole)) {
        const { [name]: _removed, ...rest } = whole
        const isRefused = checkSegment(rest, context).some(({ error }) => error === 'missing_field')
        t.equal(isRefused, !isComplete(rest), `${type} without ${name}: ${Object.keys(rest).join()}`)
      }
    }
    const marked = [
      ...pages
        .get('/docs/reference/raw-segment-fields')!
        .matchAll(
          new RegExp(
            `<tr id="(?:RawSegment|Raw${type})\\.(\\w+)"><td><a[^>]*>[^<]*</a> <b class="req">`,
            'g',
          ),
        ),
    ].map(([, name]) => name!)
    t.same(new Set(marked), fields, `${type}: the marks of its fields`)
  }
})

t.test('the examples of the fields of a type are a segment that is accepted', async (t) => {
  const zones: Record<string, string> = { JFK: 'America/New_York', ZRH: 'Europe/Zurich' }
  const context = {
    source: () => ({ status: 'Active' as const }),
    zoneOf: (code: string) => zones[code],
    strict: true,
  }
  const page = pages.get('/docs/reference/raw-segment-fields')!
  for (const type of Object.keys(rawExamples)) {
    const sent: Record<string, unknown> = { type }
    for (const [, name] of page.matchAll(new RegExp(`<tr id="((?:RawSegment|Raw${type})\\.\\w+)">`, 'g'))) {
      const [, kind = '', , example = ''] = cellsOf('/docs/reference/raw-segment-fields', name!)
      const text = /<code>(.*?)<\/code>/.exec(example)?.[1]
      const field = name!.split('.')[1]!
      if (text === undefined || field === 'type' || kind.startsWith('>array')) continue
      sent[field] = /^>(number|integer|boolean)/.test(kind) ? (JSON.parse(text) as unknown) : text
    }
    t.ok(Object.keys(sent).length > 10, type)
    t.same(checkSegment(sent, context), [], type)
  }
})

t.test('an event names the object that it carries', async (t) => {
  for (const [event, object] of [
    ['TripEvent', 'Trip'],
    ['SegmentEvent', 'Segment'],
    ['AccountEvent', 'Account'],
  ])
    t.match(cellsOf('/docs/reference/events', `${event!}.data.object`)[1], `>${object!}</a>`, event!)
})

t.test('examples are values that the field may have', async (t) => {
  const example = (field: string): string | undefined => cellsOf('/docs/reference/segments', field)[3]
  t.match(example('ProcessingSegment.status'), '<code>Processing</code>')
  t.match(example('BookingCancellation.status'), '<code>Cancelled</code>')
})
