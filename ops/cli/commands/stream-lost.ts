/** `stream lost`: acknowledged messages that were never folded, and what an operator decides (workers/DESIGN.md 3.6). */
import { parseArgs } from 'node:util'
import { memberStore } from '../../../db/fold/member-store.js'
import {
  listLost,
  settleLost,
  unfoldedRequests,
  type ListedLoss,
} from '../../../db/operator/lost-messages.js'
import { idTime } from '../../../schemas/base/ids.js'
import { heldMessages } from '../../../workers/stream/held-messages.js'
import { publishAgain } from '../../../workers/stream/repair/publish-again.js'
import { UsageError, type CliContext } from '../command.js'

export const LOST_USAGE: Array<[command: string, meaning: string]> = [
  ['stream lost', 'list acknowledged messages that were never folded, and what they may have held'],
  [
    'stream lost --recover --because TEXT',
    'publish those again that a server of the cluster still has; they are folded after what their members sent since',
  ],
  ['stream lost --give-up --because TEXT', 'give up all that are listed; their batches stay failed'],
]

/** Messages and requests listed of one run. */
const MAX_LISTED = 50

/** Runs the command with the words after `lost`. */
export async function lostMessages(args: string[], context: CliContext): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { recover: { type: 'boolean' }, 'give-up': { type: 'boolean' }, because: { type: 'string' } },
  })
  const { recover = false, 'give-up': giveUp = false, because } = values
  if (recover && giveUp) throw new UsageError('Decide between --recover and --give-up.')
  if ((recover || giveUp) !== (because !== undefined))
    throw new UsageError('--because belongs to --recover and to --give-up: it records the reason.')
  const lost = await listLost(context.pool)
  if (lost.length === 0) {
    context.print('No acknowledged message is lost.')
    return 0
  }
  if (because === undefined) return await list(context, lost)
  return recover ? await recoverHeld(context, lost, because) : await giveUpAll(context, lost, because)
}

async function list(context: CliContext, lost: ListedLoss[]): Promise<number> {
  const { pool, stream, print } = context
  const nc = await stream()
  for (const run of lost) {
    const { first, last, isHeld, fromId, untilId, found } = run
    const from = new Date(idTime(String(fromId)))
    const until = new Date(idTime(String(untilId)))
    const held = isHeld ? 'a server of the cluster still has them' : 'no server has them'
    print(`${first} to ${last}, found ${found.toISOString()}: ${held}`)
    print(`  accepted between ${from.toISOString()} and ${until.toISOString()}`)
    if (isHeld) {
      const count = Math.min(MAX_LISTED, last - first + 1)
      const messages = await heldMessages(
        nc,
        Array.from({ length: count }, (_, i) => first + i),
      )
      for (const [seq, { batch }] of messages)
        if (batch !== null) print(`  ${seq}: batch ${batch.batch} of member ${batch.member}`)
      continue
    }
    for (const one of await unfoldedRequests(pool, from, until, MAX_LISTED))
      print(
        `  perhaps ${one.method} ${one.path} of member ${one.member}, application ${one.client}, ` +
          `${one.at.toISOString()}, request ${one.request}`,
      )
  }
  return 1
}

async function recoverHeld(context: CliContext, lost: ListedLoss[], because: string): Promise<number> {
  const { pool, stream, print, operator } = context
  const nc = await stream()
  const { appliedBatches } = memberStore(pool)
  let published = 0
  for (const run of lost.filter(({ isHeld }) => isHeld)) {
    const result = await publishAgain(nc, run, appliedBatches)
    published += result.published
    if (result.gone > 0) print(`${result.gone} messages from ${run.first} to ${run.last} are gone by now.`)
    else await settleLost(pool, [run.first], { by: operator, because, result: 'published again' })
  }
  print(`Published ${published} messages again.`)
  const left = await listLost(pool)
  if (left.length > 0) print('The others cannot be recovered: see `stream lost`.')
  return left.length === 0 ? 0 : 1
}

async function giveUpAll(context: CliContext, lost: ListedLoss[], because: string): Promise<number> {
  const { pool, print, operator } = context
  const firsts = lost.map(({ first }) => first)
  await settleLost(pool, firsts, { by: operator, because, result: 'given up' })
  const messages = lost.reduce((sum, { first, last }) => sum + last - first + 1, 0)
  print(`Gave up ${messages} messages.`)
  return 0
}
