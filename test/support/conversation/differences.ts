/** What is not as a conversation expects it. */
import type { Names } from './names.js'

const shown = (value: unknown): string => String(JSON.stringify(value)).slice(0, 300)

/** Each difference of the value from what is expected, with its place; `=name` expects a value and keeps it. */
export function differencesOf(value: unknown, expected: unknown, names: Names, at = ''): string[] {
  if (typeof expected === 'string')
    return isAsText(value, expected, names) ? [] : [wrong(value, expected, at)]
  if (typeof expected !== 'object' || expected === null)
    return value === expected ? [] : [wrong(value, expected, at)]
  if (typeof value !== 'object' || value === null || Array.isArray(value) !== Array.isArray(expected))
    return [wrong(value, expected, at)]
  if (!Array.isArray(expected) || !Array.isArray(value))
    return Object.entries(expected).flatMap(([name, inner]) =>
      differencesOf((value as Record<string, unknown>)[name], inner, names, `${at}.${name}`),
    )
  const isOpen = expected.at(-1) === '...'
  const elements: unknown[] = isOpen ? expected.slice(0, -1) : expected
  if (isOpen ? value.length < elements.length : value.length !== elements.length)
    return [`${at} has ${value.length} elements: ${shown(value)}`]
  return elements.flatMap((one, i) => differencesOf(value[i], one, names, `${at}[${i}]`))
}

/** Whether a value is what a text stands for: any value, no value, a regular expression, or itself. */
export function isAsText(value: unknown, expected: string, names: Names): boolean {
  const [, name] = /^=(\w+)$/.exec(expected) ?? []
  if (name !== undefined) {
    names.set(name, value)
    return value !== undefined && value !== null
  }
  if (expected === '-') return value === undefined || value === null
  const [, pattern] = /^\/(.+)\/$/s.exec(expected) ?? []
  if (pattern === undefined) return value === expected
  return typeof value === 'string' && new RegExp(pattern, 's').test(value)
}

const wrong = (value: unknown, expected: unknown, at: string): string =>
  `${at} is ${shown(value)}, not ${shown(expected)}`
