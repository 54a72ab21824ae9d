/** Checks of the settings for TLS and credentials between our processes and the servers they use. */
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { SSL_MODES } from '../../../db/pg/ssl-mode.js'
import { fileAuthenticator } from '../../../workers/stream/connection/stream-security.js'
import type { SettingProblem } from './setting-problem.js'
import { whyUnreadable } from './file-access.js'

export interface TransportSettings {
  DATABASE_URL: string
  DATABASE_CONTROL_URL: string
  NATS_URL: string
  NATS_CA: string
  NATS_CERT: string
  NATS_KEY: string
  NATS_CREDS: string
  NATS_NKEY: string
  SMTP_URL: string
  SMTP_TLS: string
  SMTP_CA: string
}

const FILES = ['NATS_CA', 'NATS_CERT', 'NATS_KEY', 'NATS_CREDS', 'NATS_NKEY', 'SMTP_CA'] as const
const SSL_FILES = ['sslrootcert', 'sslcert', 'sslkey'] as const
const EXISTING = 'give the path of an existing file'

/** All problems; the first one of each variable is the one to report. */
export function* transportProblems(config: TransportSettings): Generator<SettingProblem> {
  for (const name of FILES) {
    const reason = config[name] === '' ? null : whyUnreadable(config[name])
    if (reason !== null) yield { name, problem: `is ${config[name]}, which ${reason}`, fix: EXISTING }
  }
  for (const name of ['DATABASE_URL', 'DATABASE_CONTROL_URL'] as const)
    if (URL.canParse(config[name])) yield* postgresProblems(name, new URL(config[name]).searchParams)
  yield* natsProblems(config)
  yield* credentialProblems(config)
  for (const name of ['NATS_CA', 'NATS_CERT', 'SMTP_CA'] as const) yield* certificateProblems(config, name)
  yield* mailProblems(config)
}

function* postgresProblems(name: string, given: URLSearchParams): Generator<SettingProblem> {
  const mode = given.get('sslmode')
  if (mode !== null && !SSL_MODES.some((known) => known === mode))
    yield { name, problem: `asks for sslmode=${mode}`, fix: `use one of ${SSL_MODES.join(', ')}` }
  for (const parameter of SSL_FILES) {
    const file = given.get(parameter)
    if (file === null) continue
    const reason = whyUnreadable(file)
    if (reason !== null)
      yield { name, problem: `names ${file} as ${parameter}, which ${reason}`, fix: EXISTING }
    if (mode === null || mode === 'disable')
      yield { name, problem: `contains ${parameter} but asks for no TLS`, fix: 'add sslmode=verify-full' }
  }
  if (given.has('sslcert') !== given.has('sslkey'))
    yield { name, problem: 'contains only one of sslcert and sslkey', fix: 'give both, or neither' }
  if (mode === 'verify-ca' && !given.has('sslrootcert'))
    yield {
      name,
      problem: 'asks for sslmode=verify-ca without sslrootcert',
      fix: 'add sslrootcert with the authority of the server, or use sslmode=verify-full',
    }
}

function* natsProblems(config: TransportSettings): Generator<SettingProblem> {
  const servers = config.NATS_URL.split(',').map((text) => text.trim())
  const secured = servers.filter((url) => url.startsWith('tls://')).length
  if (secured > 0 && secured < servers.length)
    yield {
      name: 'NATS_URL',
      problem: 'contains servers with tls:// and others without',
      fix: 'write tls:// before every server: one in plain text would undo the others',
    }
  for (const name of ['NATS_CA', 'NATS_CERT', 'NATS_KEY'] as const) {
    if (config[name] !== '' && secured === 0)
      yield {
        name,
        problem: 'is set, but NATS_URL does not ask for TLS',
        fix: 'write tls:// before every server in NATS_URL',
      }
  }
  if ((config.NATS_CERT === '') !== (config.NATS_KEY === ''))
    yield {
      name: config.NATS_CERT === '' ? 'NATS_CERT' : 'NATS_KEY',
      problem: 'is not set',
      fix: 'set both NATS_CERT and NATS_KEY, or neither',
    }
}

function* credentialProblems(config: TransportSettings): Generator<SettingProblem> {
  const { NATS_URL: url, NATS_CREDS: credsFile, NATS_NKEY: nkeyFile } = config
  if (credsFile !== '' && nkeyFile !== '')
    yield { name: 'NATS_NKEY', problem: 'is set, and so is NATS_CREDS', fix: 'set only one of them' }
  for (const [name, file] of [
    ['NATS_CREDS', credsFile],
    ['NATS_NKEY', nkeyFile],
  ] as const) {
    if (file === '' || whyUnreadable(file) !== null) continue
    if (url === '') yield { name, problem: 'is set, but NATS_URL is not', fix: 'set NATS_URL, or unset it' }
    if (url.includes('@'))
      yield {
        name,
        problem: 'is set, but NATS_URL contains a user too',
        fix: 'take the user out of NATS_URL, or unset it',
      }
    if (!isUsable(() => fileAuthenticator(name === 'NATS_CREDS' ? { credsFile } : { nkeyFile })))
      yield {
        name,
        problem: `is ${file}, which contains no ${name === 'NATS_CREDS' ? 'credentials' : 'nkey seed of a user'}`,
        fix:
          name === 'NATS_CREDS'
            ? 'give the credentials file of a user, as `nsc generate creds` writes it'
            : 'give the file with the seed of a user; it begins with SU',
      }
  }
}

function* certificateProblems(
  config: TransportSettings,
  name: 'NATS_CA' | 'NATS_CERT' | 'SMTP_CA',
): Generator<SettingProblem> {
  const file = config[name]
  if (file === '' || whyUnreadable(file) !== null) return
  if (!isUsable(() => new X509Certificate(readFileSync(file))))
    yield {
      name,
      problem: `is ${file}, which contains no certificate`,
      fix: 'give a file with certificates, PEM',
    }
  const { NATS_KEY: key } = config
  if (name !== 'NATS_CERT' || key === '' || whyUnreadable(key) !== null) return
  if (!isUsable(() => createSecureContext({ cert: readFileSync(file), key: readFileSync(key) })))
    yield {
      name: 'NATS_KEY',
      problem: `is ${key}, which is not the key of the certificate in NATS_CERT`,
      fix: 'give the two files that belong together, the key without a passphrase',
    }
}

/** Options of the mail client that a URL may contain, and that would undo SMTP_TLS. */
const TLS_OPTION = /[?&](requireTLS|ignoreTLS|opportunisticTLS|tls\.[^=&]+)=/i

function* mailProblems({ SMTP_URL, SMTP_TLS, SMTP_CA }: TransportSettings): Generator<SettingProblem> {
  const [, option] = TLS_OPTION.exec(SMTP_URL) ?? []
  if (option !== undefined)
    yield { name: 'SMTP_URL', problem: `contains ${option}`, fix: 'use SMTP_TLS and SMTP_CA instead' }
  for (const [name, isGiven] of [
    ['SMTP_TLS', SMTP_TLS === 'required'],
    ['SMTP_CA', SMTP_CA !== ''],
  ] as const) {
    if (isGiven && SMTP_URL === '')
      yield { name, problem: 'is set, but SMTP_URL is not', fix: 'set SMTP_URL, or unset it' }
  }
}

function isUsable(use: () => unknown): boolean {
  try {
    use()
    return true
  } catch {
    return false
  }
}
