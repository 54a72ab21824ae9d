/**
 * Secret calendar addresses (contract.md 2, GET /v2/trips.ics), each of an application that the member
 * authorises, or of the member. Secrets are stored as hashes.
 */
import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import type { Id } from '../../schemas/base/ids.js'
import { prepared, queryRows } from '../pg/prepared-statements.js'
import { memberTurn } from '../pg/transaction.js'
import { GRANT_END_SQL } from './grant-expiry.js'
import { allowsSql } from './scope-sql.js'

interface CalendarAddress {
  id: Id
  name: string | null
  created: Date
  lastUsed: Date | null
  /** The application that made it; null: the member. */
  client: string | null
}

type Row = [id: number, name: string | null, created: Date, lastUsed: Date | null, client: string | null]

function toAddress([id, name, created, lastUsed, client]: Row): CalendarAddress {
  return { id: String(id), name, created, lastUsed, client }
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

const COLUMNS = 'id, name, created, last_used, client_id'

const CREATE = prepared(`
  insert into calendar_feed (id, member_id, client_id, name, hash)
  select $1::bigint, $2::bigint, $3::text, $4::text, $5::bytea
  where (select count(*) from calendar_feed where member_id = $2::bigint) < $6
  returning ${COLUMNS}`)

const LIST = prepared(`select ${COLUMNS} from calendar_feed where member_id = $1 order by id`)

const REMOVE = prepared('delete from calendar_feed where member_id = $1 and id = $2 returning id')
/** An application removes what applications made, not what the member made. */
const REMOVE_BY_APP = prepared(`
  with found as (select id, client_id from calendar_feed where member_id = $1 and id = $2),
    gone as (delete from calendar_feed f using found where f.id = found.id and found.client_id is not null)
  select client_id is null from found`)

const RECORD_USE = prepared('update calendar_feed set last_used = now() where hash = $1')

const FIND = prepared(`
  select f.member_id, m.sequence, m.last_seq, f.last_used is null or f.last_used < now() - interval '1 hour'
  from calendar_feed f join member m on m.id = f.member_id and m.status <> 'Deleted'
  where f.hash = $1 and (f.client_id is null or exists (
    select from oauth_grant g
    where g.member_id = f.member_id and g.client_id = f.client_id and g.revoked_at is null
      and ${allowsSql('g', 'calendar')} and coalesce(
        (select ${GRANT_END_SQL} > clock_timestamp() from app a where a.client_id = g.client_id), true)))`)

export function calendarAddresses(pool: Pool) {
  return {
    /** Stores a new address; null if the member already has `max`. */
    create: async (
      address: { id: Id; member: Id; client: string | null; name: string | null; secret: string },
      max: number,
    ): Promise<CalendarAddress | null> =>
      await memberTurn(pool, address.member, async (client) => {
        const [row] = await queryRows<Row>(client, CREATE, [
          address.id,
          address.member,
          address.client,
          address.name,
          hashOf(address.secret),
          max,
        ])
        return row === undefined ? null : toAddress(row)
      }),
    list: async (member: Id): Promise<CalendarAddress[]> =>
      (await queryRows<Row>(pool, LIST, [member])).map(toAddress),
    /** False if there is no such address. */
    remove: async (member: Id, id: Id): Promise<boolean> =>
      (await queryRows<[number]>(pool, REMOVE, [member, id])).length > 0,
    /** The same for an application: an address that the member made stays. */
    removeByApp: async (member: Id, id: Id): Promise<'removed' | 'of_member' | 'unknown'> => {
      const [row] = await queryRows<[isOfMember: boolean]>(pool, REMOVE_BY_APP, [member, id])
      if (row === undefined) return 'unknown'
      return row[0] ? 'of_member' : 'removed'
    },
    /**
     * The member whose itinerary the secret opens, and its version (db/reads/calendar.ts), or null. Records
     * the use, at most once an hour. An address is removed with its application's last grant of calendars
     * (grant-revocation.ts); one created at that moment opens nothing either.
     */
    find: async (secret: string): Promise<{ member: Id; version: string } | null> => {
      const hash = hashOf(secret)
      const [row] = await queryRows<
        [member: number, sequence: number, appliedSeq: number, recordUse: boolean]
      >(pool, FIND, [hash])
      if (row === undefined) return null
      const [member, sequence, appliedSeq, recordUse] = row
      if (recordUse) await queryRows(pool, RECORD_USE, [hash])
      return { member: String(member), version: `${sequence}.${appliedSeq}` }
    },
  }
}
