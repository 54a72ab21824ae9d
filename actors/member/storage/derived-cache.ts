/**
 * What is worked out of an item's statements and stored beside them, so that restoring a member costs the reading of its rows
 * and not the reading of every statement again (RULES 2.2). Only a short cut: without it all is worked out anew.
 */
import type { Leg } from '../../itinerary/grouping/legs/leg.js'
import type { Place } from '../../itinerary/places/place.js'
import type { IndexKey } from '../../itinerary/statement/raw-segment.js'
import { indexKey } from '../../itinerary/statement/statement-index.js'
import type { Env } from '../env.js'
import { mergeStatements } from '../segments/resolve-segments.js'
import { restoreLeg } from '../segments/segment-legs.js'
import type { SegmentState } from '../segments/segment-state.js'
import type { MemberState } from '../state.js'

/** To be raised whenever the rules that make a leg or an index key of a statement change. */
const RULES_VERSION = 4

/** A leg as stored; an airport is named by its code. */
type StoredLeg = Omit<Leg, 'id' | 'type' | 'from' | 'to'> & {
  from: Place | string | null
  to: Place | string | null
}

/** `l` is null for an item that is not live. */
export interface DerivedData {
  v: number
  l: StoredLeg | null
  k: IndexKey[]
}

/** Places that leave more open than this are looked up again rather than stored. */
const MAX_STORED_SPOTS = 3

function small(place: Place | null): boolean {
  return place === null || place.spots.length <= MAX_STORED_SPOTS
}

function toStore(place: Place | null, { places }: Env): Place | string | null {
  if (place?.spots.length !== 1) return place
  const [spot] = place.spots
  const code = spot?.iata ?? null
  const known = code === null ? null : places.code(code)
  return known?.spots.length === 1 && known.spots[0] === spot ? code : place
}

function fromStore(stored: Place | string | null, { places }: Env): Place | null {
  return typeof stored === 'string' ? places.code(stored) : stored
}

/** What to store with an item; undefined when it is not worth it. */
export function derivedData(item: SegmentState, env: Env): DerivedData | undefined {
  const { leg } = item
  if (item.rawSegments.length === 0 || (leg !== null && !(small(leg.from) && small(leg.to)))) return undefined
  const k = item.rawSegments.map((raw) => indexKey(raw, env.places))
  if (leg === null) return { v: RULES_VERSION, l: null, k }
  const { id: _id, type: _type, from, to, ...rest } = leg
  return { v: RULES_VERSION, l: { ...rest, from: toStore(from, env), to: toStore(to, env) }, k }
}

/** Whether what was stored may be taken: the same rules made it, of the same statements, and its airports are known still. */
export function isDerivedCurrent(
  derived: DerivedData | undefined,
  item: SegmentState,
  { places }: Env,
): derived is DerivedData {
  if (derived?.v !== RULES_VERSION || derived.k.length !== item.rawSegments.length) return false
  return [derived.l?.from, derived.l?.to].every(
    (place) => typeof place !== 'string' || places.code(place) !== null,
  )
}

/** Gives a restored item its leg; what its statements say together is worked out when it is first asked for. */
export function applyDerived(state: MemberState, item: SegmentState, { l }: DerivedData, env: Env): void {
  item.mergeLazily(() => mergeStatements(state, item, env))
  if (l !== null)
    restoreLeg(state, item, {
      id: item.id,
      type: item.type,
      ...l,
      from: fromStore(l.from, env),
      to: fromStore(l.to, env),
    })
}
