import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { operatorCli } from '../../../support/run-cli.js'

const { pool, run } = await operatorCli(t)
const dir = t.testdir()

const add = async (name: string): Promise<string> => {
  const call = `member add --email ${name}@mail.example --first-name ${name} --last-name Example`
  return /member +(\d+)/.exec((await run(call)).output)?.[1] ?? ''
}

t.test('everything about a member is written to two files that only the operator can read', async (t) => {
  const id = await add('ann')
  const out = join(dir, 'of', 'ann')
  t.equal((await run('member export ann@mail.example --out', out)).code, 0)
  const file = join(out, `member-${id}.json`)
  const document = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  t.match(document, { schema_version: 1, member_id: id, account: { email: 'ann@mail.example' }, trips: [] })
  t.match(readFileSync(join(out, `member-${id}.ics`), 'utf8'), /^BEGIN:VCALENDAR/)
  t.equal(statSync(file).mode & 0o777, 0o600)
  t.equal(statSync(out).mode & 0o777, 0o700)

  t.match(
    await run(`member export ${id} --out`, out),
    { code: 64, output: /member-.*json already exists/ },
    'files that exist are kept',
  )
  t.match(await run('member export nobody@mail.example --out', join(dir, 'nobody')), {
    code: 1,
    output: /no member nobody@mail\.example/,
  })
  t.notOk(existsSync(join(dir, 'nobody')))
})

t.test('an export that breaks leaves no file and can be repeated', async (t) => {
  const id = await add('bob')
  const out = join(dir, 'of', 'bob')
  await pool.query(
    `insert into raw_batch (member_id, id, seq, received, partition, n, failed, refused, kind, content)
     values ($1, 1, 1, now(), 1, 0, false, false, 'edit', 'not what a fold writes')`,
    [id],
  )
  await t.rejects(run(`member export ${id} --out`, out))
  t.same(readdirSync(out), [])
  await pool.query('delete from raw_batch where member_id = $1', [id])
  t.equal((await run(`member export ${id} --out`, out)).code, 0)
  t.same(readdirSync(out).sort(), [`member-${id}.ics`, `member-${id}.json`])

  rmSync(join(out, `member-${id}.json`))
  writeFileSync(join(out, `member-${id}.ics`), 'mine')
  t.match(await run(`member export ${id} --out`, out), { code: 64, output: /member-.*ics already exists/ })
  t.same(readdirSync(out), [`member-${id}.ics`], 'nothing is written if one of the files exists')
})
