import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { superviseProcess } from '../../../ops/supervisor/child-process.js'
import { silentLog } from '../../support/silent-log.js'
import { until } from '../../support/until.js'

t.setTimeout(120_000)

/** A program that is ready at once, answers `answers` questions and then spins for ever; a later life answers all. */
function program(dir: string, answers: number): { file: string; execArgv: string[] } {
  mkdirSync(dir, { recursive: true })
  const file = join(dir, 'spins.mjs')
  writeFileSync(
    file,
    `import { existsSync, writeFileSync } from 'node:fs'
const before = existsSync(new URL('./lived', import.meta.url))
writeFileSync(new URL('./lived', import.meta.url), '')
let answered = 0
process.on('message', question => {
  if (!before && answered === ${answers}) for (;;) ;
  if (++answered === 20) writeFileSync(new URL('./answered', import.meta.url), '')
  process.send({ is: 'alive', id: question.id })
})
process.on('disconnect', () => process.exit(0))
process.send({ is: 'ready' })`,
  )
  return { file, execArgv: [] }
}

t.test('a process that spins for ever is killed and started again', async (t) => {
  const dir = t.testdir()
  const member = superviseProcess({
    name: 'spinner',
    program: program(dir, 2),
    args: [],
    environment: process.env,
    log: silentLog(),
    livenessIntervalMs: 20,
  })
  t.teardown(async () => {
    await member.stop()
  })
  await member.ready
  const first = member.pid()
  await until('it was started again', () => member.restarts() === 1 && member.state() === 'ready', 60_000)
  t.not(member.pid(), first)
  const second = member.pid()
  await until('it has answered twenty times', () => existsSync(join(dir, 'answered')))
  t.equal(member.pid(), second, 'one that answers is left alone')
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

t.test('a process that could not even be started is tried again', async (t) => {
  let failed = 0
  const log = {
    ...silentLog(),
    error: () => {
      failed++
    },
  }
  let member: ReturnType<typeof superviseProcess> | null = null
  await withoutNode(async () => {
    member = superviseProcess({
      name: 'late',
      program: program(t.testdir(), 100),
      args: [],
      environment: process.env,
      log,
    })
    await until('it failed', () => failed > 0)
  })
  const late = member as unknown as ReturnType<typeof superviseProcess>
  t.teardown(async () => {
    await late.stop()
  })
  await late.ready
  t.equal(late.restarts(), 1)
})

t.test('a process that could not even be started can be stopped, and nobody else is', async (t) => {
  // In a session of its own, lest what it tells its group ends the tests.
  const dir = t.testdir({
    'never.mjs': `
      import { superviseProcess } from '${new URL('../../../ops/supervisor/child-process.ts', import.meta.url).href}'
      let told = 0
      process.on('SIGTERM', () => { told += 1 })
      process.execPath = '/nowhere/node'
      const log = { debug () {}, info () {}, warn () {}, error () {} }
      for (let i = 0; i < 50; i++) await superviseProcess({ name: 'never', program: { file: '/nowhere', execArgv: [] }, args: [], environment: process.env, log }).stop()
      await new Promise(resolve => setTimeout(resolve, 100))
      console.log(told)`,
  })
  const child = spawn(process.execPath, ['--import', 'tsx', join(dir, 'never.mjs')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  t.same(await once(child, 'close'), [0, null])
  t.equal(said, '0\n')
})
