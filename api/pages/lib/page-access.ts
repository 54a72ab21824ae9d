/** Who may see a page. Without a session it leads to the sign-in page; forged forms are refused. */
import type {
  Account,
  AccountStore,
  AccountType,
  DeveloperAccount,
  MemberAccount,
} from '../../../schemas/oauth/account.js'
import type { AuditEntry, AuditStore } from '../../../schemas/oauth/audit.js'
import type { Session } from '../../../schemas/oauth/session.js'
import type { DeveloperAccountStore, MemberAccountStore } from '../ports.js'
import type { Admit, PageRequest } from './page.js'
import { problem, redirect } from './page-result.js'
import type { PageResult } from './page-result.js'
import { withReturn } from './return-path.js'
import { isGenuineForm, readVisitor } from './session.js'
import type { Visitor, VisitorDeps } from './session.js'

/** Prefix of the pages that need no session. */
const VISITOR_PATH: Readonly<Record<AccountType, string>> = { member: '/oauth', developer: '/console' }

/** A page that needs no session. */
export interface VisitorPage extends PageRequest {
  visitor: Visitor
}

/** A page of a signed-in account. */
export interface AccountPage<A> extends VisitorPage {
  session: Session
  account: A
  /** Records an event of the audit log with this account as its actor. */
  audit: (
    event: AuditEntry['event'],
    more?: Pick<AuditEntry, 'clientId' | 'memberId' | 'detail'>,
  ) => Promise<void>
}

export type MemberPage = AccountPage<MemberAccount>
export type DeveloperPage = AccountPage<DeveloperAccount>

export type SessionPageDeps = VisitorDeps & { audit: AuditStore }
export type MemberAccessDeps = SessionPageDeps & { members: MemberAccountStore }
export type DeveloperAccessDeps = SessionPageDeps & { developers: DeveloperAccountStore }

/** Anybody, on a page of this kind of account. */
export function visitor(type: AccountType): Admit<VisitorPage, VisitorDeps> {
  return async (page, deps) => {
    const shown = await withVisitor(page, type, deps)
    return forgery(shown, deps) ?? shown
  }
}

/**
 * A signed-in account. A session without the second factor is sent to the page that asks for it.
 * @param needs `password`: the second factor may be missing
 */
function admit<A extends Account, D extends SessionPageDeps>(
  type: AccountType,
  accountsOf: (deps: D) => Pick<AccountStore<A>, 'byId'>,
  needs: 'everything' | 'password' = 'everything',
): Admit<AccountPage<A>, D> {
  return async (page, deps) => {
    const shown = await withVisitor(page, type, deps)
    const { session } = shown.visitor
    const account = session === null ? null : await accountsOf(deps).byId(session.accountId)
    if (session === null || account === null) return redirect(signInPath(`${VISITOR_PATH[type]}/login`, page))
    const isDone = hasProvenAll(session, account)
    if (needs === 'everything' && !isDone)
      return redirect(signInPath(`${VISITOR_PATH[type]}/second-factor`, page))
    if (isDone) page.shell.nav = type
    return forgery(shown, deps) ?? accountPage(shown, session, account, deps)
  }
}

/** Whether the sign-in is complete: developers always need a second factor, members only if they have set one up. */
export function hasProvenAll(session: Session, account: Pick<Account, 'sealedTotp'>): boolean {
  return session.secondFactor || (session.kind === 'member' && account.sealedTotp === null)
}

const members = ({ members }: MemberAccessDeps) => members
const developers = ({ developers }: DeveloperAccessDeps) => developers

/** A signed-in member. */
export const member = admit('member', members)
/** A member who has given the password; the second factor may be missing. */
export const memberByPassword = admit('member', members, 'password')
/** A signed-in developer. */
export const developer = admit('developer', developers)
/** A developer who has given the password; the second factor may be missing. */
export const developerByPassword = admit('developer', developers, 'password')

async function withVisitor(page: PageRequest, type: AccountType, deps: VisitorDeps): Promise<VisitorPage> {
  const found = await readVisitor(page.cookies, type, deps)
  page.shell.visitor = found
  const { session } = found
  if (session !== null) page.request.isProven(`${session.kind} ${session.accountId}`)
  return { ...page, visitor: found }
}

/** The answer to a POST whose form was not sent from one of our pages to this visitor; null if it was. */
function forgery({ request, visitor: from, sent }: VisitorPage, deps: VisitorDeps): PageResult | null {
  const isForged = request.method === 'POST' && !isGenuineForm(request, from, sent.get('form_token'), deps)
  return isForged ? problem('invalid_form') : null
}

/** A page is returned to after sign-in; a posted form is not, because its values are gone. */
function signInPath(path: string, { request }: PageRequest): string {
  return request.method === 'POST' ? path : withReturn(path, request.url)
}

function accountPage<A>(
  page: VisitorPage,
  session: Session,
  account: A,
  { audit }: SessionPageDeps,
): AccountPage<A> {
  return {
    ...page,
    session,
    account,
    audit: async (event, more = {}) => {
      await audit.record({
        event,
        actor: { kind: session.kind, id: session.accountId },
        ...originOf(page),
        ...more,
      })
    },
  }
}

/** Where a request comes from, as entries of the audit log have it. */
export function originOf({ request }: PageRequest): { address: string; request: string } {
  return { address: request.ip, request: request.id }
}
