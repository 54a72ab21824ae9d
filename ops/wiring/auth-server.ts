/** Builds the authorization server of this node: keys, revocation view, stores, pages. */
import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import type { Knex } from 'knex'
import { newMemberRecord } from '../../api/pages/member/member-record.js'
import { passwords } from '../../api/pages/sign-in/passwords.js'
import type { DeveloperAppStore, Mailer } from '../../api/pages/ports.js'
import { headerCredentials } from '../../api/oauth/clients/header-credentials.js'
import type { HeaderCredentials } from '../../api/oauth/clients/header-credentials.js'
import { openKeyRing } from '../../api/oauth/keys/key-ring.js'
import type { KeyRing } from '../../api/oauth/keys/key-ring.js'
import type { AuthServerDeps } from '../../api/oauth/plugin.js'
import type { OauthSettings } from '../../api/oauth/ports.js'
import { startRevocationView } from '../../api/oauth/revocation/revocation-view.js'
import type { RevocationView } from '../../api/oauth/revocation/revocation-view.js'
import { vault } from '../../api/oauth/vault.js'
import type { Vault } from '../../api/oauth/vault.js'
import { accountReads } from '../../db/reads/accounts.js'
import { transferApp } from '../../db/oauth/app-transfer.js'
import type { Database } from '../../db/pg/connect.js'
import { developerAccounts, memberAccounts } from '../../db/sign-in/accounts.js'
import {
  changeApp,
  countConnected,
  createApp,
  deleteApp,
  disconnect,
  revokeAllTokens,
  findApp,
  listApps,
  listConnected,
  listSecrets,
  recordSecretUse,
  revokeSecret,
  rotateSecret,
  switchApp,
} from '../../db/oauth/apps.js'
import {
  approve,
  revokeGrant,
  revokeToken,
  exchangeCode,
  grantApp,
  refreshOwner,
  rotateRefresh,
} from '../../db/oauth/grants.js'
import { cleanUpOauth } from '../../db/oauth/cleanup.js'
import { auditLog, throttleStore } from '../../db/sign-in/throttle-store.js'
import { linkStore, sessionStore } from '../../db/sign-in/sessions.js'
import { revocationFeed } from '../../db/oauth/revocations.js'
import { signingKeyStore } from '../../db/oauth/signing-keys.js'
import { tripReads } from '../../db/reads/trips.js'
import type { CallbackUrlRules } from '../../schemas/webhooks/callback-url.js'
import type { CallbackChanged } from '../../schemas/webhooks/delivery.js'
import type { IdGenerator } from '../../schemas/base/ids.js'
import type { Log } from '../../schemas/base/log.js'
import { announcingCallbackStore } from './announcing-callbacks.js'
import { explainWrongSecretKey } from '../config/wrong-secret-key.js'
import { consoleDeliveries, consoleWebhooks } from './console-webhooks.js'
import { callbackPing } from './webhooks.js'

const KEY_RELOAD_INTERVAL_MS = 10_000
const CLEANUP_INTERVAL_MS = 600_000

export interface AuthServerOptions {
  database: Database
  /** Direct, not through a transaction pooler: it listens for revocations. */
  databaseUrl: string
  ids: IdGenerator
  secretKey: string
  settings: OauthSettings
  mailer: Mailer
  /** Which webhook URLs may be registered. */
  callbackUrls: CallbackUrlRules
  /** Tells the delivery workers of a callback that was set otherwise. */
  announceCallback: (news: CallbackChanged) => void
  log: Log
}

export interface AuthServerNode {
  deps: AuthServerDeps
  keys: KeyRing
  revocations: RevocationView
  credentials: HeaderCredentials
  /** Seals what else must be read again: callbacks' secrets. */
  vault: Vault
  close: () => Promise<void>
}

/** Opens keys and revocations, so that the door can verify, and puts the stores in. Resolves when the node may answer. */
export async function openAuthServer(options: AuthServerOptions): Promise<AuthServerNode> {
  const { log, settings, ids } = options
  const { knex, pool } = options.database
  const sealed = vault(options.secretKey)
  const keys = await openKeyRing({ store: signingKeyStore(knex), vault: sealed, now: Date.now }).catch(
    explainWrongSecretKey,
  )
  const timer = setInterval(() => {
    keys.reload().catch((error: unknown) => {
      log.warn({ error }, 'the signing keys could not be read again')
    })
  }, KEY_RELOAD_INTERVAL_MS)
  timer.unref()
  const clearing = setInterval(() => {
    cleanUpOauth(knex).then(
      (removed) => {
        if (removed !== null) log.debug({ removed }, 'cleared up behind the authorization server')
      },
      (error: unknown) => {
        log.warn({ error }, 'clearing up behind the authorization server failed')
      },
    )
  }, CLEANUP_INTERVAL_MS)
  clearing.unref()
  const revocations = await startRevocationView(
    revocationFeed(knex, options.databaseUrl, log),
    () => performance.now(),
    log,
  )
  const apps = {
    find: async (clientId: string) => await findApp(knex, clientId),
    recordSecretUse: async (id: string) => {
      await recordSecretUse(knex, id)
    },
  }
  const accounts = memberAccounts(knex)
  const developers = developerAccounts(knex)
  const callbacks = announcingCallbackStore(pool, options.announceCallback)
  const deps: AuthServerDeps = {
    apps,
    grants: {
      approve: async (code) => await approve(knex, code),
      exchangeCode: async (asked) => await exchangeCode(knex, asked),
      rotateRefresh: async (asked) => await rotateRefresh(knex, asked),
      grantApp: async (clientId, hash) => await grantApp(knex, clientId, hash),
      refreshOwner: async (hash) => await refreshOwner(knex, hash),
      revokeGrant: async (id, reason) => await revokeGrant(knex, id, reason),
      revokeToken: async (jti) => {
        await revokeToken(knex, jti)
      },
    },
    members: {
      ...accounts,
      create: async (member) => {
        const id = ids.next()
        return (await accounts.create({
          ...member,
          id,
          doc: newMemberRecord({ ...member, id }, new Date(keys.now())),
        }))
          ? id
          : null
      },
    },
    developers: {
      ...developers,
      create: async (developer) => {
        const id = ids.next()
        return (await developers.create({ ...developer, id })) ? id : null
      },
    },
    developerApps: consoleAppStore(knex),
    deliveries: consoleDeliveries({
      pool,
      callbacks,
      ping: callbackPing({ pool, vault: sealed, dev: options.callbackUrls.dev }),
    }),
    webhooks: consoleWebhooks({ callbacks, vault: sealed, ids, rules: options.callbackUrls }),
    sessions: sessionStore(knex),
    links: linkStore(knex),
    connections: {
      list: async (memberId) => await listConnected(knex, memberId),
      disconnect: async (memberId, clientId) => await disconnect(knex, memberId, clientId),
    },
    trips: tripReads(pool),
    accounts: accountReads(pool),
    now: () => keys.now(),
    mailer: options.mailer,
    throttle: throttleStore(knex),
    audit: auditLog(knex),
    passwords: await passwords(commonPasswords()),
    keys,
    revocations,
    vault: sealed,
    settings,
    log,
  }
  return {
    deps,
    keys,
    revocations,
    vault: sealed,
    credentials: headerCredentials({ apps, revocations, now: () => keys.now() }),
    close: async () => {
      clearInterval(timer)
      clearInterval(clearing)
      await revocations.stop()
    },
  }
}

function consoleAppStore(knex: Knex): DeveloperAppStore {
  return {
    list: async (developerId) => await listApps(knex, developerId),
    secrets: async (clientId) => await listSecrets(knex, clientId),
    countConnections: async (clientId) => await countConnected(knex, clientId),
    create: async (app) => await createApp(knex, app),
    change: async (clientId, change) => {
      await changeApp(knex, clientId, change)
    },
    rotate: async (clientId, secret, how) => await rotateSecret(knex, clientId, secret, how),
    revokeSecret: async (clientId, secretId) => await revokeSecret(knex, clientId, secretId),
    revokeTokens: async (clientId) => {
      await knex.transaction(async (trx) => {
        await revokeAllTokens(trx, clientId, 'ended by the developer')
      })
    },
    setEnabled: async (clientId, on) => await switchApp(knex, clientId, on, 'developer'),
    delete: async (clientId) => {
      await deleteApp(knex, clientId)
    },
    transfer: async (clientId, from, to) => await transferApp(knex, clientId, from, to),
  }
}

function commonPasswords(): ReadonlySet<string> {
  const lines = readFileSync(
    new URL('../../api/pages/sign-in/common-passwords.txt', import.meta.url),
    'utf8',
  ).split('\n')
  return new Set(lines.filter((line) => line !== '' && !line.startsWith('#')))
}
