/**
 * What is worked out of an item's statements and stored beside them, so that restoring a member costs the reading of its rows
 * and not the reading of every statement again (itinerary.md 2.2). Only a short cut: without it all is worked out anew.
 */
import type { Leg } from '../itinerary/leg.js'
import type { Merged } from '../itinerary/merge.js'
import type { Place } from '../itinerary/place.js'
import { statementOf } from '../itinerary/statement.js'
import { indexKey } from '../itinerary/statements.js'
import type { IndexKey } from '../itinerary/statements.js'
import type { Env } from './env.js'
import { mergedOf } from './items.js'
import { restoreLeg } from './legs.js'
import type { Item, MemberState } from './state.js'

/** To be raised whenever the rules that make a leg or an index key of a statement change. */
const RULES = 1

/** `l` is null for an item that is not live. */
export interface Derived { v: number, l: Omit<Leg, 'id' | 'type'> | null, k: IndexKey[] }

/** Places that leave more open than this are looked up again rather than stored. */
const MOST_SPOTS = 3

function small (place: Place | null): boolean { return place === null || place.spots.length <= MOST_SPOTS }

/** What to store with an item; undefined when it is not worth it. */
export function derivedOf (item: Item, env: Env): Derived | undefined {
  const { leg } = item
  if (item.raws.length === 0 || (leg !== null && !(small(leg.from) && small(leg.to)))) return undefined
  const k = item.raws.map(raw => indexKey(statementOf(raw, env.places)))
  if (leg === null) return { v: RULES, l: null, k }
  const { id: _id, type: _type, ...l } = leg
  return { v: RULES, l, k }
}

/** Whether what was stored may be taken: the same rules made it, of the same statements. */
export function holds (derived: Derived | undefined, item: Item): derived is Derived {
  return derived?.v === RULES && derived.k.length === item.raws.length
}

/** Gives a restored item its leg; what its statements say together is worked out when it is first asked for. */
export function takeDerived (state: MemberState, item: Item, { l }: Derived, env: Env): void {
  const keep = (value: Merged | null): void => { Object.defineProperty(item, 'merged', { configurable: true, enumerable: true, writable: true, value }) }
  Object.defineProperty(item, 'merged', {
    configurable: true,
    enumerable: true,
    get: () => {
      const merged = mergedOf(state, item, env)
      keep(merged)
      return merged
    },
    set: keep
  })
  if (l !== null) restoreLeg(state, item, { id: item.id, type: item.type, ...l })
}
