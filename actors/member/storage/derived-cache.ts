/**
 * What is derived from a segment's statements and stored with it, so that restoring a member costs reading
 * its rows and not parsing every statement again (RULES 2.2). Only a cache: without it everything is derived
 * again.
 */
import type { Leg } from '../../itinerary/grouping/legs/leg.js'
import type { Place } from '../../itinerary/places/place.js'
import type { IndexKey } from '../../itinerary/statement/raw-segment.js'
import { indexKey } from '../../itinerary/statement/statement-index.js'
import type { Env } from '../env.js'
import type { MemberState } from '../model.js'
import { mergeStatements } from '../segments/merge-statements.js'
import { restoreLeg } from '../segments/segment-legs.js'
import type { SegmentState } from '../segments/segment-state.js'

/** Raise it whenever the rules change that make a leg or an index key from a statement. */
const RULES_VERSION = 7

type OptionalField = 'unknownCodes' | 'portCalls' | 'dateOnly'

/** A leg as stored; an airport is stored as its code. */
type StoredLeg = Omit<Leg, 'id' | 'type' | 'from' | 'to' | OptionalField> & {
  [Field in OptionalField]?: Leg[Field] | undefined
} & {
  from: Place | string | null
  to: Place | string | null
}

export interface DerivedData {
  v: number
  /** Null for a segment that is not live. */
  l: StoredLeg | null
  /** By raw segment. */
  k: IndexKey[]
}

/** A place with more possible spots than this is looked up again rather than stored. */
const MAX_STORED_SPOTS = 3

function isSmall(place: Place | null): boolean {
  return place === null || place.spots.length <= MAX_STORED_SPOTS
}

function encodePlace(place: Place | null, { places }: Env): Place | string | null {
  if (place?.spots.length !== 1) return place
  const [spot] = place.spots
  const code = spot?.iata ?? null
  const airport = code === null ? null : places.code(code)
  return airport?.spots.length === 1 && airport.spots[0] === spot ? code : place
}

function decodePlace(stored: Place | string | null, { places }: Env): Place | null {
  return typeof stored === 'string' ? places.code(stored) : stored
}

/** What to store with a segment; undefined if storing it would not pay. */
export function derivedData({ rawSegments, leg }: SegmentState, env: Env): DerivedData | undefined {
  if (rawSegments.length === 0 || (leg !== null && !(isSmall(leg.from) && isSmall(leg.to)))) return undefined
  const k = rawSegments.map((raw) => indexKey(raw, env.places))
  if (leg === null) return { v: RULES_VERSION, l: null, k }
  return { v: RULES_VERSION, l: storedLeg(leg, env), k }
}

/**
 * Written out, because taking the rest of an object without some of its fields was 2 % of the CPU of a fold
 * (decision 73). JSON leaves out what is undefined.
 */
function storedLeg(leg: Leg, env: Env): StoredLeg {
  return {
    kind: leg.kind,
    start: leg.start,
    end: leg.end,
    orderAt: leg.orderAt,
    startDay: leg.startDay,
    endDay: leg.endDay,
    wallMinutes: leg.wallMinutes,
    hasPlaceZone: leg.hasPlaceZone,
    travellers: leg.travellers,
    locators: leg.locators,
    name: leg.name,
    portCalls: leg.portCalls,
    dateOnly: leg.dateOnly,
    unknownCodes: leg.unknownCodes,
    from: encodePlace(leg.from, env),
    to: encodePlace(leg.to, env),
  }
}

/** True if stored data was made by these rules. */
export function isOfTheseRules(derived: DerivedData | undefined): derived is DerivedData {
  return derived?.v === RULES_VERSION
}

/**
 * True if stored data may be used: it was made by these rules from these statements, and its airports are
 * still known.
 */
export function isDerivedCurrent(
  derived: DerivedData | undefined,
  { rawSegments }: SegmentState,
  { places }: Env,
): derived is DerivedData {
  if (!isOfTheseRules(derived) || derived.k.length !== rawSegments.length) return false
  return [derived.l?.from, derived.l?.to].every(
    (place) => typeof place !== 'string' || places.code(place) !== null,
  )
}

/** Gives a restored segment its leg; its statements are merged when that is first needed. */
export function applyDerived(
  state: MemberState,
  segment: SegmentState,
  { l: leg }: DerivedData,
  env: Env,
): void {
  segment.mergeLazily(() => mergeStatements(state, segment, env))
  if (leg === null) return
  const { id, type } = segment
  restoreLeg(state, segment, {
    id,
    type,
    ...leg,
    from: decodePlace(leg.from, env),
    to: decodePlace(leg.to, env),
  })
}
