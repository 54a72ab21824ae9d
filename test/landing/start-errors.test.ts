/** Starts that fail because of a setting name the variable and the fix, and exit with code 78. */
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { natsBinary } from '../../ops/embedded/nats-binary.js'
import { freePort } from '../../ops/embedded/free-port.js'
import { ownNats, testDatabase, testNats } from '../support/servers.js'
import { jsonLines } from '../support/json-lines.js'
import { program } from '../support/program.js'
import { runToEnd } from '../support/run-to-end.js'

t.setTimeout(400_000)

const start = async (given: Record<string, string>, args: string[]) =>
  await runToEnd([...program('ops/start.ts'), ...args], {
    env: {
      ...process.env,
      DATABASE_CONTROL_URL: '',
      OPS_PORT: '',
      TLS: 'proxy',
      TRUSTED_PROXIES: '127.0.0.1',
      LOG_LEVEL: 'error',
      STREAM_MAX_BYTES: String(64 * 2 ** 20),
      ...given,
    },
  })

const asNobody = (url: string): string => {
  const other = new URL(url)
  other.username = 'nobody'
  other.password = 'wrong'
  return other.href
}

/** Streams of 64 MiB reserve 84 MiB. */
const NO_ROOM =
  /^STREAM_MAX_BYTES is 67108864; the streams then need up to 84 MiB together, more than the NATS server has left \(.+\): set three quarters of the server's max_file or less/m

t.test('a role on its own names the server, address, port or secret it cannot use', async (t) => {
  const servers = {
    DATABASE_URL: await testDatabase(t, 'full'),
    NATS_URL: (await testNats(t)).url,
    PORT: String(await freePort()),
    DATA_DIR: t.testdir({}),
  }
  const SECRET_KEY = 'a'.repeat(40)
  const small = await ownNats(t, { maxStore: 80 * 2 ** 20 })
  const cases: Array<[given: Record<string, string>, role: string, message: RegExp]> = [
    [
      {
        DATABASE_URL: asNobody(servers.DATABASE_URL),
        // A server that is away does not keep a wrong setting from being reported.
        NATS_URL: 'nats://127.0.0.1:1',
      },
      'fold',
      /^DATABASE_URL is a server that cannot be used \(.*password.*\): start the server, or correct the address, the user/m,
    ],
    [
      { NATS_URL: asNobody(servers.NATS_URL) },
      'deliver',
      /^NATS_URL is a server that cannot be used \('?authorization violation'?.*\): start the server, or correct/im,
    ],
    [
      { DATABASE_CONTROL_URL: `${servers.DATABASE_URL}_missing` },
      'fold',
      /^DATABASE_CONTROL_URL is a server that cannot be used \(database ".*_missing" does not exist\)/m,
    ],
    [
      { OPS_HOST: '192.0.2.1' },
      'fold',
      /^OPS_HOST is "192\.0\.2\.1", on which this machine cannot listen \(EADDRNOTAVAIL\): use an address of this machine/m,
    ],
    [{ HOST: '192.0.2.1' }, 'api', /^HOST is "192\.0\.2\.1", on which this machine cannot listen/m],
    [{ NATS_URL: small.url }, 'fold', NO_ROOM],
    // The previous start stored the check value.
    ...['api', 'fold', 'deliver', 'jobs'].map((role): [Record<string, string>, string, RegExp] => [
      { SECRET_KEY: 'b'.repeat(40) },
      role,
      /^SECRET_KEY is not the key that encrypted the secrets in this database: use/m,
    ]),
  ]
  for (const [given, role, message] of cases) {
    const { code, out } = await start({ ...servers, SECRET_KEY, ...given }, [`--role=${role}`])
    t.equal(code, 78, `${JSON.stringify(given)}: ${out.slice(-2_000)}`)
    const lines = jsonLines(out)
    t.match(lines.map((line) => line.msg).join('\n'), message)
    t.notMatch(out, /"stack"/, 'no stack trace')
  }
})

t.test('the supervisor reports the same errors', async (t) => {
  const servers = {
    DATABASE_URL: await testDatabase(t, 'full'),
    NATS_URL: (await testNats(t)).url,
    SECRET_KEY: 'a'.repeat(40),
    PORT: '',
  }
  for (const name of ['HOST', 'OPS_HOST']) {
    const { code, out } = await start({ ...servers, DATA_DIR: t.testdir({}), [name]: '192.0.2.1' }, [])
    t.equal(code, 78, out.slice(-2_000))
    t.match(out, new RegExp(`^${name} is "192\\.0\\.2\\.1", on which this machine cannot listen`, 'm'))
    t.notMatch(out, /^ +at /m, 'no stack trace')
  }
  const { code, out } = await start({ ...servers, DATA_DIR: t.testdir({}), SECRET_KEY: 'b'.repeat(40) }, [])
  t.equal(code, 78, out.slice(-2_000))
  t.match(out, /^SECRET_KEY is not the key that encrypted the secrets in this database: use/m)
})

t.test('the supervisor reports that the streams do not fit', async (t) => {
  const small = await ownNats(t, { maxStore: 80 * 2 ** 20 })
  const { code, out } = await start(
    {
      DATABASE_URL: await testDatabase(t, 'full'),
      NATS_URL: small.url,
      SECRET_KEY: 'a'.repeat(40),
      PORT: '',
      DATA_DIR: t.testdir({}),
    },
    [],
  )
  t.equal(code, 78, out.slice(-2_000))
  t.match(out, NO_ROOM)
  t.notMatch(out, /^ +at /m, 'no stack trace')
})

t.test('a program other than nats-server is not embedded', async (t) => {
  const file = join(t.testdir({ other: '#!/bin/sh\nexit 0\n' }), 'other')
  chmodSync(file, 0o755)
  t.throws(() => natsBinary(file), /^NATS_SERVER_BIN is \S+other, which is not a nats-server: give the path/)
  t.equal(
    natsBinary(natsBinary(process.env['NATS_SERVER_BIN'], process.env['PATH'])),
    natsBinary(process.env['NATS_SERVER_BIN'], process.env['PATH']),
  )
})
