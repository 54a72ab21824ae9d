/**
 * The member record of a new sign-up (contract.md 3, Member): names and address; the rest is not known yet.
 */
export function newMemberRecord(
  member: { id: string; email: string; firstName: string; lastName: string },
  now: Date,
): string {
  const instant = now.toISOString().replace(/\.\d+Z$/, '+0000')
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
