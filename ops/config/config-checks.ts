/**
 * What is wrong with settings that have the right form: values that cannot be what they are for, and values that do not fit
 * together. Looks at files, and nothing further: servers are asked when they are needed (server-faults.ts, listen-fault.ts).
 */
import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { dirname, resolve } from 'node:path'
import { createSecureContext } from 'node:tls'

/** A value that cannot be used: which variable, and how to mend it. */
export interface SettingProblem {
  name: string
  problem: string
  fix: string
}

export interface CheckedSettings {
  DATABASE_URL: string
  DATABASE_CONTROL_URL: string
  NATS_URL: string
  NATS_SERVER_BIN: string
  STREAM_MAX_BYTES: number
  HOST: string
  PORT: number
  OPS_HOST: string
  OPS_PORT: number
  TLS: string
  TLS_CERT: string
  TLS_KEY: string
  TRUSTED_PROXIES: string
  BASE_URL: string
  AUTH_URL: string
  DATA_DIR: string
  FOLD_WORKERS: number
  FOLD_WORKERS_MAX: number
  FOLD_MEMORY_BYTES: number
  SMTP_URL: string
  MAIL_FROM: string
  OPERATOR_EMAIL: string
  LOG_FILE: string
}

const MIB = 2 ** 20
/** A message takes up to 1.5 MiB (workers/stream/setup.ts), and from four fifths on the oldest make room. */
const MIN_STREAM_BYTES = 4 * MIB
/** A member with a long history takes some of them. */
const MIN_MEMORY_BYTES = 16 * MIB
const HOST_NAME = /^(?!-)[A-Za-z0-9-]{1,63}(?<!-)(\.(?!-)[A-Za-z0-9-]{1,63}(?<!-))*\.?$/
const ADDRESS = /^[^\s@<>,;]+@[^\s@<>,;]+$/
const ANY_ADDRESS = new Set(['0.0.0.0', '::'])
/** Names that stand for networks (proxy-addr). */
const NETWORKS = new Set(['loopback', 'linklocal', 'uniquelocal'])

/** Every fault there is, one at most of each variable. */
export function findProblems(config: CheckedSettings): SettingProblem[] {
  const faults = [
    ...addressProblems(config),
    ...urlProblems(config),
    ...mailProblems(config),
    ...sizeProblems(config),
    ...fileProblems(config),
    ...combinationProblems(config),
  ]
  return [...new Map(faults.toReversed().map((fault) => [fault.name, fault])).values()].toReversed()
}

function* addressProblems(config: CheckedSettings): Generator<SettingProblem> {
  for (const name of ['HOST', 'OPS_HOST'] as const) {
    const host = config[name]
    if (isIP(host) === 0 && !HOST_NAME.test(host))
      yield {
        name,
        problem: `is "${host}"`,
        fix: 'use an address of this machine or a name of it, such as 127.0.0.1',
      }
  }
  const odd = config.TRUSTED_PROXIES.split(',')
    .map((text) => text.trim())
    .find((text) => text !== '' && !isNetwork(text))
  if (odd !== undefined)
    yield {
      name: 'TRUSTED_PROXIES',
      problem: `has "${odd}"`,
      fix: 'use addresses or networks, such as 10.0.0.7 or 10.0.0.0/8, separated by commas',
    }
}

function isNetwork(text: string): boolean {
  const [address = '', size, ...more] = text.split('/')
  const version = isIP(address)
  if (size === undefined) return version > 0 || NETWORKS.has(text)
  if (version === 0 || more.length > 0) return false
  return /^\d{1,3}$/.test(size)
    ? Number(size) > 0 && Number(size) <= (version === 4 ? 32 : 128)
    : version === 4 && isIP(size) === 4
}

function* urlProblems(config: CheckedSettings): Generator<SettingProblem> {
  for (const name of ['DATABASE_URL', 'DATABASE_CONTROL_URL'] as const) {
    // A socket's folder may stand in place of the host.
    if (config[name] !== '' && hostOf(config[name]) === '' && !/[?&]host=./.test(config[name]))
      yield { name, problem: 'names no host', fix: 'use postgres://user:password@host:port/name' }
  }
  const servers = config.NATS_URL.split(',').map((text) => text.trim())
  if (
    config.NATS_URL !== '' &&
    servers.some((server) => !/^(nats|tls):\/\//.test(server) || hostOf(server) === '')
  ) {
    yield {
      name: 'NATS_URL',
      problem: 'has a server without a host',
      fix: 'use nats://user:password@host:port, each of several in full, separated by commas',
    }
  }
  for (const name of ['BASE_URL', 'AUTH_URL'] as const) {
    if (config[name] !== '' && (/[\s?#@]/.test(config[name]) || hostOf(config[name]) === ''))
      yield {
        name,
        problem: `is "${config[name]}"`,
        fix: 'use https://host or https://host:port and nothing behind it',
      }
  }
  if (config.SMTP_URL !== '' && hostOf(config.SMTP_URL) === '')
    yield { name: 'SMTP_URL', problem: 'names no host', fix: 'use smtp://user:password@host:port' }
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : ''
}

function* mailProblems(config: CheckedSettings): Generator<SettingProblem> {
  const [, inside] = /^[^<>]*<([^<>]+)>$/.exec(config.MAIL_FROM) ?? []
  if (!ADDRESS.test(inside ?? config.MAIL_FROM))
    yield {
      name: 'MAIL_FROM',
      problem: `is "${config.MAIL_FROM}"`,
      fix: 'use an address, such as Tripfold <no-reply@example.com>',
    }
  if (!ADDRESS.test(config.OPERATOR_EMAIL))
    yield {
      name: 'OPERATOR_EMAIL',
      problem: `is "${config.OPERATOR_EMAIL}"`,
      fix: 'use an address, such as operator@example.com',
    }
}

function* sizeProblems(config: CheckedSettings): Generator<SettingProblem> {
  for (const [name, least] of [
    ['STREAM_MAX_BYTES', MIN_STREAM_BYTES],
    ['FOLD_MEMORY_BYTES', MIN_MEMORY_BYTES],
  ] as const) {
    if (config[name] > 0 && config[name] < least)
      yield {
        name,
        problem: `is ${config[name]}, which is too little to work with`,
        fix: `use 0, or ${least} (${least / MIB} MiB) or more`,
      }
  }
}

function* fileProblems(config: CheckedSettings): Generator<SettingProblem> {
  for (const name of ['TLS_CERT', 'TLS_KEY', 'NATS_SERVER_BIN'] as const) {
    const file = config[name]
    if (file === '') continue
    const problem = whyUnreadable(file, name === 'NATS_SERVER_BIN' ? constants.X_OK : constants.R_OK)
    if (problem !== null)
      yield { name, problem: `names ${file}, which ${problem}`, fix: 'name a file that is there' }
  }
  yield* certificateProblems(config)
  const { DATA_DIR: dir, LOG_FILE: log } = config
  if (exists(dir) && !isFolder(dir))
    yield {
      name: 'DATA_DIR',
      problem: `is ${dir}, which is no folder`,
      fix: 'name a folder; it is made when it is not there',
    }
  if (log === '') return
  const mend = 'name a file in a folder that is there'
  if (isFolder(log)) yield { name: 'LOG_FILE', problem: `is ${log}, which is a folder`, fix: mend }
  // The data folder is made before the log.
  else if (!isFolder(dirname(log)) && (exists(dir) || resolve(dirname(log)) !== resolve(dir)))
    yield { name: 'LOG_FILE', problem: `is ${log}, in a folder that is not there`, fix: mend }
  else if (isFolder(dirname(log)) && !hasAccess(exists(log) ? log : dirname(log), constants.W_OK))
    yield { name: 'LOG_FILE', problem: `is ${log}, which this user may not write`, fix: mend }
}

function* certificateProblems({ TLS_CERT: cert, TLS_KEY: key }: CheckedSettings): Generator<SettingProblem> {
  if ([cert, key].some((file) => file === '' || whyUnreadable(file, constants.R_OK) !== null)) return
  const held = { cert: readFileSync(cert), key: readFileSync(key) }
  if (!isUsable({ cert: held.cert }))
    yield {
      name: 'TLS_CERT',
      problem: `names ${cert}, which has no certificate`,
      fix: 'name the file of the certificate chain, PEM',
    }
  else if (!isUsable({ key: held.key }))
    yield {
      name: 'TLS_KEY',
      problem: `names ${key}, which has no private key that can be read`,
      fix: 'name the file of the private key, PEM, without a passphrase',
    }
  else if (!isUsable(held))
    yield {
      name: 'TLS_KEY',
      problem: `names ${key}, which is not the key of the certificate in TLS_CERT`,
      fix: 'name the two files that belong together',
    }
}

function isUsable(held: { cert?: Buffer; key?: Buffer }): boolean {
  try {
    createSecureContext(held)
    return true
  } catch {
    return false
  }
}

function* combinationProblems(config: CheckedSettings): Generator<SettingProblem> {
  if ((config.TLS_CERT === '') !== (config.TLS_KEY === '')) {
    yield {
      name: config.TLS_CERT === '' ? 'TLS_CERT' : 'TLS_KEY',
      problem: 'is not set',
      fix: 'set TLS_CERT and TLS_KEY together, or neither',
    }
  }
  if (config.TLS === 'proxy' && config.TRUSTED_PROXIES === '')
    yield {
      name: 'TRUSTED_PROXIES',
      problem: 'is not set',
      fix: 'with TLS=proxy, name the addresses of the proxy',
    }
  if (
    config.PORT === config.OPS_PORT &&
    (config.HOST === config.OPS_HOST || ANY_ADDRESS.has(config.HOST) || ANY_ADDRESS.has(config.OPS_HOST))
  ) {
    yield { name: 'OPS_PORT', problem: `is ${config.OPS_PORT}, as PORT is`, fix: 'use two different ports' }
  }
  if (config.FOLD_WORKERS_MAX > 0 && config.FOLD_WORKERS > config.FOLD_WORKERS_MAX) {
    yield {
      name: 'FOLD_WORKERS_MAX',
      problem: `is ${config.FOLD_WORKERS_MAX}, less than FOLD_WORKERS, ${config.FOLD_WORKERS}`,
      fix: 'use as many at least, or 0',
    }
  }
}

/** Why the file cannot be used; null when it can. */
function whyUnreadable(file: string, how: number): string | null {
  if (!exists(file)) return 'does not exist'
  if (isFolder(file)) return 'is a folder'
  return hasAccess(file, how) ? null : how === constants.X_OK ? 'is no program' : 'this user may not read'
}

function exists(file: string): boolean {
  return hasAccess(file, constants.F_OK)
}

function isFolder(file: string): boolean {
  return exists(file) && statSync(file).isDirectory()
}

function hasAccess(file: string, how: number): boolean {
  try {
    accessSync(file, how)
    return true
  } catch {
    return false
  }
}
