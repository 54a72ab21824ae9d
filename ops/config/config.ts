/**
 * Every setting of the service, once: name, form, default and meaning. Read from the environment, and nowhere else is the
 * environment read. An empty variable counts as one that is not set.
 */
import { join } from 'node:path'
import Type from 'typebox'
import type { Static, TSchema } from 'typebox'
import Value from 'typebox/value'
import { findProblems } from './config-checks.js'
import type { SettingProblem } from './config-checks.js'
import { ROOT } from './paths.js'

const text = (description: string, more: Record<string, unknown> = {}) =>
  Type.String({ default: '', description, ...more })
const whole = (value: number, description: string, minimum = 0, maximum = Number.MAX_SAFE_INTEGER) =>
  Type.Integer({ default: value, minimum, maximum, description })

export const Settings = Type.Object({
  DATABASE_URL: text(
    'Postgres 15 or newer, `postgres://user:password@host:port/name`; may lead through a pooler in transaction mode. Not set: an embedded server is started.',
    { secret: true, pattern: '^$|^postgres(ql)?://' },
  ),
  DATABASE_CONTROL_URL: text(
    'The same database without a pooler, for leases, notifications and migrations. Not set: DATABASE_URL.',
    { secret: true, pattern: '^$|^postgres(ql)?://' },
  ),
  NATS_URL: text(
    'NATS with JetStream, `nats://user:password@host:port`, several separated by commas. Not set: an embedded server is started.',
    { secret: true, pattern: '^$|^(nats|tls)://' },
  ),
  NATS_SERVER_BIN: text(
    'The nats-server program to embed. Not set: the one of the package, then one on PATH.',
  ),
  NATS_REPLICAS: whole(1, 'Copies of each stream: 1 on one server, 3 in a cluster.', 1, 5),
  STREAM_MAX_BYTES: whole(
    0,
    'Largest size of the stream of raw segments. 0: three eighths of the free disk with embedded servers, at most 37.5 GiB; else 50 GiB.',
  ),
  PARTITIONS: whole(
    64,
    'Partitions of a stream not made yet; 256 for more than 16 fold workers. Raised later with `npm run cli -- partitions`.',
    1,
    1024,
  ),
  HOST: text('Address the public port listens on.', { default: '127.0.0.1' }),
  PORT: whole(8443, 'Public port, HTTPS. When it is not set and 8443 is taken, any free one.', 1, 65535),
  OPS_HOST: text('Address the operations port listens on; keep it from the outside.', {
    default: '127.0.0.1',
  }),
  OPS_PORT: whole(
    8444,
    'Operations port, HTTP: /healthz, /readyz, /metrics. When it is not set and 8444 is taken, any free one.',
    1,
    65535,
  ),
  TLS: Type.Enum(['on', 'proxy'], {
    default: 'on',
    description: '`on`: the public port speaks TLS. `proxy`: a trusted proxy in front does.',
  }),
  TLS_CERT: text(
    'File of the certificate chain, PEM. Not set: `npm start` makes one, with an authority of its own; an api role alone needs it, or `TLS=proxy`.',
  ),
  TLS_KEY: text('File of its private key, PEM.'),
  TLS_MAX: Type.Enum(['TLSv1.2', 'TLSv1.3'], {
    default: 'TLSv1.3',
    description: 'Newest TLS version offered; the oldest is 1.2.',
  }),
  TRUSTED_PROXIES: text(
    'Addresses or networks of proxies whose X-Forwarded headers count, separated by commas.',
  ),
  BASE_URL: text(
    'Where clients reach the API, no slash at the end. Not set: https://localhost and the port.',
    { pattern: '^$|^https://[^/]+$' },
  ),
  AUTH_URL: text('Where clients reach the authorization server. Not set: BASE_URL.', {
    pattern: '^$|^https://[^/]+$',
  }),
  SECRET_KEY: text(
    'Seals signing keys and secrets at rest, 32 characters or more; the same for all processes. Not set with embedded servers: made at the first start.',
    { secret: true, pattern: '^$|^.{32,}$' },
  ),
  DATA_DIR: text('Folder for everything an embedded stack keeps. Not set: `.tripfold` in the clone.'),
  FOLD_WORKERS: whole(
    1,
    'Fold processes that the supervisor starts with; changed while it runs with `npm run cli -- scale fold=N`.',
    0,
    64,
  ),
  FOLD_WORKERS_MAX: whole(
    0,
    'Fold processes to which the supervisor goes by itself while segments wait, and back when they do not; while it may, one is there whatever FOLD_WORKERS says. 0: one for every two processors, at most 4, so that Postgres and NATS keep theirs; the same as FOLD_WORKERS: it never does.',
    0,
    64,
  ),
  FOLD_THREADS: whole(0, 'Threads of each fold process; 0: it thinks in its own.', 0, 64),
  FOLD_MEMORY_BYTES: whole(
    0,
    'Memory a fold process may use for members it holds. 0: a sixteenth of the memory there is, at least 128 MiB and at most 1 GiB.',
  ),
  PUBLISH_DEADLINE_MS: whole(
    10_000,
    'Longest time a request waits for the stream to acknowledge before it is answered 503.',
    100,
    60_000,
  ),
  WRITE_WAIT_MS: whole(
    5_000,
    'Longest time a single write waits until it is folded before it is answered 202.',
    0,
    60_000,
  ),
  RATE_LIMIT_APP: whole(1_200, 'Requests per application and minute; 0: no limit.'),
  RATE_LIMIT_MEMBER: whole(600, 'Requests per member token and minute; 0: no limit.'),
  RATE_LIMIT_SEGMENTS: whole(
    50,
    'Segments per member and second that each node takes in the long run; 0: no limit.',
  ),
  RATE_LIMIT_BURST: whole(
    10_000,
    'Segments of one member that each node takes at once, before that limit holds.',
    1,
  ),
  RATE_LIMIT_TOKEN: whole(60, 'Requests to the token endpoint per client and minute; 0: no limit.'),
  RATE_LIMIT_SIGN_IN: whole(
    10,
    'Wrong passwords per account in 15 minutes, at sign-in and behind a session; 0: no limit.',
  ),
  SMTP_URL: text(
    'Where mail is handed in, `smtp://user:password@host:port`. Not set: each mail becomes a file under mail in DATA_DIR.',
    { secret: true, pattern: '^$|^smtps?://' },
  ),
  MAIL_FROM: text('Sender of mail.', { default: 'Tripfold <no-reply@localhost>' }),
  OPERATOR_EMAIL: text('Where reports about applications go, and where their developers are told to write.', {
    default: 'operator@localhost',
  }),
  LOG_LEVEL: Type.Enum(['debug', 'info', 'warn', 'error', 'silent'], {
    default: 'info',
    description: 'Least level that is logged.',
  }),
  LOG_FILE: text(
    'File the log goes to; warnings then also go to stderr. Not set: stdout, or `tripfold.log` in DATA_DIR under the supervisor with embedded servers.',
  ),
  DEV: Type.Boolean({
    default: false,
    description:
      'For developers: webhooks may go to this machine and to plain HTTP. Not set: so it is while both servers are embedded.',
  }),
})
export type Config = Static<typeof Settings>
export type SettingName = keyof Config

type Environment = Record<string, string | undefined>

/** The configuration cannot be used; the message has a line per fault. The exit code for it is 78 (sysexits: EX_CONFIG). */
export class ConfigError extends Error {
  readonly code = 'bad_config'
  readonly problems: SettingProblem[]
  constructor(faults: SettingProblem[]) {
    super(faults.map((fault) => `${fault.name} ${fault.problem}: ${fault.fix}`).join('\n'))
    this.problems = faults
  }
}
export const EXIT_CONFIG = 78

const TRUE = new Set(['1', 'true', 'yes', 'on'])
const FALSE = new Set(['0', 'false', 'no', 'off'])

/** The configuration that an environment means. Throws a ConfigFault that names every wrong variable. */
export function readConfig(environment: Environment): Config {
  const entries = Object.entries(Settings.properties).map(([name, schema]) => [
    name,
    parse(schema, environment[name]?.trim() ?? ''),
  ])
  const config: unknown = Object.fromEntries(entries)
  const faults = [...Value.Errors(Settings, config)].map((error) => {
    const name = error.instancePath.slice(1)
    return {
      name,
      problem: `is "${displayValue(name, environment[name] ?? '')}"`,
      fix: fixFor(name as SettingName),
    }
  })
  const first = new Map(faults.map((fault) => [fault.name, fault]))
  if (first.size > 0) throw new ConfigError([...first.values()])
  const read = config as Config
  const whole = { ...read, DATA_DIR: read.DATA_DIR === '' ? join(ROOT, '.tripfold') : read.DATA_DIR }
  const unusable = findProblems(whole)
  if (unusable.length > 0) throw new ConfigError(unusable)
  return whole
}

/** The configuration of this process. Throws a ConfigFault. */
export function loadConfig(): Config {
  return readConfig(process.env)
}

/** Whether a variable was given to this process. */
export function isGiven(name: SettingName): boolean {
  return (process.env[name]?.trim() ?? '') !== ''
}

/** The search path for programs. */
export function programPath(): string {
  return process.env['PATH'] ?? ''
}

/** Settings as variables, for a process that shall run with them. */
export function asEnvironment(config: Config): Record<string, string> {
  return Object.fromEntries(Object.entries(config).map(([name, value]) => [name, String(value)]))
}

/** The environment of a child: ours, with the settings put in. */
export function childEnvironment(config: Config): Record<string, string | undefined> {
  return { ...process.env, ...asEnvironment(config) }
}

/** A line per setting with its value, secrets masked. */
export function describeConfig(config: Config): string {
  const width = Math.max(...Object.keys(config).map((name) => name.length))
  return Object.entries(config)
    .map(([name, value]) => `${name.padEnd(width)}  ${displayValue(name, String(value))}`)
    .join('\n')
}

/** What there is to set, for people: name, default, meaning. */
export function settingTable(): Array<{ name: string; usual: string; about: string }> {
  return Object.entries(Settings.properties).map(([name, schema]) => ({
    name,
    usual: String(defaultOf(schema) ?? ''),
    about: descriptionOf(schema),
  }))
}

function parse(schema: TSchema, given: string): unknown {
  if (given === '') return defaultOf(schema)
  if ('type' in schema && schema.type === 'integer') return /^\d+$/.test(given) ? Number(given) : given
  if ('type' in schema && schema.type === 'boolean')
    return TRUE.has(given.toLowerCase()) ? true : FALSE.has(given.toLowerCase()) ? false : given
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

function displayValue(name: string, value: string): string {
  const schema = Settings.properties[name as SettingName] as { secret?: boolean } | undefined
  if (schema?.secret !== true || value === '') return value
  return URL.canParse(value) ? masked(new URL(value)) : '***'
}

function masked(url: URL): string {
  return `${url.protocol}//${url.username === '' ? '' : `${url.username}:***@`}${url.host}${url.pathname}`
}
