import type pg from 'pg'
import { liveProcesses } from '../../db/operator/worker-status.js'
import { NotPreparedError } from '../config/not-prepared-error.js'

/**
 * To be called before a process folds: it writes rows that earlier versions would misread without an error (decision 141).
 * @throws NotPreparedError while processes of versions before this one run
 */
export async function expectNoEarlierVersion(pool: pg.Pool, version: string): Promise<void> {
  const isEarlier = (other: string): boolean => other.localeCompare(version, 'en', { numeric: true }) < 0
  const earlier = (await liveProcesses(pool)).filter((one) => isEarlier(one.version))
  if (earlier.length === 0) return
  const names = earlier.map((one) => `${one.name} ${one.version}`).join(', ')
  throw new NotPreparedError('versions', `processes of an earlier version are running: ${names}`)
}
