import { readdirSync, readFileSync, statSync, utimesSync } from 'node:fs'
import { basename, join } from 'node:path'
import t from 'tap'
import { deleteOldMailFiles, eraseMailFiles, writeMailFile } from '../../../ops/wiring/mail-files.js'

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
  for (const one of [mail('Ada@example.com'), mail('old@example.com', '7'), mail('ada@example.com', '8')])
    await writeMailFile(folder, one)
  t.equal(await eraseMailFiles(folder, { to: 'ada@Example.com', member: '7' }), 3)
  t.same(
    readdirSync(folder)
      .map((name) => join(folder, name))
      .sort(),
    kept.sort(),
  )
  t.equal(await eraseMailFiles(folder, { to: null, member: null }), 0)
})

t.test('mails go when no link in them works any more', async (t) => {
  const folder = join(t.testdir(), 'mail')
  const now = Date.now()
  t.equal(await deleteOldMailFiles(folder, now), 0, 'no folder yet')
  const [young, old] = [await writeMailFile(folder, mail('a@b')), await writeMailFile(folder, mail('a@b'))]
  for (const [file, hours] of [
    [young, 8 * 24 - 1],
    [old, 8 * 24 + 1],
  ] as const)
    utimesSync(file, now / 1_000, now / 1_000 - hours * 3_600)
  t.equal(await deleteOldMailFiles(folder, now), 1)
  t.same(readdirSync(folder), [basename(young)])
})
