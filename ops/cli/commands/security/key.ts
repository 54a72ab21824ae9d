import { listSigningKeys } from '../../../../db/oauth/signing-keys.js'
import { parseArguments } from '../../arguments.js'
import type { DatabaseCommand } from '../../arguments.js'
import { withDatabaseSession } from '../../database-session.js'
import type { DatabaseSession } from '../../database-session.js'
import { printTable } from '../../format-table.js'
import { resealAll } from '../../../wiring/secrets/reseal.js'

/** Manages the keys that sign access tokens. */
export const key: DatabaseCommand = {
  usage: [
    ['key list', 'list the keys that sign access tokens'],
    [
      'key rotate [--at-once]',
      'create a new key that signs from in ten minutes on; --at-once if somebody may know the old one',
    ],
    [
      'key reseal',
      'encrypt everything stored under SECRET_KEY that is under SECRET_KEY_OTHER; repeat it as often as you like',
    ],
    [
      'key withdraw KID',
      'reject all tokens signed with it, within ten seconds; if no other key signs yet, a new one is created',
    ],
  ],
  run: async (args) => {
    const parsed = parseArguments('key', args, {
      verbs: { list: [], rotate: [], withdraw: ['KID'], reseal: [] },
      flags: ['at-once'],
    })
    return await withDatabaseSession(async (session) => {
      if (parsed.verb === 'list') return await list(session)
      if (parsed.verb === 'reseal') return await reseal(session)
      if (parsed.verb === 'rotate') return await rotate(session, parsed.flag('at-once'))
      return await withdraw(session, parsed.positional('KID'))
    })
  },
}

async function list({ knex }: DatabaseSession): Promise<number> {
  const { keys } = await listSigningKeys(knex)
  printTable(
    ['kid', 'alg', 'signs from', 'until', 'published until'],
    keys.map((one) => [
      one.kid,
      one.alg,
      one.signFrom.toISOString(),
      one.signUntil.toISOString(),
      one.publishUntil.toISOString(),
    ]),
  )
  return 0
}

async function reseal(session: DatabaseSession): Promise<number> {
  const counts = await resealAll(session.knex, session.vault)
  await session.audit('secrets_resealed')
  for (const { name, count } of counts) console.log(`${count} ${name}`)
  console.log('All are under SECRET_KEY now: remove SECRET_KEY_OTHER from every process.')
  return 0
}

async function rotate(session: DatabaseSession, atOnce: boolean): Promise<number> {
  const kid = await session.keys.rotate({ atOnce })
  await session.audit('key_rotated', { detail: { kid } })
  console.log(`kid ${kid}`)
  return 0
}

async function withdraw(session: DatabaseSession, kid: string): Promise<number> {
  const exists = await session.keys.withdraw(kid)
  if (exists) await session.audit('key_withdrawn', { detail: { kid } })
  console.log(exists ? `Withdrew key ${kid}. Its tokens are rejected.` : `There is no key ${kid}.`)
  return exists ? 0 : 1
}
