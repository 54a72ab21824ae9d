/** Builds the authorization server of this node: keys, revocation view, stores, pages. */
import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import type { Knex } from 'knex'
import { newMemberRecord } from '../api/console/member-record.js'
import { passwords } from '../api/console/passwords.js'
import type { AppDesk, Mailer } from '../api/console/ports.js'
import { headerCredentials } from '../api/oauth/header-credentials.js'
import type { HeaderCredentials } from '../api/oauth/header-credentials.js'
import { openKeyRing } from '../api/oauth/keys.js'
import type { KeyRing } from '../api/oauth/keys.js'
import type { AuthServerDeps } from '../api/oauth/plugin.js'
import type { OauthSettings } from '../api/oauth/ports.js'
import { startRevocationView } from '../api/oauth/revocation-view.js'
import type { RevocationView } from '../api/oauth/revocation-view.js'
import { vault } from '../api/oauth/vault.js'
import type { Vault } from '../api/oauth/vault.js'
import { accountReads } from '../db/accounts.js'
import { transferApp } from '../db/app-transfer.js'
import type { Database } from '../db/connect.js'
import { developerAccounts, memberAccounts } from '../db/oauth-accounts.js'
import {
  changeApp,
  countConnected,
  createApp,
  deleteApp,
  disconnect,
  endAllTokens,
  findApp,
  listApps,
  listConnected,
  listSecrets,
  noteSecretUse,
  revokeSecret,
  rotateSecret,
  switchApp,
} from '../db/oauth-apps.js'
import {
  approve,
  endGrant,
  endToken,
  exchangeCode,
  grantApp,
  refreshOwner,
  rotateRefresh,
} from '../db/oauth-grants.js'
import { clearOauth } from '../db/oauth-janitor.js'
import { auditLog, throttleStore } from '../db/oauth-notes.js'
import { linkStore, sessionStore } from '../db/oauth-sessions.js'
import { revocationFeed } from '../db/revocations.js'
import { signingKeyStore } from '../db/signing-keys.js'
import { tripReads } from '../db/trips.js'
import type { CallbackUrlRules } from '../schemas/callback-url.js'
import type { CallbackNews } from '../schemas/delivery.js'
import type { IdGenerator } from '../schemas/ids.js'
import type { Log } from '../schemas/log.js'
import { announcedCallbacks } from './announced-callbacks.js'
import { wrongSecret } from './wrong-secret.js'
import { deliveryDesk, webhookDesk } from './webhook-desk.js'
import { callbackPing } from './wire-webhooks.js'

const KEYS_EVERY_MS = 10_000
const CLEAR_EVERY_MS = 600_000

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
  tellCallback: (news: CallbackNews) => void
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
    wrongSecret,
  )
  const timer = setInterval(() => {
    keys.reload().catch((error: unknown) => {
      log.warn({ error }, 'the signing keys could not be read again')
    })
  }, KEYS_EVERY_MS)
  timer.unref()
  const clearing = setInterval(() => {
    clearOauth(knex).then(
      (removed) => {
        if (removed !== null) log.debug({ removed }, 'cleared up behind the authorization server')
      },
      (error: unknown) => {
        log.warn({ error }, 'clearing up behind the authorization server failed')
      },
    )
  }, CLEAR_EVERY_MS)
  clearing.unref()
  const revocations = await startRevocationView(
    revocationFeed(knex, options.databaseUrl, log),
    () => performance.now(),
    log,
  )
  const apps = {
    find: async (clientId: string) => await findApp(knex, clientId),
    used: async (id: string) => {
      await noteSecretUse(knex, id)
    },
  }
  const accounts = memberAccounts(knex)
  const developers = developerAccounts(knex)
  const callbacks = announcedCallbacks(pool, options.tellCallback)
  const deps: AuthServerDeps = {
    apps,
    grants: {
      approve: async (code) => await approve(knex, code),
      exchange: async (asked) => await exchangeCode(knex, asked),
      rotate: async (asked) => await rotateRefresh(knex, asked),
      grantApp: async (clientId, hash) => await grantApp(knex, clientId, hash),
      refreshOwner: async (hash) => await refreshOwner(knex, hash),
      endGrant: async (id, reason) => await endGrant(knex, id, reason),
      endToken: async (jti) => {
        await endToken(knex, jti)
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
    desk: appDesk(knex),
    deliveries: deliveryDesk({
      pool,
      callbacks,
      ping: callbackPing({ pool, vault: sealed, dev: options.callbackUrls.dev }),
    }),
    webhooks: webhookDesk({ callbacks, vault: sealed, ids, rules: options.callbackUrls }),
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

function appDesk(knex: Knex): AppDesk {
  return {
    list: async (developerId) => await listApps(knex, developerId),
    secrets: async (clientId) => await listSecrets(knex, clientId),
    connected: async (clientId) => await countConnected(knex, clientId),
    create: async (app) => await createApp(knex, app),
    change: async (clientId, change) => {
      await changeApp(knex, clientId, change)
    },
    rotate: async (clientId, secret, how) => await rotateSecret(knex, clientId, secret, how),
    revokeSecret: async (clientId, secretId) => await revokeSecret(knex, clientId, secretId),
    endTokens: async (clientId) => {
      await knex.transaction(async (trx) => {
        await endAllTokens(trx, clientId, 'ended by the developer')
      })
    },
    switch: async (clientId, on) => await switchApp(knex, clientId, on, 'developer'),
    delete: async (clientId) => {
      await deleteApp(knex, clientId)
    },
    transfer: async (clientId, from, to) => await transferApp(knex, clientId, from, to),
  }
}

function commonPasswords(): ReadonlySet<string> {
  const lines = readFileSync(new URL('../api/console/common-passwords.txt', import.meta.url), 'utf8').split(
    '\n',
  )
  return new Set(lines.filter((line) => line !== '' && !line.startsWith('#')))
}
