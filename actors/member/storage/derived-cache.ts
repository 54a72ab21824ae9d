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
const RULES_VERSION = 10

/** What few legs have. */
type RareFields = Pick<Leg, 'unknownCodes' | 'portCalls' | 'dateOnly'>

/** An end of a leg as stored; an airport is stored as its code. */
type StoredPlace = Place | string | null

/**
 * A leg as stored, without its id and type. An array, because the names of its fields were half of the text, and
 * because it is written and read in half the time.
 */
type StoredLeg = [
  from: StoredPlace,
  to: StoredPlace,
  kind: Leg['kind'],
  start: number,
  end: number,
  orderAt: number,
  startDay: number,
  endDay: number,
  wallMinutes: Leg['wallMinutes'],
  hasPlaceZone: 0 | 1,
  travellers: Leg['travellers'],
  locators: Leg['locators'],
  name: string,
  rare?: RareFields,
]

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

function encodePlace(place: Place | null, { places }: Env): StoredPlace {
  if (place?.spots.length !== 1) return place
  const [spot] = place.spots
  const code = spot?.iata ?? null
  const airport = code === null ? null : places.code(code)
  return airport?.spots.length === 1 && airport.spots[0] === spot ? code : place
}

function decodePlace(stored: StoredPlace, { places }: Env): Place | null {
  return typeof stored === 'string' ? places.code(stored) : stored
}

/** What to store with a segment; undefined if storing it would not pay. */
export function derivedData({ rawSegments, leg }: SegmentState, env: Env): DerivedData | undefined {
  if (rawSegments.length === 0 || (leg !== null && !(isSmall(leg.from) && isSmall(leg.to)))) return undefined
  const k = rawSegments.map((raw) => indexKey(raw, env.places))
  if (leg === null) return { v: RULES_VERSION, l: null, k }
  return { v: RULES_VERSION, l: storedLeg(leg, env), k }
}

function storedLeg(leg: Leg, env: Env): StoredLeg {
  const stored: StoredLeg = [
    encodePlace(leg.from, env),
    encodePlace(leg.to, env),
    leg.kind,
    leg.start,
    leg.end,
    leg.orderAt,
    leg.startDay,
    leg.endDay,
    leg.wallMinutes,
    leg.hasPlaceZone ? 1 : 0,
    leg.travellers,
    leg.locators,
    leg.name,
  ]
  const { unknownCodes, portCalls, dateOnly } = leg
  if (unknownCodes !== undefined || portCalls !== undefined || dateOnly !== undefined)
    stored.push({
      ...(portCalls === undefined ? {} : { portCalls }),
      ...(dateOnly === undefined ? {} : { dateOnly }),
      ...(unknownCodes === undefined ? {} : { unknownCodes }),
    })
  return stored
}

/** The leg that `storedLeg` was given. */
function legFromStored({ id, type }: SegmentState, stored: StoredLeg, env: Env): Leg {
  const [from, to, kind, start, end, orderAt, startDay, endDay, wallMinutes, hasPlaceZone, ...named] = stored
  const [travellers, locators, name, rare] = named
  return {
    id,
    type,
    kind,
    start,
    end,
    orderAt,
    startDay,
    endDay,
    from: decodePlace(from, env),
    to: decodePlace(to, env),
    wallMinutes,
    hasPlaceZone: hasPlaceZone === 1,
    travellers,
    locators,
    name,
    reportedAt: NaN,
    ...rare,
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
  const [from, to] = derived.l ?? []
  return [from, to].every((place) => typeof place !== 'string' || places.code(place) !== null)
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
  restoreLeg(state, segment, legFromStored(segment, leg, env))
}
