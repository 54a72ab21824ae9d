import { createHmac, hash, pbkdf2Sync, randomBytes } from 'node:crypto'
import pg from 'pg'
import { startNats } from '../../../ops/embedded/nats.js'
import { natsBinary } from '../../../ops/embedded/nats-binary.js'
import { startPostgres } from '../../../ops/embedded/postgres.js'
import { removeHome } from '../../../ops/embedded/server-home.js'
import { serverFolder } from './server-folder.js'
import { makeTemplate } from './template.js'

/** The servers that all test files of a run share, as environment variables for the test processes. */
export interface TestServers {
  environment: Record<string, string>
  stop: () => Promise<void>
}

/** Accounts of the shared nats-server: each test that needs streams takes one, and sees no other's. */
export const NATS_ACCOUNTS = 1_800

const MAX_CONNECTIONS = '400'
/** Only bounds what the streams of all tests reserve together; they fill little of it, whatever the disk has. */
const STREAM_STORE_BYTES = 256 * 2 ** 30

/**
 * Starts one Postgres, the oldest that the service works with, with the template database, and one nats-server with an
 * account for each test that wants one. Tests that start the whole product run the packaged Postgres.
 */
export async function startTestServers(): Promise<TestServers> {
  const dir = serverFolder('tripfold-test-')
  const [postgres, nats] = await Promise.all([
    startPostgres({
      dir,
      port: 0,
      which: 'oldest',
      settings: { fsync: 'off', full_page_writes: 'off', max_connections: MAX_CONNECTIONS },
    }),
    startNats({
      dir,
      port: 0,
      maxStore: STREAM_STORE_BYTES,
      binary: natsBinary(process.env['NATS_SERVER_BIN'], process.env['PATH']),
      authorization: `accounts {\n${accounts(NATS_ACCOUNTS)}\n}`,
    }),
  ])
  const stop = async (): Promise<void> => {
    await Promise.all([postgres.stop(), nats.stop()])
    removeHome(dir)
  }
  try {
    await makeLoginsCheap(postgres.url)
    await makeTemplate(postgres.url)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    environment: { TRIPFOLD_TEST_PG: postgres.url, TRIPFOLD_TEST_NATS: `127.0.0.1:${nats.port}` },
    stop,
  }
}

/** A test run opens thousands of connections, and thousands of hashes for each are a tenth of its time. */
async function makeLoginsCheap(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const verifier = scramVerifier(decodeURIComponent(new URL(url).password))
    await client.query(`alter role current_user password ${pg.escapeLiteral(verifier)}`)
  } finally {
    await client.end()
  }
}

/** What Postgres stores of a password (pg_authid, RFC 5803), here hashed only once. */
function scramVerifier(password: string): string {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, 1, 32, 'sha256')
  const key = (name: string): Buffer => createHmac('sha256', salted).update(name).digest()
  const stored = hash('sha256', key('Client Key'), 'base64')
  return `SCRAM-SHA-256$1:${salt.toString('base64')}$${stored}:${key('Server Key').toString('base64')}`
}

function accounts(count: number): string {
  const account = (n: number): string =>
    `  T${n} { jetstream: enabled, users: [{ user: "t${n}", password: "t${n}" }] }`
  return Array.from({ length: count }, (_, n) => account(n)).join('\n')
}
