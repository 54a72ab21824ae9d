/**
 * The settings of a process (settings.ts), from its environment. No other file reads the environment. An empty
 * variable counts as not set.
 */
import { join } from 'node:path'
import type { TSchema } from 'typebox'
import Value from 'typebox/value'
import { findProblems } from './config-checks.js'
import type { Finding, SettingProblem } from './checks/setting-problem.js'
import { ROOT } from './paths.js'
import { Settings } from './settings.js'
import type { Config } from './settings.js'

export type { Config }
export type SettingName = keyof Config

type Environment = Record<string, string | undefined>

/** Unusable settings; the message has one line per problem. The exit code is 78 (sysexits: EX_CONFIG). */
export class ConfigError extends Error {
  readonly code = 'bad_config'
  readonly problems: SettingProblem[]
  constructor(findings: readonly Finding[]) {
    super(findings.map(([name, problem, fix]) => `${name} ${problem}: ${fix}`).join('\n'))
    this.problems = findings.map(([name, problem, fix]) => ({ name, problem, fix }))
  }
}
export const EXIT_CONFIG = 78

const BOOLEANS = new Map([
  ...['1', 'true', 'yes', 'on'].map((word) => [word, true] as const),
  ...['0', 'false', 'no', 'off'].map((word) => [word, false] as const),
])

/** The configuration of an environment. Throws a ConfigError that names every unusable variable. */
export function readConfig(environment: Environment): Config {
  const entries = Object.entries(Settings.properties).map(([name, schema]) => [
    name,
    parse(schema, environment[name]?.trim() ?? ''),
  ])
  const parsed: unknown = Object.fromEntries(entries)
  const invalid = new Map<string, Finding>()
  for (const error of Value.Errors(Settings, parsed)) {
    const name = error.instancePath.slice(1)
    if (invalid.has(name)) continue
    const problem = `is "${displayValue(name, environment[name] ?? '')}"`
    invalid.set(name, [name, problem, fixFor(name as SettingName)])
  }
  if (invalid.size > 0) throw new ConfigError([...invalid.values()])
  const valid = parsed as Config
  const config = { ...valid, DATA_DIR: valid.DATA_DIR === '' ? join(ROOT, '.tripfold') : valid.DATA_DIR }
  const unusable = findProblems(config)
  if (unusable.length > 0) throw new ConfigError(unusable)
  return config
}

/** The configuration of this process. Throws a ConfigError. */
export function loadConfig(): Config {
  return readConfig(process.env)
}

/** Whether the environment of this process sets a variable. */
export function isGiven(name: SettingName): boolean {
  return (process.env[name]?.trim() ?? '') !== ''
}

/** The search path for programs. */
export function programPath(): string {
  return process.env['PATH'] ?? ''
}

/** The settings as environment variables for another process. */
export function asEnvironment(config: Config): Record<string, string> {
  return Object.fromEntries(Object.entries(config).map(([name, value]) => [name, String(value)]))
}

/** The environment of a child process: ours, with the settings in place. */
export function childEnvironment(config: Config): Record<string, string | undefined> {
  return { ...process.env, ...asEnvironment(config) }
}

/** The environment for an npm that runs within `npm run`, without what npm set for that run alone. */
export function npmEnvironment(): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(lifecycle|package|command)/.test(name)),
  )
}

/** Name, default and description of every setting, for documents and the command line. */
export function settingTable(): Array<{ name: string; defaultValue: string; description: string }> {
  return Object.entries(Settings.properties).map(([name, schema]) => ({
    name,
    defaultValue: String(defaultOf(schema) ?? ''),
    description: descriptionOf(schema),
  }))
}

function parse(schema: TSchema, given: string): unknown {
  if (given === '') return defaultOf(schema)
  const type = 'type' in schema ? schema.type : undefined
  if (type === 'integer') return /^\d+$/.test(given) ? Number(given) : given
  if (type === 'boolean') return BOOLEANS.get(given.toLowerCase()) ?? given
  return given
}

function defaultOf(schema: TSchema): unknown {
  return (schema as { default?: unknown }).default
}

function descriptionOf(schema: TSchema): string {
  return (schema as { description?: string }).description ?? ''
}

function fixFor(name: SettingName): string {
  const schema = Settings.properties[name] as {
    type?: string
    enum?: string[]
    minimum?: number
    maximum?: number
  }
  if (schema.enum !== undefined) return `use one of ${schema.enum.join(', ')}`
  if (schema.type === 'boolean') return 'use true or false'
  if (schema.type === 'integer') {
    return schema.maximum === Number.MAX_SAFE_INTEGER
      ? `use a whole number, ${schema.minimum} or more`
      : `use a whole number from ${schema.minimum} to ${schema.maximum}`
  }
  return descriptionOf(Settings.properties[name])
}

/** A value as text; a secret is masked. */
export function displayValue(name: string, value: string): string {
  const schema = Settings.properties[name as SettingName] as { secret?: boolean } | undefined
  if (schema?.secret !== true || value === '') return value
  return URL.canParse(value) ? masked(new URL(value)) : '***'
}

function masked(url: URL): string {
  const user = url.username === '' ? '' : `${url.username}:***@`
  return `${url.protocol}//${user}${url.host}${url.pathname}`
}
