/** Parked members as operators see them, and commands to the owner of their partition. */
import type pg from 'pg'
import type { Id } from '../../schemas/base/ids.js'

/** A parked member with what operators ask for; the fold's own shape is in schemas/stream/dead-letter-store.ts. */
export interface ListedMember {
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
  /** The operator's reason, stored with the command. */
  because: string | null
  by: string
}

const MEMBERS = `
  select member_id::text as member, partition, since_seq as since, reason, error, attempts, version, parked,
    (select count(*) from parked_message w where w.member_id = m.member_id) as waiting
  from parked_member m`

/** Parked members, longest parked first. */
export async function listParkedMembers(pool: pg.Pool): Promise<ListedMember[]> {
  return (await pool.query<ListedMember>(`${MEMBERS} order by parked`)).rows
}

/** One parked member and its waiting messages; null if it is not parked. */
export async function findParkedMember(
  pool: pg.Pool,
  member: Id,
): Promise<{ member: ListedMember; messages: WaitingMessage[] } | null> {
  const {
    rows: [row],
  } = await pool.query<ListedMember>(`${MEMBERS} where member_id = $1`, [member])
  if (row === undefined) return null
  const { rows } = await pool.query<WaitingMessage>(
    'select seq, subject, reason, parked, bytes from parked_message where member_id = $1 order by seq',
    [member],
  )
  return { member: row, messages: rows }
}

const QUEUE_COMMAND = `
  insert into operator_command (partition, member_id, command, args, requested_by, reason)
  select partition, member_id, $2, $3, $4, $5 from parked_member where member_id = $1 returning id`

/** Queues a command for the owner of the member's partition; its id, or null if the member is not parked. */
export async function queueDeadLetterCommand(
  pool: pg.Pool,
  request: DeadLetterRequest,
): Promise<number | null> {
  const {
    rows: [row],
  } = await pool.query<{ id: number }>(QUEUE_COMMAND, [
    request.member,
    request.do,
    { skip: request.skip },
    request.by,
    request.because,
  ])
  return row?.id ?? null
}

/** The result of a command; null until it is completed. */
export async function deadLetterCommandResult(pool: pg.Pool, command: number): Promise<string | null> {
  const {
    rows: [row],
  } = await pool.query<{ result: string | null }>(
    'select result from operator_command where id = $1 and completed_at is not null',
    [command],
  )
  return row === undefined ? null : (row.result ?? '')
}
