/** Lines of feeds that wait for somebody to register their loyalty number (contract.md 8). */
import type { Pool } from 'pg'
import type { Id } from '../../schemas/base/ids.js'
import type { Envelope } from '../../schemas/stream/message.js'
import { REGISTERED_ACCOUNT } from './feed-addresses.js'
import { queryRows } from '../pg/prepared-statements.js'

interface NewLine {
  source: string
  number: string
  envelope: Envelope
  body: string
}
interface Opened {
  source: string
  key: string
}
interface Line {
  id: string
  envelope: Envelope
  body: string
}

/** Whoever takes a number has so long to let its lines go, before another looks. */
const LEASE = "interval '30 seconds'"
/** A line that was looked up before its number was registered is written by then: a feed that cannot write it gives up long before. */
const WATCHED = "interval '2 minutes'"
const AGAIN = "interval '5 seconds'"

const DUE = `
  update account_registration o set due = clock_timestamp() + ${LEASE}
  from (select source, number_key from account_registration where due <= now() order by due limit $1 for update skip locked) d
  where o.source = d.source and o.number_key = d.number_key
  returning o.source, o.number_key`

const AFTER = `
  with old as (
    delete from account_registration where source = $1 and number_key = $2 and registered < now() - ${WATCHED} returning 1
  )
  update account_registration set due = clock_timestamp() + ${AGAIN} where source = $1 and number_key = $2 and registered >= now() - ${WATCHED}`

/** Lines that wait: kept by doors, let go to the stream when a member registers their number, for 30 days (contract.md 8). */
export function heldLines(pool: Pool) {
  return {
    /** Keeps lines, in order: all or none. */
    keep: async (lines: readonly NewLine[]): Promise<void> => {
      await queryRows(
        pool,
        `
        insert into held_line (source, number_key, envelope, body)
        select source, loyalty_key(number), envelope, body
        from unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality as x(source, number, envelope, body, n) order by n`,
        [
          lines.map((one) => one.source),
          lines.map((one) => one.number),
          lines.map((one) => JSON.stringify(one.envelope)),
          lines.map((one) => one.body),
        ],
      )
    },
    /** Numbers registered just now, at most `most`; they are the caller's for half a minute. */
    due: async (most: number): Promise<Opened[]> =>
      (await queryRows<[string, string]>(pool, DUE, [most])).map(([source, key]) => ({ source, key })),
    /** Who has registered the number. */
    owner: async ({ source, key }: Opened): Promise<{ member: Id; account: Id } | null> => {
      const [row] = await queryRows<[number, number]>(
        pool,
        `select a.* from (select $1::text as source, $2::text as number_key) x cross join lateral (${REGISTERED_ACCOUNT}) a`,
        [source, key],
      )
      return row === undefined ? null : { member: String(row[0]), account: String(row[1]) }
    },
    /** The oldest lines of the number. */
    lines: async ({ source, key }: Opened, most: number): Promise<Line[]> =>
      (
        await queryRows<[number, string, string]>(
          pool,
          "select id, envelope, body from held_line where source = $1 and number_key = $2 and created >= now() - interval '30 days' order by id limit $3",
          [source, key, most],
        )
      ).map(([id, envelope, body]) => ({ id: String(id), envelope: JSON.parse(envelope) as Envelope, body })),
    /** The stream has these. */
    gone: async (ids: readonly string[]): Promise<void> => {
      await queryRows(pool, 'delete from held_line where id = any($1::bigint[])', [ids])
    },
    /** All that there was is gone: the number is looked at again, until no line can come that did not know of it. */
    done: async ({ source, key }: Opened): Promise<void> => {
      await queryRows(pool, AFTER, [source, key])
    },
  }
}
