/** `member address` and `developer address`: for people who lost access to the mailbox of their old address. */
import { addressChangedMail } from '../../api/pages/mails.js'
import { changeEmail } from '../../db/sign-in/change-email.js'
import { developerAccounts } from '../../db/sign-in/developer-accounts.js'
import { findMemberId, memberAccounts } from '../../db/sign-in/member-accounts.js'
import { sessionStore } from '../../db/sign-in/sessions.js'
import type { Account, AccountType, AddressChange } from '../../schemas/oauth/account.js'
import { publisher } from '../../workers/stream/publish.js'
import { changeMemberAddress as changeAndNotify } from '../wiring/auth-stores.js'
import { createMailer } from '../wiring/mailer.js'
import { done, Refused, type Answer } from './answer.js'
import { recordAudit, type CliContext } from './context.js'

/** Gives the member, found by address or id, another address. */
export async function changeMemberAddress(
  context: CliContext,
  addressOrId: string,
  email: string,
): Promise<Answer> {
  const id = await findMemberId(context.knex, addressOrId)
  const account = id === null ? null : await memberAccounts(context.knex).byId(id)
  const { keys, ids } = await context.session()
  const stream = publisher(await context.stream())
  try {
    return await change(context, { kind: 'member', account, email }, async (memberId) =>
      changeAndNotify(
        context.knex,
        { publish: stream.publish, ids, now: () => keys.now() },
        { id: memberId, email, link: null },
      ),
    )
  } finally {
    stream.close()
  }
}

/** Gives the developer another address. */
export async function changeDeveloperAddress(
  context: CliContext,
  address: string,
  email: string,
): Promise<Answer> {
  const account = await developerAccounts(context.knex).byEmail(address)
  return await change(context, { kind: 'developer', account, email }, async (id) =>
    changeEmail(context.knex, 'developer', { id, email, link: null }),
  )
}

/** Ends every session and the links mailed before; the old address gets a mail. */
async function change(
  context: CliContext,
  { kind, account, email }: { kind: AccountType; account: Account | null; email: string },
  changeTo: (id: string) => Promise<AddressChange>,
): Promise<Answer> {
  const { config, log, knex } = context
  const result = account === null ? 'unknown' : await changeTo(account.id)
  if (result === 'taken') throw new Refused(`Another ${kind} has the address ${email}.`)
  if (account === null || result !== 'changed') throw new Refused(`There is no such ${kind}.`)
  const { id } = account
  await sessionStore(knex).closeAll(kind, id, null)
  const isMember = kind === 'member'
  await recordAudit(context, 'address_changed', isMember ? { memberId: id } : { detail: { developer: id } })
  const mailer = createMailer(config, log)
  await mailer.forget(account.email)
  try {
    const about = isMember ? { member: id } : {}
    await mailer.deliver(addressChangedMail(account.email, config.OPERATOR_EMAIL, about))
  } catch (error) {
    console.error(`The old address could not be notified: ${String(error)}`)
  }
  return done(`${kind} ${id} signs in with ${email}. All sessions have ended.`, { id, email })
}
