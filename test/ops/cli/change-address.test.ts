/** An operator gives a developer who lost a mailbox another address; for members test/landing/erase-person.test.ts does. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { operatorCli } from '../../support/run-cli.js'

t.test(
  'the address changes, sessions end, the old one is notified, and the operator is recorded',
  async (t) => {
    const dir = t.testdir()
    const { pool, run } = await operatorCli(t, { DATA_DIR: dir })
    for (const email of ['old@mail.example', 'other@mail.example'])
      await run(`developer add --email ${email} --name Dev --organisation Org`)
    await pool.query(
      `insert into web_session (hash, kind, account_id, address, agent)
       select sha256('x'), 'developer', id, '', '' from developer where email = 'old@mail.example'`,
    )
    const change = 'developer address'
    t.equal((await run(`${change} nobody@mail.example new@mail.example`)).code, 1)
    t.same(await run(`${change} old@mail.example Other@mail.example`), {
      code: 1,
      output: 'Another developer has the address Other@mail.example.',
    })
    t.match(await run(`${change} OLD@mail.example new@mail.example`), {
      code: 0,
      output: /^developer \d+ signs in with new@mail\.example/,
    })
    const { rows } = await pool.query('select email, email_key from developer order by id')
    t.match(rows[0], { email: 'new@mail.example', email_key: 'new@mail.example' })
    t.equal((await pool.query('select from web_session')).rowCount, 0)
    const { rows: entries } = await pool.query(
      "select actor_id, detail from audit where event = 'address_changed'",
    )
    t.match(entries, [{ actor_id: 'Ada Byron', detail: { developer: /^\d+$/ } }])
    const [mail = ''] = readdirSync(join(dir, 'mail'))
    t.match(readFileSync(join(dir, 'mail', mail), 'utf8'), /^To: old@mail\.example\nSubject: .*was changed/)
  },
)
