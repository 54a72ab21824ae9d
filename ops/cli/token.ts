import { readAccessToken } from '../../api/oauth/read-access-token.js'
import { tokenHash } from '../../api/oauth/random-token.js'
import { memberAccounts } from '../../db/oauth-accounts.js'
import { findApp } from '../../db/oauth-apps.js'
import { endGrant, endToken, refreshOwner } from '../../db/oauth-grants.js'
import { isId } from '../../schemas/ids.js'
import { issueTokens } from '../provision.js'
import { atDesk } from './desk.js'
import type { Desk } from './desk.js'
import { readWords } from './words.js'
import type { DeskCommand } from './words.js'

/** Tokens from outside the flows: for tests, for feeds, for an emergency. */
export const token: DeskCommand = {
  usage: [
    ['token issue CLIENT_ID [--member ADDRESS|ID]', 'tokens for a member, or of the application itself'],
    ['token revoke TOKEN', 'an access token, or a refresh token with all that came of its grant'],
  ],
  run: async (args) => {
    const words = readWords('token', args, {
      verbs: { issue: ['CLIENT_ID'], revoke: ['TOKEN'] },
      options: ['member'],
    })
    return await atDesk(async (desk) => {
      if (words.verb === 'issue') {
        const clientId = words.word('CLIENT_ID')
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
      const text = words.word('TOKEN')
      const owner = await refreshOwner(desk.knex, tokenHash(text))
      if (owner !== null) {
        await endGrant(desk.knex, owner.grantId, 'ended by an operator')
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
      await endToken(desk.knex, read.jti)
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
async function memberNamed(desk: Desk, named: string): Promise<string | null> {
  if (!isId(named)) return (await memberAccounts(desk.knex).byEmail(named))?.id ?? null
  const found = await desk
    .knex('member')
    .where({ id: named })
    .whereNot({ status: 'Deleted' })
    .first<{ id: number } | undefined>('id')
  return found === undefined ? null : named
}
