import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { superviseProcess } from '../../../ops/supervisor/child-process.js'
import { program } from '../../support/program.js'
import { silentLog } from '../../support/silent-log.js'
import { until } from '../../support/until.js'

t.setTimeout(120_000)

/** A program that answers `answers` pings and then blocks for ever, as a loop would, but idle; once restarted it answers all of them. */
function loopingProgram(dir: string, answers: number): { file: string; execArgv: string[] } {
  mkdirSync(dir, { recursive: true })
  const file = join(dir, 'loops.mjs')
  writeFileSync(
    file,
    `import { existsSync, writeFileSync } from 'node:fs'
const isRestarted = existsSync(new URL('./started', import.meta.url))
writeFileSync(new URL('./started', import.meta.url), '')
let answered = 0
process.on('message', request => {
  if (!isRestarted && answered === ${answers}) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  if (++answered === 20) writeFileSync(new URL('./answered', import.meta.url), '')
  process.send({ is: 'alive', id: request.id })
})
process.on('disconnect', () => process.exit(0))
process.send({ is: 'ready' })`,
  )
  return { file, execArgv: [] }
}

t.test('a process in an endless loop is killed and restarted', async (t) => {
  const dir = t.testdir()
  const supervised = superviseProcess({
    name: 'looping',
    program: loopingProgram(dir, 2),
    args: [],
    environment: process.env,
    log: silentLog(),
    livenessIntervalMs: 20,
  })
  t.teardown(async () => {
    await supervised.stop()
  })
  await supervised.ready
  const first = supervised.pid()
  await until('it was restarted', () => supervised.restarts() === 1 && supervised.state() === 'ready', 60_000)
  t.not(supervised.pid(), first)
  const second = supervised.pid()
  await until('it answered twenty pings', () => existsSync(join(dir, 'answered')))
  t.equal(supervised.pid(), second, 'a process that answers is left alone')
})

/** Runs `work` while no process can be started. */
async function withoutNode(work: () => Promise<void>): Promise<void> {
  const { execPath } = process
  process.execPath = '/nowhere/node'
  try {
    await work()
  } finally {
    process.execPath = execPath
  }
}

t.test('a process that could not be spawned is tried again', async (t) => {
  let failed = 0
  const log = {
    ...silentLog(),
    error: () => {
      failed++
    },
  }
  let supervised: ReturnType<typeof superviseProcess> | null = null
  await withoutNode(async () => {
    supervised = superviseProcess({
      name: 'late',
      program: loopingProgram(t.testdir(), 100),
      args: [],
      environment: process.env,
      log,
    })
    await until('it failed', () => failed > 0)
  })
  const recovered = supervised as unknown as ReturnType<typeof superviseProcess>
  t.teardown(async () => {
    await recovered.stop()
  })
  await recovered.ready
  t.equal(recovered.restarts(), 1)
})

t.test('stopping a process that could not be spawned signals no other process', async (t) => {
  // In its own session, so that a signal to its process group cannot end the tests.
  const child = spawn(process.execPath, program('test/support/never-spawned.ts'), {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  t.same(await once(child, 'close'), [0, null])
  t.equal(output, '0\n')
})
