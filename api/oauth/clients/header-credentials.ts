/** `client_id` and `client_secret` headers on API requests (interface.txt 5.4): checked once, remembered for a while. */
import { findMatchingSecret } from './client-auth.js'
import type { AppStore } from '../ports.js'
import { tokenHash } from '../random-token.js'
import type { RevocationView } from '../revocation/revocation-view.js'

const REMEMBERED_MS = 30_000
const REMEMBERED = 5_000

export interface HeaderCredentials {
  /** Whether the pair is right and the application switched on. Rejects when the database cannot be asked. */
  check: (clientId: string, secret: string) => Promise<boolean>
}

/**
 * Right pairs are remembered as a hash for half a minute, never past the secret's end, and forgotten the moment the
 * application's secrets change (the revocation view says so). While the view is stale nothing remembered counts.
 */
export function headerCredentials(deps: {
  apps: AppStore
  revocations: RevocationView
  now: () => number
}): HeaderCredentials {
  const known = new Map<string, { clientId: string; until: number }>()
  const epochs = new Map<string, number>()
  deps.revocations.onApp((clientId) => {
    epochs.set(clientId, (epochs.get(clientId) ?? 0) + 1)
    for (const [key, entry] of known) if (entry.clientId === clientId) known.delete(key)
  })
  return {
    check: async (clientId, secret) => {
      const key = tokenHash(`${clientId} ${secret}`).toString('base64')
      const remembered = known.get(key)
      if (remembered !== undefined && remembered.until > deps.now() && deps.revocations.isFresh()) return true
      const epoch = epochs.get(clientId)
      const found = await deps.apps.find(clientId)
      const match = findMatchingSecret(found?.secrets ?? [], secret)
      if (found === null || match === null || found.app.disabled) return false
      await deps.apps.recordSecretUse(match.id)
      // What changed while the database was asked may not be in the answer.
      if (epochs.get(clientId) !== epoch) return true
      if (known.size >= REMEMBERED) known.clear()
      known.set(key, {
        clientId,
        until: Math.min(deps.now() + REMEMBERED_MS, match.expires?.getTime() ?? Infinity),
      })
      return true
    },
  }
}
