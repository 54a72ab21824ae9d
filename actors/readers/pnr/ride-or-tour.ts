/** Fields of a ride and of a tour, which agents note in segments for other things. */
import type { RawFields } from '../../../schemas/segment/validation/end-relations.js'
import { confirmation, valueOf } from './auxiliary.js'
import type { Auxiliary } from './auxiliary.js'
import { time } from './hotel-or-car.js'
import { withValue } from './segment-line.js'
import type { SegmentFields } from './segment-line.js'
import { dayAfter, wall, writtenDay, DAY } from './written-day.js'

const ONE_DAY = new RegExp(`^${DAY}$`)
const PLACE_AT = /^(.*?)(?: AT (\d{4}|\d{1,2}:?\d{2}[AP]))?$/

const RIDES: ReadonlyArray<[string, RegExp]> = [
  ['Limo', /^(?:LMO|LIM)\b|LIMO/],
  ['Taxi', /^TAX|TAXI|CAB\b/],
  ['Bus', /^BUS\b|COACH/],
  ['Shuttle', /SHUTTLE/],
]

/** A ride says where it picks up: `PICKUP-55 WALL STREET AT 0530/DROPOFF-LGA AIRPORT`. Null: it does not. */
export function rideFields(auxiliary: Auxiliary): SegmentFields | null {
  const from = PLACE_AT.exec(valueOf(auxiliary, 'PICKUP', 'PU') ?? '')
  if (from === null || from[1] === '') return null
  const to = PLACE_AT.exec(valueOf(auxiliary, 'DROPOFF', 'DO') ?? '')!
  const company = auxiliary.texts[0]?.replace(/^ ?(?:LMO|LIM|TAX) /, '').replace(/-TEL .*$/, '')
  const kind = RIDES.find(([, pattern]) => pattern.test(`${auxiliary.word} ${auxiliary.texts[0] ?? ''}`))?.[0]
  return (day, problems) => ({
    type: 'Transport',
    ...withValue('confirmation_no', confirmation(auxiliary)),
    ...withValue('transport_company', company),
    ...withValue('transport_type', kind),
    start_datetime: wall(day, time('start_datetime', from[2], problems)),
    start_location: from[1]!.trim(),
    start_city_code: auxiliary.city,
    ...(to[2] !== undefined && { end_datetime: wall(day, time('end_datetime', to[2], problems)) }),
    ...withValue('end_location', to[1]),
  })
}

/** A tour with its name, and perhaps with days, times and cities in fields. Null: of another type. */
export function tourFields(auxiliary: Auxiliary): SegmentFields | null {
  if ((valueOf(auxiliary, 'TYP') ?? 'TOR') !== 'TOR') return null
  const lastDay = ONE_DAY.test(valueOf(auxiliary, 'ED') ?? '')
    ? writtenDay(valueOf(auxiliary, 'ED')!, undefined)
    : auxiliary.end
  return (day, problems): RawFields => {
    const out = lastDay === null ? null : dayAfter(lastDay, day, 330)
    return {
      type: 'Activity',
      ...withValue('confirmation_no', confirmation(auxiliary)),
      ...withValue('activity_name', valueOf(auxiliary, 'SUN') ?? auxiliary.texts[0]),
      activity_type: 'Tour',
      start_datetime: wall(day, time('start_datetime', valueOf(auxiliary, 'ST'), problems)),
      ...(out !== null && {
        end_datetime: wall(out, time('end_datetime', valueOf(auxiliary, 'ET'), problems)),
      }),
      start_city_code: valueOf(auxiliary, 'SC') ?? auxiliary.city,
      ...withValue('end_city_code', valueOf(auxiliary, 'EC')),
    }
  }
}
