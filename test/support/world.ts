/** A small world for the tests of the rules: the places, airlines and sources of their journeys. */
import { buildPlaces } from '../../actors/itinerary/places/places.js'
import type { Places } from '../../actors/itinerary/places/places.js'
import type { AirlineRow, AirportRow, CityRow } from '../../schemas/itinerary/reference-rows.js'
import { defaultPriority } from '../../schemas/itinerary/source-row.js'
import type { Classification, SourceRow } from '../../schemas/itinerary/source-row.js'

/** iata, city, metro code, admin, country, lat, lon, zone. */
const AIRPORTS: Array<[string, string, string, string, string, number, number, string | null]> = [
  ['JFK', 'New York', 'NYC', 'NY', 'US', 40.6398, -73.7789, 'America/New_York'],
  ['LGA', 'New York', 'NYC', 'NY', 'US', 40.7772, -73.8726, 'America/New_York'],
  ['EWR', 'Newark', 'NYC', 'NJ', 'US', 40.6925, -74.1687, 'America/New_York'],
  ['BOS', 'Boston', 'BOS', 'MA', 'US', 42.3643, -71.0052, 'America/New_York'],
  ['ORD', 'Chicago', 'CHI', 'IL', 'US', 41.9786, -87.9048, 'America/Chicago'],
  ['ATL', 'Atlanta', 'ATL', 'GA', 'US', 33.6367, -84.4281, 'America/New_York'],
  ['MIA', 'Miami', 'MIA', 'FL', 'US', 25.7932, -80.2906, 'America/New_York'],
  ['DEN', 'Denver', 'DEN', 'CO', 'US', 39.8617, -104.673, 'America/Denver'],
  ['SFO', 'San Francisco', 'SFO', 'CA', 'US', 37.619, -122.375, 'America/Los_Angeles'],
  ['LAX', 'Los Angeles', 'LAX', 'CA', 'US', 33.9425, -118.408, 'America/Los_Angeles'],
  ['HNL', 'Honolulu', 'HNL', 'HI', 'US', 21.3187, -157.922, 'Pacific/Honolulu'],
  ['LHR', 'London', 'LON', 'ENG', 'GB', 51.4706, -0.4619, 'Europe/London'],
  ['LGW', 'London', 'LON', 'ENG', 'GB', 51.1481, -0.1903, 'Europe/London'],
  ['CDG', 'Paris', 'PAR', 'IDF', 'FR', 49.0128, 2.55, 'Europe/Paris'],
  ['AMS', 'Amsterdam', 'AMS', 'NH', 'NL', 52.3086, 4.7639, 'Europe/Amsterdam'],
  ['FRA', 'Frankfurt', 'FRA', 'HE', 'DE', 50.0264, 8.5431, 'Europe/Berlin'],
  ['FCO', 'Rome', 'ROM', 'RM', 'IT', 41.8045, 12.2508, 'Europe/Rome'],
  ['MXP', 'Milan', 'MIL', 'MI', 'IT', 45.6306, 8.7281, 'Europe/Rome'],
  ['HND', 'Tokyo', 'TYO', '13', 'JP', 35.5523, 139.7797, 'Asia/Tokyo'],
  ['NRT', 'Tokyo', 'TYO', '12', 'JP', 35.7647, 140.3864, 'Asia/Tokyo'],
  ['AKL', 'Auckland', 'AKL', 'AUK', 'NZ', -37.0081, 174.792, 'Pacific/Auckland'],
  ['SIN', 'Singapore', 'SIN', 'SG', 'SG', 1.3502, 103.9943, 'Asia/Singapore'],
  ['KEF', 'Reykjavik', 'REK', '2', 'IS', 63.985, -22.6056, 'Atlantic/Reykjavik'],
  ['QZX', 'Nowhere', 'QZX', '0', 'XX', 10, 10, null],
]

/** id, name, metro code, admin, country, lat, lon, zone, population, other names. */
const CITIES: Array<
  [string, string, string | null, string, string, number, number, string, number, string[]]
> = [
  ['1', 'New York City', 'NYC', 'NY', 'US', 40.7143, -74.006, 'America/New_York', 8_175_133, ['New York']],
  ['2', 'Boston', 'BOS', 'MA', 'US', 42.3584, -71.0598, 'America/New_York', 667_137, []],
  ['3', 'Chicago', 'CHI', 'IL', 'US', 41.85, -87.65, 'America/Chicago', 2_720_546, []],
  ['4', 'San Francisco', 'SFO', 'CA', 'US', 37.7749, -122.4194, 'America/Los_Angeles', 864_816, []],
  ['5', 'Los Angeles', 'LAX', 'CA', 'US', 34.0522, -118.2437, 'America/Los_Angeles', 3_971_883, []],
  ['6', 'London', 'LON', 'ENG', 'GB', 51.5085, -0.1257, 'Europe/London', 8_961_989, []],
  ['7', 'London', null, '08', 'CA', 42.9834, -81.233, 'America/Toronto', 346_765, []],
  ['8', 'Paris', 'PAR', '11', 'FR', 48.8534, 2.3488, 'Europe/Paris', 2_138_551, []],
  ['9', 'Rome', 'ROM', '07', 'IT', 41.8919, 12.5113, 'Europe/Rome', 2_318_895, ['Roma']],
  ['10', 'Milan', 'MIL', '09', 'IT', 45.4643, 9.1895, 'Europe/Rome', 1_236_837, ['Milano']],
  ['11', 'Amsterdam', 'AMS', '07', 'NL', 52.374, 4.8897, 'Europe/Amsterdam', 741_636, []],
  ['12', 'Tokyo', 'TYO', '40', 'JP', 35.6895, 139.6917, 'Asia/Tokyo', 8_336_599, []],
  ['13', 'Denver', 'DEN', 'CO', 'US', 39.7392, -104.9847, 'America/Denver', 682_545, []],
  ['14', 'Philadelphia', null, 'PA', 'US', 39.9523, -75.1638, 'America/New_York', 1_567_442, []],
  ['15', 'Munich', 'MUC', '02', 'DE', 48.1374, 11.5755, 'Europe/Berlin', 1_260_391, ['München']],
  ['16', 'Atlanta', 'ATL', 'GA', 'US', 33.749, -84.388, 'America/New_York', 463_878, []],
  ['17', 'Miami', 'MIA', 'FL', 'US', 25.7743, -80.1937, 'America/New_York', 441_003, []],
  ['18', 'Frankfurt am Main', 'FRA', '05', 'DE', 50.1155, 8.6842, 'Europe/Berlin', 650_000, ['Frankfurt']],
  ['19', 'Springfield', null, 'MO', 'US', 37.2153, -93.2982, 'America/Chicago', 166_810, []],
  ['20', 'Springfield', null, 'MA', 'US', 42.1015, -72.5898, 'America/New_York', 154_341, []],
  ['21', 'Honolulu', 'HNL', 'HI', 'US', 21.3069, -157.8583, 'Pacific/Honolulu', 371_657, []],
  ['22', 'Auckland', 'AKL', 'E7', 'NZ', -36.8485, 174.7635, 'Pacific/Auckland', 417_910, []],
  ['23', 'Singapore', 'SIN', '00', 'SG', 1.2897, 103.8501, 'Asia/Singapore', 3_547_809, []],
  ['24', 'Dover', null, 'ENG', 'GB', 51.1259, 1.3134, 'Europe/London', 41_709, []],
  ['25', 'Calais', null, '32', 'FR', 50.9513, 1.8587, 'Europe/Paris', 74_433, []],
  ['26', 'Hoek van Holland', null, '11', 'NL', 51.9775, 4.1333, 'Europe/Amsterdam', 9_382, []],
]

const AIRLINES: Array<[string, string, string, string[]]> = [
  ['DL', 'DAL', 'Delta Air Lines', ['Delta']],
  ['KL', 'KLM', 'KLM Royal Dutch Airlines', ['KLM']],
  ['AF', 'AFR', 'Air France', []],
  ['BA', 'BAW', 'British Airways', []],
  ['UA', 'UAL', 'United Airlines', ['United']],
  ['AA', 'AAL', 'American Airlines', []],
  ['NH', 'ANA', 'All Nippon Airways', ['ANA']],
  ['NZ', 'ANZ', 'Air New Zealand', []],
  ['6E', 'IGO', 'IndiGo', ['Indigo Airlines']],
  ['LH', 'DLH', 'Lufthansa', []],
]

const SOURCES: Array<[string, Classification]> = [
  ['airline_dl', 'airline'],
  ['airline_kl', 'airline'],
  ['airline_af', 'airline'],
  ['airline_ba', 'airline'],
  ['airline_ua', 'airline'],
  ['hotel_marriott', 'hotel'],
  ['hotel_hilton', 'hotel'],
  ['car_hertz', 'car'],
  ['rail_db', 'rail'],
  ['gds', 'gds'],
  ['tmc', 'tmc'],
  ['ota', 'ota'],
  ['email', 'email'],
  ['calendar', 'calendar'],
  ['manual', 'manual'],
  ['tickets', 'activity'],
  ['live_status', 'status'],
  ['status_oag', 'status'],
]

/** Names that differ from the id, for the sentences of warnings. */
const SOURCE_NAMES: Record<string, string> = {
  airline_dl: 'Delta',
  hotel_marriott: 'Marriott',
  rail_db: 'Deutsche Bahn',
  email: 'your e-mail',
  gds: 'Sabre',
}

export const airports: AirportRow[] = AIRPORTS.map(
  ([iata, cityName, cityCode, adminCode, country, lat, lon, zone]) => ({
    iata,
    icao: null,
    name: `${cityName} Airport`,
    cityName,
    cityId: null,
    cityCode,
    adminCode,
    country,
    lat,
    lon,
    zone,
    type: 'large_airport',
  }),
)
export const cities: CityRow[] = CITIES.map(
  ([id, name, cityCode, adminCode, country, lat, lon, zone, population, alternates]) => ({
    id,
    name,
    asciiName: name,
    cityCode,
    adminCode,
    adminName: null,
    country,
    lat,
    lon,
    zone,
    population,
    alternates,
  }),
)
export const airlines: AirlineRow[] = AIRLINES.map(([iata, icao, name, alternates]) => ({
  iata,
  icao,
  name,
  alternates,
  country: null,
  active: true,
}))
export const places: Places = buildPlaces(airports, cities, airlines)
export const sources = new Map<string, SourceRow>(
  SOURCES.map(([id, classification]) => [
    id,
    {
      id,
      name: SOURCE_NAMES[id] ?? id,
      classification,
      segmentTypes: [],
      vendorCode: null,
      priority: defaultPriority(classification),
      groupPriority: {},
      status: 'Active',
    },
  ]),
)

/** A home as the member record keeps it. */
export function home(iata: string, from: string | null = null, more: string[] = []): Record<string, unknown> {
  const row = AIRPORTS.find((a) => a[0] === iata)
  if (row === undefined) throw new Error(`no airport ${iata} in the small world`)
  return {
    from,
    city: row[1],
    admin_code: row[3],
    country: row[4],
    lat: String(row[5]),
    lon: String(row[6]),
    time_zone_id: row[7],
    airports: [iata, ...more],
  }
}
