/** Roles that an operator starts beside a running stack: each with settings of its own. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import t from 'tap'
import type { Test } from 'tap'
import { freePort } from '../../ops/embedded/free-port.js'
import { ROOT } from '../../ops/config/paths.js'
import { sharedStack } from '../support/shared-stack.js'
import { stackEnvironment } from '../support/stack.js'
import { until } from '../support/until.js'
import { program } from '../support/program.js'

t.setTimeout(400_000)

interface Beside {
  said: () => string
  ended: Promise<number | null>
}

const start = (t: Test, dir: string, args: string[], more: Record<string, string>): Beside => {
  const child = spawn(process.execPath, [...program('ops/start.ts'), ...args], {
    cwd: ROOT,
    env: stackEnvironment(dir, more),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  const ended = new Promise<number | null>((resolve) =>
    child.once('exit', (code) => {
      resolve(code)
    }),
  )
  t.teardown(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await ended
  })
  return { said: () => said, ended }
}

const status = async (port: number, ca: Buffer): Promise<number> =>
  await new Promise((resolve, reject) => {
    request({ host: 'localhost', port, path: '/openapi.json', ca }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
      .once('error', reject)
      .end()
  })

t.test(
  'a second door has the port, the log and the limits it is given, and the rest of the stack',
  async (t) => {
    const { dir, ready } = await sharedStack()
    const ca = readFileSync(ready.ca_file)
    const [port, log] = [await freePort(), join(dir, 'second.log')]
    const door = start(t, dir, ['--role=api'], {
      PORT: String(port),
      LOG_FILE: log,
      LOG_LEVEL: 'debug',
      RATE_LIMIT_APP: '77',
      DATABASE_CONTROL_URL: 'postgres://nobody@127.0.0.1:1/none',
    })
    await until('it listens', async () => (await status(port, ca).catch(() => 0)) === 200, 60_000)
    t.match(door.said(), new RegExp(`PORT +${port}\n[^]*RATE_LIMIT_APP +77\n[^]*LOG_LEVEL +debug\n`))
    t.ok(existsSync(log))
    t.equal(await status(Number(new URL(ready.base_url).port), ca), 200, 'the first door goes on')

    const any = start(t, dir, ['--role=api'], {})
    const found = await until(
      'another one says where it is',
      () => /^PORT +(\d+)$/m.exec(any.said())?.[1],
      60_000,
    )
    await until('it listens', async () => (await status(Number(found), ca).catch(() => 0)) === 200, 60_000)

    const taken = start(t, dir, ['--role=api'], { PORT: String(port) })
    t.equal(await taken.ended, 78)
    t.match(
      taken.said(),
      new RegExp(`^PORT is ${port}, which another program has: use a free port, or leave it out$`, 'm'),
    )
    t.notMatch(taken.said(), 'EADDRINUSE')
  },
)
