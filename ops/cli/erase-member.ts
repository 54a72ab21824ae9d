/** `member erase` and `member receipt`: an erasure at an operator's request (docs/personal-data.md). */
import { setTimeout as delay } from 'node:timers/promises'
import { recordCommand } from '../../db/operator/operator-command.js'
import { erasureStore, openErasure, readReceipt } from '../../db/person/erasures.js'
import { findMemberId } from '../../db/sign-in/member-accounts.js'
import { isId } from '../../schemas/base/ids.js'
import { runErasure } from '../wiring/members/erasures.js'
import { done, Refused, UsageError, type Answer } from './answer.js'
import type { CliContext } from './context.js'

const POLL_MS = 1_000
/** An idle partition passes what is stored within a minute. */
const FIRST_PASS_TIMEOUT_MS = 120_000

/** Opens the erasure, and runs its first pass unless that has to wait for longer than two minutes. */
export async function erase(context: CliContext, addressOrId: string): Promise<Answer> {
  const { pool, knex, operator, emit } = context
  const found = await findMemberId(context.knex, addressOrId)
  if (found === null && !isId(addressOrId)) throw new Refused(`There is no member ${addressOrId}.`)
  // A restored stream may have messages of a member whose row was erased before.
  const gone = `There is no member ${addressOrId} any more; erasing what is left.`
  if (found === null) emit({ message: gone }, gone)
  const member = found ?? addressOrId
  // Not as a command about the member, whose name and arguments would be erased with the rest.
  await recordCommand(pool, { command: 'member erase', args: { member }, by: operator, result: 'begun' })
  const receipt = await openErasure(knex, member, operator)
  emit({ receipt }, `The account is closed; receipt ${receipt}.`)
  return await firstPass(receipt, context)
}

async function firstPass(receipt: string, context: CliContext): Promise<Answer> {
  const { pool, stream, config } = context
  const nc = await stream()
  const store = erasureStore(pool)
  for (const deadline = Date.now() + FIRST_PASS_TIMEOUT_MS; ; await delay(POLL_MS)) {
    const isDue = (await store.due()).some(({ id, isSecondPass }) => id === receipt && !isSecondPass)
    // If a deliver process runs it, wait for that one.
    if (!isDue || (await runErasure({ pool, nc, config }, receipt)) === true)
      return await showReceipt(context, receipt)
    if (Date.now() > deadline)
      return done('The first pass has not ended yet. The deliver processes go on with it.')
  }
}

/** What an erasure has erased until now. */
export async function showReceipt({ pool }: CliContext, id: string): Promise<Answer> {
  if (!/^\d{1,15}$/.test(id)) throw new UsageError('NUMBER is the number that "member erase" printed.')
  const receipt = await readReceipt(pool, id)
  if (receipt === null) throw new Refused(`There is no receipt ${id}.`)
  const { member, requestedBy, requestedAt, erasedAt, doneAt, counts } = receipt
  return {
    data: { receipt: id, ...receipt },
    lines: [
      `receipt ${id}, requested by ${requestedBy} at ${requestedAt.toISOString()}`,
      ...(member === null ? [] : [`member       ${member}`]),
      `first pass   ${erasedAt?.toISOString() ?? 'not yet'}`,
      `second pass  ${doneAt?.toISOString() ?? 'not yet: ten minutes after the first pass'}`,
      ...Object.entries(counts).map(([what, count]) => `${what.padEnd(24)}${String(count)}`),
    ],
  }
}
