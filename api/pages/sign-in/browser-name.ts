/**
 * The browser and system of a User-Agent, for example `Firefox on Windows`. An unknown one is shown as it
 * is, cut.
 */
const BROWSERS: Array<[pattern: RegExp, name: string]> = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
]
const SYSTEMS: Array<[pattern: RegExp, name: string]> = [
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]
const MAX_LENGTH = 60

export function browserName(agent: string): string {
  const browser = BROWSERS.find(([pattern]) => pattern.test(agent))?.[1]
  const system = SYSTEMS.find(([pattern]) => pattern.test(agent))?.[1]
  if (browser !== undefined) return system === undefined ? browser : `${browser} on ${system}`
  return agent === '' ? 'Unknown browser' : agent.slice(0, MAX_LENGTH)
}
