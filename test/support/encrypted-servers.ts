/** Real servers that speak TLS, and the files with which to reach them. */
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import { serverFolder } from '../runner/servers/server-folder.js'
import { serverOsAccount } from '../../ops/embedded/os-account.js'
import { startPostgres } from '../../ops/embedded/postgres.js'
import { removeHome, serverHome } from '../../ops/embedded/server-home.js'
import { testAuthority } from './certificates.js'
import type { TestAuthority } from './certificates.js'
import { ownNats } from './servers.js'

export interface TlsFolder {
  authority: TestAuthority
  /** Writes a file that servers and we may read, and nobody else; returns its path. */
  write: (name: string, content: string) => string
  /** Writes a certificate and its key as NAME.crt and NAME.key. */
  issue: (
    name: string,
    options?: { hosts?: string[]; days?: number; by?: TestAuthority },
  ) => Promise<{ cert: string; key: string }>
  /** File of the authority, and of another one that signed nothing. */
  ca: string
  otherCa: string
}

/** A folder with an authority, which the account of embedded servers may enter. */
export async function tlsFolder(t: Test): Promise<TlsFolder> {
  const dir = serverFolder('tripfold-tls-')
  const account = serverOsAccount()
  const folder = join(serverHome(dir, account), 'tls')
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  chmodSync(folder, 0o711)
  t.teardown(() => {
    removeHome(dir)
  })
  const write = (name: string, content: string): string => {
    const file = join(folder, name)
    writeFileSync(file, content, { mode: 0o600 })
    if (account !== null) chownSync(file, account.uid, account.gid)
    return file
  }
  const authority = await testAuthority('authority of a test')
  const other = await testAuthority('another authority')
  return {
    authority,
    write,
    issue: async (name, { hosts, days, by = authority } = {}) => {
      const pair = await by.issue({
        name,
        ...(hosts === undefined ? {} : { hosts }),
        ...(days === undefined ? {} : { days }),
      })
      return { cert: write(`${name}.crt`, pair.cert), key: write(`${name}.key`, pair.key) }
    },
    ca: write('ca.crt', authority.ca),
    otherCa: write('other-ca.crt', other.ca),
  }
}

export const NATS_USER = 'authorization { user: "tripfold", password: "a password" }'

/** A nats-server that accepts TLS alone; its URL has `tls://`. */
export async function tlsNats(
  t: Test,
  folder: TlsFolder,
  options: {
    hosts?: string[]
    days?: number
    /** Whether clients need a certificate of the authority. */
    verify?: boolean
    /** Configuration of users; absent: one with a password, which is in the URL. */
    users?: string
  } = {},
): Promise<{ url: string; port: number }> {
  const { hosts = ['127.0.0.1'], days = 5, verify = false, users } = options
  const { cert, key } = await folder.issue(`nats-${hosts.join('-')}-${days}`, { hosts, days })
  const tls = `tls { cert_file: "${cert}", key_file: "${key}", ca_file: "${folder.ca}", verify: ${verify} }`
  const { port } = await ownNats(t, { authorization: `${users ?? NATS_USER}\n${tls}` })
  const user = users === undefined ? 'tripfold:a%20password@' : ''
  return { url: `tls://${user}127.0.0.1:${port}`, port }
}

/** Which clients Postgres lets in: user, and what it has to present. */
const ACCESS = `
hostssl all encrypted 127.0.0.1/32 scram-sha-256
hostssl all certified 127.0.0.1/32 scram-sha-256 clientcert=verify-full
host all postgres 127.0.0.1/32 scram-sha-256
`

/**
 * A Postgres with TLS: user `postgres` may use it, `encrypted` must, and `certified` needs a certificate with its name.
 * The URL is that of `postgres`.
 */
export async function tlsPostgres(t: Test, folder: TlsFolder): Promise<{ url: string }> {
  const { cert, key } = await folder.issue('postgres-server', { hosts: ['127.0.0.1'] })
  const dir = serverFolder('tripfold-tls-pg-')
  const postgres = await startPostgres({
    dir,
    port: 0,
    settings: {
      fsync: 'off',
      full_page_writes: 'off',
      ssl: 'on',
      ssl_cert_file: cert,
      ssl_key_file: key,
      ssl_ca_file: folder.ca,
      hba_file: folder.write('pg_hba.conf', ACCESS),
    },
  })
  t.teardown(async () => {
    await postgres.stop()
    removeHome(dir)
  })
  return { url: postgres.url }
}
