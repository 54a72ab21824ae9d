import { disconnect, listConnected } from '../../../db/oauth/connected-apps.js'
import { memberAccounts } from '../../../db/sign-in/member-accounts.js'
import { scopeText } from '../../../schemas/oauth/scope.js'
import { findOrCreateMember } from '../../wiring/provision.js'
import { givenOrNewPassword, parseArguments, requiredEmail } from '../arguments.js'
import type { DatabaseCommand } from '../arguments.js'
import { withDatabaseSession } from '../database-session.js'
import { giveMemberAddress } from '../change-address.js'
import { erase, printReceipt } from '../erase-member.js'
import { exportMember } from '../export-member.js'
import { importFile } from '../import-members.js'
import type { DatabaseSession } from '../database-session.js'
import { printTable } from '../format-table.js'

interface NewMember {
  email: string
  firstName: string
  lastName: string
  password: string
}

type Account = NonNullable<Awaited<ReturnType<ReturnType<typeof memberAccounts>['byEmail']>>>

/** Manages members who sign in. */
export const member: DatabaseCommand = {
  usage: [
    [
      'member add --email ADDRESS --first-name NAME --last-name NAME [--password TEXT]',
      'create a member; without --password one is generated and printed',
    ],
    [
      'member import FILE [--tokens-of CLIENT_ID --tokens FILE]',
      'create the members of a file of JSON lines with email, first_name and last_name; those that exist stay; they choose a ' +
        'password by "Forgot password"; --tokens writes tokens of the application for all of them, readable by you alone',
    ],
    ['member show ADDRESS', 'print the member and its connected applications'],
    ['member disconnect ADDRESS CLIENT_ID', 'revoke the authorization of an application'],
    [
      'member address ADDRESS|ID NEW',
      'give the account another address, for a person who lost the mailbox; ends its sessions and mails the old address',
    ],
    ['member close ADDRESS', 'close the account: ends its sessions and revokes all authorizations'],
    [
      'member erase ADDRESS|ID',
      'close the account and erase everything about the member: rows, messages of the streams, and without SMTP_URL mails in ' +
        'files of this DATA_DIR, which all roles must share then; applications get member.deleted; prints a receipt, which ' +
        'keeps the id of the member alone',
    ],
    [
      'member export ADDRESS|ID --out DIR',
      'write everything about the member to the folder: one JSON file, and the itinerary as iCalendar; readable by you alone',
    ],
    ['member receipt NUMBER', 'print the receipt of an erasure'],
  ],
  run: async (args) => {
    const parsed = parseArguments('member', args, {
      verbs: {
        add: [],
        import: ['FILE'],
        show: ['ADDRESS'],
        disconnect: ['ADDRESS', 'CLIENT_ID'],
        address: ['ADDRESS|ID', 'NEW'],
        close: ['ADDRESS'],
        erase: ['ADDRESS|ID'],
        export: ['ADDRESS|ID'],
        receipt: ['NUMBER'],
      },
      options: ['email', 'first-name', 'last-name', 'password', 'tokens-of', 'tokens', 'out'],
    })
    if (parsed.verb === 'import') return await importFile(parsed)
    if (parsed.verb === 'erase') return await erase(parsed.positional('ADDRESS|ID'))
    if (parsed.verb === 'address')
      return await giveMemberAddress(parsed.positional('ADDRESS|ID'), parsed.positional('NEW'))
    if (parsed.verb === 'export')
      return await exportMember(parsed.positional('ADDRESS|ID'), parsed.required('out'))
    if (parsed.verb === 'receipt') return await printReceipt(parsed.positional('NUMBER'))
    const newMember =
      parsed.verb === 'add'
        ? {
            email: requiredEmail(parsed),
            firstName: parsed.required('first-name'),
            lastName: parsed.required('last-name'),
            password: givenOrNewPassword(parsed),
          }
        : null
    return await withDatabaseSession(async (session) => {
      if (newMember !== null) return await add(session, newMember)
      const address = parsed.positional('ADDRESS')
      const account = await memberAccounts(session.knex).byEmail(address)
      if (account === null) {
        console.error(`There is no member with the address ${address}.`)
        return 1
      }
      if (parsed.verb === 'show') return await show(session, account)
      if (parsed.verb === 'close') return await close(session, account)
      return await disconnectApp(session, account, parsed.positional('CLIENT_ID'))
    })
  },
}

async function add(session: DatabaseSession, member: NewMember): Promise<number> {
  const existing = await memberAccounts(session.knex).byEmail(member.email)
  const id = await findOrCreateMember(session, member)
  if (existing !== null) {
    console.log(`Member ${id} already has this address.`)
    return 0
  }
  await session.audit('signed_up', { memberId: id })
  console.log(`member    ${id}`)
  console.log(`password  ${member.password}`)
  return 0
}

async function show({ knex }: DatabaseSession, { id, firstName, lastName, email }: Account): Promise<number> {
  console.log(`member ${id}, ${firstName} ${lastName}, ${email}`)
  printTable(
    ['client_id', 'application', 'connected', 'scope'],
    (await listConnected(knex, id)).map((one) => [
      one.app.clientId,
      one.app.name,
      one.connected.toISOString(),
      one.scopes === null ? 'everything' : scopeText(one.scopes),
    ]),
  )
  return 0
}

async function disconnectApp(session: DatabaseSession, { id }: Account, clientId: string): Promise<number> {
  const wasConnected = await disconnect(session.knex, id, clientId)
  if (!wasConnected) {
    console.log(`${clientId} is not connected to member ${id}.`)
    return 1
  }
  await session.audit('app_disconnected', { clientId, memberId: id })
  console.log(`Disconnected ${clientId} from member ${id}.`)
  return 0
}

async function close(session: DatabaseSession, { id }: Account): Promise<number> {
  const connected = await listConnected(session.knex, id)
  await session.audit('account_closed', { memberId: id })
  await memberAccounts(session.knex).close(id)
  const count = `${connected.length} authorization${connected.length === 1 ? '' : 's'}`
  console.log(`Closed member ${id} and revoked ${count}.`)
  return 0
}
