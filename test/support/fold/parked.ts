/** Parked members of a fold under test, and what operators do with them. */
import type pg from 'pg'
import { deadLetterCommandResult, queueDeadLetterCommand } from '../../../db/operator/dead-letter-admin.js'
import { until } from '../until.js'

/** Runs `cli dead` for a parked member; resolves with what its owner answered. */
export async function runDeadLetterCommand(
  pool: pg.Pool,
  member: string,
  action: 'replay' | 'try' | 'drop',
  skip: number[] = [],
): Promise<string> {
  const command = await queueDeadLetterCommand(pool, {
    member,
    do: action,
    skip,
    because: 'a test',
    by: 'test',
  })
  if (command === null) throw new Error('the member is not parked')
  return await until('the owner has executed it', async () => await deadLetterCommandResult(pool, command))
}

/** Waits until so many messages are parked, those behind a failed one included. */
export async function untilParked(pool: pg.Pool, messages: number): Promise<void> {
  await until(
    `${messages} messages wait`,
    async () => (await pool.query('select from parked_message')).rowCount === messages,
  )
}
