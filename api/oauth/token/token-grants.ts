/** The three grants of POST /oauth/token (interface.txt 5.2 to 5.4). */
import type { OauthApp } from '../../../schemas/oauth/oauth-app.js'
import { OauthError } from '../oauth-error.js'
import type { Parameters } from '../parameters.js'
import type { GrantStore } from '../ports.js'
import type { AuditEvent } from '../../../schemas/oauth/audit.js'
import type { Granted, Refused } from '../../../schemas/oauth/grant.js'
import { randomToken, s256, tokenHash } from '../random-token.js'
import type { Vault } from '../vault.js'

const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/
export const REFRESH_PREFIX = 'rt_'

export interface GrantDeps {
  grants: GrantStore
  vault: Vault
}
/** What a grant came to: a refresh token to hand out with the facts of its access token, or why not. */
export type GrantOutcome =
  | { is: 'granted'; facts: Granted; refreshToken: string }
  | { is: 'refused'; refusal: Refused; event: AuditEvent }

/** A grant reads its parameters and asks the store. Rejects with an OauthError when a parameter is missing or malformed. */
export type Grant = (app: OauthApp, form: Parameters, deps: GrantDeps) => Promise<GrantOutcome>

export const GRANTS: ReadonlyMap<string, Grant> = new Map<string, Grant>([
  [
    'authorization_code',
    async (app, form, { grants }) => {
      const code = required(form, 'code')
      const redirectUri = required(form, 'redirect_uri')
      const verifier = form.get('code_verifier')
      if (verifier !== null && !VERIFIER.test(verifier))
        throw new OauthError('invalid_request', 'A code_verifier is 43 to 128 unreserved characters.')
      const refreshToken = randomToken(REFRESH_PREFIX)
      const outcome = await grants.exchangeCode({
        hash: tokenHash(code),
        clientId: app.clientId,
        redirectUri,
        challenge: verifier === null ? null : s256(verifier),
        refreshHash: tokenHash(refreshToken),
      })
      return toOutcome(outcome, refreshToken, 'code_replayed')
    },
  ],
  [
    'refresh_token',
    async (app, form, { grants, vault }) => {
      const presented = required(form, 'refresh_token')
      const successor = REFRESH_PREFIX + vault.mac('refresh successor', presented).toString('base64url')
      const outcome = await grants.rotateRefresh({
        hash: tokenHash(presented),
        successor: tokenHash(successor),
        clientId: app.clientId,
      })
      return toOutcome(outcome, successor, 'refresh_reused')
    },
  ],
  [
    'client_credentials',
    async (app, _form, { grants }) => {
      const refreshToken = randomToken(REFRESH_PREFIX)
      return {
        is: 'granted',
        facts: await grants.grantApp(app.clientId, tokenHash(refreshToken)),
        refreshToken,
      }
    },
  ],
])

function toOutcome(outcome: Granted | Refused, refreshToken: string, replay: AuditEvent): GrantOutcome {
  if (outcome.is === 'granted') return { is: 'granted', facts: outcome, refreshToken }
  return { is: 'refused', refusal: outcome, event: outcome.replayed ? replay : 'token_refused' }
}

function required(form: Parameters, name: string): string {
  const value = form.get(name)
  if (value === null) throw new OauthError('invalid_request', `The parameter ${name} is required.`)
  return value
}
