/** Counted failures and the audit log of the authorization server. */
import type { Knex } from 'knex'

interface Limit {
  key: string
  limit: number
}

export interface ThrottleStore {
  blocked: (keys: readonly Limit[]) => Promise<number | null>
  take: (keys: readonly Limit[], windowSeconds: number) => Promise<number | null>
  giveBack: (keys: readonly string[]) => Promise<void>
  clear: (keys: readonly string[]) => Promise<void>
}

/** Counts per key in a window that begins with the first of them; all nodes see the same. */
export function throttleStore(knex: Knex): ThrottleStore {
  return {
    blocked: async (keys) => await longestWait(knex, keys),
    take: async (keys, windowSeconds) => {
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
    giveBack: async (keys) => {
      await knex('throttle').whereIn('key', keys).where('count', '>', 0).decrement('count')
    },
    clear: async (keys) => {
      await knex('throttle').whereIn('key', keys).delete()
    },
  }
}

/** Judges and counts in one statement, under the row's lock: who comes at the same moment sees it counted. */
async function takeOne(trx: Knex, { key, limit }: Limit, windowSeconds: number): Promise<boolean> {
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

async function longestWait(knex: Knex, keys: readonly Limit[]): Promise<number | null> {
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

export interface AuditRow {
  at: Date
  event: string
  actorKind: string
  actorId: string | null
  clientId: string | null
  memberId: string | null
  address: string | null
  detail: Record<string, string | number | boolean | null> | null
  /** Name of the application, while it is known. */
  appName: string | null
}

export interface AuditLog {
  record: (entry: {
    event: string
    actor: { kind: string; id: string | null }
    clientId?: string | null
    memberId?: string | null
    address: string | null
    request?: string | null
    detail?: Record<string, string | number | boolean | null>
  }) => Promise<void>
  /** The newest entries about a developer: what it did and what happened to its applications. */
  ofDeveloper: (developerId: string, limit: number) => Promise<AuditRow[]>
  /** The newest entries about a member. */
  ofMember: (memberId: string, limit: number) => Promise<AuditRow[]>
  /** The newest refusals of an application's requests, with the reason. */
  refusals: (clientId: string, limit: number) => Promise<AuditRow[]>
  /** Tokens given out for members, and requests refused, in the last 24 hours. */
  lastDay: (clientId: string) => Promise<{ granted: number; refused: number }>
}

interface Row {
  at: Date
  event: string
  actor_kind: string
  actor_id: string | null
  client_id: string | null
  member_id: string | null
  address: string | null
  detail: AuditRow['detail']
  app_name: string | null
}

const COLUMNS = `l.at, l.event, l.actor_kind, l.actor_id, l.client_id, l.member_id::text, l.address, l.detail,
  (select name from app where app.client_id = l.client_id) as app_name`

const REFUSALS = "'authorize_refused', 'token_refused', 'code_replayed', 'refresh_reused', 'throttled'"

/** The audit log: one row per security event. */
export function auditLog(knex: Knex): AuditLog {
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
    ofDeveloper: async (developerId, limit) => {
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
    ofMember: async (memberId, limit) => {
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
    actorKind: row.actor_kind,
    actorId: row.actor_id,
    clientId: row.client_id,
    memberId: row.member_id,
    address: row.address,
    detail: row.detail,
    appName: row.app_name,
  }
}
