/** The settings of a process, as they may be shown. */
import { displayValue } from './config.js'
import type { Config } from './config.js'

/** Every setting with its value as text; secrets are masked. */
export function shownSettings(config: Config): Record<string, string> {
  return Object.fromEntries(
    Object.entries(config).map(([name, value]) => [name, displayValue(name, String(value))]),
  )
}
