/** Applications, as the authorization server and the developer pages use them. */
import type { Knex } from 'knex'
import type { AppChange, AppSecret, OauthApp } from '../../schemas/oauth/oauth-app.js'
import { columnsOf, rowsOf } from '../pg/knex-rows.js'
import { APP_COLUMNS } from './app-rows.js'

type FoundSecret = Omit<AppSecret, 'id' | 'created'> & { secretId: string | null; secretCreated: Date }

const FIND = `
  select ${APP_COLUMNS}, s.id::text as secret_id, s.hash, s.last4, s.created as secret_created, s.expires,
    s.last_used
  from app a left join developer d on d.id = a.developer_id
  left join app_secret s on s.client_id = a.client_id and (s.expires is null or s.expires > clock_timestamp())
  where a.client_id = ? and a.deleted_at is null order by s.created desc, s.id desc`

/**
 * An application and its live secrets, newest first, in one query; null if there is none or it was deleted.
 */
export async function findApp(
  knex: Knex,
  clientId: string,
): Promise<{ app: OauthApp; secrets: AppSecret[] } | null> {
  const found = (await rowsOf<OauthApp & FoundSecret>(knex, FIND, [clientId])).map(
    ({ secretId, hash, last4, secretCreated: created, expires, lastUsed, ...app }) => ({
      app,
      secrets: secretId === null ? [] : [{ id: secretId, hash, last4, created, expires, lastUsed }],
    }),
  )
  const [first] = found
  return first === undefined ? null : { app: first.app, secrets: found.flatMap(({ secrets }) => secrets) }
}

const LIST = `
  select ${APP_COLUMNS},
    (select max(last_used) from app_secret s where s.client_id = a.client_id) as last_used
  from app a left join developer d on d.id = a.developer_id
  where a.developer_id = ? and a.deleted_at is null order by lower(a.name), a.client_id`

/** The applications of a developer, ordered by name, and when a secret of each was last used. */
export async function listApps(
  knex: Knex,
  developerId: string,
): Promise<Array<OauthApp & { lastUsed: Date | null }>> {
  return await rowsOf(knex, LIST, [developerId])
}

/** An application as operators list it. */
export interface ListedApp {
  client_id: string
  name: string
  environment: string
  redirect_uri: string | null
  disabled_at: Date | null
  verified: boolean
  feed: boolean
  feed_sources: string[]
  vouches: string[]
}

/** All applications, the oldest first. */
export async function listAllApps(knex: Knex): Promise<ListedApp[]> {
  return await knex('app')
    .whereNull('deleted_at')
    .orderBy('created')
    .select<ListedApp[]>(
      ...['client_id', 'name', 'environment', 'redirect_uri', 'disabled_at', 'verified'],
      ...['feed', 'feed_sources', 'vouches'],
    )
}

export interface NewApp {
  clientId: string
  developerId: string | null
  name: string
  environment: 'development' | 'production'
  redirectUri: string | null
  feed?: boolean
  secret: { hash: Buffer; last4: string }
}

/**
 * Prevents a developer's account from being closed until the transaction ends; false if it does not exist.
 */
export async function lockDeveloper(trx: Knex, id: string): Promise<boolean> {
  return (await rowsOf(trx, 'select from developer where id = ? for key share', [id])).length === 1
}

/** Creates an application with its first secret; false if its developer's account is closed. */
export async function createApp(knex: Knex, app: NewApp): Promise<boolean> {
  return await knex.transaction(async (trx) => {
    if (app.developerId !== null && !(await lockDeveloper(trx, app.developerId))) return false
    await trx('app').insert(
      columnsOf(app, 'clientId', 'developerId', 'name', 'environment', 'redirectUri', 'feed'),
    )
    await insertSecret(trx, app.clientId, app.secret)
    return true
  })
}

/** Records a client that describes itself by a document, which has no secret; another document changes these fields. */
export async function recordClient(
  knex: Knex,
  app: Pick<OauthApp, 'clientId' | 'name' | 'homeUrl' | 'privacyUrl' | 'dpopBound'>,
): Promise<void> {
  const row = { ...columnsOf(app, 'name', 'homeUrl', 'privacyUrl', 'dpopBound'), pkce_required: true }
  await knex('app')
    .insert({ client_id: app.clientId, ...row })
    .onConflict('client_id')
    .merge(row)
}

/** Adds a secret to an application. */
export async function insertSecret(
  trx: Knex,
  clientId: string,
  { hash, last4 }: NewApp['secret'],
): Promise<void> {
  await trx('app_secret').insert({
    client_id: clientId,
    hash,
    last4,
    created: trx.raw('clock_timestamp()'),
  })
}

/** Fields that an operator may change too; absent ones stay. */
interface OperatorAppChange extends AppChange {
  verified?: boolean
  feed?: boolean
  /** Sources that its feeds may speak for by loyalty numbers. */
  feedSources?: readonly string[]
  /** Sources whose loyalty numbers it vouches for (contract.md 8.3). */
  vouches?: readonly string[]
}

/** What an operator checked to verify an application: where members are sent and what they are shown. */
const VERIFIED_COLUMNS = ['name', 'redirect_uri', 'home_url', 'privacy_url', 'support_url'] as const

/**
 * Changes an application. A new redirect URL takes effect at once and expires unused codes for the old one.
 * An application loses its verification, and no longer vouches or feeds by loyalty numbers, if its name, redirect URL
 * or a link changes.
 */
export async function changeApp(knex: Knex, clientId: string, change: OperatorAppChange): Promise<void> {
  await knex.transaction(async (trx) => {
    const before = await trx('app')
      .where({ client_id: clientId })
      .forUpdate()
      .first<Record<(typeof VERIFIED_COLUMNS)[number], string | null> | undefined>(VERIFIED_COLUMNS)
    if (before === undefined) return
    const columns = columnsOf(
      change,
      ...(['name', 'description', 'redirectUri', 'homeUrl', 'privacyUrl', 'supportUrl'] as const),
      ...(['pkceRequired', 'dpopBound', 'familyDays', 'verified', 'feed', 'feedSources', 'vouches'] as const),
    )
    const changesVerified = VERIFIED_COLUMNS.some(
      (column) => columns[column] !== undefined && columns[column] !== before[column],
    )
    if (changesVerified) {
      columns['verified'] ??= false
      columns['vouches'] ??= []
      columns['feed_sources'] ??= []
    }
    await trx('app')
      .where({ client_id: clientId })
      .update({ ...columns, updated: trx.raw('clock_timestamp()') })
    if (change.redirectUri !== undefined && change.redirectUri !== before.redirect_uri) {
      await trx('oauth_code')
        .where({ client_id: clientId })
        .whereNull('used_at')
        .update({ expires_at: trx.raw("'-infinity'::timestamptz") })
    }
  })
}
