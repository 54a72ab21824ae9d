/**
 * `rebuild --member ID | --all [--apply]`: folds the raw segments again from the beginning and reports
 * differences. With --apply, the owners of members that differ fold them again under their current rules.
 * This is how new rules are rolled out; known ids are kept.
 */
import type { Command } from '@commander-js/extra-typings'
import { memberIds, readMemberHistory } from '../../../db/fold/member-history.js'
import { recordCommand } from '../../../db/operator/operator-command.js'
import type { Id } from '../../../schemas/base/ids.js'
import { encodeMessage } from '../../../schemas/stream/message.js'
import { memberSubject } from '../../../schemas/stream/subjects.js'
import { rebuildMember, type Difference } from '../../../workers/fold/rebuild.js'
import { publisher, type Publisher } from '../../../workers/stream/publish.js'
import { addresses } from '../../config/addresses.js'
import { disposables } from '../../process/disposables.js'
import { leaseIds, shortLivedLessee } from '../../wiring/id-generator.js'
import { memberRules } from '../../wiring/member-rules.js'
import { startSourceCache } from '../../wiring/source-cache.js'
import { UsageError, type Answer } from '../answer.js'
import type { CliContext } from '../context.js'
import type { Run } from '../run.js'
import { memberId } from '../values.js'

/** Ids of a rebuild begin here. They appear in no document and are discarded, so they need not be unique. */
const FIRST_TEMPORARY_ID = 8_000_000_000_000_000
const PAGE_SIZE = 500
const MAX_MEMBERS_SHOWN = 20
const MAX_VALUE_CHARS = 80

/** Folds raw segments again. */
export function addRebuildCommand(program: Command, run: Run): void {
  program
    .command('rebuild')
    .description('fold the raw segments again and report differences; exits with 1 if there are any')
    .option('--member <ID>', 'of one member', memberId)
    .option('--all', 'of all members')
    .option('--apply', 'let the owners fold the members that differ again')
    .action(run(rebuild))
}

async function rebuild(
  context: CliContext,
  {
    member,
    all = false,
    apply = false,
  }: { member?: Id | undefined; all?: boolean | undefined; apply?: boolean | undefined },
): Promise<Answer> {
  if ((member === undefined) === !all)
    throw new UsageError('Give either --member with the id of a member, or --all.')
  const { pool, log, operator } = context
  if (apply)
    await recordCommand(pool, {
      command: 'rebuild',
      args: { all },
      by: operator,
      ...(member === undefined ? {} : { memberId: member }),
      result: 'begun',
    })
  const open = disposables()
  try {
    const { ids, release } = await leaseIds(pool, { lessee: shortLivedLessee('cli'), log })
    open.add('id slot', release)
    const sources = await startSourceCache(pool, log)
    open.add('sources', sources.close)
    const stream = apply ? publisher(await context.stream()) : null
    open.add('publisher', () => {
      stream?.close()
    })
    let nextId = FIRST_TEMPORARY_ID
    const rules = await memberRules({
      pool,
      source: sources.get,
      newId: () => String(nextId++),
      url: addresses(context.config).baseUrl,
    })
    return await compareAll(context, member === undefined ? allMembers(context) : [member], {
      compare: async (id) => await compare(context, rules, id),
      refold: async (id) => {
        if (stream !== null) await requestRefold(stream, id, ids.next())
      },
    })
  } finally {
    await open.close().catch((error: unknown) => {
      log.warn({ error }, 'could not close everything')
    })
  }
}

async function compareAll(
  { emit }: CliContext,
  members: AsyncIterable<Id> | Iterable<Id>,
  actions: { compare: (id: Id) => Promise<Difference[] | 'incomplete'>; refold: (id: Id) => Promise<void> },
): Promise<Answer> {
  let compared = 0
  let different = 0
  let incomplete = 0
  for await (const id of members) {
    const differences = await actions.compare(id)
    if (differences === 'incomplete') {
      incomplete += 1
      continue
    }
    compared += 1
    if (differences.length === 0) continue
    different += 1
    if (different <= MAX_MEMBERS_SHOWN)
      for (const one of differences) emit({ member: id, ...one }, `member ${id}: ${describe(one)}`)
    await actions.refold(id)
  }
  const leftOut = `${incomplete} members left out: messages of before KEEP_RAW_BATCH_DAYS are gone, so they would lose segments`
  return {
    data: { compared, different, incomplete },
    lines: [...(incomplete > 0 ? [leftOut] : []), `${compared} members folded again, ${different} differ`],
    failed: different > 0,
  }
}

async function compare(
  { pool }: CliContext,
  rules: Awaited<ReturnType<typeof memberRules>>,
  id: Id,
): Promise<Difference[] | 'incomplete'> {
  const history = await readMemberHistory(pool, id)
  if (history === null) throw new UsageError(`There is no member ${id}.`)
  if (!history.complete) return 'incomplete'
  return rebuildMember(rules, history)
}

async function requestRefold(stream: Publisher, member: Id, batch: Id): Promise<void> {
  const body = new TextEncoder().encode('{}')
  const message = encodeMessage({ v: 1, kind: 'refold', batch, received: Date.now() }, body)
  await stream.publish(message, memberSubject(member), batch)
}

async function* allMembers({ pool }: CliContext): AsyncGenerator<Id> {
  for (let after = '0'; ;) {
    const page = await memberIds(pool, after, PAGE_SIZE)
    yield* page
    const last = page.at(-1)
    if (last === undefined) return
    after = last
  }
}

function describe({ what, key, field, stored, rebuilt }: Difference): string {
  if (field !== '') return `${what} ${key}: ${field} is ${short(stored)}, would be ${short(rebuilt)}`
  const presence = (value: unknown): string => (value === null ? 'missing' : 'present')
  return `${what} ${key} is ${presence(stored)}, would be ${presence(rebuilt)}`
}

function short(value: unknown): string {
  return String(JSON.stringify(value) ?? 'nothing').slice(0, MAX_VALUE_CHARS)
}
