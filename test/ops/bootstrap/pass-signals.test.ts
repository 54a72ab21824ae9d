import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import t from 'tap'
import { until } from '../../support/until.js'

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

t.test('a signal is passed to the child, and the parent ends after it', async (t) => {
  const dir = t.testdir({
    'parent.mjs': `
      import { spawn } from 'node:child_process'
      import { passSignals } from '${new URL('../../../ops/bootstrap/pass-signals.mjs', import.meta.url).href}'
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1_000)'], { stdio: 'ignore' })
      const passed = passSignals(child)
      child.once('exit', (_code, signal) => { process.exitCode = passed() && signal === 'SIGTERM' ? 7 : 1 })
      console.log(child.pid)`,
  })
  const parent = spawn(process.execPath, [join(dir, 'parent.mjs')], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(parent, 'exit')
  const child = Number(String((await once(parent.stdout, 'data'))[0]))
  t.teardown(() => {
    if (isAlive(child)) process.kill(child, 'SIGKILL')
  })
  t.ok(isAlive(child))
  parent.kill('SIGTERM')
  t.same(await ended, [7, null])
  await until('the child is gone', () => !isAlive(child))
})
