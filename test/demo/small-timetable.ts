/** A small timetable: six airports, two carriers, flights in both directions every day. */
import type { KnownSource } from './sources/source-directory.js'
import { Timetable } from './travel/timetable.js'
import type { ScheduledFlight, DemoAirport } from './travel/timetable.js'

const airport = (
  code: string,
  city: string,
  country: string,
  [lat, lon]: [number, number],
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

export const AIRPORTS = [
  airport('ZRH', 'Zürich', 'CH', [47.46, 8.55], 'Europe/Zurich'),
  airport('GVA', 'Genève', 'CH', [46.24, 6.11], 'Europe/Zurich'),
  airport('LIS', 'Lisboa', 'PT', [38.77, -9.13], 'Europe/Lisbon'),
  airport('OPO', 'Porto', 'PT', [41.25, -8.68], 'Europe/Lisbon'),
  airport('JFK', 'New York', 'US', [40.64, -73.78], 'America/New_York'),
  airport('HND', 'Tokyo', 'JP', [35.55, 139.78], 'Asia/Tokyo'),
]

export function smallTimetable(): Timetable {
  const flights: ScheduledFlight[] = []
  let number = 100
  for (const origin of AIRPORTS) {
    for (const destination of AIRPORTS) {
      if (origin === destination) continue
      const far = ['JFK', 'HND'].includes(origin.code) || ['JFK', 'HND'].includes(destination.code)
      for (const departs of [7 * 60 + 5, 12 * 60 + 40, 18 * 60 + 55]) {
        flights.push({
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
  return new Timetable(flights)
}

const source = (
  id: string,
  name: string,
  classification: string,
  code: string | null = null,
): KnownSource => ({ id, name, classification, vendorCode: code })

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
