/** Secret links under which anyone may read one trip (oauth.md 6.5). Secrets are stored as hashes. */
import type { Pool } from 'pg'
import type { Id } from '../../schemas/base/ids.js'
import type { NewSharedTrip, SharedTrip, SharedTripTarget } from '../../schemas/member-pages/shared-trip.js'
import { prepared, queryRows } from '../pg/prepared-statements.js'
import { memberTurn } from '../pg/transaction.js'

const CREATE = prepared(`
  insert into shared_trip (id, member_id, trip_id, hash, locators, prices, expires, until_end)
  select $1::bigint, $2::bigint, $3::bigint, $4::bytea, $5::boolean, $6::boolean,
    now() + make_interval(days => $7::int), $8::boolean
  where (
    select count(*) from shared_trip
    where member_id = $2::bigint and (expires is null or expires > now())
  ) < $9
  returning id`)

const LIST = prepared(`
  select id, locators, prices, expires, until_end, created, last_viewed from shared_trip
  where member_id = $1 and trip_id = $2 and (expires is null or expires > now()) order by id`)

const REMOVE = prepared(
  'delete from shared_trip where member_id = $1 and trip_id = $2 and id = $3 returning id',
)

const FIND = prepared(`
  select s.member_id, s.trip_id, s.locators, s.prices, s.until_end,
    s.last_viewed is null or s.last_viewed < now() - interval '1 hour'
  from shared_trip s join member m on m.id = s.member_id and m.status <> 'Deleted'
  where s.hash = $1 and (s.expires is null or s.expires > now())`)

const RECORD_VIEW = prepared('update shared_trip set last_viewed = now() where hash = $1')

type Row = [
  id: number,
  locators: boolean,
  prices: boolean,
  expires: Date | null,
  untilEnd: boolean,
  created: Date,
  lastViewed: Date | null,
]
type Found = [
  member: number,
  trip: number,
  locators: boolean,
  prices: boolean,
  untilEnd: boolean,
  isNews: boolean,
]

export function sharedTrips(pool: Pool) {
  return {
    /** False if the member already has `max` links. */
    create: async (link: NewSharedTrip, max: number): Promise<boolean> =>
      await memberTurn(pool, link.member, async (client) => {
        const { id, member, trip, hash, locators, prices, days, untilEnd } = link
        const values = [id, member, trip, hash, locators, prices, days, untilEnd, max]
        return (await queryRows<[number]>(client, CREATE, values)).length > 0
      }),
    /** Those of one trip that still work. */
    list: async (member: Id, trip: Id): Promise<SharedTrip[]> =>
      (await queryRows<Row>(pool, LIST, [member, trip])).map(
        ([id, locators, prices, expires, untilEnd, created, lastViewed]) => ({
          id: String(id),
          locators,
          prices,
          expires,
          untilEnd,
          created,
          lastViewed,
        }),
      ),
    /** False if there was none. */
    remove: async (member: Id, trip: Id, id: Id): Promise<boolean> =>
      (await queryRows<[number]>(pool, REMOVE, [member, trip, id])).length > 0,
    /** What the link with that hash opens; records the view, at most once an hour. */
    find: async (hash: Buffer): Promise<SharedTripTarget | null> => {
      const [row] = await queryRows<Found>(pool, FIND, [hash])
      if (row === undefined) return null
      const [member, trip, locators, prices, untilEnd, isNews] = row
      if (isNews) await queryRows(pool, RECORD_VIEW, [hash])
      return { member: String(member), trip: String(trip), locators, prices, untilEnd }
    },
  }
}
