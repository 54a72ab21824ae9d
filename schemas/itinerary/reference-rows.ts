/** Reference data: airports, cities, airlines. Coordinates in decimal degrees, zones as IANA names. */
export interface AirportRow {
  iata: string
  icao: string | null
  name: string
  cityName: string | null
  cityId: string | null
  /** IATA metropolitan code (LON for LHR), else its own code. */
  cityCode: string
  adminCode: string | null
  country: string
  lat: number
  lon: number
  zone: string | null
  /** `large_airport`, `medium_airport`, `small_airport`, `heliport`, `seaplane_base`, `closed`, `station`. */
  type: string
  /** Where else the code stood or stands; absent or null for nearly all. */
  otherSite?: OtherSite | null
}

/** Where an airport code stood before `until`, or stands from `from` on: local days, months or years. */
export interface OtherSite {
  from: string | null
  until: string | null
  lat: number
  lon: number
}

export interface CityRow {
  id: string
  name: string
  asciiName: string
  /** IATA metropolitan or airport code of the city, if any. */
  cityCode: string | null
  adminCode: string | null
  adminName: string | null
  country: string
  lat: number
  lon: number
  zone: string | null
  population: number
  /** Other spellings and languages (München, Munich, Monaco di Baviera). */
  alternates: string[]
}

export interface AirlineRow {
  iata: string
  icao: string | null
  name: string
  alternates: string[]
  country: string | null
  active: boolean
}
