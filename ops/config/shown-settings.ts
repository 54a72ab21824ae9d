/** The settings of a process, as they may be shown. */
import { displayValue } from './config.js'
import type { Config } from './config.js'

/** Every setting with its value as text; secrets are masked. */
export function shownSettings(config: Config): Record<string, string> {
  return Object.fromEntries(
    Object.entries(config).map(([name, value]) => [name, displayValue(name, String(value))]),
  )
}

/** One line per setting with its value; secrets are masked. */
export function describeConfig(config: Config): string {
  const width = Math.max(...Object.keys(config).map((name) => name.length))
  return Object.entries(shownSettings(config))
    .map(([name, value]) => `${name.padEnd(width)}  ${value}`)
    .join('\n')
}
