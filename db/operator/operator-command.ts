/** The record of an operator's command that no partition owner carries out: who ran what, when. */
import type pg from 'pg'

/** Stands for all partitions. */
const WHOLE_SERVICE = -1

const RECORD = `
  insert into operator_command (partition, member_id, command, args, requested_by, completed_at, result)
  values (${WHOLE_SERVICE}, $1, $2, $3, $4, now(), $5)`

export interface OperatorCommand {
  command: string
  args: Record<string, unknown>
  /** The operator's name. */
  by: string
  /** Of a command about one member. */
  memberId?: string
  result: string
}

/** Records a command. It must be awaited before the command takes effect: nothing is done without a record. */
export async function recordCommand(pool: pg.Pool, entry: OperatorCommand): Promise<void> {
  const { memberId = null, command, args, by, result } = entry
  await pool.query(RECORD, [memberId, command, JSON.stringify(args), by, result])
}
