import { readAccessToken } from '../../../api/oauth/token/read-access-token.js'
import { tokenHash } from '../../../api/oauth/random-token.js'
import { memberAccounts } from '../../../db/sign-in/accounts.js'
import { findApp } from '../../../db/oauth/apps.js'
import { revokeGrant, revokeToken, refreshOwner } from '../../../db/oauth/grants.js'
import { isId } from '../../../schemas/base/ids.js'
import { issueTokens } from '../../wiring/provision.js'
import { withDatabaseSession } from '../database-session.js'
import type { DatabaseSession } from '../database-session.js'
import { parseArguments } from '../arguments.js'
import type { DatabaseCommand } from '../arguments.js'

/** Tokens from outside the flows: for tests, for feeds, for an emergency. */
export const token: DatabaseCommand = {
  usage: [
    ['token issue CLIENT_ID [--member ADDRESS|ID]', 'tokens for a member, or of the application itself'],
    ['token revoke TOKEN', 'an access token, or a refresh token with all that came of its grant'],
  ],
  run: async (args) => {
    const words = parseArguments('token', args, {
      verbs: { issue: ['CLIENT_ID'], revoke: ['TOKEN'] },
      options: ['member'],
    })
    return await withDatabaseSession(async (desk) => {
      if (words.verb === 'issue') {
        const clientId = words.positional('CLIENT_ID')
        if ((await findApp(desk.knex, clientId))?.app.disabled !== false) {
          console.error(`There is no application ${clientId}, or it is switched off.`)
          return 1
        }
        const named = words.option('member')
        const memberId = named === null ? null : await memberNamed(desk, named)
        if (named !== null && memberId === null) {
          console.error(`--member: there is no member ${named}.`)
          return 1
        }
        const { accessToken, refreshToken } = await issueTokens(desk, clientId, memberId)
        await desk.note('token_granted', { clientId, memberId, detail: { by: 'operator' } })
        console.log(`access_token   ${accessToken}\nrefresh_token  ${refreshToken}`)
        return 0
      }
      const text = words.positional('TOKEN')
      const owner = await refreshOwner(desk.knex, tokenHash(text))
      if (owner !== null) {
        await revokeGrant(desk.knex, owner.grantId, 'ended by an operator')
        await desk.note('token_revoked', {
          clientId: owner.clientId,
          memberId: owner.memberId,
          detail: { kind: 'refresh_token' },
        })
        console.log('The grant has ended, with all its tokens.')
        return 0
      }
      const read = await readAccessToken(text, desk.keys, desk.settings)
      if (read === null) {
        console.error('This is no live token of ours.')
        return 1
      }
      await revokeToken(desk.knex, read.jti)
      await desk.note('token_revoked', {
        clientId: read.clientId,
        memberId: read.memberId,
        detail: { kind: 'access_token' },
      })
      console.log('The token has ended.')
      return 0
    })
  },
}

/** Id of the member with that address or id; null when there is none. */
async function memberNamed(desk: DatabaseSession, named: string): Promise<string | null> {
  if (!isId(named)) return (await memberAccounts(desk.knex).byEmail(named))?.id ?? null
  const found = await desk
    .knex('member')
    .where({ id: named })
    .whereNot({ status: 'Deleted' })
    .first<{ id: number } | undefined>('id')
  return found === undefined ? null : named
}
