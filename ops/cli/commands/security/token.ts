import { tokenHash } from '../../../../api/oauth/random-token.js'
import { readAccessToken } from '../../../../api/oauth/token/read-access-token.js'
import { findApp } from '../../../../db/oauth/apps.js'
import { refreshOwner, revokeGrant, revokeToken } from '../../../../db/oauth/grants.js'
import { memberAccounts } from '../../../../db/sign-in/member-accounts.js'
import { isId } from '../../../../schemas/base/ids.js'
import { issueTokens } from '../../../wiring/provision.js'
import { parseArguments } from '../../arguments.js'
import type { DatabaseCommand } from '../../arguments.js'
import { withDatabaseSession } from '../../database-session.js'
import type { DatabaseSession } from '../../database-session.js'

/** Issues and revokes tokens outside the OAuth flows: for tests, for feeds, in an emergency. */
export const token: DatabaseCommand = {
  usage: [
    [
      'token issue CLIENT_ID [--member ADDRESS|ID]',
      'issue tokens for a member, or for the application itself',
    ],
    ['token revoke TOKEN', 'revoke an access token, or a refresh token with all tokens of its grant'],
  ],
  run: async (args) => {
    const parsed = parseArguments('token', args, {
      verbs: { issue: ['CLIENT_ID'], revoke: ['TOKEN'] },
      options: ['member'],
    })
    return await withDatabaseSession(async (session) =>
      parsed.verb === 'issue'
        ? await issue(session, parsed.positional('CLIENT_ID'), parsed.option('member'))
        : await revoke(session, parsed.positional('TOKEN')),
    )
  },
}

async function issue(session: DatabaseSession, clientId: string, member: string | null): Promise<number> {
  if ((await findApp(session.knex, clientId))?.app.disabled !== false) {
    console.error(`There is no application ${clientId}, or it is disabled.`)
    return 1
  }
  const memberId = member === null ? null : await findMemberId(session, member)
  if (member !== null && memberId === null) {
    console.error(`--member: there is no member ${member}.`)
    return 1
  }
  const { accessToken, refreshToken } = await issueTokens(session, clientId, memberId)
  await session.audit('token_granted', { clientId, memberId, detail: { by: 'operator' } })
  console.log(`access_token   ${accessToken}`)
  console.log(`refresh_token  ${refreshToken}`)
  return 0
}

async function revoke(session: DatabaseSession, text: string): Promise<number> {
  const owner = await refreshOwner(session.knex, tokenHash(text))
  if (owner !== null) {
    await revokeGrant(session.knex, owner.grantId, 'ended by an operator')
    await session.audit('token_revoked', {
      clientId: owner.clientId,
      memberId: owner.memberId,
      detail: { kind: 'refresh_token' },
    })
    console.log('Revoked the grant with all its tokens.')
    return 0
  }
  const token = await readAccessToken(text, session.keys, session.settings)
  if (token === null) {
    console.error('This is not a valid token of this service.')
    return 1
  }
  await revokeToken(session.knex, token.jti)
  await session.audit('token_revoked', {
    clientId: token.clientId,
    memberId: token.memberId,
    detail: { kind: 'access_token' },
  })
  console.log('Revoked the token.')
  return 0
}

/** The id of the member with that address or id; null if there is none. */
async function findMemberId({ knex }: DatabaseSession, addressOrId: string): Promise<string | null> {
  if (!isId(addressOrId)) return (await memberAccounts(knex).byEmail(addressOrId))?.id ?? null
  const found = await knex('member')
    .where({ id: addressOrId })
    .whereNot({ status: 'Deleted' })
    .first<{ id: number } | undefined>('id')
  return found === undefined ? null : addressOrId
}
