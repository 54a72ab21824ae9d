import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { holderOf, takeLock } from '../../ops/lock.js'
import { startMark } from '../../ops/processes.js'

t.test('one holder at a time', async (t) => {
  const file = join(t.testdir(), 'lock.json')
  const first = takeLock(file)
  t.equal(first.is, 'ours')
  const second = takeLock(file)
  t.match(second, { is: 'taken', holder: { pid: process.pid } })
  t.equal(holderOf(file)?.pid, process.pid)
  if (first.is === 'ours') first.release()
  t.notOk(existsSync(file))
  t.equal(takeLock(file).is, 'ours')
})

t.test('a holder that died is displaced, and so is one whose pid another process has now', async (t) => {
  const dir = t.testdir()
  const dead = spawn(process.execPath, ['-e', ''])
  const start = startMark(dead.pid ?? 0)
  await once(dead, 'exit')
  for (const holder of [
    { pid: dead.pid, start },
    { pid: process.pid, start: 'another life' },
    { pid: process.ppid, start: '' },
  ]) {
    const file = join(dir, `${String(holder.start).length}-${holder.pid}.json`)
    writeFileSync(file, JSON.stringify({ ...holder, since: '2026-01-01T00:00:00Z' }))
    t.equal(holderOf(file), null)
    t.equal(takeLock(file).is, 'ours')
    t.equal((JSON.parse(readFileSync(file, 'utf8')) as { pid: number }).pid, process.pid)
  }
})

t.test('a lock that was half written does not lock anybody out', async (t) => {
  const file = join(t.testdir(), 'lock.json')
  writeFileSync(file, '{"pid": 12')
  t.equal(takeLock(file).is, 'ours')
})
