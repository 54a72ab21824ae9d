/**
 * Grants, codes and refresh tokens (oauth.md 3.1 and 3.2). Every comparison with time is made by the database, in the
 * statement that decides. Used codes and rotated refresh tokens stay, or a replay could not be seen.
 */
import type { Knex } from 'knex'
import type {
  CodeExchange,
  Granted,
  NewCode,
  RefreshOwner,
  RefreshRotation,
  Refused,
} from '../../schemas/oauth/grant.js'
import { afterGrantsRevoked } from './grant-revocation.js'
import type { RevokedGrant } from './grant-revocation.js'
import { revoke } from './revocations.js'

const GRACE = "interval '30 seconds'"
const CODE_LIFE = "interval '60 seconds'"
/** A refresh token ends so long after it was issued (oauth.md 5.3). */
export const REFRESH_LIFETIME = "interval '1 year'"

/** Records the member's approval and a code for it, good for 60 seconds; the grant's id. */
export async function approve(knex: Knex, code: NewCode): Promise<string> {
  const { rows } = (await knex.raw(
    `
    with made as (insert into oauth_grant (client_id, member_id) values (?, ?) returning id)
    insert into oauth_code (hash, grant_id, client_id, redirect_uri, challenge, expires_at)
    select ?, id, ?, ?, ?, clock_timestamp() + ${CODE_LIFE} from made returning grant_id::text`,
    [code.clientId, code.memberId, code.hash, code.clientId, code.redirectUri, code.challenge],
  )) as { rows: Array<{ grant_id: string }> }
  const row = rows[0]
  if (row === undefined) throw new Error('an insert returns its row')
  return row.grant_id
}

interface CodeRow {
  client_id: string
  redirect_uri: string
  challenge: string | null
  used: boolean
  lapsed: boolean
  revoked: boolean
  grant_id: string
  member_id: string | null
  generation: number
  now: number
}

/**
 * Exchanges a code once. A wrong client, redirect URL or verifier neither burns the code nor ends anything: else whoever
 * finds a leaked code could cut members off. A second use that is right in all of them ends the grant.
 */
export async function exchangeCode(knex: Knex, asked: CodeExchange): Promise<Granted | Refused> {
  return await knex.transaction(async (trx) => {
    const { rows } = (await trx.raw(
      `
      select c.client_id, c.redirect_uri, c.challenge, c.used_at is not null as used, c.expires_at <= clock_timestamp() as lapsed,
             g.revoked_at is not null as revoked, g.id::text as grant_id, g.member_id::text, a.generation,
             floor(extract(epoch from clock_timestamp()))::float8 as now
      from oauth_code c join oauth_grant g on g.id = c.grant_id join app a on a.client_id = c.client_id
      where c.hash = ? for update of c, g`,
      [asked.hash],
    )) as { rows: CodeRow[] }
    const row = rows[0]
    const refused = (why: string, replayed = false): Refused => ({
      is: 'refused',
      why,
      replayed,
      grantId: row?.grant_id ?? null,
      memberId: row?.member_id ?? null,
    })
    if (row === undefined) return refused('The code is not known.')
    if (row.client_id !== asked.clientId) return refused('The code was issued to another client.')
    if (row.redirect_uri !== asked.redirectUri)
      return refused('The redirect_uri is not the one of the authorization request.')
    if (row.challenge !== null && asked.challenge === null) return refused('The code_verifier is missing.')
    if (row.challenge !== asked.challenge) return refused('The code_verifier does not match.')
    if (row.used) {
      if (!row.revoked) await revokeGrants(trx, 'id = ?', [row.grant_id], 'code replayed')
      return refused('The code has been used before; its tokens have been ended.', true)
    }
    if (row.revoked) return refused('The authorization has been withdrawn.')
    if (row.lapsed) return refused('The code has expired.')
    await trx('oauth_code')
      .where({ hash: asked.hash })
      .update({ used_at: trx.raw('clock_timestamp()') })
    await addRefresh(trx, asked.refreshHash, row.grant_id, asked.clientId)
    return {
      is: 'granted',
      grantId: row.grant_id,
      memberId: row.member_id,
      generation: row.generation,
      now: row.now,
    }
  })
}

async function addRefresh(trx: Knex, hash: Buffer, grantId: string, clientId: string): Promise<void> {
  await trx.raw(
    `
    insert into oauth_refresh (hash, grant_id, client_id, issued_at, expires_at)
    select ?, ?, ?, issued, issued + ${REFRESH_LIFETIME} from clock_timestamp() as issued`,
    [hash, grantId, clientId],
  )
}

interface RefreshRow {
  client_id: string
  revoked: boolean
  lapsed: boolean
  family_over: boolean
  rotated: boolean
  in_grace: boolean
  grant_id: string
  member_id: string | null
  generation: number
  now: number
}

/**
 * Rotates a refresh token. The successor's hash is a function of the token presented, so a retry within 30 seconds finds
 * the same successor and the family never forks. Reuse after that, or once the successor was itself used, ends the grant.
 * The absolute end of a family is for grants of members: an application's own grant is one for all its families and has no
 * age of theirs (interface.txt 5.3 and 8: a year from issue).
 */
export async function rotateRefresh(knex: Knex, asked: RefreshRotation): Promise<Granted | Refused> {
  return await knex.transaction(async (trx) => {
    const { rows } = (await trx.raw(
      `
      select r.client_id, g.revoked_at is not null as revoked, r.expires_at <= clock_timestamp() as lapsed,
             coalesce(g.member_id is not null and g.created_at + make_interval(days => a.family_days) <= clock_timestamp(), false) as family_over,
             r.rotated_at is not null as rotated, coalesce(r.rotated_at + ${GRACE} > clock_timestamp(), false) as in_grace,
             g.id::text as grant_id, g.member_id::text, a.generation, floor(extract(epoch from clock_timestamp()))::float8 as now
      from oauth_refresh r join oauth_grant g on g.id = r.grant_id join app a on a.client_id = r.client_id
      where r.hash = ? for update of r`,
      [asked.hash],
    )) as { rows: RefreshRow[] }
    const row = rows[0]
    const refused = (why: string, replayed = false): Refused => ({
      is: 'refused',
      why,
      replayed,
      grantId: row?.grant_id ?? null,
      memberId: row?.member_id ?? null,
    })
    if (row === undefined) return refused('The refresh token is not known.')
    if (row.client_id !== asked.clientId) return refused('The refresh token was issued to another client.')
    if (row.revoked) return refused('The authorization has been withdrawn.')
    if (row.lapsed || row.family_over) return refused('The refresh token has expired.')
    const granted: Granted = {
      is: 'granted',
      grantId: row.grant_id,
      memberId: row.member_id,
      generation: row.generation,
      now: row.now,
    }
    if (row.rotated) {
      const unused =
        row.in_grace &&
        (await trx('oauth_refresh')
          .where({ hash: asked.successor })
          .whereNull('rotated_at')
          .first('grant_id')) !== undefined
      if (unused) return granted
      await revokeGrants(trx, 'id = ?', [row.grant_id], 'refresh token reused')
      return refused('The refresh token has been used before; its family has been ended.', true)
    }
    await trx('oauth_refresh')
      .where({ hash: asked.hash })
      .update({ rotated_at: trx.raw('clock_timestamp()') })
    await addRefresh(trx, asked.successor, row.grant_id, asked.clientId)
    return granted
  })
}

/**
 * Gives an application a refresh token of its one live grant, insert only: what is too many is pruned by a job, for
 * pruning in the request cost a factor of ten and deadlocks.
 */
export async function grantApp(knex: Knex, clientId: string, refreshHash: Buffer): Promise<Granted> {
  for (;;) {
    const { rows } = (await knex.raw(
      `
      with live as (
        select g.id, a.generation from oauth_grant g join app a on a.client_id = g.client_id
        where g.client_id = ? and g.member_id is null and g.revoked_at is null
      ), made as (
        insert into oauth_refresh (hash, grant_id, client_id, issued_at, expires_at)
        select ?, id, ?, issued, issued + ${REFRESH_LIFETIME} from live, clock_timestamp() as issued
      )
      select id::text as grant_id, generation, floor(extract(epoch from clock_timestamp()))::float8 as now from live`,
      [clientId, refreshHash, clientId],
    )) as { rows: Array<{ grant_id: string; generation: number; now: number }> }
    const row = rows[0]
    if (row !== undefined)
      return {
        is: 'granted',
        grantId: row.grant_id,
        memberId: null,
        generation: row.generation,
        now: row.now,
      }
    await knex.raw(
      `
      insert into oauth_grant (client_id) values (?)
      on conflict (client_id) where member_id is null and revoked_at is null do nothing`,
      [clientId],
    )
  }
}

/** Ends every live grant that the condition matches, with all that rests on it, and tells which. `where` is SQL over oauth_grant. */
export async function revokeGrants(
  knex: Knex,
  where: string,
  values: readonly string[],
  reason: string,
): Promise<string[]> {
  const { rows } = (await knex.raw(
    `update oauth_grant set revoked_at = clock_timestamp(), reason = ? where revoked_at is null and ${where} returning id::text, client_id, member_id::text`,
    [reason, ...values],
  )) as { rows: Array<RevokedGrant & { id: string }> }
  await revoke(
    knex,
    rows.map((row) => ({ kind: 'grant' as const, key: row.id, generation: 0 })),
  )
  await afterGrantsRevoked(knex, rows)
  return rows.map((row) => row.id)
}

/** The grant and owner of a refresh token, for RFC 7009; null when it is not known. */
export async function refreshOwner(knex: Knex, hash: Buffer): Promise<RefreshOwner | null> {
  const row = await knex('oauth_refresh as r')
    .join('oauth_grant as g', 'g.id', 'r.grant_id')
    .where('r.hash', hash)
    .first<{ id: string; client_id: string; member_id: string | null } | undefined>(
      knex.raw('g.id::text'),
      'r.client_id',
      knex.raw('g.member_id::text'),
    )
  return row === undefined ? null : { grantId: row.id, clientId: row.client_id, memberId: row.member_id }
}

/** Ends a grant with everything of it; false when it was over already. */
export async function revokeGrant(knex: Knex, grantId: string, reason: string): Promise<boolean> {
  return await knex.transaction(
    async (trx) => (await revokeGrants(trx, 'id = ?', [grantId], reason)).length > 0,
  )
}

/** Ends one access token. */
export async function revokeToken(knex: Knex, jti: string): Promise<void> {
  await knex.transaction(async (trx) => {
    await revoke(trx, [{ kind: 'token', key: jti, generation: 0 }])
  })
}
