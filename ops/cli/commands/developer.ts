import { developerAccounts } from '../../../db/sign-in/developer-accounts.js'
import { findOrCreateDeveloper } from '../../wiring/provision.js'
import { givenOrNewPassword, parseArguments, requiredEmail } from '../arguments.js'
import type { DatabaseCommand } from '../arguments.js'
import { giveDeveloperAddress } from '../change-address.js'
import { withDatabaseSession } from '../database-session.js'
import type { DatabaseSession } from '../database-session.js'
import { printTable } from '../format-table.js'

interface NewDeveloper {
  email: string
  name: string
  organisation: string
  password: string
}

/** Manages developer accounts. */
export const developer: DatabaseCommand = {
  usage: [
    ['developer list', 'list developer accounts'],
    [
      'developer add --email ADDRESS --name NAME --organisation NAME [--password TEXT]',
      'create an account; without --password one is generated and printed',
    ],
    [
      'developer address ADDRESS NEW',
      'give the account another address, for a person who lost the mailbox; ends its sessions and mails the old address',
    ],
    ['developer password ADDRESS [--password TEXT]', 'set a new password'],
    [
      'developer forget-second-factor ADDRESS',
      'remove the second factor; the next sign-in sets up a new one',
    ],
  ],
  run: async (args) => {
    const parsed = parseArguments('developer', args, {
      verbs: {
        list: [],
        add: [],
        address: ['ADDRESS', 'NEW'],
        password: ['ADDRESS'],
        'forget-second-factor': ['ADDRESS'],
      },
      options: ['email', 'name', 'organisation', 'password'],
    })
    if (parsed.verb === 'address')
      return await giveDeveloperAddress(parsed.positional('ADDRESS'), parsed.positional('NEW'))
    const password = givenOrNewPassword(parsed)
    const newDeveloper =
      parsed.verb === 'add'
        ? {
            email: requiredEmail(parsed),
            name: parsed.required('name'),
            organisation: parsed.required('organisation'),
            password,
          }
        : null
    return await withDatabaseSession(async (session) => {
      if (newDeveloper !== null) return await add(session, newDeveloper)
      if (parsed.verb === 'list') return await list(session)
      const address = parsed.positional('ADDRESS')
      const id = (await developerAccounts(session.knex).byEmail(address))?.id
      if (id === undefined) {
        console.error(`There is no developer with the address ${address}.`)
        return 1
      }
      if (parsed.verb === 'password') return await setPassword(session, id, password)
      return await forgetSecondFactor(session, id)
    })
  },
}

async function list({ knex }: DatabaseSession): Promise<number> {
  const accounts = await developerAccounts(knex).list()
  printTable(
    ['id', 'email', 'name', 'organisation', 'second factor'],
    accounts.map((one) => [
      one.id,
      one.email,
      one.name,
      one.organisation,
      one.sealedTotp === null ? 'not set' : 'set',
    ]),
  )
  return 0
}

async function add(session: DatabaseSession, developer: NewDeveloper): Promise<number> {
  const existing = await developerAccounts(session.knex).byEmail(developer.email)
  const id = await findOrCreateDeveloper(session, developer)
  if (existing !== null) {
    console.log(`Developer ${id} already has this address.`)
    return 0
  }
  await session.audit('signed_up', { detail: { developer: id } })
  console.log(`developer ${id}`)
  console.log(`password  ${developer.password}`)
  return 0
}

async function setPassword(session: DatabaseSession, id: string, password: string): Promise<number> {
  await developerAccounts(session.knex).setPassword(id, await session.passwords.hash(password))
  await session.audit('password_changed', { detail: { developer: id } })
  console.log(`password  ${password}`)
  return 0
}

async function forgetSecondFactor(session: DatabaseSession, id: string): Promise<number> {
  await developerAccounts(session.knex).forgetTotp(id)
  await session.audit('second_factor_set', { detail: { developer: id, forgotten: true } })
  console.log('Removed the second factor. The next sign-in sets up a new one.')
  return 0
}
