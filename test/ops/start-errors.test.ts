/** Starts that cannot succeed for what is set: they name the variable and the mend, and end with 78. */
import { spawn } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { natsBinary } from '../../ops/embedded/nats-binary.js'
import { freePort } from '../../ops/embedded/free-port.js'
import { ROOT } from '../../ops/config/paths.js'
import { testDatabase, testNats } from '../support/servers.js'

t.setTimeout(400_000)

interface Ended {
  code: number | null
  said: string
}

const start = async (given: Record<string, string>, args: string[]): Promise<Ended> => {
  const environment = {
    ...process.env,
    DATABASE_CONTROL_URL: '',
    OPS_PORT: '',
    TLS: 'proxy',
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'error',
    STREAM_MAX_BYTES: String(64 * 2 ** 20),
    ...given,
  }
  const child = spawn(process.execPath, ['--import', 'tsx', 'ops/start.ts', ...args], {
    cwd: ROOT,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  return await new Promise((resolve) =>
    child.once('close', (code) => {
      resolve({ code, said })
    }),
  )
}

t.test('a role alone says which server, address, port or secret it cannot work with', async (t) => {
  const servers = {
    DATABASE_URL: await testDatabase(t),
    NATS_URL: (await testNats(t)).url,
    PORT: String(await freePort()),
    DATA_DIR: t.testdir({}),
  }
  const SECRET_KEY = 'a'.repeat(40)
  const wrong: Array<[given: Record<string, string>, role: string, says: RegExp]> = [
    [
      { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', NATS_URL: 'nats://127.0.0.1:1' },
      'fold',
      /^DATABASE_URL names a server that cannot be used \(.*ECONNREFUSED.*\): start the server.*\nNATS_URL names a server that cannot be used \(.+\): start the server/m,
    ],
    [
      { DATABASE_CONTROL_URL: `${servers.DATABASE_URL}_of_nobody` },
      'fold',
      /^DATABASE_CONTROL_URL names a server that cannot be used \(database ".*_of_nobody" does not exist\)/m,
    ],
    [
      { OPS_HOST: '192.0.2.1' },
      'fold',
      /^OPS_HOST is "192\.0\.2\.1", which cannot be listened on \(EADDRNOTAVAIL\): use an address of this machine/m,
    ],
    [{ HOST: '192.0.2.1' }, 'api', /^HOST is "192\.0\.2\.1", which cannot be listened on/m],
    // The start before has made the first signing key.
    [
      { SECRET_KEY: 'b'.repeat(40) },
      'api',
      /^SECRET_KEY is not the one that sealed what is in this database: give/m,
    ],
  ]
  for (const [given, role, says] of wrong) {
    const { code, said } = await start({ ...servers, SECRET_KEY, ...given }, [`--role=${role}`])
    t.equal(code, 78, `${JSON.stringify(given)}: ${said.slice(-2_000)}`)
    t.match(said, says)
    t.notMatch(said, /^ +at /m, 'no stack')
  }
})

t.test('the same under the supervisor', async (t) => {
  const servers = {
    DATABASE_URL: await testDatabase(t),
    NATS_URL: (await testNats(t)).url,
    SECRET_KEY: 'a'.repeat(40),
    PORT: '',
  }
  for (const name of ['HOST', 'OPS_HOST']) {
    const { code, said } = await start({ ...servers, DATA_DIR: t.testdir({}), [name]: '192.0.2.1' }, [])
    t.equal(code, 78, said.slice(-2_000))
    t.match(said, new RegExp(`^${name} is "192\\.0\\.2\\.1", which cannot be listened on`, 'm'))
    t.notMatch(said, /^ +at /m, 'no stack')
  }
})

t.test('a program that is no nats-server is not embedded', async (t) => {
  const file = join(t.testdir({ other: '#!/bin/sh\nexit 0\n' }), 'other')
  chmodSync(file, 0o755)
  t.throws(
    () => natsBinary(file),
    /^NATS_SERVER_BIN names \S+other, which is no nats-server: name the nats-server program/,
  )
  t.equal(
    natsBinary(natsBinary(process.env['NATS_SERVER_BIN'], process.env['PATH'])),
    natsBinary(process.env['NATS_SERVER_BIN'], process.env['PATH']),
  )
})
