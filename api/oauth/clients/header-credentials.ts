/**
 * `client_id` and `client_secret` headers of API requests (oauth.md 5.4, 77): checked once, remembered for
 * half a minute.
 */
import type { HeaderCredentials } from '../../ports/credentials.js'
import { tokenHash } from '../random-token.js'
import type { RevocationView } from '../revocation/revocation-view.js'
import { ApiError } from '../../../schemas/base/errors.js'
import { checkSecret } from './check-secret.js'
import type { CheckSecretDeps } from './check-secret.js'

const REMEMBER_MS = 30_000
const MAX_REMEMBERED = 5_000

export interface HeaderCredentialsDeps extends CheckSecretDeps {
  revocations: RevocationView
  /** Epoch milliseconds. */
  now: () => number
}

/**
 * Throws `rate_limited` after too many wrong secrets, counted with those at the token endpoint. Valid pairs are remembered as a hash, at most until the secret expires, and forgotten as soon as the
 * application's secrets change. While the revocation view is stale, nothing remembered counts.
 */
export function headerCredentials(deps: HeaderCredentialsDeps): HeaderCredentials {
  const { revocations, now } = deps
  const remembered = new Map<string, { clientId: string; until: number }>()
  /** Counts the changes of each application's secrets. */
  const changes = new Map<string, number>()
  revocations.onApp((clientId) => {
    changes.set(clientId, (changes.get(clientId) ?? 0) + 1)
    for (const [key, entry] of remembered) if (entry.clientId === clientId) remembered.delete(key)
  })
  return {
    check: async (clientId, secret, from) => {
      const key = tokenHash(`${clientId} ${secret}`).toString('base64')
      const entry = remembered.get(key)
      if (entry !== undefined && entry.until > now() && revocations.isFresh()) return true
      const changesBefore = changes.get(clientId)
      from.onUnknown()
      const check = await checkSecret({ clientId, secret }, from, deps)
      if (check.is === 'throttled') throw tooManyFailures(check.waitSeconds)
      if (check.is === 'wrong') return false
      // What changed during the query may be missing from its result.
      if (changes.get(clientId) !== changesBefore) return true
      if (remembered.size >= MAX_REMEMBERED) remembered.clear()
      const until = Math.min(now() + REMEMBER_MS, check.secret.expires?.getTime() ?? Infinity)
      remembered.set(key, { clientId, until })
      return true
    },
  }
}

const tooManyFailures = (retryAfter: number): ApiError =>
  new ApiError(
    'rate_limited',
    `Too many wrong client secrets from this network. Retry after ${retryAfter} s.`,
    { retryAfter },
  )
