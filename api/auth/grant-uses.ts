/**
 * When the tokens of grants were last used, for the members who gave them (oauth.md 6.1). Recorded after the
 * answer, at most once an hour for a grant on each node.
 */
import { twoGenerationCache } from '../../schemas/base/two-generation-cache.js'
import type { Log } from '../../schemas/base/log.js'
import type { RequestObserver } from '../plugins/request-observer.js'

export interface GrantUsesDeps {
  /** Stores the time for these grants. */
  save: (grants: string[]) => Promise<void>
  /** Epoch milliseconds. */
  now: () => number
  log: Log
}

const HOUR_MS = 3_600_000
/** Grants remembered as recorded in their hour; a forgotten one is recorded again. */
const MAX_REMEMBERED = 20_000
const PER_STATEMENT = 500

export function grantUses({ save, now, log }: GrantUsesDeps): RequestObserver {
  const recorded = twoGenerationCache<number>(MAX_REMEMBERED)
  const waiting = new Set<string>()
  let isSaving = false
  const saveAll = async (): Promise<void> => {
    isSaving = true
    while (waiting.size > 0) {
      const grants = [...waiting].slice(0, PER_STATEMENT)
      for (const grant of grants) waiting.delete(grant)
      // What is lost is recorded with the first request of the next hour.
      await save(grants).catch((error: unknown) => {
        log.warn({ error }, 'uses of grants not recorded')
      })
    }
    isSaving = false
  }
  return ({ status }, { caller }) => {
    if (status >= 400 || caller?.kind !== 'member') return
    const hour = Math.floor(now() / HOUR_MS)
    if (recorded.get(caller.grant) === hour) return
    recorded.set(caller.grant, hour)
    waiting.add(caller.grant)
    if (!isSaving) void saveAll()
  }
}
