/** Secret calendar addresses, each of an application that the member authorises; only the hash of a secret is kept. */
import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import type { Id } from '../../schemas/base/ids.js'
import { queryRows } from '../pg/prepared-statements.js'
import { transaction } from '../pg/transaction.js'

export interface CalendarFeed {
  id: Id
  name: string | null
  created: Date
  lastUsed: Date | null
}

type Row = [id: number, name: string | null, created: Date, lastUsed: Date | null]
const toFeed = ([id, name, created, lastUsed]: Row): CalendarFeed => ({
  id: String(id),
  name,
  created,
  lastUsed,
})
const COLUMNS = 'id, name, created, last_used'
const hash = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** The calendar addresses of members (contract.md 2, GET /v2/trips.ics); secrets come in plain and are kept as hashes. */
export function calendarFeeds(pool: Pool) {
  return {
    /** Keeps a new address, unless the member has `most` of them already: then null. */
    create: async (
      feed: { id: Id; member: Id; client: string; name: string | null; secret: string },
      most: number,
    ): Promise<CalendarFeed | null> =>
      await transaction(pool, async (client) => {
        // Of several at once each counts what the former made.
        await client.query('select from member where id = $1 for no key update', [feed.member])
        const [row] = await queryRows<Row>(
          client,
          `
          insert into calendar_feed (id, member_id, client_id, name, hash)
          select $1::bigint, $2::bigint, $3::text, $4::text, $5::bytea
          where (select count(*) from calendar_feed where member_id = $2::bigint) < $6
          returning ${COLUMNS}`,
          [feed.id, feed.member, feed.client, feed.name, hash(feed.secret), most],
        )
        return row === undefined ? null : toFeed(row)
      }),
    list: async (member: Id): Promise<CalendarFeed[]> =>
      (
        await queryRows<Row>(pool, `select ${COLUMNS} from calendar_feed where member_id = $1 order by id`, [
          member,
        ])
      ).map(toFeed),
    /** Whether there was one to end. */
    remove: async (member: Id, id: Id): Promise<boolean> =>
      (
        await queryRows<[number]>(
          pool,
          'delete from calendar_feed where member_id = $1 and id = $2 returning id',
          [member, id],
        )
      ).length > 0,
    /**
     * Whose itinerary a secret opens; null when it opens none. Notes the use, once an hour at most. An address ends with its
     * application's last grant (oauth-ended.ts); one that was made in that moment opens nothing either.
     */
    memberOf: async (secret: string): Promise<Id | null> => {
      const [row] = await queryRows<[number, boolean]>(
        pool,
        `
        select f.member_id, f.last_used is null or f.last_used < now() - interval '1 hour'
        from calendar_feed f join member m on m.id = f.member_id and m.status <> 'Deleted'
        where f.hash = $1 and exists (select from oauth_grant g where g.member_id = f.member_id and g.client_id = f.client_id and g.revoked_at is null)`,
        [hash(secret)],
      )
      if (row === undefined) return null
      if (row[1])
        await queryRows(pool, 'update calendar_feed set last_used = now() where hash = $1', [hash(secret)])
      return String(row[0])
    },
  }
}
