/**
 * RULES 3.5.5: a field that the member pinned has a warning exactly while an independent model says so: what a source says
 * now is neither what it had said when the field was pinned nor what the member says. A change of it is an event.
 */
import t from 'tap'
import fc from 'fast-check'
import { restore } from '../../../../actors/member/state.js'
import { propertyRuns } from '../../../support/property-runs.js'
import { flight, traveller } from '../../../support/traveller.js'
import type { Segment, Traveller } from '../../../support/traveller.js'

const MINUTE = 60_000
const BEGIN = Date.UTC(2026, 0, 5)
const LATEST = Infinity

type Field = 'departure_datetime' | 'seat_assignment' | 'departure_gate'
type Values = Partial<Record<Field, string>>

/** What happens at a minute: a source says something, or the member pins or unpins. */
interface Said {
  at: number
  /** By its own clock, if it sends that. */
  stated: number
  source: string
  values: Values
}
interface Pinned {
  at: number
  field: Field
  /** Null: no longer. */
  value: string | null
}

/** How each source reports a change: once more, in the place of the last, or as another version of its entry. */
const PLAIN = ['airline_dl', 'ota', 'tmc']
const IN_PLACE = [...PLAIN, 'gds', 'calendar', 'live_status']

const CHOICES: Readonly<Record<Field, readonly string[]>> = {
  departure_datetime: ['2026-03-01T18:00', '2026-03-01T18:05', '2026-03-01T18:40'],
  seat_assignment: ['12A', '14C', '20F'],
  departure_gate: ['A1', 'B2', 'C3'],
}
const choice = (field: Field): fc.Arbitrary<string> => fc.constantFrom(...CHOICES[field])

/** The seat may be left out, unless a source says all again. */
function saidBy(source: string, isPlain: boolean): fc.Arbitrary<Omit<Said, 'at'>> {
  const values: fc.Arbitrary<Values> =
    source === 'live_status'
      ? fc.record({ departure_gate: choice('departure_gate') })
      : fc.record(
          {
            departure_datetime: choice('departure_datetime'),
            seat_assignment: choice('seat_assignment'),
          },
          { requiredKeys: isPlain ? ['departure_datetime'] : ['departure_datetime', 'seat_assignment'] },
        )
  return fc.record({
    source: fc.constant(source),
    stated: isPlain ? fc.oneof(fc.constant(NaN), fc.nat(60)) : fc.constant(NaN),
    values,
  })
}

const pinned = (fields: readonly Field[]): fc.Arbitrary<Omit<Pinned, 'at'>> =>
  fc.constantFrom(...fields).chain((field) =>
    fc.record({
      field: fc.constant(field),
      value: fc.oneof(choice(field), choice(field), fc.constant(null)),
    }),
  )

interface History {
  said: Said[]
  pins: Pinned[]
  /** Order of arrival; the member can only pin what is there, and one thing after the other. */
  order: Array<Said | Pinned>
}

const isPin = (one: Said | Pinned): one is Pinned => 'field' in one

/** Each at a minute of its own; `keys` are the order of arrival, if it is not that of time. */
function historyOf(
  parts: ReadonlyArray<Omit<Said, 'at'> | Omit<Pinned, 'at'>>,
  keys: number[] | null,
): History {
  const all = parts.map((one, i) => ({ ...one, at: i }) as Said | Pinned)
  const said = all.filter((one): one is Said => !isPin(one))
  const pins = all.filter(isPin)
  // Stamps of a supplier that are all different, too.
  for (const one of said) one.stated = Number.isNaN(one.stated) ? one.at : one.stated + (one.at + 1) / 1000
  if (keys === null) return { said, pins, order: all }
  const shuffled = said.toSorted((a, b) => keys[a.at]! - keys[b.at]!)
  const [first, ...order] = shuffled as [Said, ...Said[]]
  const mixed: Array<Said | Pinned> = [...order]
  let from = 0
  for (const pin of pins) {
    from += keys[pin.at]! % (mixed.length - from + 1)
    mixed.splice(from++, 0, pin)
  }
  return { said, pins, order: [first, ...mixed] }
}

type Shown = Array<[field: string, used: string, others: string[]]>

/** The warnings that there should be. */
function expected({ said, pins }: History): Shown {
  const last = new Map(pins.map((pin) => [pin.field, pin]))
  return [...last.values()].flatMap(({ field, value, at }): Shown => {
    if (value === null) return []
    const before = saidUntil(said, field, at)
    const others = [...saidUntil(said, field, LATEST)].filter(([source, now]) => {
      const own = before.get(source)
      return now !== value && !(own === undefined ? [...before.values()] : [own]).includes(now)
    })
    const texts = others.map(([source, now]) => `${source} ${now}`)
    return texts.length === 0 ? [] : [[field, value, texts.sort()]]
  })
}

/** What each source had last said of a field. */
function saidUntil(all: readonly Said[], field: Field, at: number): Map<string, string> {
  const byStamp = all.filter((one) => one.at <= at).sort((a, b) => a.stated - b.stated)
  return new Map(
    byStamp.flatMap(({ source, values }) => (values[field] === undefined ? [] : [[source, values[field]]])),
  )
}

const PINNABLE = Object.keys(CHOICES)

function shown(ann: Traveller): Shown {
  const [doc] = ann.segments()
  return (doc?.warnings ?? []).flatMap(({ code, field, values }): Shown => {
    if (code !== 'schedule_conflict' || field === null || !PINNABLE.includes(field)) return []
    const [used, ...others] = values
    if (used?.source !== 'manual') return []
    return [[field, minutes(used.value), others.map((one) => `${one.source} ${minutes(one.value)}`).sort()]]
  })
}

const minutes = (text: string | null): string => String(text).slice(0, 16)

/** A member whose messages have the stamps of a history. */
class Story {
  readonly ann: Traveller
  private readonly rawIds = new Map<string, string>()

  constructor(restoring: boolean) {
    this.ann = traveller(['JFK'], { restoring })
  }

  tell(one: Said | Pinned): void {
    const received = BEGIN + one.at * MINUTE
    if (isPin(one)) {
      const segment = this.ann.segments()[0]!.id
      this.ann.send('edit', { do: 'segment.set', segment, fields: { [one.field]: one.value } }, { received })
    } else this.say(one, received)
  }

  private say({ source, stated, at, values }: Said, received: number): void {
    const said: Segment = {
      ...flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00', {
        source,
        confirmation_no: 'ABC234',
      }),
      ...values,
      ...(stated === at ? {} : { supplier_updated: new Date(BEGIN + stated * MINUTE).toISOString() }),
      ...(source === 'calendar' ? { entry_id: 'E1', entry_version: String(at) } : {}),
    }
    const replaces = source === 'gds' ? this.rawIds.get(source) : undefined
    const first = this.ann.nextId()
    if (replaces === undefined) this.ann.send('segments', { segments: [said] }, { received, first })
    else this.ann.send('segment', said, { received, first, replaces })
    // A PUT that changes nothing keeps the id.
    if (this.ann.state.index.all.has(first)) this.rawIds.set(source, first)
  }
}

const seen = (warnings: Shown): string => JSON.stringify(warnings.toSorted())

function check(history: History, restoring: boolean): void {
  const story = new Story(restoring)
  const past: History = { said: [], pins: [], order: [] }
  for (const one of history.order) {
    const before = seen(shown(story.ann))
    story.tell(one)
    if (isPin(one)) past.pins.push(one)
    else past.said.push(one)
    const after = seen(shown(story.ann))
    const model = seen(expected(past))
    if (after !== model) throw new Error(`after ${JSON.stringify(one)}: ${after} instead of ${model}`)
    if (before !== after && !isAnnounced(story.ann)) throw new Error(`no event of ${JSON.stringify(one)}`)
  }
  if (story.ann.segments().length !== 1) throw new Error('more than one segment')
}

const isAnnounced = ({ folds }: Traveller): boolean =>
  folds.at(-1)!.events.some(({ type, body }) => {
    if (type !== 'segment.updated') return false
    const { data } = JSON.parse(body.join('')) as { data: { changed_fields: string[] } }
    return data.changed_fields.includes('warnings')
  })

const runs = (full: number): { numRuns: number } => ({ numRuns: propertyRuns(full) })

t.test('in any order of arrival', async () => {
  const part = fc.oneof(
    fc.constantFrom(...PLAIN).chain((source) => saidBy(source, true)),
    fc.constantFrom(...PLAIN).chain((source) => saidBy(source, true)),
    pinned(['departure_datetime', 'seat_assignment']),
  )
  const parts = fc
    .array(part, { minLength: 3, maxLength: 12 })
    .filter((list) => list.some((one) => 'source' in one))
  const keys = fc.array(fc.nat(1e6), { minLength: 12, maxLength: 12 })
  fc.assert(
    fc.property(parts, keys, fc.boolean(), (list, order, restoring) => {
      check(historyOf(list, order), restoring)
    }),
    runs(1000),
  )
})

t.test('also if a report takes the place of the last, and by reports of live status', async () => {
  const part = fc.oneof(
    fc.constantFrom(...IN_PLACE).chain((source) => saidBy(source, false)),
    fc.constantFrom(...IN_PLACE).chain((source) => saidBy(source, false)),
    pinned(['departure_datetime', 'seat_assignment', 'departure_gate']),
  )
  const parts = fc.array(part, { minLength: 3, maxLength: 12 })
  fc.assert(
    fc.property(parts, fc.boolean(), (list, restoring) => {
      const begun = [
        { source: 'airline_dl', stated: NaN, values: { departure_datetime: '2026-03-01T18:00' } },
        ...list,
      ]
      check(historyOf(begun, null), restoring)
    }),
    runs(1000),
  )
})

t.test('the sentence', async (t) => {
  const ann = traveller()
  const out = flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00', { seat_assignment: '12A' })
  ann.post(out)
  const segment = ann.live()[0]!.id
  ann.edit({
    do: 'segment.set',
    segment,
    fields: { departure_datetime: '2026-03-01T18:10', seat_assignment: '1A' },
  })
  ann.post({ ...out, departure_datetime: '2026-03-01T19:00', seat_assignment: '2B' })
  t.same(
    ann.live()[0]!.warnings.map(({ description }) => description),
    [
      'Flight DL42 to London on 1 March: the departure is 18:10 according to manual, but 19:00 according to Delta. The itinerary shows 18:10.',
      'Flight DL42 to London on 1 March: the seat assignment is "1A" according to manual, but "2B" according to Delta. The itinerary shows "1A".',
    ],
  )
})

t.test('what a source falls back to is not new', async (t) => {
  const ann = traveller()
  const out = flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00')
  ann.post(out)
  ann.post({ ...out, departure_datetime: '2026-03-01T18:30' })
  ann.edit({
    do: 'segment.set',
    segment: ann.live()[0]!.id,
    fields: { departure_datetime: '2026-03-01T18:10' },
  })
  const [, newest] = [...ann.state.index.all.keys()]
  ann.send('withdraw', { id: newest })
  t.same(shown(ann), [])
  ann.post({ ...out, departure_datetime: '2026-03-01T19:00' })
  t.same(shown(ann), [['departure_datetime', '2026-03-01T18:10', ['airline_dl 2026-03-01T19:00']]])
})

t.test('of a row of an earlier version, all that was shown was known', async (t) => {
  const ann = traveller()
  const out = flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00')
  ann.post(out)
  ann.edit({
    do: 'segment.set',
    segment: ann.live()[0]!.id,
    fields: { departure_datetime: '2026-03-01T18:10' },
  })
  for (const row of ann.stored.segments)
    row.state = row.state.replace(/"seen":\{"departure_datetime":.*?\}\},/, '')
  t.notMatch(ann.stored.segments[0]!.state, /seen/)
  ann.state = restore(ann.stored, ann.env)
  ann.post({ ...out, source: 'ota' })
  t.same(shown(ann), [])
  const id = [...ann.state.index.all.keys()][0]!
  ann.send(
    'segment',
    { ...out, departure_datetime: '2026-03-01T19:00' },
    { replaces: id, first: ann.nextId() },
  )
  t.same(shown(ann), [['departure_datetime', '2026-03-01T18:10', ['airline_dl 2026-03-01T19:00']]])
})
