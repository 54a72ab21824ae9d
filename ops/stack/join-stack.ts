import { asEnvironment, readConfig } from '../config/config.js'
import type { Config, SettingName } from '../config/config.js'

/** What all processes of a stack must have in common, whatever one of them is given. */
const SHARED_SETTINGS: readonly SettingName[] = [
  'DATABASE_URL',
  'DATABASE_CONTROL_URL',
  'NATS_URL',
  'SECRET_KEY',
  'DATA_DIR',
]

/** The settings of a role beside a running stack: the stack's, and in their place those that it was given itself. Throws a ConfigFault when they do not go together. */
export function joinStack(stack: Config, given: Config, isGiven: (name: SettingName) => boolean): Config {
  const own = Object.entries(given).filter(
    ([name]) => isGiven(name as SettingName) && !SHARED_SETTINGS.includes(name as SettingName),
  )
  return readConfig(asEnvironment({ ...stack, ...Object.fromEntries(own) }))
}
