/**
 * Proves at start that SECRET_KEY is that of the other processes. Without this, a process with another key
 * works until it meets the first sealed value.
 */
import type pg from 'pg'
import { secretCheck } from '../../../db/operator/secret-check.js'
import { connect } from '../../../db/pg/connect.js'
import type { Log } from '../../../schemas/base/log.js'
import { configVault } from './config-vault.js'
import type { SecretKeys } from './config-vault.js'
import { explainWrongSecretKey } from '../../config/wrong-secret-key.js'

/** Label of the sealed check value. */
export const SECRET_CHECK_SEAL = 'secret check'
const KNOWN_TEXT = 'tripfold'

/**
 * Opens the check value in the database; the first process stores it. Throws a ConfigError that names
 * SECRET_KEY if it was sealed with another key.
 */
export async function proveSecretKey(pool: pg.Pool, keys: SecretKeys): Promise<void> {
  const secrets = configVault(keys)
  const stored = await secretCheck(pool, secrets.seal(SECRET_CHECK_SEAL, Buffer.from(KNOWN_TEXT)))
  try {
    secrets.open(SECRET_CHECK_SEAL, stored)
  } catch (error) {
    explainWrongSecretKey(error)
  }
}

/** The same on a connection of its own, for the supervisor. */
export async function proveSecretKeyAt(databaseUrl: string, keys: SecretKeys, log: Log): Promise<void> {
  const database = connect({ url: databaseUrl, name: 'tripfold start', log })
  try {
    await proveSecretKey(database.pool, keys)
  } finally {
    await database.close()
  }
}
