/** Feed lines held until a member may receive them (contract.md 8.3). */
import type { Pool } from 'pg'
import type { Id } from '../../schemas/base/ids.js'
import type { LineNames } from '../../schemas/itinerary/name-agreement.js'
import type { HeldLineStore } from '../../schemas/feeds/held-line-store.js'
import type { Envelope } from '../../schemas/stream/message.js'
import { prepared, queryRows } from '../pg/prepared-statements.js'
import { namesText, RECIPIENT, REGISTRATIONS } from './feed-addresses.js'

interface NewLine extends LineNames {
  source: string
  number: string
  /** The application that sent it. */
  client: string
  /** Locators and ticket numbers (schemas/feeds/booking-proof.ts). */
  proofs: readonly string[]
  /** Somebody may receive it without its booking, at once. */
  due: boolean
  envelope: Envelope
  body: string
}

/** Lines of one application held for one number; older ones are dropped. */
const MAX_HELD_LINES = 1_000
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
  with x as (
    select source, loyalty_key(number) as number_key, client_id, string_to_array(names, E'\\n') as names, needs_proof,
      string_to_array(proofs, E'\\n') as proofs, due, envelope, body, n
    from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::boolean[], $6::text[], $7::boolean[], $8::text[],
      $9::text[]) with ordinality as y(source, number, client_id, names, needs_proof, proofs, due, envelope, body, n)
  ), lines as (
    insert into held_line (source, number_key, client_id, names, needs_proof, proofs, envelope, body)
    select source, number_key, client_id, names, needs_proof, proofs, envelope, body from x order by n
  )
  insert into account_registration (source, number_key)
  select distinct source, number_key from x where due order by source, number_key
  on conflict (source, number_key) do update set registered = now(), due = now()`)

const TRIM = prepared(`
  with surplus as materialized (
    select l.id
    from (
      select distinct source, loyalty_key(number) as number_key, client_id
      from unnest($1::text[], $2::text[], $3::text[]) as y(source, number, client_id)
    ) x
    cross join lateral (
      select id from held_line h
      where h.source = x.source and h.number_key = x.number_key and h.client_id = x.client_id
      order by id desc offset ${MAX_HELD_LINES} limit ${MAX_HELD_LINES}
    ) l
  ), locked as materialized (
    select h.id from surplus s cross join lateral (
      select id from held_line where id = s.id offset 0 for update skip locked
    ) h
  )
  delete from held_line where id = any(array(select id from locked))`)

const DUE = prepared(`
  update account_registration r set due = clock_timestamp() + ${RESERVATION}
  from (
    select source, number_key from account_registration
    where due <= now() order by due limit $1 for update skip locked
  ) d
  where r.source = d.source and r.number_key = d.number_key
  returning r.source, r.number_key`)

const LINES = prepared(
  `
  select x.id::text, x.envelope, x.body, r.member, r.account, r.reason is null, x.shown
  from held_line x cross join lateral (${RECIPIENT}) r
  where x.source = $1 and x.number_key = $2 and x.id > $3 and x.created >= now() - ${HOLD_PERIOD}
    and r.member is not null and (r.reason is null or not x.shown)
  order by x.id limit $4`,
  'held-lines',
)

const SHOWN = prepared('update held_line set shown = true where id = any($1::bigint[])')

const GONE = prepared('delete from held_line where id = any($1::bigint[])')

const CONFLICTS = prepared(
  `
  select r.member_id, r.id, r.conflict
  from (
    select a.member_id, a.id, a.conflict as known, count(*) over () > 1 as conflict
    from (select $1::text as source, $2::text as number_key) x, ${REGISTRATIONS}
  ) r
  where r.known <> r.conflict`,
  'account-conflicts',
)

const RELEASED = prepared(`
  with old as (
    delete from account_registration
    where source = $1 and number_key = $2 and registered < now() - ${WATCH_PERIOD} returning 1
  )
  update account_registration set due = clock_timestamp() + ${WATCH_INTERVAL}
  where source = $1 and number_key = $2 and registered >= now() - ${WATCH_PERIOD}`)

/**
 * Lines are stored by the API for 30 days, and released to the stream once a member may receive them.
 */
export function heldLines(
  pool: Pool,
): HeldLineStore & { keep: (lines: readonly NewLine[]) => Promise<void> } {
  return {
    /** Stores lines, in order; all or none. */
    keep: async (lines) => {
      const sources = lines.map((one) => one.source)
      const numbers = lines.map((one) => one.number)
      const clients = lines.map((one) => one.client)
      await queryRows(pool, HOLD, [
        sources,
        numbers,
        clients,
        lines.map((one) => namesText(one.names)),
        lines.map((one) => one.needsProof),
        lines.map((one) => one.proofs.join('\n')),
        lines.map((one) => one.due),
        lines.map((one) => JSON.stringify(one.envelope)),
        lines.map((one) => one.body),
      ])
      await queryRows(pool, TRIM, [sources, numbers, clients])
    },
    due: async (limit) =>
      (await queryRows<[string, string]>(pool, DUE, [limit])).map(([source, key]) => ({ source, key })),
    lines: async ({ source, key }, after, limit) =>
      (
        await queryRows<
          [
            id: string,
            envelope: string,
            body: string,
            member: Id,
            account: Id,
            whole: boolean,
            shown: boolean,
          ]
        >(pool, LINES, [source, key, after, limit])
      ).map(([id, envelope, body, member, account, whole, shown]) => ({
        id,
        envelope: JSON.parse(envelope) as Envelope,
        body,
        recipient: { member, account },
        whole,
        shown,
      })),
    markShown: async (ids) => {
      await queryRows(pool, SHOWN, [ids])
    },
    remove: async (ids) => {
      await queryRows(pool, GONE, [ids])
    },
    conflicts: async ({ source, key }) =>
      (await queryRows<[number, number, boolean]>(pool, CONFLICTS, [source, key])).map(
        ([member, account, conflict]) => ({ member: String(member), account: String(account), conflict }),
      ),
    markReleased: async ({ source, key }) => {
      await queryRows(pool, RELEASED, [source, key])
    },
  }
}
