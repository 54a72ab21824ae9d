/** Builds the authorization server of an api process: keys, revocations, and the stores behind its pages. */
import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import type { Knex } from 'knex'
import { clientDocuments } from '../../api/oauth/clients/client-documents.js'
import type { FetchDocument } from '../../api/oauth/clients/client-documents.js'
import { headerCredentials } from '../../api/oauth/clients/header-credentials.js'
import type { HeaderCredentials } from '../../api/ports/credentials.js'
import type { SegmentQuota } from '../../api/ports/segment-quota.js'
import type { KeyRing } from '../../api/oauth/keys/key-ring.js'
import type { AuthServerDeps } from '../../api/pages/auth-server.js'
import type { OauthSettings } from '../../api/oauth/ports.js'
import { startRevocationView } from '../../api/oauth/revocation/revocation-view.js'
import type { RevocationView } from '../../api/oauth/revocation/revocation-view.js'
import type { Vault } from '../../api/oauth/vault.js'
import type { Mailer } from '../../api/pages/ports.js'
import { passwords } from '../../api/pages/sign-in/passwords.js'
import { findApp, recordClient } from '../../db/oauth/apps.js'
import { listConnected, disconnect } from '../../db/oauth/connected-apps.js'
import { recordSecretUse } from '../../db/oauth/app-secrets.js'
import { cleanUpOauth } from '../../db/oauth/cleanup.js'
import { endExpiredGrants } from '../../db/oauth/grant-expiry.js'
import { revocationFeed } from '../../db/oauth/revocations.js'
import { memberJobs } from '../../db/jobs/member-jobs.js'
import type { Database } from '../../db/pg/connect.js'
import { accountReads } from '../../db/reads/accounts.js'
import { calendarAddresses } from '../../db/oauth/calendar-addresses.js'
import { documents } from '../../db/documents/documents.js'
import { mailAddresses } from '../../db/documents/mail-addresses.js'
import { groupingNotes } from '../../db/member-pages/grouping-notes.js'
import { sharedTrips } from '../../db/member-pages/shared-trips.js'
import { submissions } from '../../db/member-pages/submissions.js'
import { nameReads } from '../../db/member-pages/names.js'
import { batchReads } from '../../db/reads/batches.js'
import { locationReads } from '../../db/reads/locations.js'
import { memberReads } from '../../db/reads/members.js'
import { segmentReads } from '../../db/reads/segments.js'
import { feedReportReader } from '../../db/feeds/feed-reports.js'
import { requestLogReader } from '../../db/request-log/read-requests.js'
import { tripReads } from '../../db/reads/trips.js'
import { linkStore } from '../../db/sign-in/mailed-links.js'
import { passkeys } from '../../db/sign-in/passkeys.js'
import { recoveryCodes } from '../../db/sign-in/recovery-codes.js'
import { sessionStore } from '../../db/sign-in/sessions.js'
import { teamStore } from '../../db/team/team-store.js'
import { auditLog } from '../../db/sign-in/audit-log.js'
import { throttleStore } from '../../db/sign-in/throttle-store.js'
import type { IdGenerator } from '../../schemas/base/ids.js'
import type { Log } from '../../schemas/base/log.js'
import { repeat } from '../../schemas/work/repeat.js'
import type { Repeated } from '../../schemas/work/repeat.js'
import type { Publish } from '../../schemas/stream/publish-error.js'
import type { CallbackUrlRules } from '../../schemas/webhooks/callback-url.js'
import type { CallbackChanged } from '../../schemas/webhooks/delivery.js'
import { announcingCallbackStore } from './announcing-callbacks.js'
import {
  developerAppStore,
  developerStore,
  grantStore,
  loyaltyStore,
  memberAccountStore,
  profileStore,
  writeStore,
} from './auth-stores.js'
import { overConnection } from './over-connection.js'
import { consoleDeliveries, consoleWebhooks } from './console-webhooks.js'
import { configVault } from './secrets/config-vault.js'
import type { SecretKeys } from './secrets/config-vault.js'
import { openSigningKeys, openWebhookKeys, reloadKeys } from './secrets/signing-keys.js'
import { testMemberStore } from './test-members.js'
import { callbackPing } from './webhooks.js'

const CLEANUP_INTERVAL_MS = 600_000
/** Grants end by their age at most this much too late; their tokens end on time. */
const GRANT_EXPIRY_INTERVAL_MS = 5_000

export interface AuthServerOptions {
  database: Database
  /** Direct, not through a transaction pooler: it listens for revocations. */
  databaseUrl: string
  ids: IdGenerator
  secrets: SecretKeys
  settings: OauthSettings
  mailer: Mailer
  /** Which webhook URLs may be registered. */
  callbackUrls: CallbackUrlRules
  /** Publishes to the stream what members change on their pages. */
  publish: Publish
  /** Shared with the API. Absent: no limit. */
  segmentQuota?: SegmentQuota
  /** Dependencies of the checks on raw segments. */
  reference: AuthServerDeps['reference']
  /** Announces a changed callback to the delivery workers. */
  announceCallback: (change: CallbackChanged) => void
  /** Fetches what clients say of themselves; null: clients have to be registered. */
  fetchClientDocument: FetchDocument | null
  /** Memory of a password hash, less in tests. */
  passwordKibibytes?: number
  log: Log
}

export interface AuthServerNode {
  deps: AuthServerDeps
  keys: KeyRing
  /** Those of asymmetric signatures of webhooks. */
  webhookKeys: KeyRing
  revocations: RevocationView
  credentials: HeaderCredentials
  /** Encrypts secrets that must be readable again, such as those of callbacks. */
  vault: Vault
  close: () => Promise<void>
}

/**
 * Opens keys and revocations, so that tokens can be verified. Resolves when the process may answer requests.
 */
export async function openAuthServer(options: AuthServerOptions): Promise<AuthServerNode> {
  const { log, database } = options
  const { knex } = database
  const keys = await openSigningKeys(knex, options.secrets)
  const webhookKeys = await openWebhookKeys(knex, options.secrets)
  const revocations = await startRevocationView(
    revocationFeed(knex, options.databaseUrl, log),
    () => performance.now(),
    log,
  )
  const secretVault = configVault(options.secrets)
  const deps = await authServerDeps(options, { keys, webhookKeys, revocations, vault: secretVault })
  const stopReloading = reloadKeys([keys, webhookKeys], log)
  const maintenance = startMaintenance(knex, options)
  return {
    deps,
    keys,
    webhookKeys,
    revocations,
    vault: secretVault,
    credentials: headerCredentials({ ...deps, revocations, now: () => keys.now() }),
    close: async () => {
      await Promise.all([stopReloading(), ...maintenance.map(async ({ stop }) => stop()), revocations.stop()])
    },
  }
}

/** Ends grants and removes expired rows from time to time. */
function startMaintenance(knex: Knex, { log }: Pick<AuthServerOptions, 'log'>): Repeated[] {
  const every = (ms: number, work: () => Promise<void>, failure: string): Repeated =>
    repeat(ms, work, (error) => {
      log.warn({ error }, `${failure}; will retry`)
    })
  const clean = async (): Promise<void> => {
    const removed = await cleanUpOauth(knex)
    if (removed !== null) log.debug({ removed }, 'expired rows of the authorization server removed')
  }
  const expire = async (): Promise<void> => {
    const ended = await endExpiredGrants(knex)
    if (ended > 0) log.info({ ended }, 'grants ended that are as old as their application allows')
  }
  return [
    every(CLEANUP_INTERVAL_MS, clean, 'cleanup of the authorization server failed'),
    every(GRANT_EXPIRY_INTERVAL_MS, expire, 'grants past their end not revoked'),
  ]
}

async function authServerDeps(
  options: AuthServerOptions,
  parts: Pick<AuthServerNode, 'keys' | 'webhookKeys' | 'revocations' | 'vault'>,
): Promise<AuthServerDeps> {
  const { keys, webhookKeys, revocations, vault } = parts
  const { database, ids, callbackUrls, settings, mailer, log } = options
  const { knex, pool } = database
  const now = (): number => keys.now()
  const callbacks = announcingCallbackStore(pool, options.announceCallback)
  const ping = callbackPing({
    pool,
    vault,
    signingKeys: webhookKeys.signers,
    dev: callbackUrls.dev,
    baseUrl: settings.baseUrl,
  })
  const { publish, segmentQuota } = options
  const commands = { pool, publish, segmentQuota, ids, now, log }
  return {
    apps: overConnection(knex, { find: findApp, recordSecretUse, record: recordClient }),
    clientDocuments:
      options.fetchClientDocument === null ? null : clientDocuments(options.fetchClientDocument, now),
    grants: grantStore(knex),
    members: memberAccountStore(knex, commands),
    developers: developerStore(knex, ids),
    developerApps: developerAppStore(knex, options.announceCallback),
    testMembers: testMemberStore({ ...commands, knex, keys, settings }),
    deliveries: consoleDeliveries({ pool, callbacks, ping }),
    webhooks: consoleWebhooks({ callbacks, vault, ids, rules: callbackUrls, keys: webhookKeys }),
    requestLog: requestLogReader(pool),
    feedReports: feedReportReader(pool),
    team: teamStore(knex),
    recovery: recoveryCodes(knex),
    passkeys: passkeys(knex),
    sessions: sessionStore(knex),
    links: linkStore(knex),
    connections: overConnection(knex, { list: listConnected, disconnect }),
    trips: tripReads(pool),
    segments: segmentReads(pool),
    names: nameReads(pool),
    shared: sharedTrips(pool),
    submissions: submissions(pool),
    notes: groupingNotes(pool),
    documents: documents(pool),
    mailAddresses: mailAddresses(pool),
    batches: batchReads(pool),
    reference: options.reference,
    calendars: calendarAddresses(pool),
    ids,
    jobs: memberJobs(pool),
    accounts: accountReads(pool),
    loyalty: loyaltyStore(commands),
    writes: writeStore(commands),
    profiles: profileStore(commands),
    records: memberReads(pool),
    locations: locationReads(pool),
    now,
    mailer,
    throttle: throttleStore(knex),
    audit: auditLog(knex),
    passwords: await passwords(commonPasswords(), options.passwordKibibytes),
    keys,
    webhookKeys,
    revocations,
    vault,
    settings,
    log,
  }
}

function commonPasswords(): ReadonlySet<string> {
  const file = new URL('../../api/pages/sign-in/common-passwords.txt', import.meta.url)
  const lines = readFileSync(file, 'utf8').split('\n')
  return new Set(lines.filter((line) => line !== '' && !line.startsWith('#')))
}
