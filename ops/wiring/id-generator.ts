import type pg from 'pg'
import { leaseIdSlot } from '../../db/ingress/id-slots.js'
import { idGenerator } from '../../schemas/base/ids.js'
import type { IdGenerator } from '../../schemas/base/ids.js'
import type { Log } from '../../schemas/base/log.js'

export interface LeasedIds {
  ids: IdGenerator
  release: () => Promise<void>
}

/**
 * Leases an id slot for `owner` and returns a generator of ids in it. `onLost` is called if the lease is
 * lost: another process may then generate the same ids. Without it the process throws.
 */
export async function leaseIds(
  pool: pg.Pool,
  { owner, log, onLost = throwLost }: { owner: string; log: Log; onLost?: () => void },
): Promise<LeasedIds> {
  const { slot, release } = await leaseIdSlot(pool, { owner, log, lost: onLost })
  return { ids: idGenerator(slot, Date.now), release }
}

/** A unique owner for a command or another short-lived process. */
export function shortLivedOwner(what: string): string {
  return `${what} ${process.pid} ${Date.now()}`
}

function throwLost(): never {
  throw new Error('id slot lease lost')
}
