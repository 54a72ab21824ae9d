/** Tokens that an operator issues outside the OAuth flows; each is in the audit log. */
import { findApp } from '../../db/oauth/apps.js'
import { issueTokens } from '../wiring/provision.js'
import { Refused } from './answer.js'
import { recordAudit, type CliContext } from './context.js'

/** Issues tokens for a member, or for the application itself if `memberId` is null. */
export async function operatorTokens(
  context: CliContext,
  clientId: string,
  memberId: string | null,
): Promise<{ accessToken: string; refreshToken: string }> {
  if ((await findApp(context.knex, clientId))?.app.disabled !== false)
    throw new Refused(`There is no application ${clientId}, or it is disabled.`)
  const tokens = await issueTokens(await context.session(), clientId, memberId)
  await recordAudit(context, 'token_granted', { clientId, memberId, detail: { by: 'operator' } })
  return tokens
}
