/**
 * What this node knows about revocations: three maps, fed by notifications and by a poll (oauth.md 3.4).
 * Asking it costs no query. Once the last good poll is older than three seconds, the maps are not trusted.
 */
import type { Log } from '../../../schemas/base/log.js'
import type { Revocation, RevocationClaims, RevocationFeed } from '../../../schemas/oauth/revocation.js'
import type { Revocations } from '../../ports/credentials.js'

const POLL_INTERVAL_MS = 500
const STALE_AFTER_MS = 3_000
/** Expired entries are dropped once in this many polls: every minute. */
const POLLS_PER_SWEEP = 120

export interface RevocationView extends Revocations {
  /**
   * Calls back when an application was rotated, disabled or revoked: its credentials must be checked again.
   */
  onApp: (listener: (clientId: string) => void) => void
  stop: () => Promise<void>
}

/** Starts a view; resolves after the first good poll. `now` is a monotonic clock in milliseconds. */
export async function startRevocationView(
  feed: RevocationFeed,
  now: () => number,
  log: Log,
): Promise<RevocationView> {
  const revoked = revocationMaps()
  let horizon: string | null = null
  let lastGoodPoll = -Infinity
  let polls = 0
  let stopped = false
  let timer: NodeJS.Timeout | null = null

  const poll = async (): Promise<void> => {
    const startedAt = now()
    const page = await feed.poll(horizon)
    for (const entry of page.entries) revoked.add(entry)
    horizon = page.horizon
    lastGoodPoll = startedAt
    polls += 1
    if (polls % POLLS_PER_SWEEP === 0) revoked.sweep(page.now)
  }
  const schedulePoll = (): void => {
    timer = setTimeout(() => {
      const startedAt = now()
      poll()
        .catch((error: unknown) => {
          const lastGoodMs = Math.round(startedAt - lastGoodPoll)
          log.warn({ error, last_good_ms: lastGoodMs }, 'revocation poll failed; will retry')
        })
        .finally(() => {
          if (!stopped) schedulePoll()
        })
    }, POLL_INTERVAL_MS)
    timer.unref()
  }

  await poll()
  const unlisten = feed.listen(revoked.add)
  schedulePoll()
  return {
    isFresh: () => now() - lastGoodPoll <= STALE_AFTER_MS,
    isRevoked: revoked.has,
    queryRevoked: async (claims) => await feed.queryRevoked(claims),
    onApp: revoked.onApp,
    stop: async () => {
      stopped = true
      if (timer !== null) clearTimeout(timer)
      await unlisten()
    },
  }
}

interface RevocationMaps {
  add: (entry: Revocation) => void
  has: (claims: RevocationClaims) => boolean
  /** Drops entries that expired before `instant`, epoch milliseconds. */
  sweep: (instant: number) => void
  onApp: (listener: (clientId: string) => void) => void
}

/**
 * The revoked grants, tokens and application generations, each until its tokens have expired by themselves.
 */
function revocationMaps(): RevocationMaps {
  const grants = new Map<string, number>()
  const tokens = new Map<string, number>()
  const apps = new Map<string, { generation: number; until: number }>()
  const announced = new Map<string, number>()
  const listeners: Array<(clientId: string) => void> = []

  const addApp = ({ key, generation, until }: Revocation): void => {
    // A poll repeats rows until the horizon passes them, and what was pushed before: announce each once.
    const id = `${key} ${until}`
    if (announced.has(id)) return
    announced.set(id, until)
    const known = apps.get(key)
    apps.set(key, {
      generation: Math.max(generation, known?.generation ?? 0),
      until: Math.max(until, known?.until ?? 0),
    })
    for (const listener of listeners) listener(key)
  }
  return {
    add: (entry) => {
      if (entry.kind === 'grant') grants.set(entry.key, entry.until)
      else if (entry.kind === 'token') tokens.set(entry.key, entry.until)
      else addApp(entry)
    },
    has: (claims) =>
      grants.has(claims.grantId) ||
      tokens.has(claims.jti) ||
      claims.generation < (apps.get(claims.clientId)?.generation ?? 0),
    sweep: (instant) => {
      for (const map of [grants, tokens, announced])
        for (const [key, until] of map) if (until < instant) map.delete(key)
      for (const [key, app] of apps) if (app.until < instant) apps.delete(key)
    },
    onApp: (listener) => {
      listeners.push(listener)
    },
  }
}
