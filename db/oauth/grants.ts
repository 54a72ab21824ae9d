/** Grants and their revocation (oauth.md 3.1). */
import type { Knex } from 'knex'
import type { NewCode, RefreshOwner } from '../../schemas/oauth/grant.js'
import { rowsOf } from '../pg/knex-rows.js'
import { afterGrantsRevoked, type RevokedGrant } from './grant-revocation.js'
import { revoke } from './revocations.js'

const CODE_LIFETIME = "interval '60 seconds'"
/** SQL: lifetime of a refresh token from its issue (oauth.md 5.3). */
export const REFRESH_LIFETIME = "interval '1 year'"

const APPROVE = `
  with created as (
    insert into oauth_grant (client_id, member_id, scope, resource, jkt) values (?, ?, ?::text[], ?, ?) returning id
  )
  insert into oauth_code (hash, grant_id, client_id, redirect_uri, challenge, expires_at)
  select ?, id, ?, ?, ?, clock_timestamp() + ${CODE_LIFETIME} from created returning grant_id::text`

/** Records the member's approval and a code for it, valid for 60 seconds; returns the id of the grant. */
export async function approve(knex: Knex, code: NewCode): Promise<string> {
  const [row] = await rowsOf<{ grantId: string }>(knex, APPROVE, [
    code.clientId,
    code.memberId,
    code.scopes === null ? null : [...code.scopes],
    code.resource,
    code.jkt,
    code.hash,
    code.clientId,
    code.redirectUri,
    code.challenge,
  ])
  if (row === undefined) throw new Error('an insert returned no row')
  return row.grantId
}

/**
 * Revokes every active grant that matches `where` (SQL over oauth_grant) with all its tokens; returns their
 * ids.
 */
export async function revokeGrants(
  knex: Knex,
  where: string,
  values: readonly string[],
  reason: string,
): Promise<string[]> {
  const rows = await rowsOf<RevokedGrant & { id: string }>(
    knex,
    `update oauth_grant set revoked_at = clock_timestamp(), reason = ?
    where revoked_at is null and ${where} returning id::text, client_id, member_id::text`,
    [reason, ...values],
  )
  await revoke(
    knex,
    rows.map((row) => ({ kind: 'grant' as const, key: row.id, generation: 0 })),
  )
  await afterGrantsRevoked(knex, rows)
  return rows.map((row) => row.id)
}

const REFRESH_OWNER = `
  select g.id::text as grant_id, r.client_id, g.member_id::text
  from oauth_refresh r join oauth_grant g on g.id = r.grant_id where r.hash = ?`

/** The grant and owner of a refresh token, for RFC 7009; null if it is unknown. */
export async function refreshOwner(knex: Knex, hash: Buffer): Promise<RefreshOwner | null> {
  return (await rowsOf<RefreshOwner>(knex, REFRESH_OWNER, [hash]))[0] ?? null
}

/** Revokes a grant with all its tokens; false if it was revoked already. */
export async function revokeGrant(knex: Knex, grantId: string, reason: string): Promise<boolean> {
  return await knex.transaction(
    async (trx) => (await revokeGrants(trx, 'id = ?', [grantId], reason)).length > 0,
  )
}

/** Revokes one access token. */
export async function revokeToken(knex: Knex, jti: string): Promise<void> {
  await knex.transaction(async (trx) => {
    await revoke(trx, [{ kind: 'token', key: jti, generation: 0 }])
  })
}
