/**
 * The member record of a new sign-up (contract.md 3, Member): names and address; the rest is not known yet.
 */
import { instantText } from '../../../schemas/base/wall-time.js'

/** Made when the account is confirmed. */
export function newMemberRecord(
  member: { id: string; email: string; firstName: string; lastName: string },
  now: Date,
): string {
  const instant = instantText(now)
  return JSON.stringify({
    id: member.id,
    status: 'Active',
    first_name: member.firstName,
    last_name: member.lastName,
    email: member.email,
    gender: null,
    home_city: null,
    home_city_lat: null,
    home_city_lon: null,
    state: null,
    admin_code: null,
    zip: null,
    country: null,
    time_zone_id: null,
    language: null,
    home_airports: [],
    homes: [],
    url: null,
    profile_image_url: null,
    created: instant,
    updated: instant,
  })
}
