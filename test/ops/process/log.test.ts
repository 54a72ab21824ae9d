import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { logDestination, makeLog } from '../../../ops/process/log.js'

t.test('a log file that cannot be written causes no error, and receives the lines later', async (t) => {
  const file = join(t.testdir(), 'some.log')
  writeFileSync(file, '')
  const fd = openSync(file, 'r')
  const log = logDestination(fd)
  t.doesNotThrow(() => {
    for (let i = 0; i < 3; i++) log.write(`line ${i}\n`)
  }, 'a file opened for reading cannot be written')
  t.equal(readFileSync(file, 'utf8'), '')
  closeSync(fd)
  t.equal(openSync(file, 'a'), fd, 'now it can be written')
  log.write('line 3\n')
  t.equal(readFileSync(file, 'utf8'), 'line 0\nline 1\nline 2\nline 3\n')
  closeSync(fd)
})

t.test('lines that cannot be written do not exhaust memory', async (t) => {
  const file = join(t.testdir(), 'some.log')
  writeFileSync(file, '')
  const fd = openSync(file, 'r')
  const log = logDestination(fd)
  const line = `${'x'.repeat(1_023)}\n`
  for (let i = 0; i < 5_000; i++) log.write(line)
  closeSync(fd)
  t.equal(openSync(file, 'a'), fd)
  log.write('the last\n')
  const kept = readFileSync(file, 'utf8')
  t.ok(kept.length <= 2 ** 20 + line.length, `${kept.length} bytes were kept of ${5_000 * line.length}`)
  t.ok(kept.startsWith(line))
  log.write('and one more\n')
  t.ok(readFileSync(file, 'utf8').endsWith('and one more\n'))
  closeSync(fd)
})

t.test('a log file that cannot be created is an error at the start', async (t) => {
  t.throws(() => makeLog({ LOG_LEVEL: 'info', LOG_FILE: join(t.testdir(), 'nowhere', 'some.log') }, 'test'), {
    code: 'ENOENT',
  })
})

t.test('a bar code and the links of a booking reach no log', async (t) => {
  const file = join(t.testdir(), 'some.log')
  const log = makeLog({ LOG_LEVEL: 'info', LOG_FILE: file }, 'test')
  const ticket = { ticket_barcode: 'M1SECRET', change_url: 'https://air.example/secret' }
  log.info({ ...ticket, segment: { ...ticket, cancel_url: 'https://air.example/secret' } }, 'a line')
  const text = readFileSync(file, 'utf8')
  t.match(text, /a line/)
  t.notMatch(text, /secret/i)
})
