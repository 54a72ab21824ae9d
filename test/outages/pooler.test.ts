/** Roles behind a pooler (ops/docs/deploy.md), as processes. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import t from 'tap'
import type { Test } from 'tap'
import { ROOT } from '../../ops/config/paths.js'
import { freePort } from '../../ops/embedded/free-port.js'
import { program } from '../support/program.js'
import { testDatabase, testNats } from '../support/servers.js'
import { startPooler } from '../support/transaction-pooler.js'
import { until } from '../support/until.js'

t.setTimeout(200_000)

interface Program {
  child: ChildProcess
  printed: () => string
  /** The exit code; null after a signal. */
  ended: Promise<number | null>
}

function run(t: Test, source: string, args: string[], environment: Record<string, string>): Program {
  const child = spawn(process.execPath, [...program(source), ...args], {
    cwd: ROOT,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
    })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  t.teardown(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return { child, printed: () => printed, ended }
}

t.test(
  'a role refuses a pooler that loses prepared statements, and status sees through others',
  async (t) => {
    const control = await testDatabase(t, 'full')
    const transactions = await startPooler(control)
    t.teardown(transactions.close)
    const sessions = await startPooler(control, { sessions: true })
    t.teardown(sessions.close)
    const environment = {
      DATABASE_CONTROL_URL: control,
      NATS_URL: (await testNats(t)).url,
      SECRET_KEY: 'a'.repeat(40),
      DATA_DIR: t.testdir({}),
      STREAM_MAX_BYTES: String(64 * 2 ** 20),
    }
    const role = async (url: string, name: string, given = {}): Promise<Program> =>
      run(t, 'ops/start.ts', [`--role=${name}`], {
        ...environment,
        ...given,
        DATABASE_URL: url,
        OPS_PORT: String(await freePort()),
      })
    const status = async (): Promise<string> => {
      const cli = run(t, 'ops/cli.ts', ['status', '--once'], { ...environment, DATABASE_URL: sessions.url })
      await cli.ended
      return cli.printed()
    }

    const refused = await role(transactions.url, 'fold')
    const uncontrolled = await role(sessions.url, 'fold', { DATABASE_CONTROL_URL: '' })
    t.equal(await refused.ended, 78, refused.printed())
    t.match(
      refused.printed(),
      /DATABASE_URL is a pooler that loses prepared statements .*: use PgBouncer 1\.21 or newer with max_/,
    )
    t.equal(await uncontrolled.ended, 78, uncontrolled.printed())
    t.match(
      uncontrolled.printed(),
      /DATABASE_CONTROL_URL leads to a pooler \(unsupported startup parameter: options\): set it to/,
    )

    const deliver = await role(sessions.url, 'deliver')
    await until('the role is ready', () => deliver.printed().includes('"ready"'), 60_000)
    const shown = new RegExp(`^deliver-\\S+-${deliver.child.pid}-\\S+ +deliver +live`, 'm')
    t.match(await status(), shown, 'status shows it, though its sessions have the name of the pooler')
    deliver.child.kill('SIGKILL')
    await until('status shows that it is gone', async () => !shown.test(await status()), 30_000)
  },
)
