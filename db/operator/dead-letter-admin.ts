/** The operator's side of dead letters: what is parked, and asking the owner to do something about it. */
import type pg from 'pg'
import type { Id } from '../../schemas/base/ids.js'

export interface ParkedMember {
  member: Id
  partition: number
  since: number
  reason: string
  error: string
  attempts: number
  version: string
  parked: Date
  waiting: number
}

interface WaitingMessage {
  seq: number
  subject: string
  reason: string
  parked: Date
  bytes: Buffer
}

interface DeadLetterRequest {
  member: Id
  do: 'replay' | 'try' | 'drop'
  skip: number[]
  /** Why, in the operator's words; kept with the command. */
  because: string | null
  by: string
}

interface ParkedMemberRow extends Omit<ParkedMember, 'partition'> {
  p: number
}

const MEMBERS = `
  select member_id::text as member, p, since_seq as since, reason, error, attempts, version, parked,
    (select count(*) from parked_msg w where w.member_id = m.member_id) as waiting
  from parked_member m`

/** Parked members, the longest parked first. */
export async function listParkedMembers(pool: pg.Pool): Promise<ParkedMember[]> {
  return (await pool.query<ParkedMemberRow>(`${MEMBERS} order by parked`)).rows.map(toMember)
}

/** One parked member and what waits of it, or null when it is not parked. */
export async function findParkedMember(
  pool: pg.Pool,
  member: Id,
): Promise<{ member: ParkedMember; messages: WaitingMessage[] } | null> {
  const {
    rows: [row],
  } = await pool.query<ParkedMemberRow>(`${MEMBERS} where member_id = $1`, [member])
  if (row === undefined) return null
  const { rows } = await pool.query<WaitingMessage>(
    'select seq, subject, reason, parked, bytes from parked_msg where member_id = $1 order by seq',
    [member],
  )
  return { member: toMember(row), messages: rows }
}

/** Leaves a command for the owner of the member's partition; its number, or null when the member is not parked. */
export async function queueDeadLetterCommand(
  pool: pg.Pool,
  asking: DeadLetterRequest,
): Promise<number | null> {
  const {
    rows: [row],
  } = await pool.query<{ id: number }>(
    `insert into part_command (p, member_id, command, args, asked_by, because)
     select p, member_id, $2, $3, $4, $5 from parked_member where member_id = $1 returning id`,
    [asking.member, asking.do, { skip: asking.skip }, asking.by, asking.because],
  )
  return row?.id ?? null
}

/** What came of a command; null while it is not done. */
export async function deadLetterCommandResult(pool: pg.Pool, command: number): Promise<string | null> {
  const {
    rows: [row],
  } = await pool.query<{ result: string | null }>(
    'select result from part_command where id = $1 and done_at is not null',
    [command],
  )
  return row === undefined ? null : (row.result ?? '')
}

function toMember({ p, ...row }: ParkedMemberRow): ParkedMember {
  return { ...row, partition: p }
}
