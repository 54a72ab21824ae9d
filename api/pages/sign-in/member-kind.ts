/** Members on the shared account pages: under /oauth and /account. A second factor and passkeys are optional. */
import { queryText } from '../../oauth/parameters.js'
import type { MemberAccountStore } from '../ports.js'
import type { AuditReader } from '../../../schemas/oauth/audit.js'
import type { PasskeyStore } from '../../../schemas/oauth/factors/passkey.js'
import type { RecoveryCodeStore } from '../../../schemas/oauth/factors/recovery-code.js'
import { readAuthorizeQuery } from '../authorize/authorize-query.js'
import type { AuthorizeQueryDeps } from '../authorize/authorize-query.js'
import { line } from '../lib/form.js'
import { accountExports } from '../member/exports/account-exports.js'
import type { ExportDeps } from '../member/exports/account-exports.js'
import type { AccountKind } from './account-kind.js'
import { passkeyParty } from './passkeys/passkey-party.js'

export interface MemberKindDeps extends ExportDeps, AuthorizeQueryDeps {
  members: MemberAccountStore
  audit: AuditReader
  recovery: RecoveryCodeStore
  passkeys: PasskeyStore
}

const RECENT_ACTIVITY = 20

export function memberKind(deps: MemberKindDeps): AccountKind {
  const { members, audit, jobs, ids } = deps
  const party = passkeyParty(deps.settings.authUrl)
  return {
    type: 'member',
    visitorPath: '/oauth',
    accountPath: '/account',
    home: '/account/trips',
    accounts: members,
    signIn: {
      heading: 'Sign in',
      auditLabel: 'sign-in',
      canSwitch: true,
      passkeys: party,
      appName: async (returnTo) => await requestingApp(returnTo, deps),
    },
    secondFactor: {
      isRequired: false,
      lead: 'From then on we ask for a code from the app after your password, so the password alone is not enough.',
    },
    signUp: {
      title: 'Create an account',
      lead: null,
      steps: [],
      next: 'Go to your itinerary',
      emailHint: 'We send a link there to confirm that it is yours.',
      passwordHint: 'At least 8 characters of any kind. A few words in a row are easy to remember.',
      fields: {
        first_name: line({ label: 'First name', autocomplete: 'given-name' }, 'your first name', 100),
        last_name: line({ label: 'Last name', autocomplete: 'family-name' }, 'your last name', 100),
      },
      linkPurpose: 'member_sign_up',
      create: async (email, passwordHash, { first_name: firstName = '', last_name: lastName = '' }) =>
        await members.create({ email, passwordHash, firstName, lastName }),
    },
    reset: {
      linkPurpose: 'member_reset',
      consequence:
        'Applications you connected will be disconnected, for your safety. Connect them again afterwards.',
      mailEffect: 'Applications that were connected have been disconnected.',
      revokeAccess: async (id) => {
        await members.revokeGrants(id, 'password reset')
      },
    },
    address: {
      linkPurpose: 'member_address',
      change: async (id, email, linkHash) => await members.changeEmail(id, email, linkHash),
      mailAbout: (id) => ({ member: id }),
    },
    security: {
      title: 'Security',
      closeConsequence:
        'You are signed out everywhere, and every application is disconnected at once. Within a day everything we hold ' +
        'about you is erased: your trips, what was reported about them, your name and address. Applications you connected ' +
        'are asked to delete what they hold. This cannot be undone.',
      closedMailEffect:
        'Every application was disconnected and asked to delete what it holds. Within a day everything about you is erased.',
      recentActivity: async (id) => await audit.forMember(id, RECENT_ACTIVITY),
      recoveryCodes: async (id) => await deps.recovery.remaining({ type: 'member', id }),
      passkeys: party === null ? null : async (id) => await deps.passkeys.list(id),
      exports: accountExports({ jobs, ids }),
      close: async ({ account, audit: record }) => {
        await record('account_closed', { memberId: account.id })
        await members.erase(account.id, 'member')
        return null
      },
    },
  }
}

async function requestingApp(returnTo: string, deps: AuthorizeQueryDeps): Promise<string | null> {
  const query = returnTo.startsWith('/oauth/authenticate?') ? queryText(returnTo) : ''
  const result = await readAuthorizeQuery(query, deps)
  return result.is === 'request' ? result.request.app.name : null
}
