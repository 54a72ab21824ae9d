/**
 * A member whose messages are folded immediately, for tests of the rules: post statements, then read the
 * itinerary.
 */
import { decideInPieces } from '../../actors/member/decide.js'
import type { Env } from '../../actors/member/env.js'
import { restore } from '../../actors/member/state.js'
import type { MemberState } from '../../actors/member/model.js'
import { expandSegment } from '../../schemas/itinerary/stored/compact-segment.js'
import type { Edit } from '../../schemas/itinerary/edit.js'
import type { FoldResult, StoredMember, TripWrite } from '../../schemas/stream/fold-result.js'
import type { Envelope, StreamMessage } from '../../schemas/stream/message.js'
import { home, places, sources } from './world.js'

/** A segment or trip document, as far as tests read it. */
export interface Doc {
  [field: string]: unknown
  id: string
  trip_id: string | null
  type: string
  status: string
  begin_datetime_utc: string
  warnings: Array<{
    code: string
    description: string
    field: string | null
    values: Array<{ source: string; value: string | null }>
    segment_ids?: string[]
  }>
  bookings: Array<{
    source: string
    confirmation_no: string | null
    traveler: string | null
    seat_assignment: string | null
    status: string
  }>
  destinations: Array<{
    city_name: string
    nights: number
    begin_datetime: string | null
    begin_is_assumed: boolean
    end_datetime: string | null
    end_is_assumed: boolean
  }>
  overlaps_trip_ids: string[]
}
export type Segment = Record<string, unknown>

const HOUR = 3_600_000
const BEGIN = Date.UTC(2026, 0, 1)

export interface Traveller {
  state: MemberState
  stored: StoredMember
  env: Env
  /** Every fold so far. */
  folds: FoldResult[]
  post: (segments: Segment | Segment[], options?: { at?: number; mode?: string }) => FoldResult
  send: (kind: Envelope['kind'], body: unknown, more?: Partial<Envelope>) => FoldResult
  edit: (edit: Edit) => FoldResult
  /** Sends something, and counts the pieces of its step. */
  counting: (send: () => FoldResult) => { pieces: number; folded: FoldResult }
  /** Public documents of live and cancelled segments, in order of start. */
  segments: () => Doc[]
  live: () => Doc[]
  trips: () => Doc[]
  /** Public documents of the segments that the row of a trip lists. */
  listedIn: (trip: TripWrite | undefined) => Doc[]
  /** Names of what each active trip holds, in order. */
  grouping: () => string[][]
  unfiled: () => Doc[]
  nextId: () => string
}

/** Saves a fold as a store does, for restore() to read. */
export function save(stored: StoredMember, folded: FoldResult): StoredMember {
  const parts = <P extends { id: string }>(
    old: P[],
    rows: Array<{ id: string; version: number; doc: string; state: string }>,
  ): P[] => {
    const byId = new Map(old.map((part) => [part.id, part]))
    for (const { id, version, doc, state } of rows) byId.set(id, { id, version, doc, state } as unknown as P)
    return [...byId.values()]
  }
  return {
    id: stored.id,
    profile: folded.profile ?? stored.profile,
    head: folded.head,
    sequence: folded.sequence,
    appliedSeq: folded.appliedSeq,
    segments: parts(stored.segments, folded.segments),
    trips: parts(stored.trips, folded.trips),
    accounts: parts(stored.accounts, folded.accounts),
  }
}

/** A short name of a segment: `JFK-LHR`, a hotel's or event's name. */
export function nameOf(doc: Doc): string {
  if (doc.type === 'Air' || doc.type === 'Rail') return `${String(doc.origin)}-${String(doc.destination)}`
  return String(
    doc.hotel_name ??
      doc.activity_name ??
      doc.place_name ??
      doc.restaurant_name ??
      doc.parking_name ??
      doc.car_company ??
      doc.ship_name ??
      doc.type,
  )
}

/** A stored member without segments. */
function newMember(
  homes: Array<string | Record<string, unknown>>,
  profile: Record<string, unknown> = {},
): StoredMember {
  const records = homes.map((h) =>
    typeof h === 'string' ? home(h, null, h === 'JFK' ? ['LGA', 'EWR'] : []) : h,
  )
  return {
    id: '77',
    profile: JSON.stringify({ id: '77', first_name: 'Ann', last_name: 'Lee', homes: records, ...profile }),
    head: null,
    sequence: 0,
    appliedSeq: 0,
    segments: [],
    trips: [],
    accounts: [],
  }
}

/** A segment as it is read. */
export function documentOf(stored: string): Doc {
  return JSON.parse(expandSegment(stored)) as Doc
}

/** The reads of a traveller's itinerary. */
function itineraryOf(
  state: () => MemberState,
): Pick<Traveller, 'segments' | 'live' | 'trips' | 'listedIn' | 'grouping' | 'unfiled'> {
  const startOf = ({ id }: Doc): number => state().segments.get(id)?.merged?.statement.start?.instant ?? 0
  const segments = (): Doc[] =>
    [...state().segments.values()]
      .filter(({ status }) => status !== 'Merged' && status !== 'Deleted')
      .map(({ doc }) => documentOf(doc))
      .sort((a, b) => startOf(a) - startOf(b))
  const live = (): Doc[] => segments().filter((doc) => doc.status !== 'Cancelled')
  const trips = (): Doc[] =>
    [...state().trips.values()]
      .filter((trip) => trip.status === 'Active')
      .map((trip) => JSON.parse(trip.doc) as Doc)
      .sort((a, b) => (a.begin_datetime_utc < b.begin_datetime_utc ? -1 : 1))
  return {
    segments,
    live,
    trips,
    listedIn: (trip) =>
      (trip?.segmentIds ?? []).map((id) => documentOf(state().segments.get(id)?.doc ?? 'null')),
    grouping: () =>
      trips().map((trip) =>
        live()
          .filter((doc) => doc.trip_id === trip.id)
          .map(nameOf),
      ),
    unfiled: () => live().filter((doc) => doc.trip_id === null),
  }
}

/** A new member; `homes` are airport codes or home records, empty for an unknown home. */
export function traveller(
  homes: Array<string | Record<string, unknown>> = ['JFK'],
  options: { restoring?: boolean; profile?: Record<string, unknown>; world?: Partial<Env> } = {},
): Traveller {
  let id = 1_000_000
  let clock = BEGIN
  let seq = 0
  let pieces = 0
  const env: Env = {
    now: BEGIN,
    newId: () => String(++id),
    places,
    source: (name) => sources.get(name),
    url: 'https://api.test',
    ...options.world,
  }
  const self: Traveller = {
    stored: newMember(homes, options.profile),
    state: null as unknown as MemberState,
    env,
    folds: [],
    post: (segments, { at, mode } = {}) => {
      const list = Array.isArray(segments) ? segments : [segments]
      const first = String(++id)
      id += list.length
      return self.send(
        'segments',
        { segments: list, mode },
        { first, count: list.length, ...(at === undefined ? {} : { received: at }) },
      )
    },
    send: (kind, body, more = {}) => {
      clock += HOUR
      seq += 1
      env.now = clock
      const envelope: Envelope = { v: 1, kind, batch: String(++id), received: clock, ...more }
      const message: StreamMessage = { seq, envelope, body }
      const steps = decideInPieces(self.state, [message], env)
      let step = steps.next()
      for (; step.done !== true; step = steps.next()) pieces += 1
      const { state, folded } = step.value
      self.state = state
      self.stored = save(self.stored, folded)
      if (options.restoring === true) self.state = restore(self.stored, env)
      self.folds.push(folded)
      return folded
    },
    edit: (edit) => self.send('edit', edit),
    counting: (send) => {
      const before = pieces
      const folded = send()
      return { pieces: pieces - before, folded }
    },
    ...itineraryOf(() => self.state),
    nextId: () => String(++id),
  }
  self.state = restore(self.stored, env)
  return self
}

/**
 * A flight: `flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00', { source: 'airline_dl' })`.
 */
export function flight(
  number: string,
  route: string,
  departs: string,
  arrives: string,
  more: Segment = {},
): Segment {
  const [origin, destination] = route.split('-')
  return {
    type: 'Air',
    source: 'airline_dl',
    airline: number.slice(0, 2),
    flight_num: number.slice(2),
    origin,
    destination,
    departure_datetime: departs,
    arrival_datetime: arrives,
    ...more,
  }
}

/** A train: `train('ICE 103', 'Köln Hbf -> Basel SBB', '2026-03-01T07:55', '2026-03-01T12:47')`; `-` for no number. */
export function train(
  number: string,
  route: string,
  departs: string,
  arrives: string,
  more: Segment = {},
): Segment {
  const [origin, destination] = route.split(' -> ')
  return {
    type: 'Rail',
    source: 'email_parser',
    ...(number === '-' ? {} : { train_number: number }),
    origin,
    destination,
    departure_datetime: departs,
    ...(arrives === '-' ? {} : { arrival_datetime: arrives }),
    ...more,
  }
}

/** A stay: `hotel('Plaza Rome', 'Rome', '2026-03-01', '2026-03-04')`. */
export function hotel(name: string, city: string, from: string, to: string, more: Segment = {}): Segment {
  return {
    type: 'Hotel',
    source: 'hotel_marriott',
    hotel_name: name,
    city_name: city,
    checkin_date: from,
    checkout_date: to,
    ...more,
  }
}

export function meeting(name: string, city: string, start: string, end: string, more: Segment = {}): Segment {
  return {
    type: 'Meeting',
    source: 'calendar',
    activity_name: name,
    start_city_name: city,
    start_datetime: start,
    end_datetime: end,
    ...more,
  }
}

/** Types of the events of a fold, without batch.processed. */
export function eventTypes(folded: FoldResult): string[] {
  return folded.events.map((event) => event.type).filter((type) => type !== 'batch.processed')
}
