/** Developers on the shared account pages: under /console, with a second factor. */
import { line } from '../lib/form.js'
import { lookAlikeError } from '../lib/look-alike.js'
import type { DeveloperAccountStore } from '../ports.js'
import type { AuditReader } from '../../../schemas/oauth/audit.js'
import type { RecoveryCodeStore } from '../../../schemas/oauth/factors/recovery-code.js'
import type { AccountKind } from './account-kind.js'

export interface DeveloperKindDeps {
  developers: DeveloperAccountStore
  audit: AuditReader
  recovery: RecoveryCodeStore
}

export const DEVELOPER_HOME = '/console/apps'
const RECENT_ACTIVITY = 10

export function developerKind({ developers, audit, recovery }: DeveloperKindDeps): AccountKind {
  return {
    type: 'developer',
    visitorPath: '/console',
    accountPath: '/console',
    home: DEVELOPER_HOME,
    accounts: developers,
    signIn: {
      heading: 'Sign in to the developer console',
      auditLabel: 'developer sign-in',
      canSwitch: false,
      passkeys: null,
      appName: async () => await Promise.resolve(null),
    },
    secondFactor: {
      isRequired: true,
      lead: "Client secrets give access to travellers' data, so a password alone is not enough here.",
    },
    signUp: {
      title: 'Create a developer account',
      lead: 'It takes about five minutes:',
      steps: [
        'Fill in this form.',
        'Open the link that we email you. In another browser it asks for your password again.',
        'Add the account to an authenticator app, such as the one on your phone.',
        'Store the recovery codes, in case you lose the app.',
      ],
      next: 'Set up your second factor',
      emailHint: null,
      passwordHint: 'At least 8 characters of any kind.',
      fields: {
        name: line({ label: 'Your name', autocomplete: 'name' }, 'your name', 100, lookAlikeError),
        organisation: line(
          {
            label: 'Organisation',
            autocomplete: 'organization',
            hint: 'Travellers see it when your application asks for access.',
          },
          'your organisation',
          100,
          lookAlikeError,
        ),
      },
      linkPurpose: 'developer_sign_up',
      create: async (email, passwordHash, { name = '', organisation = '' }) =>
        await developers.create({ email, passwordHash, name, organisation }),
    },
    reset: {
      linkPurpose: 'developer_reset',
      consequence: null,
      mailEffect: '',
      revokeAccess: async () => {
        await Promise.resolve()
      },
    },
    address: {
      linkPurpose: 'developer_address',
      change: async (id, email, linkHash) => await developers.changeEmail(id, email, linkHash),
      mailAbout: () => ({}),
    },
    security: {
      title: 'Account',
      closeConsequence:
        'You can no longer sign in, and your sessions end at once. ' +
        'Delete your applications, or transfer them, before you close it.',
      closedMailEffect: 'You can no longer sign in, and all sessions have ended.',
      recentActivity: async (id) => await audit.forDeveloper(id, RECENT_ACTIVITY),
      recoveryCodes: async (id) => await recovery.remaining({ type: 'developer', id }),
      passkeys: null,
      exports: null,
      close: async ({ account, audit: record }) => {
        if (!(await developers.close(account.id)))
          return { field: 'close_password', text: 'Delete or transfer your applications first.' }
        await record('account_closed')
        return null
      },
    },
  }
}
