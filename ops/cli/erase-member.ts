/** `member erase` and `member receipt`: an erasure at an operator's request (docs/personal-data.md). */
import { setTimeout as delay } from 'node:timers/promises'
import { recordCommand } from '../../db/operator/operator-command.js'
import { erasureStore, openErasure, readReceipt } from '../../db/person/erasures.js'
import { isId } from '../../schemas/base/ids.js'
import { loadConfig } from '../config/config.js'
import { runErasure } from '../wiring/members/erasures.js'
import { runCommand, UsageError } from './command.js'
import { withDatabaseSession } from './database-session.js'
import type { DatabaseSession } from './database-session.js'
import { findMember } from './find-member.js'
import { operatorName } from './operator-name.js'

const POLL_MS = 1_000
/** An idle partition passes what is stored within a minute. */
const FIRST_PASS_TIMEOUT_MS = 120_000

/** Opens the erasure, and runs its first pass unless that has to wait for longer than two minutes. */
export async function erase(addressOrId: string): Promise<number> {
  let receipt = ''
  const opened = await withDatabaseSession(async (session) => {
    const found = await findMember(session, addressOrId)
    if (found === null && !isId(addressOrId)) {
      console.error(`There is no member ${addressOrId}.`)
      return 1
    }
    // A restored stream may have messages of a member whose row was erased before.
    if (found === null) console.log(`There is no member ${addressOrId} any more; erasing what is left.`)
    const member = found ?? addressOrId
    const by = operatorName(loadConfig().OPERATOR)
    // Not as a command about the member, whose name and arguments would be erased with the rest.
    await recordCommand(session.pool, { command: 'member erase', args: { member }, by, result: 'begun' })
    receipt = await openErasure(session.knex, member, by)
    return 0
  })
  if (opened !== 0) return opened
  console.log(`The account is closed; receipt ${receipt}.`)
  return await runCommand({ usage: [], run: async (_args, context) => await firstPass(receipt, context) }, [])
}

type Context = Parameters<Parameters<typeof runCommand>[0]['run']>[1]

async function firstPass(receipt: string, { pool, stream, config }: Context): Promise<number> {
  const nc = await stream()
  const store = erasureStore(pool)
  for (const deadline = Date.now() + FIRST_PASS_TIMEOUT_MS; ; await delay(POLL_MS)) {
    const isDue = (await store.due()).some(({ id, isSecondPass }) => id === receipt && !isSecondPass)
    // If a deliver process runs it, wait for that one.
    if (!isDue || (await runErasure({ pool, nc, config }, receipt)) === true)
      return await print(receipt, pool)
    if (Date.now() > deadline) {
      console.log('The first pass has not ended yet. The deliver processes go on with it.')
      return 0
    }
  }
}

/** Prints a receipt. */
export async function printReceipt(id: string): Promise<number> {
  if (!/^\d{1,15}$/.test(id)) throw new UsageError('NUMBER is the number that "member erase" printed.')
  return await withDatabaseSession(async ({ pool }) => await print(id, pool))
}

async function print(id: string, pool: DatabaseSession['pool']): Promise<number> {
  const receipt = await readReceipt(pool, id)
  if (receipt === null) {
    console.error(`There is no receipt ${id}.`)
    return 1
  }
  const { member, requestedBy, requestedAt, erasedAt, doneAt, counts } = receipt
  console.log(`receipt ${id}, requested by ${requestedBy} at ${requestedAt.toISOString()}`)
  if (member !== null) console.log(`member       ${member}`)
  console.log(`first pass   ${erasedAt?.toISOString() ?? 'not yet'}`)
  console.log(`second pass  ${doneAt?.toISOString() ?? 'not yet: ten minutes after the first pass'}`)
  for (const [what, count] of Object.entries(counts)) console.log(`${what.padEnd(24)}${String(count)}`)
  return 0
}
