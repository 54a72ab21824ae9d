/** A member's year in figures and months, from the stored trips (contract.md 3). */
import { listOf, textOf } from '../../../segment-words/segment-doc.js'
import type { SegmentDoc } from '../../../segment-words/segment-doc.js'
import { countryName } from '../../../segment-words/segment-place.js'
import { tripSummary } from '../trip/trip-view.js'
import type { TripSummary } from '../trip/trip-view.js'

export interface StoredTrip {
  doc: Readonly<Record<string, unknown>>
  segments: readonly SegmentDoc[]
}

export interface YearOverview {
  /** Label and value: `Days away`, `34`. Empty without a trip. */
  totals: Array<[label: string, value: string]>
  /** By the month in which they begin, in order. */
  months: Array<{ name: string; trips: TripSummary[] }>
}

const DAY_MS = 86_400_000
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' })

/** The trips that begin in the year; cancelled ones are listed and not counted. @param now epoch milliseconds */
export function yearOverview(trips: readonly StoredTrip[], year: number, now: number): YearOverview {
  const own = trips
    .filter(({ doc }) => dayOf(doc, 'begin')?.startsWith(`${year}-`) === true)
    .toSorted((a, b) => compare(textOf(a.doc, 'begin_datetime'), textOf(b.doc, 'begin_datetime')))
  const months: YearOverview['months'] = []
  for (const { doc, segments } of own) {
    const name = MONTH.format(Date.parse(dayOf(doc, 'begin')!))
    const summary = tripSummary(doc, segments, now)
    if (months.at(-1)?.name === name) months.at(-1)!.trips.push(summary)
    else months.push({ name, trips: [summary] })
  }
  return { months, totals: totalsOf(own.filter(({ doc }) => doc['status'] !== 'Cancelled')) }
}

const compare = (a: string | null, b: string | null): number => ((a ?? '') < (b ?? '') ? -1 : 1)

function totalsOf(trips: readonly StoredTrip[]): YearOverview['totals'] {
  if (trips.length === 0) return []
  const places = trips.flatMap(({ doc }) => listOf(doc, 'destinations'))
  const countries = new Set(places.map((place) => textOf(place, 'country')).filter((one) => one !== null))
  const sum = (values: number[]): number => Math.round(values.reduce((all, one) => all + one, 0))
  const flights = trips.flatMap(({ segments }) => segments).filter(({ type }) => type === 'Air').length
  const kilometres = sum(trips.map(({ doc }) => Number(textOf(doc, 'distance_km') ?? 0)))
  return [
    ['Trips', trips.length],
    ['Days away', daysAway(trips)],
    ['Nights at destinations', sum(places.map((place) => Number(place['nights'] ?? 0)))],
    ['Flights', flights],
    ['Kilometres', kilometres],
    ['Countries', [...countries].map(countryName).toSorted().join(', ')],
  ].flatMap(([label, value]): YearOverview['totals'] =>
    value === '' || value === 0
      ? []
      : [[String(label), typeof value === 'number' ? value.toLocaleString('en-GB') : String(value)]],
  )
}

/** Local days on which the member was on a trip, each once. */
function daysAway(trips: readonly StoredTrip[]): number {
  const days = new Set<number>()
  for (const { doc } of trips) {
    const begin = Date.parse(dayOf(doc, 'begin')!)
    const end = Date.parse(dayOf(doc, 'end') ?? '') || begin
    for (let day = begin; day <= end; day += DAY_MS) days.add(day)
  }
  return days.size
}

function dayOf(doc: Readonly<Record<string, unknown>>, end: 'begin' | 'end'): string | null {
  const day = textOf(doc, `${end}_datetime`)?.slice(0, 10) ?? null
  return day === null || Number.isNaN(Date.parse(day)) ? null : day
}
