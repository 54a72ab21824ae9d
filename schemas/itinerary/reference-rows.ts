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
