/** Looks places and airlines up in the reference rows (RULES N3, N5). Built once a process, then only read. */
import type { AirlineRow, AirportRow, CityRow } from '../../../schemas/itinerary/reference-rows.js'
import { airportNameLookup } from './airport-names.js'
import { canonicalCityName, degreeCell, buildCityIndex } from './city-index.js'
import type { City } from './city-index.js'
import { COUNTRY_NAMES, NICKNAMES } from './city-names.js'
import { distanceKm } from './distance.js'
import type { Place, Spot } from './place.js'
import { memoize } from '../lib/memoize.js'
import { comparisonForm } from '../../../schemas/base/text.js'
import { isOneEditApart } from '../lib/words.js'

export interface Places {
  /** An airport, station or metropolitan code of three letters. */
  code: (code: string) => Place | null
  /** A city by name, with what is known of region and country. */
  city: (name: string, admin: string | null, country: string | null) => Place | null
  /** A station: a code, or a name with its city's in it: first, last, or between. */
  station: (text: string) => Place | null
  /** Free text such as `KEF`, `Reykjavik Airport (KEF)`, `Chicago Airport`, `Paris, France`. */
  freeText: (text: string) => Place | null
  /** Coordinates, with zone, country and city of the nearest known city within 100 km. */
  coordinates: (lat: number, lon: number) => Place
  /** Two-character airline code of a name or code; null when unknown. */
  airlineCode: (text: string) => string | null
  airlineName: (code: string) => string | null
}

/** Other cities of one name are kept as alternatives down to this share of the largest one's people. */
const MIN_POPULATION_SHARE = 0.002
const MAX_SPOTS = 12
const TOWN_POPULATION = 15_000
/** Letters of a city in the middle of a station's name: shorter words are articles. */
const MIN_INNER_NAME_LENGTH = 4
const CACHED_LOOKUPS = 20_000
/** Short for airport or station at the end of a place's name, and codes of small airports elsewhere. */
const NOT_AIRPORT_CODES = new Set(['APT', 'ARP', 'STA'])

function citySpot(row: City): Spot {
  return {
    lat: row.lat,
    lon: row.lon,
    city: row.name,
    cityId: row.id,
    metro: row.cityCode,
    iata: null,
    admin: row.adminCode,
    country: row.country,
    zone: row.zone,
  }
}

function airportSpot(row: AirportRow): Spot {
  return {
    lat: row.lat,
    lon: row.lon,
    city: row.cityName,
    cityId: row.cityId,
    metro: row.cityCode,
    iata: row.iata,
    admin: row.adminCode,
    country: row.country,
    zone: row.zone,
  }
}

/** Index over the rows given. Rows of one code or name may repeat; the larger place wins. */
export function buildPlaces(
  airports: readonly AirportRow[],
  rows: readonly CityRow[],
  airlines: readonly AirlineRow[],
): Places {
  const byCode = new Map<string, AirportRow>()
  const metros = new Map<string, AirportRow[]>()
  for (const row of airports) {
    if (!byCode.has(row.iata)) byCode.set(row.iata, row)
    const group = metros.get(row.cityCode)
    if (group === undefined) metros.set(row.cityCode, [row])
    else group.push(row)
  }
  const {
    cities,
    byName,
    byMetroCode: byMetro,
    cells,
    largeNames: large,
    countryCodes: codes,
  } = buildCityIndex(rows)
  const countries = new Map(Object.entries(COUNTRY_NAMES))
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  for (const code of codes) {
    const name = /^[A-Z]{2}$/.test(code) ? names.of(code) : undefined
    if (name !== undefined && !countries.has(comparisonForm(name))) countries.set(comparisonForm(name), code)
  }
  const countryOf = (text: string | null): string | null => {
    if (text === null) return null
    const folded = comparisonForm(text)
    return codes.has(folded) ? folded : (countries.get(folded) ?? null)
  }

  const rowsOf = (key: string): City[] => {
    const held = byName.get(key)
    if (held === undefined) return []
    return (typeof held === 'number' ? [held] : held)
      .map((i) => cities[i] as City)
      .sort((a, b) => b.population - a.population || Number(a.id) - Number(b.id))
  }
  const matching = (rows: City[], admin: string | null, country: string | null): City[] => {
    let left = country === null ? rows : rows.filter((row) => row.country === country)
    if (admin !== null && left.length > 1) {
      const wanted = comparisonForm(admin)
      const within = left.filter(
        (row) =>
          row.adminCode === wanted || (row.adminName !== null && comparisonForm(row.adminName) === wanted),
      )
      if (within.length > 0) left = within
    }
    const most = left[0]?.population ?? 0
    return left
      .filter((row, i) => i === 0 || row.population >= most * MIN_POPULATION_SHARE)
      .slice(0, MAX_SPOTS)
  }
  const placeOf = (rows: City[]): Place | null => (rows.length === 0 ? null : { spots: rows.map(citySpot) })

  const byCodeText = memoize(CACHED_LOOKUPS, (code: string): Place | null => {
    const city = byMetro.get(code)
    const airport = byCode.get(code)
    const group = metros.get(code)
    if (airport !== undefined) return { spots: [airportSpot(airport)] }
    if (city !== undefined) return { spots: [{ ...citySpot(city), metro: code }] }
    const first = group?.[0]
    return first === undefined ? null : { spots: [{ ...airportSpot(first), iata: null }] }
  })

  /** Rows by name, nickname and canonical spelling together; a nickname's own city first. */
  const exact = (folded: string, admin: string | null, country: string | null): Place | null => {
    const plain = canonicalCityName(folded)
    const rows = rowsOf(plain)
    const nick = NICKNAMES[folded] ?? NICKNAMES[plain]
    if (nick !== undefined) {
      const [name, land] = nick
      const known = new Set(rows.map((row) => row.id))
      for (const other of [canonicalCityName(name), name.replace(/ CITY$/, '')]) {
        for (const row of rowsOf(other))
          if (row.country === land && !known.has(row.id)) {
            rows.push(row)
            known.add(row.id)
          }
      }
      rows.sort((a, b) => b.population - a.population || Number(a.id) - Number(b.id))
    }
    return placeOf(matching(rows, admin, country))
  }
  const fuzzy = (folded: string, admin: string | null, country: string | null): Place | null => {
    if (folded.length < 5) return null
    const key = canonicalCityName(folded)
    const heads = new Set([key.slice(0, 1), key.slice(1, 2)])
    for (const head of heads) {
      for (const name of large.get(head) ?? []) {
        if (Math.abs(name.length - key.length) < 2 && isOneEditApart(name, key)) {
          const found = placeOf(matching(rowsOf(name), admin, country))
          if (found !== null) return found
        }
      }
    }
    return null
  }
  const findCity = (text: string, admin: string | null, country: string | null): Place | null => {
    const folded = comparisonForm(text)
    if (folded === '') return null
    const found = exact(folded, admin, country)
    if (found !== null) return found
    if (/^[A-Z]{3}$/.test(text)) {
      const coded = byCodeText(text)
      if (coded !== null) return coded
    }
    const parts = text
      .split(/[/,(–—]| - /)
      .map((part) => part.trim())
      .filter((part) => part !== '')
    if (parts.length > 1) {
      const rest = parts[1] as string
      const land = country ?? countryOf(rest)
      const region = admin ?? rest
      const part =
        exact(comparisonForm(parts[0] as string), region, land) ??
        exact(comparisonForm(parts[0] as string), null, country)
      if (part !== null) return part
    }
    const city = folded.endsWith(' CITY')
      ? exact(folded.slice(0, -5), admin, country)
      : exact(`${folded} CITY`, admin, country)
    return (
      city ??
      airportIn(text, country) ??
      fuzzy(folded, admin, country) ??
      (country === null ? null : elsewhere(folded, admin))
    )
  }
  /** An airport named in place of its city: `Gatwick`. */
  const airportIn = (text: string, country: string | null): Place | null => {
    const code = airportNamed(text)
    const airport = code === null ? null : byCodeText(code)
    return country === null || airport?.spots[0]?.country === country ? airport : null
  }
  /** A town by its name though another country is told, which may be the one it belongs to (`San Juan, US`); a hamlet of that name is not meant. */
  const elsewhere = (folded: string, admin: string | null): Place | null => {
    const place = exact(folded, admin, null)
    return place !== null && peopled(place) ? place : null
  }
  const cityText = memoize(CACHED_LOOKUPS, (key: string): Place | null => {
    const [name, admin, country] = key.split('\u0000') as [string, string, string]
    return findCity(name, admin === '' ? null : admin, country === '' ? null : countryOf(country))
  })
  const city = (name: string, admin: string | null, country: string | null): Place | null =>
    cityText(`${name}\u0000${admin ?? ''}\u0000${country ?? ''}`)

  const peopled = (place: Place): boolean => {
    const id = place.spots[0]?.cityId
    return id !== undefined && id !== null && towns.has(id)
  }
  const towns = new Set<string>()
  for (const row of cities) if (row.population >= TOWN_POPULATION) towns.add(row.id)
  const airportNamed = airportNameLookup(
    [...byCode.values()],
    (name) =>
      large.get(name.slice(0, 1))?.includes(canonicalCityName(name)) === true ||
      NICKNAMES[name] !== undefined,
    (name) => {
      const city = exact(name, null, null)
      return city !== null && peopled(city)
    },
  )
  const station = memoize(CACHED_LOOKUPS, (text: string): Place | null => {
    if (/^[A-Z]{3}$/.test(text)) {
      const coded = byCodeText(text)
      if (coded !== null) return coded
    }
    const coded = /\(([A-Z]{3})\)/.exec(text)?.[1]
    if (coded !== undefined && byCode.has(coded)) return byCodeText(coded)
    const airport = airportNamed(text)
    if (airport !== null) return byCodeText(airport)
    const folded = comparisonForm(text)
    const whole = exact(folded, null, null)
    if (whole !== null) return whole
    const parts = folded.split(' ')
    for (let take = parts.length - 1; take > 0; take--) {
      const head = exact(parts.slice(0, take).join(' '), null, null)
      if (head !== null && peopled(head)) return head
    }
    for (let from = 1; from < parts.length; from++) {
      const tail = exact(parts.slice(from).join(' '), null, null)
      if (tail !== null && peopled(tail)) return tail
    }
    for (let from = 1; from < parts.length - 1; from++) {
      for (let to = parts.length - 1; to > from; to--) {
        const name = parts.slice(from, to).join(' ')
        const middle = name.length < MIN_INNER_NAME_LENGTH ? null : exact(name, null, null)
        if (middle !== null && peopled(middle)) return middle
      }
    }
    return fuzzy(folded, null, null)
  })
  const free = memoize(CACHED_LOOKUPS, (text: string): Place | null => {
    if (/^[A-Za-z]{3}$/.test(text)) {
      const coded = byCodeText(text.toUpperCase())
      if (coded !== null) return coded
    }
    const named = airportNamed(text)
    if (named !== null) return byCodeText(named)
    const coded = /(?:^|[([\s,/-])([A-Z]{3})(?:[)\],]|$)/.exec(text)?.[1]
    if (coded !== undefined && byCode.has(coded) && text !== coded && !NOT_AIRPORT_CODES.has(coded))
      return byCodeText(coded)
    const bare = text
      .replace(
        /\b(?:international|intl|airport|arpt|apt|station|terminal|downtown|city centre|city center|flughafen|a[eé]roport|aeropuerto)\b/gi,
        ' ',
      )
      .replace(/\s+/g, ' ')
      .trim()
    return city(bare === '' ? text : bare, null, null) ?? station(text)
  })

  const at = (lat: number, lon: number): Place => {
    let best: City | null = null
    let least = 100
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        for (const i of cells.get(degreeCell(lat + dy, ((lon + dx + 540) % 360) - 180)) ?? []) {
          const row = cities[i] as City
          const km = distanceKm({ lat, lon }, row)
          if (km < least) {
            least = km
            best = row
          }
        }
      }
    }
    return {
      spots: [
        {
          lat,
          lon,
          city: best?.name ?? null,
          cityId: best?.id ?? null,
          metro: null,
          iata: null,
          admin: best?.adminCode ?? null,
          country: best?.country ?? null,
          zone: best?.zone ?? null,
        },
      ],
    }
  }

  const airlineCodes = new Map<string, string>()
  const airlineNames = new Map<string, string>()
  for (const row of airlines) {
    const put = (text: string): void => {
      const key = comparisonForm(text)
      const held = airlineCodes.get(key)
      if (key !== '' && (held === undefined || row.active))
        airlineCodes.set(key, held !== undefined && !row.active ? held : (held ?? row.iata))
    }
    for (const text of [row.iata, row.icao ?? '', row.name, ...row.alternates]) put(text)
    if (!airlineNames.has(row.iata)) airlineNames.set(row.iata, row.name)
  }
  const airline = memoize(CACHED_LOOKUPS, (text: string): string | null => {
    const folded = comparisonForm(text)
    const direct = airlineCodes.get(folded)
    if (direct !== undefined) return direct
    const bare = distinctiveWords(folded)
    return airlineCodes.get(bare) ?? bareNames().get(bare) ?? null
  })
  let bareIndex: Map<string, string> | null = null
  const bareNames = (): Map<string, string> => {
    if (bareIndex === null) {
      bareIndex = new Map()
      for (const [name, code] of airlineCodes) {
        const bare = distinctiveWords(name)
        if (bare.length > 3 && !bareIndex.has(bare)) bareIndex.set(bare, code)
      }
    }
    return bareIndex
  }
  return {
    code: (code) => byCodeText(code.toUpperCase()),
    city,
    station,
    freeText: free,
    coordinates: at,
    airlineCode: airline,
    airlineName: (code) => airlineNames.get(code) ?? null,
  }
}

const AIRLINE_FILLER = new Set([
  'AIRLINES',
  'AIRLINE',
  'AIRWAYS',
  'AIRWAY',
  'AIR',
  'LINES',
  'INC',
  'LTD',
  'PLC',
  'SA',
  'AG',
  'CORP',
  'CO',
  'LLC',
  'GROUP',
  'THE',
  'INTERNATIONAL',
  'INTL',
  'LIMITED',
  'COMPANY',
])

/** An airline's name without the words that all of them share. */
function distinctiveWords(folded: string): string {
  const left = folded.split(' ').filter((word) => !AIRLINE_FILLER.has(word))
  return left.length === 0 ? folded : left.join(' ')
}
