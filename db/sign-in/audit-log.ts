/**
 * The audit log: one row per security event. Events of requests that proved nothing share a row per hour, so that
 * a stranger cannot fill the table.
 */
import type { Knex } from 'knex'
import { networkOf } from '../../schemas/base/address.js'
import { rowsOf } from '../pg/knex-rows.js'
import type { AuditEntry, AuditReader, AuditRow, AuditStore } from '../../schemas/oauth/audit.js'

const COLUMNS = `coalesce(l.last_at, l.at) as at, l.count, l.event, l.client_id, l.address, l.detail,
  (select name from app where app.client_id = l.client_id) as app_name`

const REFUSALS = "'authorize_refused', 'token_refused', 'code_replayed', 'refresh_reused', 'throttled'"

/** Leaves out the routine actions of applications, token after token, which would bury the rest. */
const FOR_DEVELOPER = `
  select ${COLUMNS} from audit l
  where actor_kind = 'developer' and actor_id = ?
    or event in ('throttled', 'code_replayed', 'refresh_reused', 'token_revoked')
      and client_id in (select client_id from app where developer_id = ?
        union all select client_id from app_team where developer_id = ?)
  order by id desc limit ?`

const FOR_MEMBER = `
  select ${COLUMNS} from audit l where actor_kind = 'member' and actor_id = ? order by id desc limit ?`

const REFUSALS_OF_APP = `
  select ${COLUMNS} from audit l where client_id = ? and event in (${REFUSALS})
  order by id desc limit ?`

const BY_TEAM = `
  select ${COLUMNS}, (select name from developer d where d.id::text = l.actor_id) as actor_name
  from audit l where client_id = ? and actor_kind = 'developer' order by id desc limit ?`

const LAST_DAY = `
  select count(*) filter (where event = 'token_granted')::int as granted,
    coalesce(sum(count) filter (where event in (${REFUSALS})), 0)::int as refused
  from audit where client_id = ? and at > now() - interval '24 hours'`

export function auditLog(knex: Knex): AuditStore & AuditReader {
  const read = async <R = AuditRow>(sql: string, values: Array<string | number>): Promise<R[]> =>
    await rowsOf(knex, sql, values)
  return {
    record: async (entry) => {
      if (entry.anonymous === true) await knex.raw(COUNT_ANONYMOUS, anonymousValues(entry))
      else await knex('audit').insert(toColumns(entry))
    },
    forDeveloper: async (developerId, limit) =>
      await read(FOR_DEVELOPER, [developerId, developerId, developerId, limit]),
    forMember: async (memberId, limit) => await read(FOR_MEMBER, [memberId, limit]),
    byTeam: async (clientId, limit) => await read(BY_TEAM, [clientId, limit]),
    refusals: async (clientId, limit) => await read(REFUSALS_OF_APP, [clientId, limit]),
    lastDay: async (clientId) => {
      const [counts] = await read<{ granted: number; refused: number }>(LAST_DAY, [clientId])
      return counts ?? { granted: 0, refused: 0 }
    },
  }
}

/** The hour is that of the database's clock, and part of the key. */
const COUNT_ANONYMOUS = 'select count_anonymous_audit(?, ?, ?, ?, ?, ?, ?, ?)'

function anonymousValues(entry: AuditEntry): Array<string | null> {
  const {
    event,
    actor_kind: kind,
    actor_id: id,
    client_id: client,
    address,
    request,
    detail,
  } = toColumns(entry)
  const network = address === null ? null : networkOf(address)
  const same = JSON.stringify([event, kind, id, client, network, detail])
  return [event, kind, id, client, address, request, detail, same]
}

function toColumns(entry: AuditEntry) {
  return {
    event: entry.event,
    actor_kind: entry.actor.kind,
    actor_id: entry.actor.id,
    client_id: entry.clientId ?? null,
    member_id: entry.memberId ?? null,
    address: entry.address,
    request: entry.request ?? null,
    detail: entry.detail === undefined ? null : JSON.stringify(entry.detail),
  }
}
