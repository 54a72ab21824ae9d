import { asEnvironment, readConfig } from '../config/config.js'
import type { Config, SettingName } from '../config/config.js'

/** Settings that all processes of a stack must share, even if one of them was given its own. */
const SHARED_SETTINGS: readonly SettingName[] = [
  'DATABASE_URL',
  'DATABASE_CONTROL_URL',
  'NATS_URL',
  'SECRET_KEY',
  'SECRET_KEY_OTHER',
  'DATA_DIR',
]

/**
 * The settings of a role that joins a running stack: those of the stack, replaced by the ones given to the
 * role itself. Throws a ConfigError if the combination cannot be used.
 */
export function joinStack(stack: Config, given: Config, isGiven: (name: SettingName) => boolean): Config {
  const own = Object.entries(given).filter(
    ([name]) => isGiven(name as SettingName) && !SHARED_SETTINGS.includes(name as SettingName),
  )
  // The file of the stack is the supervisor's: a role of its own logs to stdout unless it was given a file.
  return readConfig(asEnvironment({ ...stack, LOG_FILE: '', ...Object.fromEntries(own) }))
}
