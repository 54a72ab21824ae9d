/** A small world to travel in: six towns, two carriers, flights both ways every day. */
import type { KnownSource } from '../../../ops/demo/sources/source-directory.js'
import { Timetable } from '../../../ops/demo/travel/timetable.js'
import type { ScheduledFlight, DemoAirport } from '../../../ops/demo/travel/timetable.js'

const port = (
  code: string,
  city: string,
  country: string,
  lat: number,
  lon: number,
  zone: string,
): DemoAirport => ({
  code,
  city,
  adminCode: null,
  country,
  lat,
  lon,
  zone,
  downtown: { lat, lon },
})

export const TOWNS = [
  port('ZRH', 'Zürich', 'CH', 47.46, 8.55, 'Europe/Zurich'),
  port('GVA', 'Genève', 'CH', 46.24, 6.11, 'Europe/Zurich'),
  port('LIS', 'Lisboa', 'PT', 38.77, -9.13, 'Europe/Lisbon'),
  port('OPO', 'Porto', 'PT', 41.25, -8.68, 'Europe/Lisbon'),
  port('JFK', 'New York', 'US', 40.64, -73.78, 'America/New_York'),
  port('HND', 'Tokyo', 'JP', 35.55, 139.78, 'Asia/Tokyo'),
]

export function smallTimetable(): Timetable {
  const legs: ScheduledFlight[] = []
  let number = 100
  for (const origin of TOWNS) {
    for (const destination of TOWNS) {
      if (origin === destination) continue
      const far = ['JFK', 'HND'].includes(origin.code) || ['JFK', 'HND'].includes(destination.code)
      for (const departs of [7 * 60 + 5, 12 * 60 + 40, 18 * 60 + 55]) {
        legs.push({
          carrier: departs < 720 ? 'LX' : 'LH',
          number: String(number++),
          origin,
          destination,
          departs,
          block: far ? 610 : 125,
          days: 127,
        })
      }
    }
  }
  return new Timetable(legs)
}

const source = (
  id: string,
  name: string,
  classification: string,
  code: string | null = null,
): KnownSource => ({ id, name, classification, vendor_code: code })

export const SOURCES = [
  source('swiss', 'Swiss', 'airline', 'LX'),
  source('lufthansa', 'Lufthansa', 'airline', 'LH'),
  source('hilton', 'Hilton', 'hotel'),
  source('hertz', 'Hertz', 'car'),
  source('gds-one', 'One', 'gds'),
  source('agency', 'Agency', 'tmc'),
  source('booker', 'Booker', 'ota'),
  source('mail', 'Mail', 'email'),
  source('calendar', 'Calendar', 'calendar'),
]
