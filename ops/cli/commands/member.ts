import type { Command } from '@commander-js/extra-typings'
import { disconnect, listConnected } from '../../../db/oauth/connected-apps.js'
import { memberAccounts } from '../../../db/sign-in/member-accounts.js'
import { scopeText } from '../../../schemas/oauth/scope.js'
import { findOrCreateMember } from '../../wiring/provision.js'
import { done, failed, Refused, table, values, type Answer } from '../answer.js'
import { changeMemberAddress } from '../change-address.js'
import { recordAudit, type CliContext } from '../context.js'
import { erase, showReceipt } from '../erase-member.js'
import { exportMember } from '../export-member.js'
import { importFile } from '../import-members.js'
import { PASSWORD_FROM, readPassword } from '../read-password.js'
import type { Run } from '../run.js'
import { email as emailAddress, text } from '../values.js'

type Account = NonNullable<Awaited<ReturnType<ReturnType<typeof memberAccounts>['byEmail']>>>

/** Members who sign in. */
export function addMemberCommands(program: Command, run: Run): void {
  const member = program.command('member').description('manage members who sign in')
  member
    .command('add')
    .description('create a member')
    .requiredOption('--email <ADDRESS>', 'the address', emailAddress)
    .requiredOption('--first-name <NAME>', 'the first name', text)
    .requiredOption('--last-name <NAME>', 'the last name', text)
    .option(...PASSWORD_FROM)
    .action(run(add))
  member
    .command('import')
    .description(
      'create members from a file of JSON lines with email, first_name and last_name; existing ones are kept; ' +
        'new ones choose a password with "Forgot password"',
    )
    .argument('<FILE>')
    .option('--tokens-of <CLIENT_ID>', 'an application that gets tokens for all of them')
    .option('--tokens <FILE>', 'where its tokens are written, readable only by you')
    .action(run(importFile))
  member
    .command('show')
    .description('print the member and its connected applications')
    .argument('<ADDRESS>')
    .action(run(show))
  member
    .command('disconnect')
    .description('revoke the authorization of an application')
    .argument('<ADDRESS>')
    .argument('<CLIENT_ID>')
    .action(run(disconnectApp))
  member
    .command('address')
    .description(
      'give the account another address, for a person who lost the mailbox; ends its sessions and mails the old address',
    )
    .argument('<ADDRESS|ID>')
    .argument('<NEW>', '', emailAddress)
    .action(run(changeMemberAddress))
  member
    .command('forget-second-factor')
    .description('remove the second factor and its recovery codes, for a person who lost them')
    .argument('<ADDRESS>')
    .action(run(forgetSecondFactor))
  member
    .command('close')
    .description('close the account: ends its sessions and revokes all authorizations')
    .argument('<ADDRESS>')
    .action(run(close))
  member
    .command('erase')
    .description(
      'close the account and erase everything about the member: rows, messages of the streams, and without SMTP_URL mails in files of this DATA_DIR, which all roles must share then; applications get member.deleted; prints a receipt, which keeps the id of the member alone',
    )
    .argument('<ADDRESS|ID>')
    .action(run(erase))
  member
    .command('export')
    .description(
      'write everything about the member to a folder: one JSON file, and the itinerary as iCalendar',
    )
    .argument('<ADDRESS|ID>')
    .requiredOption('--out <DIR>', 'the folder, readable only by you', text)
    .action(run(exportMember))
  member
    .command('receipt')
    .description('print the receipt of an erasure')
    .argument('<NUMBER>')
    .action(run(showReceipt))
}

async function add(
  context: CliContext,
  member: { email: string; firstName: string; lastName: string; passwordFrom?: string | undefined },
): Promise<Answer> {
  const password = await readPassword(member.passwordFrom)
  const existing = await memberAccounts(context.knex).byEmail(member.email)
  const id = await findOrCreateMember(await context.session(), { ...member, password })
  if (existing !== null) return done(`Member ${id} already has this address.`, { member: id })
  await recordAudit(context, 'signed_up', { memberId: id })
  return values({ member: id, password })
}

async function find({ knex }: CliContext, address: string): Promise<Account> {
  const account = await memberAccounts(knex).byEmail(address)
  if (account === null) throw new Refused(`There is no member with the address ${address}.`)
  return account
}

async function show(context: CliContext, address: string): Promise<Answer> {
  const { id, firstName, lastName, email } = await find(context, address)
  const connected = table(
    ['client_id', 'application', 'connected', 'scope'],
    (await listConnected(context.knex, id)).map((one) => [
      one.app.clientId,
      one.app.name,
      one.connected,
      one.scopes === null ? 'everything' : scopeText(one.scopes),
    ]),
  )
  return {
    data: { id, first_name: firstName, last_name: lastName, email, connected: connected.data },
    lines: [`member ${id}, ${firstName} ${lastName}, ${email}`, ...connected.lines],
  }
}

async function forgetSecondFactor(context: CliContext, address: string): Promise<Answer> {
  const { id } = await find(context, address)
  await memberAccounts(context.knex).forgetTotp(id)
  await recordAudit(context, 'second_factor_removed', { memberId: id })
  return done('Removed the second factor. The password alone signs in again.')
}

async function disconnectApp(context: CliContext, address: string, clientId: string): Promise<Answer> {
  const { id } = await find(context, address)
  if (!(await disconnect(context.knex, id, clientId)))
    return failed(`${clientId} is not connected to member ${id}.`)
  await recordAudit(context, 'app_disconnected', { clientId, memberId: id })
  return done(`Disconnected ${clientId} from member ${id}.`)
}

async function close(context: CliContext, address: string): Promise<Answer> {
  const { id } = await find(context, address)
  const { length } = await listConnected(context.knex, id)
  await recordAudit(context, 'account_closed', { memberId: id })
  await memberAccounts(context.knex).close(id)
  return done(`Closed member ${id} and revoked ${length} authorization${length === 1 ? '' : 's'}.`)
}
