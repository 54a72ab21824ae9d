/** Applications and their secrets, as the authorization server and the developer console use them. */
import type { Knex } from 'knex'
import type { AppSecret, OauthApp } from '../../schemas/oauth/oauth-app.js'
import { lockDeveloper } from '../sign-in/developer-accounts.js'
import { afterGrantsRevoked } from './grant-revocation.js'
import type { RevokedGrant } from './grant-revocation.js'
import { revokeGrants } from './grants.js'
import { revoke } from './revocations.js'
import { LONG_STATEMENT_TIMEOUT } from '../pg/transaction.js'

/** A secret stays at most this long beside its successor, and never more than two live at once (RFC 9700 2.5). */
const LIVE_SECRETS = 2

interface Row {
  client_id: string
  developer_id: string | null
  organisation: string | null
  name: string
  description: string
  environment: 'development' | 'production'
  redirect_uri: string | null
  home_url: string | null
  privacy_url: string | null
  support_url: string | null
  verified: boolean
  pkce_required: boolean
  family_days: number | null
  feed: boolean
  generation: number
  disabled_at: Date | null
  disabled_by: 'developer' | 'operator' | null
  created: Date
}

interface SecretRow {
  id: string
  hash: Buffer
  last4: string
  created: Date
  expires: Date | null
  last_used: Date | null
}

const COLUMNS = `a.client_id, a.developer_id::text, d.organisation, a.name, a.description, a.environment, a.redirect_uri, a.home_url,
  a.privacy_url, a.support_url, a.verified, a.pkce_required, a.family_days, a.feed, a.generation, a.disabled_at, a.disabled_by, a.created`
const SECRET_COLUMNS = 's.id::text as id, s.hash, s.last4, s.created, s.expires, s.last_used'

/** An application and its live secrets, newest first, in one query; null when there is none or it was deleted. */
export async function findApp(
  knex: Knex,
  clientId: string,
): Promise<{ app: OauthApp; secrets: AppSecret[] } | null> {
  const { rows } = (await knex.raw(
    `
    select ${COLUMNS}, s.id::text as secret_id, s.hash, s.last4, s.created as secret_created, s.expires, s.last_used
    from app a left join developer d on d.id = a.developer_id
    left join app_secret s on s.client_id = a.client_id and (s.expires is null or s.expires > clock_timestamp())
    where a.client_id = ? and a.deleted_at is null order by s.created desc, s.id desc`,
    [clientId],
  )) as { rows: Array<Row & FoundSecret> }
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

/** Notes the use of a secret, at most once a minute. */
export async function recordSecretUse(knex: Knex, secretId: string): Promise<void> {
  await knex.raw(
    `
    update app_secret set last_used = clock_timestamp()
    where id = ? and (last_used is null or last_used < clock_timestamp() - interval '1 minute')`,
    [secretId],
  )
}

/** The applications of a developer, by name, and when a secret of each was last used. */
export async function listApps(
  knex: Knex,
  developerId: string,
): Promise<Array<OauthApp & { lastUsed: Date | null }>> {
  const { rows } = (await knex.raw(
    `
    select ${COLUMNS}, (select max(last_used) from app_secret s where s.client_id = a.client_id) as last_used
    from app a left join developer d on d.id = a.developer_id
    where a.developer_id = ? and a.deleted_at is null order by lower(a.name), a.client_id`,
    [developerId],
  )) as { rows: Array<Row & { last_used: Date | null }> }
  return rows.map((row) => ({ ...toApp(row), lastUsed: row.last_used }))
}

/** All secrets of an application, also lapsed ones of the last 30 days, newest first. */
export async function listSecrets(knex: Knex, clientId: string): Promise<AppSecret[]> {
  const { rows } = (await knex.raw(
    `
    select ${SECRET_COLUMNS} from app_secret s
    where s.client_id = ? and (s.expires is null or s.expires > now() - interval '30 days') order by s.created desc, s.id desc`,
    [clientId],
  )) as { rows: SecretRow[] }
  return rows.map((row) => ({
    id: row.id,
    hash: row.hash,
    last4: row.last4,
    created: row.created,
    expires: row.expires,
    lastUsed: row.last_used,
  }))
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

/** Makes an application with its first secret; false when its developer's account is closed. */
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

/** Fields that a developer (or, for `verified` and `feed`, an operator) may change; absent ones stay. */
export interface AppChange {
  name?: string
  description?: string
  redirectUri?: string | null
  homeUrl?: string | null
  privacyUrl?: string | null
  supportUrl?: string | null
  pkceRequired?: boolean
  familyDays?: number | null
  verified?: boolean
  feed?: boolean
}

/** What an operator looked at who verified an application: where members are sent and what they are shown. */
const VERIFIED_COLUMNS = ['name', 'redirect_uri', 'home_url', 'privacy_url', 'support_url'] as const

/**
 * Changes an application. A new redirect URL acts at once: codes made for the old one die with it. What was verified is not
 * verified any more when the name, the redirect URL or a link is another one.
 */
export async function changeApp(knex: Knex, clientId: string, change: AppChange): Promise<void> {
  await knex.transaction(async (trx) => {
    const before = await trx('app')
      .where({ client_id: clientId })
      .forUpdate()
      .first<Pick<Row, (typeof VERIFIED_COLUMNS)[number]> | undefined>(VERIFIED_COLUMNS)
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
    }
    if (
      VERIFIED_COLUMNS.some((column) => columns[column] !== undefined && columns[column] !== before[column])
    )
      columns.verified ??= false
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

/**
 * Adds a secret; the older ones lapse after `overlapSeconds` (0: at once), and of more than two the oldest die now. The
 * nodes are told to forget what they remember of the old ones. False, and nothing happens, when `newest` is given and is not
 * the id of the newest live secret (`none`: there is none).
 */
export async function rotateSecret(
  knex: Knex,
  clientId: string,
  secret: { hash: Buffer; last4: string },
  options: { overlapSeconds: number; endTokens: boolean; newest?: string | null },
): Promise<boolean> {
  return await knex.transaction(async (trx) => {
    const app = await trx('app')
      .where({ client_id: clientId })
      .forUpdate()
      .first<{ generation: number } | undefined>('generation')
    if (app === undefined) throw new Error('no such application')
    if ((options.newest ?? null) !== null) {
      const newest = await trx('app_secret')
        .where({ client_id: clientId })
        .whereRaw('(expires is null or expires > clock_timestamp())')
        .orderBy([
          { column: 'created', order: 'desc' },
          { column: 'id', order: 'desc' },
        ])
        .first<{ id: string } | undefined>(trx.raw('id::text'))
      if ((newest?.id ?? 'none') !== options.newest) return false
    }
    await trx.raw(
      `
      update app_secret set expires = least(expires, clock_timestamp() + make_interval(secs => ?))
      where client_id = ? and (expires is null or expires > clock_timestamp())`,
      [options.overlapSeconds, clientId],
    )
    await trx.raw(
      `
      update app_secret set expires = clock_timestamp()
      where client_id = ? and expires > clock_timestamp() and id not in (
        select id from app_secret where client_id = ? and expires > clock_timestamp() order by created desc, id desc limit ${LIVE_SECRETS - 1})`,
      [clientId, clientId],
    )
    await trx('app_secret').insert({
      client_id: clientId,
      hash: secret.hash,
      last4: secret.last4,
      created: trx.raw('clock_timestamp()'),
    })
    if (options.endTokens) await revokeAllTokens(trx, clientId, 'secret rotated')
    else await revoke(trx, [{ kind: 'app', key: clientId, generation: app.generation }])
    return true
  })
}

/** Ends one secret at once; false when it was not a live one of this application. */
export async function revokeSecret(knex: Knex, clientId: string, secretId: string): Promise<boolean> {
  return await knex.transaction(async (trx) => {
    const app = await trx('app')
      .where({ client_id: clientId })
      .forUpdate()
      .first<{ generation: number } | undefined>('generation')
    const { rowCount } = (await trx.raw(
      `
      update app_secret set expires = clock_timestamp()
      where client_id = ? and id = ? and (expires is null or expires > clock_timestamp())`,
      [clientId, secretId],
    )) as { rowCount: number }
    if (app === undefined || rowCount === 0) return false
    await revoke(trx, [{ kind: 'app', key: clientId, generation: app.generation }])
    return true
  })
}

/** Ends every token and every grant of the application: a new generation begins. */
export async function revokeAllTokens(knex: Knex, clientId: string, reason: string): Promise<void> {
  const rows = await knex('app')
    .where({ client_id: clientId })
    .increment('generation', 1)
    .returning<Array<{ generation: number }>>('generation')
  const ended = await knex('oauth_grant')
    .where({ client_id: clientId })
    .whereNull('revoked_at')
    .update({ revoked_at: knex.raw('clock_timestamp()'), reason })
    .returning<RevokedGrant[]>(['client_id', knex.raw('member_id::text')])
  await revoke(
    knex,
    rows.map((row) => ({ kind: 'app' as const, key: clientId, generation: row.generation })),
  )
  await afterGrantsRevoked(knex, ended)
}

/**
 * Switches an application off, its tokens with it, or on again (with new tokens only). What an operator switched off stays
 * so whatever its developer does: false, and nothing happens, when the developer asks for it to be on.
 */
export async function switchApp(
  knex: Knex,
  clientId: string,
  on: boolean,
  by: 'developer' | 'operator',
): Promise<boolean> {
  return await knex.transaction(async (trx) => {
    const { rowCount } = (await trx.raw(
      on
        ? "update app set disabled_at = null, disabled_by = null, updated = clock_timestamp() where client_id = :clientId and (:by = 'operator' or disabled_by is distinct from 'operator')"
        : `update app set disabled_at = clock_timestamp(), updated = clock_timestamp(), disabled_by = case when disabled_by = 'operator' then disabled_by else :by end
        where client_id = :clientId`,
      { clientId, by },
    )) as { rowCount: number }
    if (!on) await revokeAllTokens(trx, clientId, 'application disabled')
    return rowCount === 1
  })
}

/**
 * Deletes an application: its secrets and tokens end, its callbacks go with all that was pending, for nobody could remove
 * them any more; the row stays, for events and log lines name it.
 */
export async function deleteApp(knex: Knex, clientId: string): Promise<void> {
  await knex.transaction(async (trx) => {
    await trx.raw(LONG_STATEMENT_TIMEOUT)
    await trx('app')
      .where({ client_id: clientId })
      .update({
        deleted_at: trx.raw('clock_timestamp()'),
        disabled_at: trx.raw('coalesce(disabled_at, clock_timestamp())'),
      })
    await trx('delivery')
      .whereIn('callback_id', trx('callback').where({ client_id: clientId }).select('id'))
      .delete()
    await trx('callback').where({ client_id: clientId }).delete()
    await revokeAllTokens(trx, clientId, 'application deleted')
    await trx('app_secret').where({ client_id: clientId }).delete()
  })
}

/** Counts for the application's page: members connected now. */
export async function countConnected(knex: Knex, clientId: string): Promise<number> {
  const row = await knex('oauth_grant')
    .where({ client_id: clientId })
    .whereNotNull('member_id')
    .whereNull('revoked_at')
    .countDistinct<Array<{ count: number }>>('member_id as count')
    .first()
  return row?.count ?? 0
}

/** Ends what a member granted an application; false when there was nothing. */
export async function disconnect(knex: Knex, memberId: string, clientId: string): Promise<boolean> {
  return await knex.transaction(
    async (trx) =>
      (
        await revokeGrants(
          trx,
          'member_id = ? and client_id = ?',
          [memberId, clientId],
          'disconnected by the member',
        )
      ).length > 0,
  )
}

/** The service speaks for the applications without a developer alone; one whose developer is gone has nobody, and is off. */
function toApp(row: Row): OauthApp {
  return {
    clientId: row.client_id,
    developerId: row.developer_id,
    organisation: row.developer_id === null ? 'Tripfold' : (row.organisation ?? 'a closed account'),
    name: row.name,
    description: row.description,
    environment: row.environment,
    redirectUri: row.redirect_uri,
    homeUrl: row.home_url,
    privacyUrl: row.privacy_url,
    supportUrl: row.support_url,
    verified: row.verified,
    pkceRequired: row.pkce_required,
    familyDays: row.family_days,
    feed: row.feed,
    generation: row.generation,
    disabled: row.disabled_at !== null || (row.developer_id !== null && row.organisation === null),
    disabledBy: row.disabled_by,
    created: row.created,
  }
}

/** The applications a member has connected, newest first: since when, and when tokens were last asked for. */
export async function listConnected(
  knex: Knex,
  memberId: string,
): Promise<Array<{ app: OauthApp; connected: Date; lastUsed: Date | null }>> {
  const { rows } = (await knex.raw(
    `
    select ${COLUMNS}, g.connected, g.last_used
    from (
      select g.client_id, min(g.created_at) as connected, max(r.issued_at) as last_used
      from oauth_grant g left join oauth_refresh r on r.grant_id = g.id
      where g.member_id = ? and g.revoked_at is null group by g.client_id
    ) g join app a on a.client_id = g.client_id left join developer d on d.id = a.developer_id
    where a.deleted_at is null order by g.connected desc`,
    [memberId],
  )) as { rows: Array<Row & { connected: Date; last_used: Date | null }> }
  return rows.map((row) => ({ app: toApp(row), connected: row.connected, lastUsed: row.last_used }))
}
