import { listSigningKeys } from '../../../db/oauth/signing-keys.js'
import { withDatabaseSession } from '../database-session.js'
import { printTable, parseArguments } from '../arguments.js'
import type { DatabaseCommand } from '../arguments.js'

/** The keys that sign access tokens. */
export const key: DatabaseCommand = {
  usage: [
    ['key list', 'keys that sign access tokens'],
    ['key rotate [--at-once]', 'a new key, used in ten minutes; at once when others may know the old one'],
    [
      'key withdraw KID',
      'ends every token it signed, within ten seconds; when no other one signs yet, a new one does at once',
    ],
  ],
  run: async (args) => {
    const words = parseArguments('key', args, {
      verbs: { list: [], rotate: [], withdraw: ['KID'] },
      flags: ['at-once'],
    })
    return await withDatabaseSession(async (desk) => {
      switch (words.verb) {
        case 'list': {
          const { keys } = await listSigningKeys(desk.knex)
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
        case 'rotate': {
          const kid = await desk.keys.rotate({ atOnce: words.flag('at-once') })
          await desk.note('key_rotated', { detail: { kid } })
          console.log(`kid ${kid}`)
          return 0
        }
        case 'withdraw': {
          const kid = words.positional('KID')
          const there = await desk.keys.withdraw(kid)
          if (there) await desk.note('key_withdrawn', { detail: { kid } })
          console.log(there ? 'Withdrawn: its tokens are refused.' : 'There is no such key.')
          return there ? 0 : 1
        }
        default:
          throw new TypeError(words.verb)
      }
    })
  },
}
