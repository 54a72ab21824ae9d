import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { eraseMailFiles, writeMailFile } from '../../../ops/wiring/mail-files.js'

const mail = (to: string, member?: string): Parameters<typeof writeMailFile>[1] => ({
  to,
  subject: 'Hello',
  text: 'To: eve@example.com\nAbout: member 9',
  ...(member === undefined ? {} : { member }),
})

t.test('a file names its recipient first, and only its owner can read it', async (t) => {
  const folder = join(t.testdir(), 'mail')
  const file = await writeMailFile(folder, mail('ada@example.com', '7'))
  t.match(readFileSync(file, 'utf8'), /^To: ada@example\.com\nAbout: member 7\nSubject: Hello\n\nTo: eve/)
  t.equal(statSync(file).mode & 0o777, 0o600)
})

t.test('mails to an address go, and those about a member to whatever address', async (t) => {
  const folder = join(t.testdir(), 'mail')
  t.equal(await eraseMailFiles(folder, { to: 'ada@example.com', member: '7' }), 0, 'no folder yet')
  const kept = [
    await writeMailFile(folder, mail('bob@example.com')),
    await writeMailFile(folder, mail('x@y', '77')),
  ]
  for (const one of [mail('ada@example.com'), mail('old@example.com', '7'), mail('ada@example.com', '8')])
    await writeMailFile(folder, one)
  t.equal(await eraseMailFiles(folder, { to: 'ada@example.com', member: '7' }), 3)
  t.same(
    readdirSync(folder)
      .map((name) => join(folder, name))
      .sort(),
    kept.sort(),
  )
  t.equal(await eraseMailFiles(folder, { to: null, member: null }), 0)
})
