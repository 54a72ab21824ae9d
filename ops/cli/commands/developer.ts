import { developerAccounts } from '../../../db/sign-in/accounts.js'
import { findOrCreateDeveloper } from '../../wiring/provision.js'
import { withDatabaseSession } from '../database-session.js'
import { givenOrNewPassword, requiredEmail, printTable, parseArguments } from '../arguments.js'
import type { DatabaseCommand } from '../arguments.js'

/** Developer accounts: list, add, set a new password, forget a lost second factor. */
export const developer: DatabaseCommand = {
  usage: [
    ['developer list', 'developer accounts of the console'],
    [
      'developer add --email ADDRESS --name NAME --organisation NAME [--password TEXT]',
      'a new account; the password is made when none is given',
    ],
    ['developer password ADDRESS [--password TEXT]', 'a new password'],
    ['developer forget-second-factor ADDRESS', 'the next sign-in sets a new one'],
  ],
  run: async (args) => {
    const words = parseArguments('developer', args, {
      verbs: { list: [], add: [], password: ['ADDRESS'], 'forget-second-factor': ['ADDRESS'] },
      options: ['email', 'name', 'organisation', 'password'],
    })
    const chosen = givenOrNewPassword(words)
    const asked =
      words.verb === 'add'
        ? {
            email: requiredEmail(words),
            name: words.required('name'),
            organisation: words.required('organisation'),
          }
        : null
    return await withDatabaseSession(async (desk) => {
      const accounts = developerAccounts(desk.knex)
      const byAddress = async (): Promise<string | null> => {
        const address = words.positional('ADDRESS')
        const found = await accounts.byEmail(address)
        if (found === null) console.error(`No developer has the address ${address}.`)
        return found?.id ?? null
      }
      if (asked !== null) {
        const known = await accounts.byEmail(asked.email)
        const id = await findOrCreateDeveloper(desk, { ...asked, password: chosen })
        if (known === null) await desk.note('signed_up', { detail: { developer: id } })
        console.log(
          known === null ? `developer ${id}\npassword  ${chosen}` : `developer ${id} is there already`,
        )
        return 0
      }
      switch (words.verb) {
        case 'list':
          printTable(
            ['id', 'email', 'name', 'organisation', 'second factor'],
            (await accounts.list()).map((one) => [
              one.id,
              one.email,
              one.name,
              one.organisation,
              one.sealedTotp === null ? 'not set' : 'set',
            ]),
          )
          return 0
        case 'password': {
          const id = await byAddress()
          if (id === null) return 1
          await accounts.setPassword(id, await desk.passwords.hash(chosen))
          await desk.note('password_changed', { detail: { developer: id } })
          console.log(`password  ${chosen}`)
          return 0
        }
        case 'forget-second-factor': {
          const id = await byAddress()
          if (id === null) return 1
          await accounts.forgetTotp(id)
          await desk.note('second_factor_set', { detail: { developer: id, forgotten: true } })
          console.log('The next sign-in asks for a new second factor.')
          return 0
        }
        default:
          throw new TypeError(words.verb)
      }
    })
  },
}
