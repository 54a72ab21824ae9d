/** Random histories of a member for property tests: statements, withdrawals, edits, changes of home and profile. */
import { decide } from '../../actors/member/decide.js'
import type { MemberState, TripState } from '../../actors/member/model.js'
import type { SegmentState } from '../../actors/member/segments/segment-state.js'
import type { Id } from '../../schemas/base/ids.js'
import type { Edit } from '../../schemas/itinerary/edit.js'
import type { Envelope, StreamMessage } from '../../schemas/stream/message.js'
import { journeys, seededRandom } from './journeys.js'
import type { Submission } from './journeys.js'
import { traveller } from './traveller.js'
import { home } from './world.js'

/** A message without what numbers it. */
interface Said {
  kind: Envelope['kind']
  body: unknown
  more?: Partial<Envelope>
}

type Random = (below: number) => number

const HOMES = ['JFK', 'LHR', 'ORD', 'SFO']
const FIRST_ID = 5_000_000

/** Where the ids of `stepIds` begin: those of a fold of the same history are the same. */
export function stepIds(): () => Id {
  let id = 1_000_000
  return () => String(++id)
}

/**
 * A history as steps of one to three messages. Two in three are statements of some `trips` journeys; the others are
 * anything that a member or an application may send about what the member has by then. Who folds it with ids of
 * `stepIds` has the segments and trips that the messages name.
 */
export function history(seed: number, trips: number, count: number, homes = ['JFK']): StreamMessage[][] {
  const ann = traveller(homes)
  const env = { ...ann.env, newId: stepIds() }
  let { state } = ann
  let id = FIRST_ID
  let seq = 0
  const newId = (): Id => String(++id)
  const history = new History(seed, trips)
  return Array.from({ length: count }, (_, step) => {
    env.now += 60_000
    const messages = Array.from({ length: 1 + (step % 3) }, (): StreamMessage => {
      const { kind, body, more } = history.next(state, newId)
      return { seq: ++seq, envelope: { v: 1, kind, batch: newId(), received: env.now, ...more }, body }
    })
    state = decide(state, messages, env).state
    return messages
  })
}

/** Chooses the messages of one history. */
class History {
  private readonly random: Random
  private readonly statements: Submission[]
  private nextStatement = 0

  constructor(seed: number, trips: number) {
    this.random = seededRandom(seed)
    this.statements = journeys(seed, trips)
  }

  next(state: MemberState, newId: () => Id): Said {
    return this.random(3) > 0 ? this.statement(newId) : this.change(state, newId)
  }

  /** Some statement of the journeys; each comes once, then they begin again. */
  private statement(newId: () => Id): Said {
    const { segment } = this.statements[this.nextStatement++ % this.statements.length] as Submission
    const mode = this.random(40) === 0 ? { mode: 'replace' } : {}
    return { kind: 'segments', body: { segments: [segment], ...mode }, more: { first: newId() } }
  }

  /** A withdrawal, a replaced statement, a cancellation, an edit, or a change of the member's record. */
  private change(state: MemberState, newId: () => Id): Said {
    const segments = [...state.segments.values()].filter(({ rawSegments }) => rawSegments.length > 0)
    const segment = this.one(segments)
    if (segment === undefined) return this.statement(newId)
    const raw = this.one(segment.rawSegments)
    const statement = { type: raw?.type, source: raw?.source, ...raw?.fields.toJSON() }
    switch (this.random(12)) {
      case 0:
      case 1:
        return { kind: 'withdraw', body: { id: this.random(2) === 0 ? segment.id : raw?.id } }
      case 2: {
        const other = this.one(this.statements)?.segment ?? {}
        const moved = statement.type === other.type ? { ...statement, ...other } : statement
        return { kind: 'segment', body: moved, more: { replaces: raw?.id ?? '', first: newId() } }
      }
      case 3: {
        const cancelled = { ...statement, status: this.random(3) > 0 ? 'Cancelled' : 'Active' }
        return { kind: 'segments', body: { segments: [cancelled] }, more: { first: newId() } }
      }
      case 4:
        return this.record()
      default:
        return { kind: 'edit', body: this.edit(state, newId), more: { first: newId() } }
    }
  }

  private record(): Said {
    const { random } = this
    const date = `202${6 + random(2)}-0${1 + random(9)}-01`
    switch (random(4)) {
      case 0:
        return { kind: 'profile', body: { homes: [{ ...home(this.one(HOMES) ?? 'JFK', date) }] } }
      case 1:
        return {
          kind: 'profile',
          body: { first_name: ['Ann', 'Bo'][random(2)], language: ['de', 'en'][random(2)] },
        }
      case 2:
        return { kind: 'account', body: { source: 'airline_dl', account_id: String(100_000 + random(5)) } }
      default:
        return { kind: 'profile', body: { time_zone_id: ['Europe/Paris', 'Europe/Berlin'][random(2)] } }
    }
  }

  private edit(state: MemberState, newId: () => Id): Edit {
    const trips = [...state.trips.values()].filter(
      ({ status }) => status !== 'Merged' && status !== 'Deleted',
    )
    const segments = [...state.segments.values()].filter(({ rawSegments }) => rawSegments.length > 0)
    const trip = this.one(trips)
    const segment = this.one(segments)?.id ?? ''
    if (trip === undefined) return { do: 'trip.create', trip: newId(), segments: [segment], fields: {} }
    return this.random(2) === 0
      ? this.editOfTrip(trip, { trips, segments, newId })
      : this.editOfSegment(segment, { trip: trip.id, pinned: [...state.constraints.pins.keys()] })
  }

  private editOfTrip(
    { id, segmentIds }: TripState,
    { trips, segments, newId }: { trips: TripState[]; segments: SegmentState[]; newId: () => Id },
  ): Edit {
    const { random } = this
    const other = (): Id => this.one(trips)?.id ?? id
    const some = this.some(segmentIds)
    if (random(5) === 0) return { do: 'trip.update', trip: id, fields: { headline: `Title ${random(9)}` } }
    if (random(4) === 0) return { do: 'trip.delete', trip: id }
    if (random(3) === 0)
      return {
        do: 'trip.create',
        trip: newId(),
        segments: this.some(segments.map((one) => one.id)),
        fields: {},
      }
    if (random(2) === 0 && some.length > 0) return { do: 'trip.split', trip: id, segments: some }
    return { do: 'trip.merge', trip: id, from: [other(), other()] }
  }

  private editOfSegment(segment: Id, { trip, pinned }: { trip: Id; pinned: Id[] }): Edit {
    const { random } = this
    if (random(3) === 0) return { do: 'segment.unpin', segment: this.one(pinned) ?? segment }
    if (random(3) === 0) return { do: 'segment.pin', segment, trip: null }
    if (random(2) === 0) return { do: 'segment.pin', segment, trip }
    return { do: 'segment.set', segment, fields: { notes: random(2) === 0 ? null : [`Note ${random(9)}`] } }
  }

  private one<T>(list: readonly T[]): T | undefined {
    return list[this.random(list.length)]
  }

  /** A few of the list. */
  private some<T>(list: readonly T[]): T[] {
    return list.filter(() => this.random(list.length) < 2).slice(0, 3)
  }
}
