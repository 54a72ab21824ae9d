import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { RoleName } from '../../../ops/roles/role.js'
import { startProcessGroup } from '../../../ops/supervisor/process-group.js'
import { superviseProcess } from '../../../ops/supervisor/child-process.js'
import type { SupervisedProcess } from '../../../ops/supervisor/child-process.js'
import { startPoolAutoscaler } from '../../../ops/supervisor/pool-autoscaler.js'
import { silentLog } from '../../support/silent-log.js'
import { until } from '../../support/until.js'

t.setTimeout(120_000)

/** A process that reports the lag in the file `lag`, and one more folded message with each request. */
const PROGRAM = `import { readFileSync } from 'node:fs'
let folded = 0
process.on('message', request => {
  const lag = Number(readFileSync(new URL('./lag', import.meta.url), 'utf8'))
  const metric = (name, value) => ({ name, values: [{ labels: {}, value }] })
  process.send({ is: 'metrics', id: request.id, metrics: [metric('tripfold_partition_lag', lag), metric('tripfold_folded_messages_total', ++folded)] })
})
process.on('disconnect', () => process.exit(0))
process.on('SIGTERM', () => process.exit(0))
process.send({ is: 'ready' })`

t.test(
  'the pool grows within its bounds while messages wait, and an operator can fix its size',
  async (t) => {
    const dir = t.testdir({ 'worker.mjs': PROGRAM, lag: '0' })
    const log = silentLog()
    const start = (_role: RoleName, name: string): SupervisedProcess =>
      superviseProcess({
        name,
        program: { file: join(dir, 'worker.mjs'), execArgv: [] },
        args: [],
        environment: process.env,
        log,
      })
    const group = startProcessGroup({ api: 0, fold: 1, deliver: 0, jobs: 0 }, start)
    t.teardown(async () => {
      await group.stop(['fold'])
    })
    await group.ready()
    const pool = startPoolAutoscaler(group, { min: 1, max: 2 }, log, 50)
    t.teardown(async () => {
      await pool.stop()
    })
    const names = (): string[] =>
      group
        .processes('fold')
        .filter((one) => one.state() === 'ready')
        .map((one) => one.name)
    const resized = (): unknown[] => log.lines.filter((line) => line.message === 'resizing the fold pool')

    t.same(names(), ['fold-1'])
    writeFileSync(join(dir, 'lag'), '4000')
    await until('a second process is ready', () => names().length === 2)
    t.same(names(), ['fold-1', 'fold-2'])
    t.equal(resized().length, 1, 'logged once')

    await pool.setBounds({ min: 0, max: 2 })
    t.same(names(), ['fold-1', 'fold-2'])
    await pool.setBounds({ min: 0, max: 0 })
    t.same(names(), [], 'fixed at none')
    await pool.setBounds({ min: 0, max: 2 })
    t.same(names(), ['fold-1'], 'a pool that may grow keeps one process that can see the backlog')
    await pool.setBounds({ min: 1, max: 1 })
    t.same(names(), ['fold-1'], 'fixed at one, regardless of the backlog')
    await pool.setBounds({ min: 3, max: 3 })
    t.same(names(), ['fold-1', 'fold-2', 'fold-3'])
    t.equal(resized().length, 1, 'the autoscaler did not resize it')

    await pool.setBounds({ min: 1, max: 4 })
    await until('a fourth process is ready', () => names().length === 4)
    await pool.stop()
    t.equal(resized().length, 2)
  },
)
