/** The homes of a member record as their page lists them (contract.md 3, Member). */
import type { InferredHome } from '../../../../schemas/member-pages/grouping-notes.js'
import { countryName } from '../../../segment-words/segment-place.js'
import { daySpan } from '../../../segment-words/written-days.js'
import { listOf, textOf } from '../../../segment-words/segment-doc.js'

export interface HomeItem {
  city: string
  airports: string
  /** `since 1 September 2026`, `until 1 September 2026`, `1 May 2020 to 1 September 2026`, `always`. */
  period: string
  isPresent: boolean
}

type Fields = Readonly<Record<string, unknown>>

/** Newest first. @param today the local day, `2026-11-25` */
export function homeItems(record: Fields, today: string): HomeItem[] {
  const homes = listOf(record, 'homes').toReversed()
  const present = homes.find((home) => (textOf(home, 'from') ?? '') <= today)
  return homes.map((home, at) => {
    // The one after it is the one before it in the list.
    const later = homes[at - 1]
    return {
      city: placeText(home),
      airports: (listOf(home, 'airports') as unknown[]).map(String).join(', '),
      period: periodText(textOf(home, 'from'), later === undefined ? null : textOf(later, 'from')),
      isPresent: home === present,
    }
  })
}

/** Whether the member has stated a home, now or before. */
export function isHomeKnown(record: Fields): boolean {
  return listOf(record, 'homes').some((home) => textOf(home, 'city') !== null)
}

function periodText(from: string | null, until: string | null): string {
  const [first, last] = [daySpan(from, null), daySpan(until, null)]
  if (first === null) return last === null ? 'always' : `until ${last}`
  return last === null ? `since ${first}` : (daySpan(from, until) ?? '')
}

/** The city of an inferred home, else where it is. */
export function inferredPlace({ city, lat, lon }: InferredHome): string {
  return city ?? `the area around latitude ${lat.toFixed(1)}, longitude ${lon.toFixed(1)}`
}

function placeText(home: Fields): string {
  const city = textOf(home, 'city')
  if (city === null) return 'Not known'
  const country = textOf(home, 'country')
  return country === null ? city : `${city}, ${countryName(country)}`
}
