/** What operator commands work with: the database of the environment, else that of the stack that runs from this clone, opened and closed. */
import { openKeyRing } from '../../api/oauth/keys.js'
import { vault } from '../../api/oauth/vault.js'
import { passwords } from '../../api/console/passwords.js'
import type { AuditEntry } from '../../api/oauth/ports.js'
import { connect } from '../../db/connect.js'
import { leaseIdSlot } from '../../db/id-slots.js'
import { auditLog } from '../../db/oauth-notes.js'
import { signingKeyStore } from '../../db/signing-keys.js'
import { idGenerator } from '../../schemas/ids.js'
import { addresses } from '../addresses.js'
import { loadConfig } from '../config.js'
import { makeLog } from '../log.js'
import type { ProvisionDeps } from '../provision.js'
import { runningConfig } from '../running.js'
import { wrongSecret } from '../wrong-secret.js'
import { whyFailed } from './command.js'

export type Desk = ProvisionDeps & {
  pool: ReturnType<typeof connect>['pool']
  /** Notes in the audit log that an operator did it. */
  note: (
    event: AuditEntry['event'],
    more?: Pick<AuditEntry, 'clientId' | 'memberId' | 'detail'>,
  ) => Promise<void>
}

/** Opens the desk, works, closes it. Throws a ConfigFault that names a database that cannot be reached. */
export async function atDesk(work: (desk: Desk) => Promise<number>): Promise<number> {
  const given = loadConfig()
  const config = given.DATABASE_URL === '' ? (runningConfig(given.DATA_DIR) ?? given) : given
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
    }).catch(wrongSecret)
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
    throw await whyFailed(error, { ...config, NATS_URL: '' }, log)
  } finally {
    await database.close()
  }
}
