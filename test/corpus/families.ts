/** Every reservation of the corpus, by what it is of. */
import type { Reservation } from './reservation.js'
import { FERRIES } from './reservations/ferries.js'
import { FLIGHTS } from './reservations/flights.js'
import { FLIGHTS_WORLDWIDE } from './reservations/flights-worldwide.js'
import { GATHERINGS } from './reservations/gatherings.js'
import { ROAD_AND_SEA } from './reservations/road-and-sea.js'
import { SEVERAL_TRAVELLERS } from './reservations/several-travellers.js'
import { STAYS_AND_TABLES } from './reservations/stays-and-tables.js'
import { TRAINS } from './reservations/trains.js'
import { TRAINS_BY_NAME } from './reservations/trains-by-name.js'
import { TRAINS_OF_CALENDARS } from './reservations/trains-of-calendars.js'

export const FAMILIES: Readonly<Record<string, Reservation[]>> = {
  flights: FLIGHTS,
  'flights of all continents': FLIGHTS_WORLDWIDE,
  trains: TRAINS,
  'trains by station names': TRAINS_BY_NAME,
  'trains of calendars': TRAINS_OF_CALENDARS,
  'hotels and tables': STAYS_AND_TABLES,
  'road and sea': ROAD_AND_SEA,
  ferries: FERRIES,
  gatherings: GATHERINGS,
  'several travellers': SEVERAL_TRAVELLERS,
}
