import type { Command } from '@commander-js/extra-typings'
import { developerAccounts } from '../../../db/sign-in/developer-accounts.js'
import { findOrCreateDeveloper } from '../../wiring/provision.js'
import { done, Refused, table, values, type Answer } from '../answer.js'
import { changeDeveloperAddress } from '../change-address.js'
import { recordAudit, type CliContext } from '../context.js'
import { PASSWORD_FROM, readPassword } from '../read-password.js'
import type { Run } from '../run.js'
import { email as emailAddress, text } from '../values.js'

/** Developer accounts. */
export function addDeveloperCommands(program: Command, run: Run): void {
  const developer = program.command('developer').description('manage developer accounts')
  developer.command('list').description('list developer accounts').action(run(list))
  developer
    .command('add')
    .description('create an account')
    .requiredOption('--email <ADDRESS>', 'its address', emailAddress)
    .requiredOption('--name <NAME>', 'of the person', text)
    .requiredOption('--organisation <NAME>', 'of the person', text)
    .option(...PASSWORD_FROM)
    .action(run(add))
  developer
    .command('address')
    .description(
      'give the account another address, for a person who lost the mailbox; ends its sessions and mails the old address',
    )
    .argument('<ADDRESS>')
    .argument('<NEW>', '', emailAddress)
    .action(run(changeDeveloperAddress))
  developer
    .command('password')
    .description('set a new password')
    .argument('<ADDRESS>')
    .option(...PASSWORD_FROM)
    .action(
      run(async (context, address, options) => {
        const password = await readPassword(options.passwordFrom)
        const id = await find(context, address)
        const { passwords } = await context.session()
        await developerAccounts(context.knex).setPassword(id, await passwords.hash(password))
        await recordAudit(context, 'password_changed', { detail: { developer: id } })
        return values({ password })
      }),
    )
  developer
    .command('forget-second-factor')
    .description('remove the second factor; the next sign-in sets up a new one')
    .argument('<ADDRESS>')
    .action(
      run(async (context, address) => {
        const id = await find(context, address)
        await developerAccounts(context.knex).forgetTotp(id)
        await recordAudit(context, 'second_factor_set', { detail: { developer: id, forgotten: true } })
        return done('Removed the second factor. The next sign-in sets up a new one.')
      }),
    )
}

async function list({ knex }: CliContext): Promise<Answer> {
  const accounts = await developerAccounts(knex).list()
  return table(
    ['id', 'email', 'name', 'organisation', 'second factor'],
    accounts.map((one) => [
      one.id,
      one.email,
      one.name,
      one.organisation,
      one.sealedTotp === null ? 'not set' : 'set',
    ]),
  )
}

interface NewDeveloper {
  email: string
  name: string
  organisation: string
  passwordFrom?: string | undefined
}

async function add(context: CliContext, options: NewDeveloper): Promise<Answer> {
  const password = await readPassword(options.passwordFrom)
  const existing = await developerAccounts(context.knex).byEmail(options.email)
  const id = await findOrCreateDeveloper(await context.session(), { ...options, password })
  if (existing !== null) return done(`Developer ${id} already has this address.`, { developer: id })
  await recordAudit(context, 'signed_up', { detail: { developer: id } })
  return values({ developer: id, password })
}

async function find({ knex }: CliContext, address: string): Promise<string> {
  const id = (await developerAccounts(knex).byEmail(address))?.id
  if (id === undefined) throw new Refused(`There is no developer with the address ${address}.`)
  return id
}
