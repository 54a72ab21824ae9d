/** Checks of the settings for TLS and credentials between our processes and the servers they use. */
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { SSL_MODES } from '../../../db/pg/ssl-mode.js'
import { fileAuthenticator } from '../../../workers/stream/connection/stream-security.js'
import type { Config } from '../settings.js'
import { EXISTING, isUsable, whyUnreadable } from './file-access.js'
import type { Finding } from './setting-problem.js'

const FILES = ['NATS_CA', 'NATS_CERT', 'NATS_KEY', 'NATS_CREDS', 'NATS_NKEY', 'SMTP_CA'] as const
const SSL_FILES = ['sslrootcert', 'sslcert', 'sslkey'] as const

/** All problems; the first one of each variable is the one to report. */
export function* transportProblems(config: Config): Generator<Finding> {
  for (const name of FILES) {
    const reason = config[name] === '' ? null : whyUnreadable(config[name])
    if (reason !== null) yield [name, `is ${config[name]}, which ${reason}`, EXISTING]
  }
  for (const name of ['DATABASE_URL', 'DATABASE_CONTROL_URL'] as const)
    if (URL.canParse(config[name])) yield* postgresProblems(name, new URL(config[name]).searchParams)
  yield* natsProblems(config)
  yield* credentialProblems(config)
  for (const name of ['NATS_CA', 'NATS_CERT', 'SMTP_CA'] as const) yield* certificateProblems(config, name)
  yield* mailProblems(config)
}

function* postgresProblems(name: string, given: URLSearchParams): Generator<Finding> {
  const mode = given.get('sslmode')
  if (mode !== null && !SSL_MODES.some((known) => known === mode))
    yield [name, `asks for sslmode=${mode}`, `use one of ${SSL_MODES.join(', ')}`]
  for (const parameter of SSL_FILES) {
    const file = given.get(parameter)
    if (file === null) continue
    const reason = whyUnreadable(file)
    if (reason !== null) yield [name, `names ${file} as ${parameter}, which ${reason}`, EXISTING]
    if (mode === null || mode === 'disable')
      yield [name, `contains ${parameter} but asks for no TLS`, 'add sslmode=verify-full']
  }
  if (given.has('sslcert') !== given.has('sslkey'))
    yield [name, 'contains only one of sslcert and sslkey', 'give both, or neither']
  if (mode === 'verify-ca' && !given.has('sslrootcert'))
    yield [
      name,
      'asks for sslmode=verify-ca without sslrootcert',
      'add sslrootcert with the authority of the server, or use sslmode=verify-full',
    ]
}

function* natsProblems(config: Config): Generator<Finding> {
  const servers = config.NATS_URL.split(',').map((text) => text.trim())
  const secured = servers.filter((url) => url.startsWith('tls://')).length
  if (secured > 0 && secured < servers.length)
    yield [
      'NATS_URL',
      'contains servers with tls:// and others without',
      'write tls:// before every server: one in plain text would undo the others',
    ]
  for (const name of ['NATS_CA', 'NATS_CERT', 'NATS_KEY'] as const)
    if (config[name] !== '' && secured === 0)
      yield [
        name,
        'is set, but NATS_URL does not ask for TLS',
        'write tls:// before every server in NATS_URL',
      ]
  yield* halfPairs(config, 'NATS_CERT', 'NATS_KEY')
}

/** A certificate without its key, or the other way round. */
export function* halfPairs<N extends keyof Config>(config: Config, cert: N, key: N): Generator<Finding> {
  if ((config[cert] === '') !== (config[key] === ''))
    yield [config[cert] === '' ? cert : key, 'is not set', `set both ${cert} and ${key}, or neither`]
}

const CREDENTIALS = {
  NATS_CREDS: {
    what: 'credentials',
    fix: 'give the credentials file of a user, as `nsc generate creds` writes it',
    read: (credsFile: string) => fileAuthenticator({ credsFile }),
  },
  NATS_NKEY: {
    what: 'nkey seed of a user',
    fix: 'give the file with the seed of a user; it begins with SU',
    read: (nkeyFile: string) => fileAuthenticator({ nkeyFile }),
  },
}

function* credentialProblems(config: Config): Generator<Finding> {
  if (config.NATS_CREDS !== '' && config.NATS_NKEY !== '')
    yield ['NATS_NKEY', 'is set, and so is NATS_CREDS', 'set only one of them']
  for (const name of ['NATS_CREDS', 'NATS_NKEY'] as const) {
    const file = config[name]
    if (file === '' || whyUnreadable(file) !== null) continue
    if (config.NATS_URL === '') yield [name, 'is set, but NATS_URL is not', 'set NATS_URL, or unset it']
    if (config.NATS_URL.includes('@'))
      yield [name, 'is set, but NATS_URL contains a user too', 'take the user out of NATS_URL, or unset it']
    const { what, fix, read } = CREDENTIALS[name]
    if (!isUsable(() => read(file))) yield [name, `is ${file}, which contains no ${what}`, fix]
  }
}

function* certificateProblems(config: Config, name: 'NATS_CA' | 'NATS_CERT' | 'SMTP_CA'): Generator<Finding> {
  const file = config[name]
  if (file === '' || whyUnreadable(file) !== null) return
  if (!isUsable(() => new X509Certificate(readFileSync(file))))
    yield [name, `is ${file}, which contains no certificate`, 'give a file with certificates, PEM']
  const { NATS_KEY: key } = config
  if (name !== 'NATS_CERT' || key === '' || whyUnreadable(key) !== null) return
  if (!isUsable(() => createSecureContext({ cert: readFileSync(file), key: readFileSync(key) })))
    yield [
      'NATS_KEY',
      `is ${key}, which is not the key of the certificate in NATS_CERT`,
      'give the two files that belong together, the key without a passphrase',
    ]
}

/** Options of the mail client that a URL may contain, and that would undo SMTP_TLS. */
const TLS_OPTION = /[?&](requireTLS|ignoreTLS|opportunisticTLS|tls\.[^=&]+)=/i

function* mailProblems({ SMTP_URL, SMTP_TLS, SMTP_CA }: Config): Generator<Finding> {
  const [, option] = TLS_OPTION.exec(SMTP_URL) ?? []
  if (option !== undefined) yield ['SMTP_URL', `contains ${option}`, 'use SMTP_TLS and SMTP_CA instead']
  const given = { SMTP_TLS: SMTP_TLS === 'required', SMTP_CA: SMTP_CA !== '' }
  for (const [name, isGiven] of Object.entries(given))
    if (isGiven && SMTP_URL === '') yield [name, 'is set, but SMTP_URL is not', 'set SMTP_URL, or unset it']
}
