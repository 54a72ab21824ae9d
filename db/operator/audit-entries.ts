/**
 * The audit log for operators and for the tools that keep it elsewhere: security events and commands of operators in one
 * order of time.
 */
import type pg from 'pg'

export interface AuditFilter {
  /** First moment, inclusive, and end, exclusive. */
  since: Date
  until: Date
  /** Null in any of these matches every entry. */
  event: string | null
  actor: string | null
  clientId: string | null
  memberId: string | null
}

export interface AuditRecord {
  at: string
  event: string
  actor_kind: string
  actor: string | null
  client_id: string | null
  member_id: string | null
  address: string | null
  request: string | null
  detail: Record<string, unknown> | null
  /** Requests in this entry: more than one for refusals of nobody within an hour. */
  count: number
}

const ENTRIES = `
  select * from (
    select at, event, actor_kind, actor_id as actor, client_id, member_id::text, address, request, detail, count
    from audit
    union all
    select created, 'operator_command', 'operator', requested_by, null, member_id::text, null, null,
      jsonb_strip_nulls(jsonb_build_object('command', command, 'args', nullif(args, '{}'),
        'partition', nullif(partition, -1), 'reason', reason, 'result', result)), 1
    from operator_command
  ) entry
  where at >= $1 and at < $2 and ($3::text is null or event = $3) and ($4::text is null or actor = $4)
    and ($5::text is null or client_id = $5) and ($6::text is null or member_id = $6)`

const OLDEST = `
  select least((select min(at) from audit), (select min(created) from operator_command)) as at`

interface Row extends Omit<AuditRecord, 'at'> {
  at: Date
}

/** The newest matching entries, newest first. */
export async function newestAuditEntries(
  pool: pg.Pool,
  filter: AuditFilter,
  limit: number,
): Promise<AuditRecord[]> {
  const { rows } = await pool.query<Row>(`${ENTRIES} order by at desc limit $7`, [...values(filter), limit])
  return rows.map(toRecord)
}

/** All matching entries, oldest first, a day at a time: an export may be of a year. */
export async function* auditEntries(pool: pg.Pool, filter: AuditFilter): AsyncGenerator<AuditRecord> {
  const [oldest] = (await pool.query<{ at: Date | null }>(OLDEST)).rows
  if (oldest?.at == null) return
  const begin = new Date(Math.max(oldest.at.getTime(), filter.since.getTime()))
  for (let from = begin; from < filter.until; from = dayAfter(from)) {
    const until = new Date(Math.min(dayAfter(from).getTime(), filter.until.getTime()))
    const { rows } = await pool.query<Row>(
      `${ENTRIES} order by at`,
      values({ ...filter, since: from, until }),
    )
    yield* rows.map(toRecord)
  }
}

const DAY_MS = 86_400_000

function dayAfter(at: Date): Date {
  return new Date(at.getTime() + DAY_MS)
}

function values({
  since,
  until,
  event,
  actor,
  clientId,
  memberId,
}: AuditFilter): Array<Date | string | null> {
  return [since, until, event, actor, clientId, memberId]
}

function toRecord({ at, ...rest }: Row): AuditRecord {
  return { at: at.toISOString(), ...rest }
}
