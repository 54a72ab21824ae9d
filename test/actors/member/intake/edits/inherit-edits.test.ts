/** RULES 7.1: whatever merges and parts, each field and trip that the member chose is shown where its segment went. */
import fc from 'fast-check'
import t from 'tap'
import { propertyRuns } from '../../../../support/property-runs.js'
import { flight, traveller } from '../../../../support/traveller.js'
import type { Traveller } from '../../../../support/traveller.js'

/** A booking says that it is of one of three flights; the member corrects a field, or puts a segment into a trip. */
type Step =
  | { is: 'say'; booking: number; number: string }
  | { is: 'pin'; at: number; field: Field; value: string | null }
  | { is: 'move'; at: number; trip: 0 | 1 | null }
type Field = 'seat_assignment' | 'departure_gate' | 'notes'

const ROUTES: Readonly<Record<string, string>> = { DL42: 'JFK-LHR', DL260: 'JFK-CDG', DL80: 'JFK-AMS' }
const SOURCES = ['airline_dl', 'ota', 'tmc', 'gds']
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      is: fc.constant('say' as const),
      booking: fc.nat(SOURCES.length - 1),
      number: fc.constantFrom(...Object.keys(ROUTES)),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      is: fc.constant('pin' as const),
      at: fc.nat(5),
      field: fc.constantFrom<Field[]>('seat_assignment', 'departure_gate', 'notes'),
      value: fc.constantFrom('1A', '2B', '3C', null),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      is: fc.constant('move' as const),
      at: fc.nat(5),
      trip: fc.constantFrom(0, 1, null),
    }),
  },
)

/** What the member decided of a segment: by field the value and when, and the trip. */
interface Decided {
  fields: Map<Field, { value: string; at: number }>
  trip?: string | null
}

class Story {
  private readonly ann: Traveller
  private readonly decided = new Map<string, Decided>()
  private readonly merged = new Set<string>()
  private readonly raws = new Map<number, string>()
  private readonly trips: string[]
  merges = 0
  private at = 0

  constructor(restoring: boolean) {
    this.ann = traveller(['JFK'], { restoring })
    this.trips = ['One', 'Two'].map((headline) => {
      const trip = this.ann.nextId()
      this.ann.edit({ do: 'trip.create', trip, fields: { headline }, segments: [] })
      return trip
    })
  }

  tell(one: Step): void {
    this.at += 1
    if (one.is === 'say') this.say(one.booking, one.number)
    else this.choose(one)
    for (const { id, status, mergedInto } of this.ann.state.segments.values())
      if (status === 'Merged' && !this.merged.has(id)) this.follow(id, mergedInto!)
  }

  private say(booking: number, number: string): void {
    const said = flight(number, ROUTES[number]!, '2026-03-01T18:00', '2026-03-02T06:00', {
      source: SOURCES[booking]!,
    })
    const replaces = this.raws.get(booking)
    const first = this.ann.nextId()
    if (replaces === undefined) this.ann.send('segments', { segments: [said] }, { first })
    else this.ann.send('segment', said, { first, replaces })
    // A PUT that changes nothing keeps the id.
    if (this.ann.state.index.all.has(first)) this.raws.set(booking, first)
  }

  private choose(one: Exclude<Step, { is: 'say' }>): void {
    const live = this.ann.segments()
    const segment = live[one.at % live.length]?.id
    if (segment === undefined) return
    const decided = this.decided.get(segment) ?? { fields: new Map<Field, { value: string; at: number }>() }
    this.decided.set(segment, decided)
    if (one.is === 'pin') {
      this.ann.edit({ do: 'segment.set', segment, fields: { [one.field]: one.value } })
      if (one.value === null) decided.fields.delete(one.field)
      else decided.fields.set(one.field, { value: one.value, at: this.at })
    } else {
      decided.trip = one.trip === null ? null : this.trips[one.trip]!
      this.ann.edit({ do: 'segment.pin', segment, trip: decided.trip })
    }
  }

  private follow(id: string, target: string): void {
    this.merged.add(id)
    this.merges += 1
    const its = this.decided.get(id)
    const own: Decided = this.decided.get(target) ?? { fields: new Map() }
    if (its === undefined) return
    for (const [field, pin] of its.fields) {
      const known = own.fields.get(field)
      if (known === undefined || known.at < pin.at) own.fields.set(field, pin)
    }
    if (own.trip === undefined && its.trip !== undefined) own.trip = its.trip
    this.decided.set(target, own)
  }

  check(): void {
    for (const doc of this.ann.segments()) {
      const { fields, trip }: Decided = this.decided.get(doc.id) ?? { fields: new Map() }
      for (const [field, { value }] of fields)
        if (doc[field] !== value)
          throw new Error(`${field} of ${doc.id}: ${String(doc[field])}, not ${value}`)
      if (trip !== undefined && doc.trip_id !== trip)
        throw new Error(`trip of ${doc.id}: ${String(doc.trip_id)}, not ${String(trip)}`)
    }
  }
}

t.test('the decisions of the member go with the statements', async (t) => {
  let merges = 0
  fc.assert(
    fc.property(fc.array(step, { minLength: 3, maxLength: 14 }), fc.boolean(), (steps, restoring) => {
      const story = new Story(restoring)
      for (const one of steps) {
        story.tell(one)
        story.check()
      }
      merges += story.merges
    }),
    { numRuns: propertyRuns(3_000) },
  )
  t.ok(merges > 20, `${merges} merges`)
})
