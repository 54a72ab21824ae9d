import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { lockHolder, acquireLock } from '../../../ops/stack/lock.js'
import { processStartMark } from '../../../ops/process/process-info.js'

t.test('one holder at a time', async (t) => {
  const file = join(t.testdir(), 'lock.json')
  const first = acquireLock(file)
  t.equal(first.is, 'ours')
  const second = acquireLock(file)
  t.match(second, { is: 'taken', holder: { pid: process.pid } })
  t.equal(lockHolder(file)?.pid, process.pid)
  if (first.is === 'ours') first.release()
  t.notOk(existsSync(file))
  t.equal(acquireLock(file).is, 'ours')
})

t.test('the lock of a dead holder is replaced, also if another process has its pid', async (t) => {
  const dir = t.testdir()
  const dead = spawn(process.execPath, ['-e', ''])
  const start = processStartMark(dead.pid ?? 0)
  await once(dead, 'exit')
  for (const holder of [
    { pid: dead.pid, start },
    { pid: process.pid, start: 'another life' },
    { pid: process.ppid, start: '' },
  ]) {
    const file = join(dir, `${String(holder.start).length}-${holder.pid}.json`)
    writeFileSync(file, JSON.stringify({ ...holder, since: '2026-01-01T00:00:00Z' }))
    t.equal(lockHolder(file), null)
    t.equal(acquireLock(file).is, 'ours')
    t.equal((JSON.parse(readFileSync(file, 'utf8')) as { pid: number }).pid, process.pid)
  }
})

t.test('an incomplete lock file is replaced', async (t) => {
  const file = join(t.testdir(), 'lock.json')
  writeFileSync(file, '{"pid": 12')
  t.equal(acquireLock(file).is, 'ours')
})
