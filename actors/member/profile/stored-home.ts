/** A home as the member record keeps it (contract.md 3). */
export interface StoredHome {
  /** First day, `YYYY-MM-DD`; null for the home the member has always had. */
  from: string | null
  city: string | null
  admin_code: string | null
  /** The same as `admin_code`; homes stored by older versions lack it. */
  state?: string | null
  country: string | null
  lat: string | number | null
  lon: string | number | null
  time_zone_id: string | null
  airports: string[]
}
