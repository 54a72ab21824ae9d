import type pg from 'pg'
import { processesOfEarlierForms } from '../../db/operator/worker-status.js'
import { NotPreparedError } from '../config/not-prepared-error.js'

/**
 * To be called before a process folds: it writes rows that earlier versions would misread without an error (decisions 141
 * and 143).
 * @throws NotPreparedError while processes of such versions run
 */
export async function expectNoEarlierVersion(pool: pg.Pool): Promise<void> {
  const earlier = await processesOfEarlierForms(pool)
  if (earlier.length === 0) return
  const names = earlier.map(({ name, version }) => `${name} ${version}`).join(', ')
  throw new NotPreparedError('versions', `processes of an earlier version are running: ${names}`)
}
