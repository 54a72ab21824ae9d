/** Roles that an operator starts in addition to a running stack, each with its own settings. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import t from 'tap'
import type { Test } from 'tap'
import { freePort } from '../../ops/embedded/free-port.js'
import { ROOT } from '../../ops/config/paths.js'
import { jsonLines } from '../support/json-lines.js'
import { sharedStack } from '../support/shared-stack.js'
import { stackEnvironment } from '../support/stack.js'
import { until } from '../support/until.js'
import { program } from '../support/program.js'

t.setTimeout(400_000)

interface ExtraRole {
  output: () => string
  ended: Promise<number | null>
}

const start = (t: Test, dir: string, args: string[], more: Record<string, string>): ExtraRole => {
  const child = spawn(process.execPath, [...program('ops/start.ts'), ...args], {
    cwd: ROOT,
    env: stackEnvironment(dir, more),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
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
  return { output: () => output, ended }
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
  'a second api process uses its own port, log and limits, and everything else of the stack',
  async (t) => {
    const { dir, ready } = await sharedStack()
    const ca = readFileSync(ready.ca_file)
    const [port, log] = [await freePort(), join(dir, 'second.log')]
    start(t, dir, ['--role=api'], {
      PORT: String(port),
      LOG_FILE: log,
      LOG_LEVEL: 'debug',
      RATE_LIMIT_APP: '77',
      DATABASE_CONTROL_URL: 'postgres://nobody@127.0.0.1:1/none',
    })
    await until('it answers', async () => (await status(port, ca).catch(() => 0)) === 200, 60_000)
    const [first] = jsonLines(readFileSync(log, 'utf8'))
    t.match(first, {
      msg: 'starting',
      settings: { PORT: String(port), RATE_LIMIT_APP: '77', LOG_LEVEL: 'debug', DEV: 'true' },
    })
    t.equal(
      await status(Number(new URL(ready.base_url).port), ca),
      200,
      'the first api process still answers',
    )

    const third = start(t, dir, ['--role=api'], {})
    const found = await until(
      'one without PORT logs the free port it chose to stdout',
      () => /"PORT":"(\d+)"/.exec(third.output())?.[1],
      60_000,
    )
    await until('it answers', async () => (await status(Number(found), ca).catch(() => 0)) === 200, 60_000)

    const taken = start(t, dir, ['--role=api'], { PORT: String(port), HOST: '0.0.0.0' })
    t.equal(await taken.ended, 78)
    t.match(
      jsonLines(taken.output())[0],
      { msg: 'starting', settings: { DEV: 'false' } },
      'nothing of development where others could reach it',
    )
    t.equal(
      jsonLines(taken.output()).at(-1)?.msg,
      `PORT is ${port}, which another program uses: use a free port, or do not set it`,
    )
    t.notMatch(taken.output(), 'EADDRINUSE')
  },
)
