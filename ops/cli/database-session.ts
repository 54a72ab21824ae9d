/** What operator commands work with: the database of the environment, else that of the stack that runs from this clone, opened and closed. */
import { openKeyRing } from '../../api/oauth/keys/key-ring.js'
import { vault } from '../../api/oauth/vault.js'
import { passwords } from '../../api/pages/sign-in/passwords.js'
import type { AuditEntry } from '../../schemas/oauth/audit.js'
import { connect } from '../../db/pg/connect.js'
import { leaseIdSlot } from '../../db/ingress/id-slots.js'
import { auditLog } from '../../db/sign-in/throttle-store.js'
import { signingKeyStore } from '../../db/oauth/signing-keys.js'
import { idGenerator } from '../../schemas/base/ids.js'
import { addresses } from '../config/addresses.js'
import { loadConfig } from '../config/config.js'
import { makeLog } from '../process/log.js'
import type { ProvisionDeps } from '../wiring/provision.js'
import { readRunConfig } from '../stack/ready-file.js'
import { explainWrongSecretKey } from '../config/wrong-secret-key.js'
import { explainFailure } from './command.js'

export type DatabaseSession = ProvisionDeps & {
  pool: ReturnType<typeof connect>['pool']
  /** Notes in the audit log that an operator did it. */
  note: (
    event: AuditEntry['event'],
    more?: Pick<AuditEntry, 'clientId' | 'memberId' | 'detail'>,
  ) => Promise<void>
}

/** Opens the desk, works, closes it. Throws a ConfigFault that names a database that cannot be reached. */
export async function withDatabaseSession(work: (desk: DatabaseSession) => Promise<number>): Promise<number> {
  const given = loadConfig()
  const config = given.DATABASE_URL === '' ? (readRunConfig(given.DATA_DIR) ?? given) : given
  if (config.DATABASE_URL === '' || config.SECRET_KEY === '') {
    console.error(
      'No stack runs from this clone. Start one with npm start, or set DATABASE_URL and SECRET_KEY to those of the stack that is meant.',
    )
    return 1
  }
  const log = makeLog({ LOG_LEVEL: 'error', LOG_FILE: '' }, 'cli')
  const database = connect({ url: config.DATABASE_URL, name: 'tripfold cli', log, knexSize: 2 })
  try {
    const slot = await leaseIdSlot(database.pool, {
      owner: `cli ${process.pid} ${Date.now()}`,
      log,
      lost: () => {
        throw new Error('the id slot was lost')
      },
    })
    const keys = await openKeyRing({
      store: signingKeyStore(database.knex),
      vault: vault(config.SECRET_KEY),
      now: Date.now,
    }).catch(explainWrongSecretKey)
    const audit = auditLog(database.knex)
    const code = await work({
      knex: database.knex,
      pool: database.pool,
      ids: idGenerator(slot.slot, Date.now),
      passwords: await passwords(new Set()),
      keys,
      settings: addresses(config),
      note: async (event, more = {}) => {
        await audit.record({ event, actor: { kind: 'operator', id: null }, address: null, ...more })
      },
    })
    await slot.release()
    return code
  } catch (error) {
    throw await explainFailure(error, { ...config, NATS_URL: '' }, log)
  } finally {
    await database.close()
  }
}
