/**
 * `rebuild --member ID | --all [--apply]`: folds the raw segments again from the beginning and reports the differences.
 * With --apply, members that differ are told to fold themselves anew under the rules their owners now run: so new rules
 * are rolled out, with the ids that everybody knows kept.
 */
import { parseArgs } from 'node:util'
import { leaseIdSlot } from '../../../db/ingress/id-slots.js'
import { memberIds, readMemberHistory } from '../../../db/fold/member-history.js'
import { idGenerator, isId, type Id } from '../../../schemas/base/ids.js'
import { encodeMessage } from '../../../schemas/stream/message.js'
import { memberSubject } from '../../../schemas/stream/subjects.js'
import { rebuildMember, type Difference } from '../../../workers/fold/rebuild.js'
import { publisher, type Publisher } from '../../../workers/stream/publish.js'
import { addresses } from '../../config/addresses.js'
import { disposables } from '../../process/disposables.js'
import { memberRules } from '../../wiring/member-rules.js'
import { startSourceCache } from '../../wiring/source-cache.js'
import { UsageError, type CliContext, type Command } from '../command.js'

/** Ids of a rebuild: numbers that no document holds as anything else. */
const FIRST_TEMPORARY_ID = 8_000_000_000_000_000
const PAGE = 500
const SHOWN = 20

export const rebuild: Command = {
  usage: [
    [
      'rebuild --member ID | --all [--apply]',
      'fold the raw segments again and report what differs; --apply: let those members fold themselves anew',
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
      throw new UsageError('one member, or --all')
    const { pool, log } = context
    const open = disposables()
    const slotLost = new AbortController()
    try {
      const slot = await leaseIdSlot(pool, {
        owner: `cli ${process.pid} ${Date.now()}`,
        log,
        lost: () => {
          slotLost.abort(new Error('the id slot was lost'))
        },
      })
      open.add('id slot', slot.release)
      const sources = await startSourceCache(pool, log)
      open.add('sources', sources.close)
      const door = apply ? publisher(await context.stream()) : null
      open.add('publisher', () => {
        door?.close()
      })
      const ids = idGenerator(slot.slot, Date.now)
      // Ids made here are compared by name and thrown away: they need not be unique, and must not run out.
      let made = FIRST_TEMPORARY_ID
      const rules = await memberRules({
        pool,
        source: sources.get,
        newId: () => String(made++),
        url: addresses(context.config).baseUrl,
      })
      const told =
        member === undefined
          ? allMembers(context)
          : (async function* () {
              yield member
            })()
      return await run(
        context,
        told,
        (id: Id) => check(context, rules, id),
        async (id) => {
          // Where another process has the slot, it makes the same ids.
          slotLost.signal.throwIfAborted()
          await refold(door, id, ids.next())
        },
      )
    } finally {
      await open.close().catch((error: unknown) => {
        log.warn({ error }, 'something could not be closed')
      })
    }
  },
}

async function run(
  { print: say }: CliContext,
  members: AsyncIterable<Id>,
  check: (id: Id) => Promise<Difference[]>,
  refold: (id: Id) => Promise<void>,
): Promise<number> {
  let looked = 0
  let different = 0
  for await (const id of members) {
    looked += 1
    const differences = await check(id)
    if (differences.length === 0) continue
    different += 1
    if (different <= SHOWN) for (const line of differences.map(describe)) say(`member ${id}: ${line}`)
    await refold(id)
  }
  say(`${looked} members folded again, ${different} differ`)
  return different === 0 ? 0 : 1
}

async function check(
  { pool }: CliContext,
  rules: Awaited<ReturnType<typeof memberRules>>,
  id: Id,
): Promise<Difference[]> {
  const told = await readMemberHistory(pool, id)
  if (told === null) throw new UsageError(`there is no member ${id}`)
  return rebuildMember(rules, told)
}

async function refold(door: Publisher | null, member: Id, batch: Id): Promise<void> {
  await door?.publish(
    encodeMessage({ v: 1, kind: 'refold', batch, received: Date.now() }, new TextEncoder().encode('{}')),
    memberSubject(member),
    batch,
  )
}

async function* allMembers({ pool }: CliContext): AsyncGenerator<Id> {
  for (let after = '0'; ;) {
    const page = await memberIds(pool, after, PAGE)
    yield* page
    const last = page.at(-1)
    if (last === undefined) return
    after = last
  }
}

function describe({ what, key, field, stored, rebuilt }: Difference): string {
  const short = (value: unknown): string => String(JSON.stringify(value) ?? 'nothing').slice(0, 80)
  return field === ''
    ? `${what} ${key} is ${stored === null ? 'missing' : 'there'}, and would be ${rebuilt === null ? 'missing' : 'there'}`
    : `${what} ${key}: ${field} is ${short(stored)}, would be ${short(rebuilt)}`
}
