/**
 * RULES 1, N5 and N6 on reservations that others published: each is accepted with only what its document says,
 * and both ends are in the right zone and within 50 km of the right place.
 */
import t from 'tap'
import type { Reservation } from './reservation.js'
import { faultsOf } from './reservation-faults.js'
import { FERRIES } from './reservations/ferries.js'
import { FLIGHTS } from './reservations/flights.js'
import { FLIGHTS_WORLDWIDE } from './reservations/flights-worldwide.js'
import { GATHERINGS } from './reservations/gatherings.js'
import { ROAD_AND_SEA } from './reservations/road-and-sea.js'
import { STAYS_AND_TABLES } from './reservations/stays-and-tables.js'
import { TRAINS } from './reservations/trains.js'
import { TRAINS_BY_NAME } from './reservations/trains-by-name.js'
import { TRAINS_OF_CALENDARS } from './reservations/trains-of-calendars.js'

const FAMILIES: Record<string, Reservation[]> = {
  flights: FLIGHTS,
  'flights of all continents': FLIGHTS_WORLDWIDE,
  trains: TRAINS,
  'trains by station names': TRAINS_BY_NAME,
  'trains of calendars': TRAINS_OF_CALENDARS,
  'hotels and tables': STAYS_AND_TABLES,
  'road and sea': ROAD_AND_SEA,
  ferries: FERRIES,
  gatherings: GATHERINGS,
}
for (const [family, reservations] of Object.entries(FAMILIES))
  t.test(family, (t) => {
    for (const reservation of reservations)
      t.same(faultsOf(reservation), [], `${reservation.what} (${reservation.document.name})`)
    t.end()
  })

t.ok(Object.values(FAMILIES).flat().length >= 60, 'at least 60 reservations')
