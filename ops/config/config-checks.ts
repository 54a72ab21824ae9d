/**
 * Checks of settings that have the right type: values that cannot work, and values that contradict each
 * other. Looks at files only; servers and ports are tried when they are needed (server-errors.ts,
 * listen-errors.ts).
 */
import { constants, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { dirname, resolve } from 'node:path'
import { createSecureContext } from 'node:tls'
import {
  EXISTING,
  exists,
  hasAccess,
  isDirectory,
  isUsable,
  whyNotExecutable,
  whyUnreadable,
} from './checks/file-access.js'
import type { Finding } from './checks/setting-problem.js'
import { halfPairs, transportProblems } from './checks/transport-checks.js'
import type { Config } from './settings.js'

const MIB = 2 ** 20
/**
 * A message takes up to 1.5 MiB (workers/stream/setup.ts), and trimming begins at four fifths of the size.
 */
const MIN_STREAM_BYTES = 4 * MIB
/** Longer than any message waits in the streams, or as a dead letter: the batches of a repeated one must be known. */
const MIN_RAW_BATCH_DAYS = 32
/** A member with a long history takes some MiB. */
const MIN_MEMORY_BYTES = 16 * MIB
const HOST_NAME = /^(?!-)[A-Za-z0-9-]{1,63}(?<!-)(\.(?!-)[A-Za-z0-9-]{1,63}(?<!-))*\.?$/
const ADDRESS = /^[^\s@<>,;]+@[^\s@<>,;]+$/
const ANY_ADDRESS = new Set(['0.0.0.0', '::'])
/** Names that proxy-addr accepts for networks. */
const NETWORK_NAMES = new Set(['loopback', 'linklocal', 'uniquelocal'])

/** All problems, at most one for each variable. */
export function findProblems(config: Config): Finding[] {
  const problems = [
    ...addressProblems(config),
    ...urlProblems(config),
    ...transportProblems(config),
    ...mailProblems(config),
    ...sizeProblems(config),
    ...fileProblems(config),
    ...combinationProblems(config),
  ]
  const firstOfEach = new Map<string, Finding>()
  for (const problem of problems) if (!firstOfEach.has(problem[0])) firstOfEach.set(problem[0], problem)
  return [...firstOfEach.values()]
}

function* addressProblems(config: Config): Generator<Finding> {
  for (const name of ['HOST', 'OPS_HOST'] as const) {
    const host = config[name]
    if (isIP(host) === 0 && !HOST_NAME.test(host))
      yield [name, `is "${host}"`, 'use an address or a host name of this machine, such as 127.0.0.1']
  }
  const invalid = config.TRUSTED_PROXIES.split(',')
    .map((text) => text.trim())
    .find((text) => text !== '' && !isNetwork(text))
  if (invalid !== undefined)
    yield [
      'TRUSTED_PROXIES',
      `contains "${invalid}"`,
      'use addresses or networks, such as 10.0.0.7 or 10.0.0.0/8, separated by commas',
    ]
}

function isNetwork(text: string): boolean {
  const [address = '', size, ...more] = text.split('/')
  const version = isIP(address)
  if (size === undefined) return version > 0 || NETWORK_NAMES.has(text)
  if (version === 0 || more.length > 0) return false
  return /^\d{1,3}$/.test(size)
    ? Number(size) > 0 && Number(size) <= (version === 4 ? 32 : 128)
    : version === 4 && isIP(size) === 4
}

function* urlProblems(config: Config): Generator<Finding> {
  for (const name of ['DATABASE_URL', 'DATABASE_CONTROL_URL'] as const) {
    // The directory of a Unix socket may replace the host.
    if (config[name] !== '' && hostOf(config[name]) === '' && !/[?&]host=./.test(config[name]))
      yield [name, 'contains no host', 'use postgres://user:password@host:port/name']
  }
  const servers = config.NATS_URL.split(',').map((text) => text.trim())
  if (config.NATS_URL !== '' && !servers.every(isNatsServer))
    yield [
      'NATS_URL',
      'contains a server without a host',
      'use nats://user:password@host:port; write every server in full, separated by commas',
    ]
  for (const name of ['BASE_URL', 'AUTH_URL'] as const) {
    if (config[name] !== '' && (/[\s?#@]/.test(config[name]) || hostOf(config[name]) === ''))
      yield [name, `is "${config[name]}"`, 'use https://host or https://host:port without a path']
  }
  if (config.SMTP_URL !== '' && hostOf(config.SMTP_URL) === '')
    yield ['SMTP_URL', 'contains no host', 'use smtp://user:password@host:port']
}

function isNatsServer(url: string): boolean {
  return /^(nats|tls):\/\//.test(url) && hostOf(url) !== ''
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : ''
}

function* mailProblems(config: Config): Generator<Finding> {
  const [, addressInBrackets] = /^[^<>]*<([^<>]+)>$/.exec(config.MAIL_FROM) ?? []
  if (!ADDRESS.test(addressInBrackets ?? config.MAIL_FROM))
    yield ['MAIL_FROM', `is "${config.MAIL_FROM}"`, 'use an address, such as Tripfold <no-reply@example.com>']
  if (!ADDRESS.test(config.OPERATOR_EMAIL))
    yield ['OPERATOR_EMAIL', `is "${config.OPERATOR_EMAIL}"`, 'use an address, such as operator@example.com']
}

function* sizeProblems(config: Config): Generator<Finding> {
  for (const [name, minimum] of [
    ['STREAM_MAX_BYTES', MIN_STREAM_BYTES],
    ['FOLD_MEMORY_BYTES', MIN_MEMORY_BYTES],
  ] as const) {
    if (config[name] > 0 && config[name] < minimum)
      yield [
        name,
        `is ${config[name]}, which is too small`,
        `use 0, or ${minimum} (${minimum / MIB} MiB) or more`,
      ]
  }
  const days = config.KEEP_RAW_BATCH_DAYS
  if (days > 0 && days < MIN_RAW_BATCH_DAYS)
    yield [
      'KEEP_RAW_BATCH_DAYS',
      `is ${days}, which is too small`,
      `use 0 (for ever), or ${MIN_RAW_BATCH_DAYS} or more`,
    ]
}

function* fileProblems(config: Config): Generator<Finding> {
  for (const name of ['TLS_CERT', 'TLS_KEY', 'NATS_SERVER_BIN'] as const) {
    const file = config[name]
    if (file === '') continue
    const reason = name === 'NATS_SERVER_BIN' ? whyNotExecutable(file) : whyUnreadable(file)
    if (reason !== null) yield [name, `is ${file}, which ${reason}`, EXISTING]
  }
  yield* certificateProblems(config)
  const { DATA_DIR: dir } = config
  if (exists(dir) && !isDirectory(dir))
    yield [
      'DATA_DIR',
      `is ${dir}, which is not a directory`,
      'give the path of a directory; it is created if it does not exist',
    ]
  const reason = whyNotLoggable(config)
  if (reason !== null)
    yield ['LOG_FILE', `is ${config.LOG_FILE}, ${reason}`, 'give the path of a file in an existing directory']
}

function whyNotLoggable({ LOG_FILE: file, DATA_DIR: dir }: Config): string | null {
  if (file === '') return null
  if (isDirectory(file)) return 'which is a directory'
  const parent = dirname(file)
  if (isDirectory(parent))
    return hasAccess(exists(file) ? file : parent, constants.W_OK) ? null : 'which this user may not write'
  // The data directory is created before the log.
  const isCreatedLater = !exists(dir) && resolve(parent) === resolve(dir)
  return isCreatedLater ? null : 'in a directory that does not exist'
}

function* certificateProblems({ TLS_CERT: cert, TLS_KEY: key }: Config): Generator<Finding> {
  if ([cert, key].some((file) => file === '' || whyUnreadable(file) !== null)) return
  const pair = { cert: readFileSync(cert), key: readFileSync(key) }
  if (!isUsable(() => createSecureContext({ cert: pair.cert })))
    yield [
      'TLS_CERT',
      `is ${cert}, which contains no certificate`,
      'give the file with the certificate chain, PEM',
    ]
  else if (!isUsable(() => createSecureContext({ key: pair.key })))
    yield [
      'TLS_KEY',
      `is ${key}, which contains no readable private key`,
      'give the file with the private key, PEM, without a passphrase',
    ]
  else if (!isUsable(() => createSecureContext(pair)))
    yield [
      'TLS_KEY',
      `is ${key}, which is not the key of the certificate in TLS_CERT`,
      'give the two files that belong together',
    ]
}

function* combinationProblems(config: Config): Generator<Finding> {
  yield* halfPairs(config, 'TLS_CERT', 'TLS_KEY')
  if (config.TLS === 'proxy' && config.TRUSTED_PROXIES === '')
    yield ['TRUSTED_PROXIES', 'is not set', 'with TLS=proxy, list the addresses of the proxy']
  if (config.PORT === config.OPS_PORT && sharesAddress(config.HOST, config.OPS_HOST))
    yield ['OPS_PORT', `is ${config.OPS_PORT}, the same as PORT`, 'use two different ports']
  if (config.FOLD_WORKERS_MAX > 0 && config.FOLD_WORKERS > config.FOLD_WORKERS_MAX) {
    yield [
      'FOLD_WORKERS_MAX',
      `is ${config.FOLD_WORKERS_MAX}, less than FOLD_WORKERS, which is ${config.FOLD_WORKERS}`,
      'use at least the same number, or 0',
    ]
  }
}

function sharesAddress(host: string, other: string): boolean {
  return host === other || ANY_ADDRESS.has(host) || ANY_ADDRESS.has(other)
}
