/**
 * `rebuild --member ID | --all [--apply]`: folds the raw segments again from the beginning and reports
 * differences. With --apply, the owners of members that differ fold them again under their current rules.
 * This is how new rules are rolled out; known ids are kept.
 */
import { parseArgs } from 'node:util'
import { memberIds, readMemberHistory } from '../../../db/fold/member-history.js'
import { recordCommand } from '../../../db/operator/operator-command.js'
import { isId, type Id } from '../../../schemas/base/ids.js'
import { encodeMessage } from '../../../schemas/stream/message.js'
import { memberSubject } from '../../../schemas/stream/subjects.js'
import { rebuildMember, type Difference } from '../../../workers/fold/rebuild.js'
import { publisher, type Publisher } from '../../../workers/stream/publish.js'
import { addresses } from '../../config/addresses.js'
import { disposables } from '../../process/disposables.js'
import { leaseIds, shortLivedOwner } from '../../wiring/id-generator.js'
import { memberRules } from '../../wiring/member-rules.js'
import { startSourceCache } from '../../wiring/source-cache.js'
import { UsageError, type CliContext, type Command } from '../command.js'

/** Ids of a rebuild begin here. They appear in no document and are discarded, so they need not be unique. */
const FIRST_TEMPORARY_ID = 8_000_000_000_000_000
const PAGE_SIZE = 500
const MAX_MEMBERS_SHOWN = 20
const MAX_VALUE_CHARS = 80

export const rebuild: Command = {
  usage: [
    [
      'rebuild --member ID | --all [--apply]',
      'fold the raw segments again and report differences; --apply lets the owners fold those members again',
    ],
  ],
  run: async (args, context) => {
    const { values } = parseArgs({
      args,
      options: {
        member: { type: 'string' },
        all: { type: 'boolean', default: false },
        apply: { type: 'boolean', default: false },
      },
    })
    const { member, all, apply } = values
    if ((member === undefined) === !all || (member !== undefined && !isId(member)))
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
      const { ids, release } = await leaseIds(pool, { owner: shortLivedOwner('cli'), log })
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
  },
}

async function compareAll(
  { print }: CliContext,
  members: AsyncIterable<Id> | Iterable<Id>,
  actions: { compare: (id: Id) => Promise<Difference[] | 'incomplete'>; refold: (id: Id) => Promise<void> },
): Promise<number> {
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
      for (const line of differences.map(describe)) print(`member ${id}: ${line}`)
    await actions.refold(id)
  }
  if (incomplete > 0)
    print(
      `${incomplete} members left out: messages of before KEEP_RAW_BATCH_DAYS are gone, so they would lose segments`,
    )
  print(`${compared} members folded again, ${different} differ`)
  return different === 0 ? 0 : 1
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
