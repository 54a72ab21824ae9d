/** Reference data as the running service has it. */
import type { Database } from '../../db/connect.js'
import type { AirlineRow, AirportRow, CityRow } from '../../schemas/place.js'
import type { SourceRow } from '../../schemas/source-row.js'

export interface Reference { airports: AirportRow[], cities: CityRow[], airlines: AirlineRow[], sources: SourceRow[] }

/** Reads it out of the tables. Larger airports and cities come first. */
export async function readReference (database: Database): Promise<Reference> {
  const ask = async <T extends object>(text: string): Promise<T[]> => (await database.pool.query<T>(text)).rows
  return {
    airports: await ask<AirportRow>(`SELECT iata, icao, name, city_name AS "cityName", city_id::text AS "cityId", city_code AS "cityCode", admin_code AS "adminCode", country, lat, lon, zone, type
      FROM airport ORDER BY size DESC, iata`),
    cities: await ask<CityRow>(`SELECT id::text, name, ascii_name AS "asciiName", city_code AS "cityCode", admin_code AS "adminCode", admin_name AS "adminName", country, lat, lon, zone, population, alternates
      FROM city ORDER BY population DESC, id`),
    airlines: await ask<AirlineRow>('SELECT iata, icao, name, alternates, country, active FROM airline ORDER BY active DESC, iata'),
    sources: await ask<SourceRow>(`SELECT id, name, classification, segment_types AS "segmentTypes", vendor_code AS "vendorCode", priority, group_priority AS "groupPriority", status FROM source ORDER BY id`)
  }
}
