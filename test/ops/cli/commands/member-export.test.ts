import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { connect } from '../../../../db/pg/connect.js'
import { runCli } from '../../../../ops/cli/program.js'
import { runOperatorCommand } from '../../../support/run-cli.js'
import { silentLog } from '../../../support/silent-log.js'
import { testDatabase } from '../../../support/servers.js'

const databaseUrl = await testDatabase(t)
const { pool, close } = connect({ url: databaseUrl, name: 'test', log: silentLog() })
t.teardown(close)
const before = { ...process.env }
Object.assign(process.env, {
  DATABASE_URL: databaseUrl,
  NATS_URL: 'nats://127.0.0.1:1',
  SECRET_KEY: 'a secret of the tests, longer than thirty-two characters',
  OPERATOR: 'Ada Byron',
})
const dir = mkdtempSync(join(tmpdir(), 'tripfold-export-'))
t.teardown(() => {
  process.env = before
  rmSync(dir, { recursive: true })
})

t.test('everything about a member is written to two files that only the operator can read', async (t) => {
  const printed = t.capture(console, 'log')
  const errors = t.capture(console, 'error')
  const names = ['--first-name', 'Ann', '--last-name', 'Example', '--password', 'a fine long password']
  t.equal(await runCli(['member', 'add', '--email', 'ann@mail.example', ...names]), 0)
  const id = /member +(\d+)/.exec(String(printed()[0]?.args[0]))![1]!
  const out = join(dir, 'of', 'ann')
  t.equal(await runCli(['member', 'export', 'ann@mail.example', '--out', out]), 0)
  const file = join(out, `member-${id}.json`)
  const document = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  t.match(document, { schema_version: 1, member_id: id, account: { email: 'ann@mail.example' }, trips: [] })
  t.match(readFileSync(join(out, `member-${id}.ics`), 'utf8'), /^BEGIN:VCALENDAR/)
  t.equal(statSync(file).mode & 0o777, 0o600)
  t.equal(statSync(out).mode & 0o777, 0o700)

  t.match(
    await runOperatorCommand(['member', 'export', id, '--out', out]),
    { code: 64, output: /member-.*json exists/ },
    'files that exist are kept',
  )
  t.equal(await runCli(['member', 'export', 'nobody@mail.example', '--out', join(dir, 'nobody')]), 1)
  t.match(errors().at(-1)?.args[0], /no member nobody@mail\.example/)
  t.notOk(existsSync(join(dir, 'nobody')))
})

t.test('an export that breaks leaves no file and can be repeated', async (t) => {
  const printed = t.capture(console, 'log')
  const names = ['--first-name', 'Bob', '--last-name', 'Example', '--password', 'a fine long password']
  t.equal(await runCli(['member', 'add', '--email', 'bob@mail.example', ...names]), 0)
  const id = /member +(\d+)/.exec(String(printed()[0]?.args[0]))![1]!
  const out = join(dir, 'of', 'bob')
  await pool.query(
    `insert into raw_batch (member_id, id, seq, received, partition, n, failed, refused, kind, content)
     values ($1, 1, 1, now(), 1, 0, false, false, 'edit', 'not what a fold writes')`,
    [id],
  )
  await t.rejects(runCli(['member', 'export', id, '--out', out]))
  t.same(readdirSync(out), [])
  await pool.query('delete from raw_batch where member_id = $1', [id])
  t.equal(await runCli(['member', 'export', id, '--out', out]), 0)
  t.same(readdirSync(out).sort(), [`member-${id}.ics`, `member-${id}.json`])

  rmSync(join(out, `member-${id}.json`))
  writeFileSync(join(out, `member-${id}.ics`), 'mine')
  t.match(await runOperatorCommand(['member', 'export', id, '--out', out]), {
    code: 64,
    output: /member-.*ics exists/,
  })
  t.same(readdirSync(out), [`member-${id}.ics`], 'nothing is written if one of the files exists')
})
