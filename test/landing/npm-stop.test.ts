/** `npm start` as a container or a systemd unit runs it: waiting for npm means waiting for the role. */
import { spawn } from 'node:child_process'
import t from 'tap'
import { freePort } from '../../ops/embedded/free-port.js'
import { ROOT } from '../../ops/config/paths.js'
import { isAlive } from '../../ops/process/process-info.js'
import { testDatabase, testNats } from '../support/servers.js'
import { descendants, stackEnvironment } from '../support/stack.js'
import { until } from '../support/until.js'

t.setTimeout(400_000)

t.test('on a signal npm ends after the role, with its exit code', async (t) => {
  const port = await freePort()
  const env = stackEnvironment(t.testdir({}), {
    DATABASE_URL: await testDatabase(t, 'full'),
    NATS_URL: (await testNats(t)).url,
    SECRET_KEY: 'a'.repeat(40),
    OPS_PORT: String(port),
    LOG_FILE: '',
    STREAM_MAX_BYTES: String(64 * 2 ** 20),
  })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const npm = spawn('npm', ['start', '--', '--role=fold'], { cwd: ROOT, env, stdio: 'ignore' })
    const ended = new Promise<number | null>((resolve) =>
      npm.once('exit', (code) => {
        resolve(code)
      }),
    )
    t.teardown(async () => {
      npm.kill('SIGTERM')
      await ended
    })
    await until(
      'the role is ready',
      async () =>
        await fetch(`http://127.0.0.1:${port}/readyz`).then(
          (answer) => answer.status === 200,
          () => false,
        ),
      120_000,
    )
    const processes = descendants(npm.pid ?? 0)
    t.ok(processes.length >= 2, 'npm started the program and the role')
    npm.kill(signal)
    t.equal(await ended, 0, signal)
    t.same(processes.filter(isAlive), [], `${signal}: none of them still runs`)
  }
})
