/** Applications, as the authorization server and the developer pages use them. */
import type { Knex } from 'knex'
import type { AppChange, AppSecret, OauthApp } from '../../schemas/oauth/oauth-app.js'
import { APP_COLUMNS, toApp, type AppRow } from './app-rows.js'

type FoundSecret =
  | { secret_id: null }
  | {
      secret_id: string
      hash: Buffer
      last4: string
      secret_created: Date
      expires: Date | null
      last_used: Date | null
    }

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
  const { rows } = (await knex.raw(FIND, [clientId])) as { rows: Array<AppRow & FoundSecret> }
  const first = rows[0]
  if (first === undefined) return null
  const secrets: AppSecret[] = []
  for (const row of rows) {
    if (row.secret_id === null) continue
    secrets.push({
      id: row.secret_id,
      hash: row.hash,
      last4: row.last4,
      created: row.secret_created,
      expires: row.expires,
      lastUsed: row.last_used,
    })
  }
  return { app: toApp(first), secrets }
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
  const { rows } = (await knex.raw(LIST, [developerId])) as {
    rows: Array<AppRow & { last_used: Date | null }>
  }
  return rows.map((row) => ({ ...toApp(row), lastUsed: row.last_used }))
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
  const { rows } = (await trx.raw('select from developer where id = ? for key share', [id])) as {
    rows: unknown[]
  }
  return rows.length === 1
}

/** Creates an application with its first secret; false if its developer's account is closed. */
export async function createApp(knex: Knex, app: NewApp): Promise<boolean> {
  return await knex.transaction(async (trx) => {
    if (app.developerId !== null && !(await lockDeveloper(trx, app.developerId))) return false
    await trx('app').insert({
      client_id: app.clientId,
      developer_id: app.developerId,
      name: app.name,
      environment: app.environment,
      redirect_uri: app.redirectUri,
      feed: app.feed ?? false,
    })
    await trx('app_secret').insert({
      client_id: app.clientId,
      hash: app.secret.hash,
      last4: app.secret.last4,
      created: trx.raw('clock_timestamp()'),
    })
    return true
  })
}

/** Records a client that describes itself by a document, which has no secret; another document changes its name and links. */
export async function recordClient(
  knex: Knex,
  app: Pick<OauthApp, 'clientId' | 'name' | 'homeUrl' | 'privacyUrl'>,
): Promise<void> {
  const row = { name: app.name, home_url: app.homeUrl, privacy_url: app.privacyUrl, pkce_required: true }
  await knex('app')
    .insert({ client_id: app.clientId, ...row })
    .onConflict('client_id')
    .merge(row)
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
      .first<Pick<AppRow, (typeof VERIFIED_COLUMNS)[number]> | undefined>(VERIFIED_COLUMNS)
    if (before === undefined) return
    const columns = {
      name: change.name,
      description: change.description,
      redirect_uri: change.redirectUri,
      home_url: change.homeUrl,
      privacy_url: change.privacyUrl,
      support_url: change.supportUrl,
      pkce_required: change.pkceRequired,
      family_days: change.familyDays,
      verified: change.verified,
      feed: change.feed,
      feed_sources: change.feedSources,
      vouches: change.vouches,
    }
    const changesVerified = VERIFIED_COLUMNS.some(
      (column) => columns[column] !== undefined && columns[column] !== before[column],
    )
    if (changesVerified) {
      columns.verified ??= false
      columns.vouches ??= []
      columns.feed_sources ??= []
    }
    const given = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
    await trx('app')
      .where({ client_id: clientId })
      .update({ ...given, updated: trx.raw('clock_timestamp()') })
    if (change.redirectUri !== undefined && change.redirectUri !== before.redirect_uri) {
      await trx('oauth_code')
        .where({ client_id: clientId })
        .whereNull('used_at')
        .update({ expires_at: trx.raw("'-infinity'::timestamptz") })
    }
  })
}
