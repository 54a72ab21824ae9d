import { ConfigError } from './config.js'

/** What node:crypto says of sealed bytes that the key does not open; it gives no code. */
const DECRYPTION_FAILED = 'unable to authenticate data'

/** For keys that could not be opened: throws a ConfigFault when another secret has sealed them, else the error. */
export function explainWrongSecretKey(error: unknown): never {
  if (!(error instanceof Error) || !error.message.includes(DECRYPTION_FAILED)) throw error
  throw new ConfigError([
    {
      name: 'SECRET_KEY',
      problem: 'is not the one that sealed what is in this database',
      fix: 'give the one it was first started with; with embedded servers that is in the file secret of DATA_DIR, so leave it out',
    },
  ])
}
