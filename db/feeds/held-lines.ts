/** Feed lines held until their loyalty number is registered (contract.md 8). */
import type { Pool } from 'pg'
import type { HeldLineStore } from '../../schemas/stream/held-line-store.js'
import type { Envelope } from '../../schemas/stream/message.js'
import { prepared, queryRows } from '../pg/prepared-statements.js'
import { REGISTERED_ACCOUNT } from './feed-addresses.js'

interface NewLine {
  source: string
  number: string
  envelope: Envelope
  body: string
}

/** How long a number is reserved for the process that releases its lines. */
const RESERVATION = "interval '30 seconds'"
/**
 * How long a number is checked again: a line that was looked up before the registration is stored by then,
 * because a feed that cannot store it gives up long before.
 */
const WATCH_PERIOD = "interval '2 minutes'"
const WATCH_INTERVAL = "interval '5 seconds'"
const HOLD_PERIOD = "interval '30 days'"

const HOLD = prepared(`
  insert into held_line (source, number_key, envelope, body)
  select source, loyalty_key(number), envelope, body
  from unnest($1::text[], $2::text[], $3::text[], $4::text[])
    with ordinality as x(source, number, envelope, body, n)
  order by n`)

const DUE = prepared(`
  update account_registration r set due = clock_timestamp() + ${RESERVATION}
  from (
    select source, number_key from account_registration
    where due <= now() order by due limit $1 for update skip locked
  ) d
  where r.source = d.source and r.number_key = d.number_key
  returning r.source, r.number_key`)

const OWNER = prepared(`
  select a.* from (select $1::text as source, $2::text as number_key) x
  cross join lateral (${REGISTERED_ACCOUNT}) a`)

const LINES = prepared(`
  select id, envelope, body from held_line
  where source = $1 and number_key = $2 and created >= now() - ${HOLD_PERIOD} order by id limit $3`)

const GONE = prepared('delete from held_line where id = any($1::bigint[])')

const RELEASED = prepared(`
  with old as (
    delete from account_registration
    where source = $1 and number_key = $2 and registered < now() - ${WATCH_PERIOD} returning 1
  )
  update account_registration set due = clock_timestamp() + ${WATCH_INTERVAL}
  where source = $1 and number_key = $2 and registered >= now() - ${WATCH_PERIOD}`)

/**
 * Lines are stored by the API, and released to the stream once a member registers the number, for 30 days.
 */
export function heldLines(
  pool: Pool,
): HeldLineStore & { keep: (lines: readonly NewLine[]) => Promise<void> } {
  return {
    /** Stores lines, in order; all or none. */
    keep: async (lines) => {
      await queryRows(pool, HOLD, [
        lines.map((one) => one.source),
        lines.map((one) => one.number),
        lines.map((one) => JSON.stringify(one.envelope)),
        lines.map((one) => one.body),
      ])
    },
    due: async (limit) =>
      (await queryRows<[string, string]>(pool, DUE, [limit])).map(([source, key]) => ({ source, key })),
    owner: async ({ source, key }) => {
      const [row] = await queryRows<[number, number]>(pool, OWNER, [source, key])
      return row === undefined ? null : { member: String(row[0]), account: String(row[1]) }
    },
    lines: async ({ source, key }, limit) =>
      (await queryRows<[number, string, string]>(pool, LINES, [source, key, limit])).map(
        ([id, envelope, body]) => ({
          id: String(id),
          envelope: JSON.parse(envelope) as Envelope,
          body,
        }),
      ),
    remove: async (ids) => {
      await queryRows(pool, GONE, [ids])
    },
    markReleased: async ({ source, key }) => {
      await queryRows(pool, RELEASED, [source, key])
    },
  }
}
