import type { Command } from '@commander-js/extra-typings'
import { tokenHash } from '../../../../api/oauth/random-token.js'
import { readAccessToken } from '../../../../api/oauth/token/read-access-token.js'
import { refreshOwner, revokeGrant, revokeToken } from '../../../../db/oauth/grants.js'
import { findMemberId } from '../../../../db/sign-in/member-accounts.js'
import { done, Refused, values, type Answer } from '../../answer.js'
import { recordAudit, type CliContext } from '../../context.js'
import { operatorTokens } from '../../operator-tokens.js'
import type { Run } from '../../run.js'
import { text } from '../../values.js'

/** Tokens outside the OAuth flows: for tests, for feeds, in an emergency. */
export function addTokenCommands(program: Command, run: Run): void {
  const token = program.command('token').description('issue and revoke tokens outside the OAuth flows')
  token
    .command('issue')
    .description('issue tokens for a member, or for the application itself')
    .argument('<CLIENT_ID>')
    .option('--member <ADDRESS|ID>', 'the member')
    .action(run(issue))
  token
    .command('revoke')
    .description('revoke an access token, or a refresh token with all tokens of its grant')
    .argument('<TOKEN>', '', text)
    .action(run(revoke))
}

async function issue(
  context: CliContext,
  clientId: string,
  { member }: { member?: string | undefined },
): Promise<Answer> {
  const memberId = member === undefined ? null : await findMemberId(context.knex, member, 'open')
  if (member !== undefined && memberId === null) throw new Refused(`--member: there is no member ${member}.`)
  const { accessToken, refreshToken } = await operatorTokens(context, clientId, memberId)
  return values({ access_token: accessToken, refresh_token: refreshToken })
}

async function revoke(context: CliContext, text: string): Promise<Answer> {
  const owner = await refreshOwner(context.knex, tokenHash(text))
  if (owner !== null) {
    const { clientId, memberId } = owner
    await revokeGrant(context.knex, owner.grantId, 'ended by an operator')
    await recordAudit(context, 'token_revoked', { clientId, memberId, detail: { kind: 'refresh_token' } })
    return done('Revoked the grant with all its tokens.')
  }
  const { keys, settings } = await context.session()
  const token = await readAccessToken(text, keys, settings)
  if (token === null) throw new Refused('This is not a valid token of this service.')
  const { clientId, memberId } = token
  await revokeToken(context.knex, token.jti)
  await recordAudit(context, 'token_revoked', { clientId, memberId, detail: { kind: 'access_token' } })
  return done('Revoked the token.')
}
