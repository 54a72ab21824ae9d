/**
 * Members and developers share their pages for sign-in, sign-up, password reset and account security. An
 * `AccountKind` holds everything in which the two differ; member-kind.ts and developer-kind.ts define one
 * each.
 */
import type { AccountPage } from '../lib/page-access.js'
import type { AccountExports } from '../member/exports/account-exports.js'
import { withReturn } from '../lib/return-path.js'
import type { Account, AccountStore, AccountType, AddressChange } from '../../../schemas/oauth/account.js'
import type { AuditRow } from '../../../schemas/oauth/audit.js'
import type { PasskeyLine } from '../../../schemas/oauth/factors/passkey.js'
import type { LinkPurpose } from '../../../schemas/oauth/mailed-link.js'
import type { FieldError } from '../views/page-frame.js'
import type { Fields } from '../lib/form.js'
import type { PasskeyParty } from './passkeys/passkey-party.js'

export interface AccountKind {
  type: AccountType
  /** Prefix of the pages that need no session: sign-in, sign-up, password reset. */
  visitorPath: '/oauth' | '/console'
  /** Prefix of the account's own pages. */
  accountPath: '/account' | '/console'
  /** Where to continue after sign-in without a return path. */
  home: string
  accounts: AccountStore<Account>
  signIn: SignInOptions
  secondFactor: SecondFactorOptions
  signUp: SignUpOptions
  reset: ResetOptions
  address: AddressOptions
  security: SecurityOptions
}

export interface SignInOptions {
  heading: string
  /** Name of this sign-in in the audit log, when it is throttled. */
  auditLabel: string
  /** Whether `?switch` shows the form despite a session, to sign in as somebody else. */
  canSwitch: boolean
  /** The relying party of passkeys; null if none are offered. */
  passkeys: PasskeyParty | null
  /**
   * Name of the application whose authorization request continues at this path; null for a page of our own.
   */
  appName: (returnTo: string) => Promise<string | null>
}

export interface SecondFactorOptions {
  /** Whether every account must have one; otherwise it is optional, and set up on the page Security. */
  isRequired: boolean
  /** Why it is needed, for the page that sets it up. */
  lead: string
}

export interface SignUpOptions {
  title: string
  lead: string | null
  /** What follows until the account can be used; empty where that is the mailed link alone. */
  steps: readonly string[]
  /** Text of the link after sign-up, unless it leads to an application. */
  next: string
  emailHint: string | null
  passwordHint: string
  /** The names that it asks for, besides email address and password. */
  fields: Fields
  linkPurpose: LinkPurpose
  /** Creates the account with the values of those fields; its id, or null when the address has been taken since. */
  create: (email: string, passwordHash: string, values: Record<string, string>) => Promise<string | null>
}

export interface ResetOptions {
  linkPurpose: LinkPurpose
  /** What else ends with the old password, before and after the fact; null when nothing does. */
  consequence: string | null
  mailEffect: string
  revokeAccess: (id: string) => Promise<void>
}

export interface AddressOptions {
  linkPurpose: LinkPurpose
  /** Gives the account its new address and uses the link with that hash up. */
  change: (id: string, email: string, linkHash: Buffer) => Promise<AddressChange>
  /** What mails to an address that is not the account's say about it. */
  mailAbout: (id: string) => { member?: string }
}

export interface SecurityOptions {
  title: string
  /** What closing the account ends. */
  closeConsequence: string
  closedMailEffect: string
  recentActivity: (id: string) => Promise<AuditRow[]>
  /** Number of recovery codes that remain. */
  recoveryCodes: (id: string) => Promise<number>
  /** Reads the passkeys of an account; null if none are offered. */
  passkeys: ((id: string) => Promise<PasskeyLine[]>) | null
  /** Makes and sends a download of all data about the account; null if there is none. */
  exports: AccountExports | null
  /** Closes the account and records it; otherwise the error to show. */
  close: (page: AccountPage<Account>) => Promise<FieldError | null>
}

/** The sign-in page, with the code of a notice and a path to continue to. */
export function signInPath(
  kind: AccountKind,
  options: { notice?: string; returnTo?: string | null } = {},
): string {
  const page = `${kind.visitorPath}/login${options.notice === undefined ? '' : `?m=${options.notice}`}`
  return options.returnTo == null ? page : withReturn(page, options.returnTo)
}

/** The sign-up page, which keeps where the visitor was going. */
export function signUpPath(kind: AccountKind, returnTo: string): string {
  return withReturn(`${kind.visitorPath}/signup`, returnTo)
}

/** The page that asks for the second factor of a sign-in. */
export const secondFactorPath = ({ visitorPath }: AccountKind) => `${visitorPath}/second-factor` as const
