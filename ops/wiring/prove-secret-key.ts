/**
 * Proves at start that SECRET_KEY is that of the other processes. Without this, a process with another key
 * works until it meets the first sealed value.
 */
import type pg from 'pg'
import { vault } from '../../api/oauth/vault.js'
import { secretCheck } from '../../db/operator/secret-check.js'
import { connect } from '../../db/pg/connect.js'
import type { Log } from '../../schemas/base/log.js'
import { explainWrongSecretKey } from '../config/wrong-secret-key.js'

const LABEL = 'secret check'
const KNOWN_TEXT = 'tripfold'

/**
 * Opens the check value in the database; the first process stores it. Throws a ConfigError that names
 * SECRET_KEY if it was sealed with another key.
 */
export async function proveSecretKey(pool: pg.Pool, secretKey: string): Promise<void> {
  const secrets = vault(secretKey)
  const stored = await secretCheck(pool, secrets.seal(LABEL, Buffer.from(KNOWN_TEXT)))
  try {
    secrets.open(LABEL, stored)
  } catch (error) {
    explainWrongSecretKey(error)
  }
}

/** The same on a connection of its own, for the supervisor. */
export async function proveSecretKeyAt(databaseUrl: string, secretKey: string, log: Log): Promise<void> {
  const database = connect({ url: databaseUrl, name: 'tripfold start', log })
  try {
    await proveSecretKey(database.pool, secretKey)
  } finally {
    await database.close()
  }
}
