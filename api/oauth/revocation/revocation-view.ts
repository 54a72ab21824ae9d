/**
 * What this node knows of revocations: three maps, fed by push and by a poll every 500 ms (oauth.md 3.4). Asking it costs
 * no query. When the last good poll is older than three seconds the view is not to be trusted.
 */
import type { Log } from '../../../schemas/base/log.js'
import type { Revocation, RevocationPage } from '../../../schemas/oauth/revocation.js'

export const POLL_EVERY_MS = 500
export const STALE_AFTER_MS = 3_000

/** db/oauth/revocations.ts makes one. */
export interface RevocationSource {
  poll: (since: string | null) => Promise<RevocationPage>
  listen: (heard: (entry: Revocation) => void) => () => Promise<void>
  ask: (token: RevocationClaims) => Promise<boolean>
}

/** The claims of an access token that revocation looks at. */
export interface RevocationClaims {
  grantId: string
  jti: string
  clientId: string
  generation: number
}

export interface RevocationView {
  /** Whether the view may be trusted now. */
  isFresh: () => boolean
  /** Whether the token was ended before its time, as far as this node knows. */
  isRevoked: (token: RevocationClaims) => boolean
  /** Asks the database, for when the view is not fresh. Rejects when it cannot be asked. */
  queryRevoked: (token: RevocationClaims) => Promise<boolean>
  /** Calls back when an application was rotated, disabled or ended: forget what is remembered of its credentials. */
  onApp: (listener: (clientId: string) => void) => void
  stop: () => Promise<void>
}

/** Starts a view; resolves after the first good poll. `now` is a monotonic clock in milliseconds. */
export async function startRevocationView(
  source: RevocationSource,
  now: () => number,
  log: Log,
): Promise<RevocationView> {
  const grants = new Map<string, number>()
  const tokens = new Map<string, number>()
  const apps = new Map<string, { generation: number; until: number }>()
  const announced = new Map<string, number>()
  const listeners: Array<(clientId: string) => void> = []
  let horizon: string | null = null
  let lastGood = -Infinity
  let stopped = false
  let timer: NodeJS.Timeout | null = null

  const learn = (entry: Revocation): void => {
    if (entry.kind === 'grant') {
      grants.set(entry.key, entry.until)
      return
    }
    if (entry.kind === 'token') {
      tokens.set(entry.key, entry.until)
      return
    }
    // The poll reads the same rows again until the horizon passes them, and after the push: each is announced once.
    const mark = `${entry.key} ${entry.until}`
    if (announced.has(mark)) return
    announced.set(mark, entry.until)
    const known = apps.get(entry.key)
    apps.set(entry.key, {
      generation: Math.max(entry.generation, known?.generation ?? 0),
      until: Math.max(entry.until, known?.until ?? 0),
    })
    for (const listener of listeners) listener(entry.key)
  }
  const forget = (instant: number): void => {
    for (const [key, until] of grants) if (until < instant) grants.delete(key)
    for (const [key, until] of tokens) if (until < instant) tokens.delete(key)
    for (const [key, until] of announced) if (until < instant) announced.delete(key)
    for (const [key, app] of apps) if (app.until < instant) apps.delete(key)
  }
  let polls = 0
  const poll = async (): Promise<void> => {
    const asked = now()
    const page = await source.poll(horizon)
    for (const entry of page.entries) learn(entry)
    horizon = page.horizon
    lastGood = asked
    polls += 1
    if (polls % 120 === 0) forget(page.now)
  }
  const loop = (): void => {
    timer = setTimeout(() => {
      const begun = now()
      poll()
        .catch((error: unknown) => {
          log.warn({ error, last_good_ms: Math.round(begun - lastGood) }, 'revocations could not be read')
        })
        .finally(() => {
          if (!stopped) loop()
        })
    }, POLL_EVERY_MS)
    timer.unref()
  }

  await poll()
  const unlisten = source.listen(learn)
  loop()
  return {
    isFresh: () => now() - lastGood <= STALE_AFTER_MS,
    isRevoked: (token) =>
      grants.has(token.grantId) ||
      tokens.has(token.jti) ||
      token.generation < (apps.get(token.clientId)?.generation ?? 0),
    queryRevoked: async (token) => await source.ask(token),
    onApp: (listener) => {
      listeners.push(listener)
    },
    stop: async () => {
      stopped = true
      if (timer !== null) clearTimeout(timer)
      await unlisten()
    },
  }
}
