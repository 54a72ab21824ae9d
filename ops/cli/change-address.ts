/** `member address` and `developer address`: for people who lost access to the mailbox of their old address. */
import { addressChangedMail } from '../../api/pages/mails.js'
import { memberAccounts } from '../../db/sign-in/member-accounts.js'
import { developerAccounts } from '../../db/sign-in/developer-accounts.js'
import { changeEmail } from '../../db/sign-in/change-email.js'
import { sessionStore } from '../../db/sign-in/sessions.js'
import type { Account, AccountType, AddressChange } from '../../schemas/oauth/account.js'
import { publisher } from '../../workers/stream/publish.js'
import { emailAddressError } from '../../api/pages/lib/form-checks.js'
import { changeMemberAddress } from '../wiring/auth-stores.js'
import { createMailer } from '../wiring/mailer.js'
import { runCommand, UsageError } from './command.js'
import type { CliContext } from './command.js'
import { withDatabaseSession } from './database-session.js'
import type { DatabaseSession } from './database-session.js'
import { findMember } from './find-member.js'

type Change = (session: DatabaseSession, id: string, email: string) => Promise<AddressChange>

/** Gives the member, found by address or id, another address. */
export async function giveMemberAddress(addressOrId: string, email: string): Promise<number> {
  return await withStream(email, async (context, session) => {
    const id = await findMember(session, addressOrId)
    const account = id === null ? null : await memberAccounts(session.knex).byId(id)
    const stream = publisher(await context.stream())
    const change: Change = async ({ knex, ids, keys }, memberId) =>
      await changeMemberAddress(
        knex,
        { publish: stream.publish, ids, now: () => keys.now() },
        { id: memberId, email, link: null },
      )
    try {
      return await give(session, context, { kind: 'member', account, email, change })
    } finally {
      stream.close()
    }
  })
}

/** Gives the developer another address. */
export async function giveDeveloperAddress(address: string, email: string): Promise<number> {
  return await withStream(email, async (context, session) => {
    const account = await developerAccounts(session.knex).byEmail(address)
    const change: Change = async ({ knex }, id) =>
      await changeEmail(knex, 'developer', { id, email, link: null })
    return await give(session, context, { kind: 'developer', account, email, change })
  })
}

async function withStream(
  email: string,
  work: (context: CliContext, session: DatabaseSession) => Promise<number>,
): Promise<number> {
  const problem = emailAddressError(email)
  if (problem !== null) throw new UsageError(`NEW: "${email}" is not an email address. ${problem}`)
  const run = async (_args: string[], context: CliContext): Promise<number> =>
    await withDatabaseSession(async (session) => await work(context, session))
  return await runCommand({ usage: [], run }, [])
}

/** Ends every session and the links mailed before; the old address gets a mail. */
async function give(
  session: DatabaseSession,
  { config, log }: CliContext,
  given: { kind: AccountType; account: Account | null; email: string; change: Change },
): Promise<number> {
  const { kind, account, email, change } = given
  if (account === null) {
    console.error(`There is no such ${kind}.`)
    return 1
  }
  const { id } = account
  const result = await change(session, id, email)
  if (result !== 'changed') {
    console.error(
      result === 'taken' ? `Another ${kind} has the address ${email}.` : `There is no such ${kind}.`,
    )
    return 1
  }
  await sessionStore(session.knex).closeAll(kind, id, null)
  await session.audit('address_changed', kind === 'member' ? { memberId: id } : { detail: { developer: id } })
  const mailer = createMailer(config, log)
  await mailer.forget(account.email)
  const about = kind === 'member' ? { member: id } : {}
  try {
    await mailer.deliver(addressChangedMail(account.email, config.OPERATOR_EMAIL, about))
  } catch (error) {
    console.error(`The old address could not be notified: ${String(error)}`)
  }
  console.log(`${kind} ${id} signs in with ${email}. All sessions have ended.`)
  return 0
}
