import { ConfigError } from './config.js'

/** The message of node:crypto if the key does not fit the encrypted bytes; the error has no code. */
const DECRYPTION_FAILED = 'unable to authenticate data'

/**
 * For `catch` on opening sealed values at start: throws a ConfigError if SECRET_KEY does not fit, else the
 * error itself.
 */
export function explainWrongSecretKey(error: unknown): never {
  if (!(error instanceof Error) || !error.message.includes(DECRYPTION_FAILED)) throw error
  throw new ConfigError([
    [
      'SECRET_KEY',
      'is not the key that encrypted the secrets in this database',
      'use the key of the first start; with embedded servers it is in the file secret in DATA_DIR, so do not set it',
    ],
  ])
}
