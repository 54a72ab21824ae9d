/** `stream lost`: acknowledged messages that were never folded, and what an operator decides (workers/DESIGN.md 3.6). */
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
import { done, UsageError, type Answer } from '../answer.js'
import type { CliContext } from '../context.js'

/** Messages and requests listed of one run. */
const MAX_LISTED = 50

/** Lists what is lost, or what an operator decides about it: to publish again what a server still has, or to give up all. */
export async function lostMessages(
  context: CliContext,
  options: { recover?: boolean | undefined; giveUp?: boolean | undefined; because?: string | undefined },
): Promise<Answer> {
  const { recover = false, giveUp = false, because } = options
  if (recover && giveUp) throw new UsageError('Give either --recover or --give-up, not both.')
  if ((recover || giveUp) !== (because !== undefined))
    throw new UsageError('--because belongs to --recover and to --give-up: it records the reason.')
  const lost = await listLost(context.pool)
  if (lost.length === 0) return done('No acknowledged message is lost.')
  if (because === undefined) return await list(context, lost)
  return recover ? await recoverHeld(context, lost, because) : await giveUpAll(context, lost, because)
}

async function list(context: CliContext, lost: ListedLoss[]): Promise<Answer> {
  const { pool, stream } = context
  const nc = await stream()
  const lines: string[] = []
  for (const run of lost) {
    const { first, last, isHeld, fromId, untilId, found } = run
    const from = new Date(idTime(String(fromId)))
    const until = new Date(idTime(String(untilId)))
    const held = isHeld ? 'a server of the cluster still has them' : 'no server has them'
    lines.push(`${first} to ${last}, found ${found.toISOString()}: ${held}`)
    lines.push(`  accepted between ${from.toISOString()} and ${until.toISOString()}`)
    if (isHeld) {
      const count = Math.min(MAX_LISTED, last - first + 1)
      const messages = await heldMessages(
        nc,
        Array.from({ length: count }, (_, i) => first + i),
      )
      for (const [seq, { batch }] of messages)
        if (batch !== null) lines.push(`  ${seq}: batch ${batch.batch} of member ${batch.member}`)
      continue
    }
    for (const one of await unfoldedRequests(pool, from, until, MAX_LISTED))
      lines.push(
        `  perhaps ${one.method} ${one.path} of member ${one.member}, application ${one.client}, ` +
          `${one.at.toISOString()}, request ${one.request}`,
      )
  }
  return { data: lost, lines, failed: true }
}

async function recoverHeld(context: CliContext, lost: ListedLoss[], because: string): Promise<Answer> {
  const { pool, stream, operator } = context
  const lines: string[] = []
  const nc = await stream()
  const { appliedBatches } = memberStore(pool)
  let published = 0
  for (const run of lost.filter(({ isHeld }) => isHeld)) {
    const result = await publishAgain(nc, run, appliedBatches)
    published += result.published
    if (result.gone > 0)
      lines.push(`${result.gone} messages from ${run.first} to ${run.last} are gone by now.`)
    else await settleLost(pool, [run.first], { by: operator, because, result: 'published again' })
  }
  lines.push(`Published ${published} messages again.`)
  const left = await listLost(pool)
  if (left.length > 0) lines.push('The others cannot be recovered: see `stream lost`.')
  return { data: { published, left }, lines, failed: left.length > 0 }
}

async function giveUpAll(context: CliContext, lost: ListedLoss[], because: string): Promise<Answer> {
  const { pool, operator } = context
  const firsts = lost.map(({ first }) => first)
  await settleLost(pool, firsts, { by: operator, because, result: 'given up' })
  const messages = lost.reduce((sum, { first, last }) => sum + last - first + 1, 0)
  return done(`Gave up ${messages} messages.`, { messages })
}
