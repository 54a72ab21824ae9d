/** Members for tests. */
import type { Database } from '../../../db/pg/connect.js'
import type { Id } from '../../../schemas/base/ids.js'
import { instantText } from '../../../schemas/base/wall-time.js'

const HOME = {
  from: null,
  city: 'New York',
  admin_code: 'NY',
  country: 'US',
  lat: '40.71427',
  lon: '-74.00597',
  time_zone_id: 'America/New_York',
  airports: ['JFK', 'LGA', 'EWR'],
  state: 'NY',
}

/** Creates a member who lives in New York. Returns the id. */
export async function createMember(
  { pool }: Database,
  id: Id,
  profile: Record<string, unknown>,
): Promise<Id> {
  const now = instantText(Date.now())
  const doc = {
    id,
    status: 'Active',
    first_name: 'Ada',
    last_name: 'Example',
    email: `${id}@example.com`,
    gender: null,
    home_city: HOME.city,
    home_city_lat: HOME.lat,
    home_city_lon: HOME.lon,
    state: HOME.admin_code,
    admin_code: HOME.admin_code,
    zip: null,
    country: HOME.country,
    time_zone_id: HOME.time_zone_id,
    home_airports: ['JFK'],
    homes: [HOME],
    url: null,
    profile_image_url: null,
    created: now,
    updated: now,
    ...profile,
  }
  await pool.query('insert into member (id, doc) values ($1, $2)', [id, JSON.stringify(doc)])
  return id
}
