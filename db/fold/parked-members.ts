/** Parked members, what waits behind them, and what operators decided: read by the owner of the partition. */
import type pg from 'pg'
import type { Id } from '../../schemas/base/ids.js'

interface ParkedRow {
  member: string
  since: number
  reason: string
  error: string
  attempts: number
  version: string
  noticed: boolean
}
interface WaitingRow {
  member: string
  seq: number
  subject: string
  bytes: Buffer
  reason: string
}
interface CommandRow {
  id: number
  p: number
  member: string
  command: 'replay' | 'try' | 'drop'
  args: { skip?: number[] }
}

/** Fits the workers' port for dead letters. */
export function parkedMemberStore(pool: pg.Pool) {
  return {
    parked: async (partition: number) =>
      (
        await pool.query<ParkedRow>(
          `select member_id::text as member, since_seq as since, reason, error, attempts, version, noticed
       from parked_member where p = $1 order by since_seq`,
          [partition],
        )
      ).rows,

    noticed: async (member: Id, since: number): Promise<void> => {
      await pool.query('update parked_member set noticed = true where member_id = $1 and since_seq = $2', [
        member,
        since,
      ])
    },

    waiting: async (member: Id, after: number, limit: number) =>
      (
        await pool.query<WaitingRow>(
          `select member_id::text as member, seq, subject, bytes, reason
       from parked_msg where member_id = $1 and seq > $2 order by seq limit $3`,
          [member, after, limit],
        )
      ).rows,

    due: async (partitions: number[]) =>
      (
        await pool.query<CommandRow>(
          `select id, p, member_id::text as member, command, args from part_command
       where p = any($1) and done_at is null and member_id is not null order by id`,
          [partitions],
        )
      ).rows.map(({ id, p, member, command, args }) => ({
        id,
        partition: p,
        member,
        do: command,
        skip: args.skip ?? [],
      })),

    finish: async (command: number, result: string): Promise<void> => {
      await pool.query('update part_command set done_at = now(), result = $2 where id = $1', [
        command,
        result,
      ])
    },
  }
}
