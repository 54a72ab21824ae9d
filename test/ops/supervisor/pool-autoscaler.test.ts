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

/** A process that says of itself what the file `lag` says, and that it folds a message a question. */
const PROGRAM = `import { readFileSync } from 'node:fs'
let folded = 0
process.on('message', question => {
  const lag = Number(readFileSync(new URL('./lag', import.meta.url), 'utf8'))
  const metric = (name, value) => ({ name, values: [{ labels: {}, value }] })
  process.send({ is: 'metrics', id: question.id, metrics: [metric('tripfold_partition_lag', lag), metric('tripfold_folded_messages_total', ++folded)] })
})
process.on('disconnect', () => process.exit(0))
process.on('SIGTERM', () => process.exit(0))
process.send({ is: 'ready' })`

t.test(
  'a pool grows while messages wait, by itself and within its bounds, and is fixed by hand',
  async (t) => {
    const dir = t.testdir({ 'worker.mjs': PROGRAM, lag: '0' })
    const log = silentLog()
    const hire = (_role: RoleName, name: string): SupervisedProcess =>
      superviseProcess({
        name,
        program: { file: join(dir, 'worker.mjs'), execArgv: [] },
        args: [],
        environment: process.env,
        log,
      })
    const crew = startProcessGroup({ api: 0, fold: 1, deliver: 0 }, hire)
    t.teardown(async () => {
      await crew.stop(['fold'])
    })
    await crew.ready()
    const pool = startPoolAutoscaler(crew, { least: 1, most: 2 }, log, 50)
    t.teardown(async () => {
      await pool.stop()
    })
    const names = (): string[] =>
      crew
        .processes('fold')
        .filter((member) => member.state() === 'ready')
        .map((member) => member.name)
    const resized = (): unknown[] => log.lines.filter((line) => line.message === 'the fold pool is resized')

    t.same(names(), ['fold-1'])
    writeFileSync(join(dir, 'lag'), '4000')
    await until('another came', () => names().length === 2)
    t.same(names(), ['fold-1', 'fold-2'])
    t.equal(resized().length, 1, 'and the log says so')

    await pool.setBounds({ least: 0, most: 2 })
    t.same(names(), ['fold-1', 'fold-2'])
    await pool.setBounds({ least: 0, most: 0 })
    t.same(names(), [], 'by hand: none')
    await pool.setBounds({ least: 0, most: 2 })
    t.same(names(), ['fold-1'], 'a pool that may grow has one that sees what waits')
    await pool.setBounds({ least: 1, most: 1 })
    t.same(names(), ['fold-1'], 'by hand: one, whatever waits')
    await pool.setBounds({ least: 3, most: 3 })
    t.same(names(), ['fold-1', 'fold-2', 'fold-3'])
    t.equal(resized().length, 1, 'which it did not do by itself')

    await pool.setBounds({ least: 1, most: 4 })
    await until('the fourth came for what waits', () => names().length === 4)
    await pool.stop()
    t.equal(resized().length, 2)
  },
)
