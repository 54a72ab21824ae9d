/**
 * The grants of the token endpoint (oauth.md 3.2). Every comparison with time is made by the database, in the
 * statement that decides. Used codes and rotated refresh tokens are kept; otherwise their reuse could not be
 * detected.
 */
import type { Knex } from 'knex'
import { isClientUrl } from '../../schemas/oauth/client-document.js'
import type { CodeExchange, Granted, RefreshRotation, Refused } from '../../schemas/oauth/grant.js'
import type { Resource } from '../../schemas/oauth/resource.js'
import { isWithin, knownScopes } from '../../schemas/oauth/scope.js'
import type { GrantedScopes } from '../../schemas/oauth/scope.js'
import { rowsOf } from '../pg/knex-rows.js'
import { GRANT_END_SECONDS_SQL, GRANT_END_SQL, PAST_END_REASON } from './grant-expiry.js'
import { REFRESH_LIFETIME, revokeGrants } from './grants.js'

/** How long a rotated refresh token may be presented again, in case its successor was lost on the way. */
const GRACE_PERIOD = "interval '30 seconds'"

/** The part of a found code or refresh token that goes into the result. */
interface GrantRow {
  grantId: string
  memberId: string | null
  generation: number
  now: number
  /** Null: everything. */
  scope: string[] | null
  /** Null: what the request names. */
  resource: Resource | null
  jkt: string | null
  ends: number | null
}

interface Asked {
  /** What the access token allows; null: what the grant does. */
  scopes?: GrantedScopes
  /** What it is for; null: what the grant is for, else the REST API. */
  resource: Resource | null
}

function granted(row: GrantRow, { scopes = null, resource }: Asked): Granted {
  return {
    is: 'granted',
    grantId: row.grantId,
    memberId: row.memberId,
    generation: row.generation,
    now: row.now,
    scopes: scopes ?? grantedScopes(row),
    resource: resource ?? row.resource ?? 'api',
    ends: row.ends,
  }
}

function grantedScopes({ scope }: GrantRow): GrantedScopes {
  return scope === null ? null : knownScopes(scope)
}

function refused(row: GrantRow | undefined, why: string, replayed = false): Refused {
  const { grantId = null, memberId = null } = row ?? {}
  return { is: 'refused', error: 'invalid_grant', why, replayed, grantId, memberId }
}

/** A request for another resource than that of the grant spends nothing (RFC 8707 2.2). */
function otherResource(row: GrantRow, { resource }: Asked): Refused | null {
  if (resource === null || row.resource === null || row.resource === resource) return null
  const why = 'The member has authorised access to another resource.'
  return { ...refused(row, why), error: 'invalid_target' }
}

/**
 * A request without the key that the grant is bound to uses nothing up. Check for a replay first: a thief who used the
 * token before may have bound the grant to another key.
 */
function otherKey(row: GrantRow, { jkt }: { jkt: string | null }): Refused | null {
  if (row.jkt === null || row.jkt === jkt) return null
  const what = jkt === null ? 'Send a proof in the DPoP header' : 'The DPoP proof is signed with another key'
  return refused(row, `${what}: the authorization is bound to a key of the client.`)
}

/** Only its key protects the refresh tokens of a client without a secret (RFC 9449 5). */
async function bindRefresh(
  trx: Knex,
  row: GrantRow,
  { clientId, jkt }: { clientId: string; jkt: string | null },
): Promise<void> {
  if (row.jkt === null && jkt !== null && isClientUrl(clientId))
    await trx('oauth_grant').where({ id: row.grantId }).update({ jkt })
}

interface CodeRow extends GrantRow {
  clientId: string
  redirectUri: string
  challenge: string | null
  used: boolean
  expired: boolean
  revoked: boolean
}

const LOCK_CODE = `
  select c.client_id, c.redirect_uri, c.challenge, c.used_at is not null as used,
    c.expires_at <= clock_timestamp() as expired, g.revoked_at is not null as revoked, g.id::text as grant_id,
    g.member_id::text, g.scope, g.resource, g.jkt, a.generation,
    floor(extract(epoch from clock_timestamp()))::float8 as now, ${GRANT_END_SECONDS_SQL} as ends
  from oauth_code c join oauth_grant g on g.id = c.grant_id join app a on a.client_id = c.client_id
  where c.hash = ? for update of c, g`

/**
 * Exchanges a code once. A wrong client, redirect URL or verifier neither uses up the code nor revokes
 * anything: otherwise anyone who finds a leaked code could disconnect members. A second use with all of them
 * right revokes the grant.
 */
export async function exchangeCode(knex: Knex, exchange: CodeExchange): Promise<Granted | Refused> {
  return await knex.transaction(async (trx) => {
    const [row] = await rowsOf<CodeRow>(trx, LOCK_CODE, [exchange.hash])
    if (row === undefined) return refused(row, 'The code is unknown.')
    const mismatch = codeMismatch(row, exchange)
    if (mismatch !== null) return refused(row, mismatch)
    if (row.used) {
      if (!row.revoked) await revokeGrants(trx, 'id = ?', [row.grantId], 'code replayed')
      return refused(
        row,
        'The code was used before; its tokens are revoked. Ask the member to authorise again.',
        true,
      )
    }
    if (row.revoked) return refused(row, 'The authorization has been revoked.')
    if (row.expired) return refused(row, 'The code has expired.')
    const other = otherKey(row, exchange) ?? otherResource(row, exchange)
    if (other !== null) return other
    await trx('oauth_code')
      .where({ hash: exchange.hash })
      .update({ used_at: trx.raw('clock_timestamp()') })
    await insertRefresh(trx, exchange.refreshHash, row.grantId, exchange.clientId)
    await bindRefresh(trx, row, exchange)
    return granted(row, exchange)
  })
}

function codeMismatch(row: CodeRow, exchange: CodeExchange): string | null {
  if (row.clientId !== exchange.clientId) return 'The code was issued to another client.'
  if (row.redirectUri !== exchange.redirectUri)
    return 'The redirect_uri differs from that of the authorization request.'
  if (row.challenge !== null && exchange.challenge === null) return 'The code_verifier is missing.'
  if (row.challenge !== exchange.challenge) return 'The code_verifier does not match the code_challenge.'
  return null
}

const INSERT_REFRESH = `
  insert into oauth_refresh (hash, grant_id, client_id, issued_at, expires_at)
  select ?, ?, ?, issued, issued + ${REFRESH_LIFETIME} from clock_timestamp() as issued`

async function insertRefresh(trx: Knex, hash: Buffer, grantId: string, clientId: string): Promise<void> {
  await trx.raw(INSERT_REFRESH, [hash, grantId, clientId])
}

interface RefreshRow extends GrantRow {
  clientId: string
  revoked: boolean
  expired: boolean
  pastEnd: boolean
  rotated: boolean
  inGracePeriod: boolean
}

const LOCK_REFRESH = `
  select r.client_id, g.revoked_at is not null as revoked, r.expires_at <= clock_timestamp() as expired,
    coalesce(${GRANT_END_SQL} <= clock_timestamp(), false) as past_end,
    r.rotated_at is not null as rotated,
    coalesce(r.rotated_at + ${GRACE_PERIOD} > clock_timestamp(), false) as in_grace_period,
    g.id::text as grant_id, g.member_id::text, g.scope, g.resource, g.jkt, a.generation,
    floor(extract(epoch from clock_timestamp()))::float8 as now, ${GRANT_END_SECONDS_SQL} as ends
  from oauth_refresh r join oauth_grant g on g.id = r.grant_id join app a on a.client_id = r.client_id
  where r.hash = ? for update of r`

/**
 * Rotates a refresh token. The successor's hash is derived from the presented token, so a retry within 30
 * seconds finds the same successor and the family never forks. Reuse after that, or after the successor was
 * used, revokes the grant. So does a refresh after the end that the application has set for its members'
 * grants, where `endExpiredGrants` has not done so yet. The access token may be narrower than the grant, which
 * keeps its scopes; a wider request spends nothing (RFC 6749 6).
 */
export async function rotateRefresh(knex: Knex, rotation: RefreshRotation): Promise<Granted | Refused> {
  return await knex.transaction(async (trx) => {
    const [row] = await rowsOf<RefreshRow>(trx, LOCK_REFRESH, [rotation.hash])
    if (row === undefined) return refused(row, 'The refresh token is unknown.')
    if (row.clientId !== rotation.clientId)
      return refused(row, 'The refresh token was issued to another client.')
    if (row.revoked) return refused(row, 'The authorization has been revoked.')
    if (row.expired) return refused(row, 'The refresh token has expired.')
    if (row.pastEnd) {
      await revokeGrants(trx, 'id = ?', [row.grantId], PAST_END_REASON)
      return refused(row, 'The authorization has reached its time limit; ask the member to authorise again.')
    }
    const mayRetry = row.rotated && row.inGracePeriod
    const isRetry = mayRetry && (await isUnused(trx, rotation.successor))
    const isRetryOfOther =
      mayRetry &&
      !isRetry &&
      rotation.otherSuccessor !== null &&
      (await isUnused(trx, rotation.otherSuccessor))
    if (row.rotated && !isRetry && !isRetryOfOther) {
      await revokeGrants(trx, 'id = ?', [row.grantId], 'refresh token reused')
      return refused(
        row,
        'The refresh token was used before; all tokens from it are revoked. Ask the member to authorise again.',
        true,
      )
    }
    const isBound = isClientUrl(rotation.clientId)
    const other = (isBound ? otherKey(row, rotation) : null) ?? otherResource(row, rotation)
    if (other !== null) return other
    if (rotation.scopes !== null && !isWithin(rotation.scopes, grantedScopes(row)))
      return { ...refused(row, 'The scope goes beyond what the member allowed.'), error: 'invalid_scope' }
    if (row.rotated) return { ...granted(row, rotation), isOther: isRetryOfOther }
    await trx('oauth_refresh')
      .where({ hash: rotation.hash })
      .update({ rotated_at: trx.raw('clock_timestamp()') })
    await insertRefresh(trx, rotation.successor, row.grantId, rotation.clientId)
    await bindRefresh(trx, row, rotation)
    return granted(row, rotation)
  })
}

/** True if the refresh token exists and was not rotated itself. */
async function isUnused(trx: Knex, hash: Buffer): Promise<boolean> {
  const row: unknown = await trx('oauth_refresh').where({ hash }).whereNull('rotated_at').first('grant_id')
  return row !== undefined
}

const ISSUE_TO_APP = `
  with active as (
    select g.id, a.generation from oauth_grant g join app a on a.client_id = g.client_id
    where g.client_id = ? and g.member_id is null and g.revoked_at is null
  ), issued as (
    insert into oauth_refresh (hash, grant_id, client_id, issued_at, expires_at)
    select ?, id, ?, issued, issued + ${REFRESH_LIFETIME} from active, clock_timestamp() as issued
  )
  select id::text as grant_id, null as member_id, null as scope, null as resource, null as jkt, generation,
    floor(extract(epoch from clock_timestamp()))::float8 as now, null::float8 as ends from active`

const CREATE_APP_GRANT = `
  insert into oauth_grant (client_id) values (?)
  on conflict (client_id) where member_id is null and revoked_at is null do nothing`

/**
 * Issues a refresh token of the application's own grant. Only inserts: cleanup removes surplus ones, because
 * pruning here took ten times as long and caused deadlocks.
 */
export async function grantApp(
  knex: Knex,
  clientId: string,
  refreshHash: Buffer,
  resource: Resource | null,
): Promise<Granted> {
  for (;;) {
    const [row] = await rowsOf<GrantRow>(knex, ISSUE_TO_APP, [clientId, refreshHash, clientId])
    if (row !== undefined) return granted(row, { resource })
    await knex.raw(CREATE_APP_GRANT, [clientId])
  }
}
