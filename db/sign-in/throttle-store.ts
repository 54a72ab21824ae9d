/** Counted failures and the audit log of the authorization server. */
import type { Knex } from 'knex'
import type { AuditReader, AuditRow, AuditStore } from '../../schemas/oauth/audit.js'
import type { ThrottleLimit, ThrottleStore } from '../../schemas/oauth/throttle.js'

/** Counts per key in a window that begins with the first of them; all nodes see the same. */
export function throttleStore(knex: Knex): ThrottleStore {
  return {
    secondsBlocked: async (keys) => await longestWait(knex, keys),
    consume: async (keys, windowSeconds) => {
      let wait: number | null = null
      await knex.transaction(
        async (trx) => {
          let within = true
          // In one order everywhere, or two requests with the same keys could wait for each other.
          for (const one of keys.toSorted((a, b) => (a.key < b.key ? -1 : 1)))
            within = (await takeOne(trx, one, windowSeconds)) && within
          if (within) return
          wait = (await longestWait(trx, keys)) ?? 1
          await trx.rollback()
        },
        { doNotRejectOnRollback: true },
      )
      return wait
    },
    refund: async (keys) => {
      await knex('throttle').whereIn('key', keys).where('count', '>', 0).decrement('count')
    },
    reset: async (keys) => {
      await knex('throttle').whereIn('key', keys).delete()
    },
  }
}

/** Judges and counts in one statement, under the row's lock: who comes at the same moment sees it counted. */
async function takeOne(trx: Knex, { key, limit }: ThrottleLimit, windowSeconds: number): Promise<boolean> {
  const { rowCount } = (await trx.raw(
    `
    insert into throttle (key, count, until) values (?, 1, clock_timestamp() + make_interval(secs => ?))
    on conflict (key) do update set
      count = case when throttle.until <= clock_timestamp() then 1 else throttle.count + 1 end,
      until = case when throttle.until <= clock_timestamp() then excluded.until else throttle.until end
    where throttle.until <= clock_timestamp() or throttle.count < ?`,
    [key, windowSeconds, limit],
  )) as { rowCount: number }
  return rowCount === 1
}

async function longestWait(knex: Knex, keys: readonly ThrottleLimit[]): Promise<number | null> {
  const { rows } = (await knex.raw(
    `
    select max(ceil(extract(epoch from t.until - clock_timestamp())))::int as wait
    from throttle t join unnest(?::text[], ?::int[]) as k(key, most) on k.key = t.key
    where t.count >= k.most and t.until > clock_timestamp()`,
    [keys.map((k) => k.key), keys.map((k) => k.limit)],
  )) as { rows: Array<{ wait: number | null }> }
  const wait = rows[0]?.wait ?? null
  return wait === null ? null : Math.max(1, wait)
}

interface Row {
  at: Date
  event: string
  client_id: string | null
  address: string | null
  detail: AuditRow['detail']
  app_name: string | null
}

const COLUMNS = `l.at, l.event, l.client_id, l.address, l.detail,
  (select name from app where app.client_id = l.client_id) as app_name`

const REFUSALS = "'authorize_refused', 'token_refused', 'code_replayed', 'refresh_reused', 'throttled'"

/** The audit log: one row per security event. */
export function auditLog(knex: Knex): AuditStore & AuditReader {
  return {
    record: async (entry) => {
      await knex('audit').insert({
        event: entry.event,
        actor_kind: entry.actor.kind,
        actor_id: entry.actor.id,
        client_id: entry.clientId ?? null,
        member_id: entry.memberId ?? null,
        address: entry.address,
        request: entry.request ?? null,
        detail: entry.detail === undefined ? null : JSON.stringify(entry.detail),
      })
    },
    forDeveloper: async (developerId, limit) => {
      // What applications do by themselves, token after token, would bury the rest.
      const { rows } = (await knex.raw(
        `
        select ${COLUMNS} from audit l
        where actor_kind = 'developer' and actor_id = ? or event in ('throttled', 'code_replayed', 'refresh_reused', 'token_revoked')
          and client_id in (select client_id from app where developer_id = ?)
        order by id desc limit ?`,
        [developerId, developerId, limit],
      )) as { rows: Row[] }
      return rows.map(toRow)
    },
    forMember: async (memberId, limit) => {
      const { rows } = (await knex.raw(
        `select ${COLUMNS} from audit l where actor_kind = 'member' and actor_id = ? order by id desc limit ?`,
        [memberId, limit],
      )) as { rows: Row[] }
      return rows.map(toRow)
    },
    refusals: async (clientId, limit) => {
      const { rows } = (await knex.raw(
        `
        select ${COLUMNS} from audit l where client_id = ? and event in (${REFUSALS})
        order by id desc limit ?`,
        [clientId, limit],
      )) as { rows: Row[] }
      return rows.map(toRow)
    },
    lastDay: async (clientId) => {
      const { rows } = (await knex.raw(
        `
        select count(*) filter (where event = 'token_granted')::int as granted, count(*) filter (where event in (${REFUSALS}))::int as refused
        from audit where client_id = ? and at > now() - interval '24 hours'`,
        [clientId],
      )) as { rows: Array<{ granted: number; refused: number }> }
      return rows[0] ?? { granted: 0, refused: 0 }
    },
  }
}

function toRow(row: Row): AuditRow {
  return {
    at: row.at,
    event: row.event,
    clientId: row.client_id,
    address: row.address,
    detail: row.detail,
    appName: row.app_name,
  }
}
