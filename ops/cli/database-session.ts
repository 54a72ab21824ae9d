/**
 * The database that a command works on: DATABASE_URL if it is set, else that of the stack that runs from this
 * clone.
 */
import type pg from 'pg'
import { passwords } from '../../api/pages/sign-in/passwords.js'
import type { Vault } from '../../api/oauth/vault.js'
import { connect } from '../../db/pg/connect.js'
import { auditLog } from '../../db/sign-in/audit-log.js'
import type { AuditEntry } from '../../schemas/oauth/audit.js'
import { addresses } from '../config/addresses.js'
import { loadConfig } from '../config/config.js'
import { makeLog } from '../process/log.js'
import { readRunConfig } from '../stack/ready-file.js'
import { configVault } from '../wiring/secrets/config-vault.js'
import { leaseIds, shortLivedOwner } from '../wiring/id-generator.js'
import { proveSecretKey } from '../wiring/secrets/prove-secret-key.js'
import type { ProvisionDeps } from '../wiring/provision.js'
import { openSigningKeys } from '../wiring/secrets/signing-keys.js'
import { explainFailure } from './command.js'
import { operatorName } from './operator-name.js'

export type DatabaseSession = ProvisionDeps & {
  pool: pg.Pool
  /** Opens and seals what is stored encrypted. */
  vault: Vault
  /** Records in the audit log what the operator did. */
  audit: (
    event: AuditEntry['event'],
    details?: Pick<AuditEntry, 'clientId' | 'memberId' | 'detail'>,
  ) => Promise<void>
}

/** Opens the database, runs `work` and closes it. Throws a ConfigError if the database cannot be used. */
export async function withDatabaseSession(
  work: (session: DatabaseSession) => Promise<number>,
): Promise<number> {
  const given = loadConfig()
  const config = given.DATABASE_URL === '' ? (readRunConfig(given.DATA_DIR) ?? given) : given
  if (config.DATABASE_URL === '' || config.SECRET_KEY === '') {
    console.error('No stack is running from this clone. Start one with npm start,')
    console.error('or set DATABASE_URL and SECRET_KEY to those of the stack you mean.')
    return 1
  }
  const log = makeLog({ LOG_LEVEL: 'error', LOG_FILE: '' }, 'cli')
  const database = connect({ url: config.DATABASE_URL, name: 'tripfold cli', log, knexSize: 2 })
  const { knex, pool } = database
  let release = async (): Promise<void> => {}
  try {
    await proveSecretKey(pool, config)
    const leased = await leaseIds(pool, { owner: shortLivedOwner('cli'), log })
    release = leased.release
    const auditEntries = auditLog(knex)
    return await work({
      knex,
      pool,
      vault: configVault(config),
      ids: leased.ids,
      keys: await openSigningKeys(knex, config),
      passwords: await passwords(new Set()),
      settings: addresses(config),
      audit: async (event, details = {}) => {
        await auditEntries.record({
          event,
          actor: { kind: 'operator', id: operatorName(given.OPERATOR) },
          address: null,
          ...details,
        })
      },
    })
  } catch (error) {
    throw await explainFailure(error, { ...config, NATS_URL: '' }, log)
  } finally {
    await release()
    await database.close()
  }
}
