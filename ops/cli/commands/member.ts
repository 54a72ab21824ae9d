import { memberAccounts } from '../../../db/sign-in/accounts.js'
import { disconnect, listConnected } from '../../../db/oauth/apps.js'
import { findOrCreateMember } from '../../wiring/provision.js'
import { withDatabaseSession } from '../database-session.js'
import { givenOrNewPassword, requiredEmail, printTable, parseArguments } from '../arguments.js'
import type { DatabaseCommand } from '../arguments.js'

/** Members who sign in: add, show, disconnect an application, close. */
export const member: DatabaseCommand = {
  usage: [
    [
      'member add --email ADDRESS --first-name NAME --last-name NAME [--password TEXT]',
      'a new member; the password is made when none is given',
    ],
    ['member show ADDRESS', 'who it is, and its connected applications'],
    ['member disconnect ADDRESS CLIENT_ID', 'ends what it allowed the application'],
    ['member close ADDRESS', 'ends its sign-in, its sessions and every authorization'],
  ],
  run: async (args) => {
    const words = parseArguments('member', args, {
      verbs: { add: [], show: ['ADDRESS'], disconnect: ['ADDRESS', 'CLIENT_ID'], close: ['ADDRESS'] },
      options: ['email', 'first-name', 'last-name', 'password'],
    })
    const asked =
      words.verb === 'add'
        ? {
            email: requiredEmail(words),
            firstName: words.required('first-name'),
            lastName: words.required('last-name'),
            password: givenOrNewPassword(words),
          }
        : null
    return await withDatabaseSession(async (desk) => {
      const accounts = memberAccounts(desk.knex)
      if (asked !== null) {
        const known = await accounts.byEmail(asked.email)
        const id = await findOrCreateMember(desk, asked)
        if (known === null) await desk.note('signed_up', { memberId: id })
        console.log(
          known === null ? `member    ${id}\npassword  ${asked.password}` : `member ${id} is there already`,
        )
        return 0
      }
      const address = words.positional('ADDRESS')
      const found = await accounts.byEmail(address)
      if (found === null) {
        console.error(`No member has the address ${address}.`)
        return 1
      }
      switch (words.verb) {
        case 'show':
          console.log(`member ${found.id}, ${found.firstName} ${found.lastName}, ${found.email}`)
          printTable(
            ['client_id', 'application', 'connected'],
            (await listConnected(desk.knex, found.id)).map((one) => [
              one.app.clientId,
              one.app.name,
              one.connected.toISOString(),
            ]),
          )
          return 0
        case 'disconnect': {
          const clientId = words.positional('CLIENT_ID')
          const ended = await disconnect(desk.knex, found.id, clientId)
          if (ended) await desk.note('app_disconnected', { clientId, memberId: found.id })
          console.log(ended ? 'Disconnected.' : 'It was not connected.')
          return ended ? 0 : 1
        }
        case 'close':
          await desk.note('account_closed', { memberId: found.id })
          await accounts.close(found.id)
          console.log('Closed; every authorization has ended.')
          return 0
        default:
          throw new TypeError(words.verb)
      }
    })
  },
}
