/** A live segment as grouping sees it (itinerary.md 5, Kinds). */
import type { Id } from '../../schemas/ids.js'
import type { SegmentType } from './kinds.js'
import type { Merged } from './merge.js'
import type { Person } from './person.js'
import { apart, apartKm } from './place.js'
import type { Place } from './place.js'

export type LegKind = 'move' | 'stay' | 'point' | 'support'

export interface Leg {
  id: Id
  type: SegmentType
  kind: LegKind
  /** Epoch milliseconds of both ends. */
  start: number
  end: number
  /** Where it stands in the order of the journey: a hotel at the end of its first day, since its hour of arrival is not told. */
  order: number
  startDay: number
  endDay: number
  from: Place | null
  to: Place | null
  /** Travellers named on it; empty when none is. */
  people: Person[]
  locators: string[]
  name: string
}

const TRANSFER_KM = 50
const DAY_MINUTES = 1440

function kindOf (merged: Merged): LegKind {
  const { from, to } = merged.view
  switch (merged.type) {
    case 'Air': case 'Rail': case 'Cruise': return 'move'
    case 'Hotel': return 'stay'
    case 'Car': return from !== null && to !== null && apart(from, to, 100) ? 'move' : 'stay'
    case 'Transport': return (apartKm(from, to) ?? 0) > TRANSFER_KM ? 'move' : 'point'
    case 'Parking': return 'support'
    default: return 'point'
  }
}

/** The leg of a live segment; null without a start. */
export function legOf (id: Id, merged: Merged): Leg | null {
  const { start, end, from, to } = merged.view
  if (start === null) return null
  const kind = kindOf(merged)
  const last = end === null || end.at < start.at ? start : end
  const startDay = Math.floor(start.wall / DAY_MINUTES)
  const lateInDay = (startDay * DAY_MINUTES + DAY_MINUTES - 1 - start.wall) * 60_000
  const dayUse = startDay === Math.floor(last.wall / DAY_MINUTES)
  const order = (merged.type === 'Hotel' && !dayUse) || (!start.timed && kind === 'stay') ? start.at + lateInDay : start.at
  const people: Person[] = []
  for (const word of merged.words) if (word.who !== null && !people.some(p => p.family === word.who?.family && p.given === word.who.given)) people.push(word.who)
  const text = merged.fields
  return {
    id, type: merged.type, kind, start: start.at, end: last.at, order, startDay, endDay: Math.floor(last.wall / DAY_MINUTES), from, to: to ?? (kind === 'move' ? null : from), people,
    locators: merged.bookings.flatMap(b => b.confirmation_no === null ? [] : [b.confirmation_no]),
    name: String(text.hotel_name ?? text.activity_name ?? text.place_name ?? text.restaurant_name ?? text.flight_num ?? text.train_number ?? text.car_company ?? merged.type)
  }
}

/** Order of the journey; ties by what is told, last by id. */
export function inJourneyOrder (a: Leg, b: Leg): number {
  return a.order - b.order || a.end - b.end || (a.type < b.type ? -1 : a.type > b.type ? 1 : 0) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0) || Number(a.id) - Number(b.id)
}
