/**
 * Parked members, their waiting messages, and commands of operators, as the owner of a partition reads them.
 */
import type pg from 'pg'
import type { Id } from '../../schemas/base/ids.js'
import type { PoisonStage } from '../../schemas/stream/dead-letter-store.js'

interface ParkedRow {
  member: string
  since: number
  reason: PoisonStage
  error: string
  attempts: number
  version: string
  announced: boolean
}
interface WaitingRow {
  member: string
  seq: number
  subject: string
  bytes: Buffer
  reason: PoisonStage | 'waiting'
}
interface CommandRow {
  id: number
  partition: number
  member: string
  command: 'replay' | 'try' | 'drop'
  args: { skip?: number[] }
}

const PARKED = `
  select member_id::text as member, since_seq as since, reason, error, attempts, version, announced
  from parked_member where partition = $1 order by since_seq`

const WAITING = `
  select member_id::text as member, seq, subject, bytes, reason
  from parked_message where member_id = $1 and seq > $2 order by seq limit $3`

const OPEN_COMMANDS = `
  select id, partition, member_id::text as member, command, args from operator_command
  where partition = any($1) and completed_at is null and member_id is not null order by id`

/** Implements `DeadLetterStore`: a dead letter is published for each parked member. */
export function deadLetterStore(pool: pg.Pool) {
  return {
    parked: async (partition: number) => (await pool.query<ParkedRow>(PARKED, [partition])).rows,

    markAnnounced: async (member: Id, since: number): Promise<void> => {
      await pool.query('update parked_member set announced = true where member_id = $1 and since_seq = $2', [
        member,
        since,
      ])
    },

    waiting: async (member: Id, after: number, limit: number) =>
      (await pool.query<WaitingRow>(WAITING, [member, after, limit])).rows,

    due: async (partitions: number[]) =>
      (await pool.query<CommandRow>(OPEN_COMMANDS, [partitions])).rows.map(
        ({ id, partition, member, command, args }) => ({
          id,
          partition,
          member,
          do: command,
          skip: args.skip ?? [],
        }),
      ),

    finish: async (command: number, result: string): Promise<void> => {
      await pool.query('update operator_command set completed_at = now(), result = $2 where id = $1', [
        command,
        result,
      ])
    },
  }
}
