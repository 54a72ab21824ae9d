/** An operator gives a developer who lost a mailbox another address; for members test/landing/erase-person.test.ts does. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { connect } from '../../../db/pg/connect.js'
import { runCli } from '../../../ops/cli/program.js'
import { testDatabase } from '../../support/servers.js'
import { silentLog } from '../../support/silent-log.js'

t.setTimeout(100_000)

t.test(
  'the address changes, sessions end, the old one is notified, and the operator is recorded',
  async (t) => {
    const databaseUrl = await testDatabase(t)
    const { pool, close } = connect({ url: databaseUrl, name: 'test', log: silentLog() })
    t.teardown(close)
    const before = { ...process.env }
    const dir = t.testdir()
    Object.assign(process.env, {
      DATABASE_URL: databaseUrl,
      NATS_URL: 'nats://127.0.0.1:1',
      SECRET_KEY: 'a secret of the tests, longer than thirty-two characters',
      DATA_DIR: dir,
      OPERATOR: 'Ada Byron',
    })
    t.teardown(() => {
      process.env = before
    })
    const printed = t.capture(console, 'log')
    const errors = t.capture(console, 'error')
    const add = async (email: string): Promise<void> => {
      await runCli(['developer', 'add', '--email', email, '--name', 'Dev', '--organisation', 'Org'])
    }
    await add('old@mail.example')
    await add('other@mail.example')
    await pool.query(
      `insert into web_session (hash, kind, account_id, address, agent)
     select sha256('x'), 'developer', id, '', '' from developer where email = 'old@mail.example'`,
    )
    t.equal(await runCli(['developer', 'address', 'nobody@mail.example', 'new@mail.example']), 1)
    t.equal(await runCli(['developer', 'address', 'old@mail.example', 'Other@mail.example']), 1)
    t.match(errors().at(-1), { args: ['Another developer has the address Other@mail.example.'] })
    t.equal(await runCli(['developer', 'address', 'OLD@mail.example', 'new@mail.example']), 0)
    t.match(printed().at(-1), { args: [/^developer \d+ signs in with new@mail\.example/] })
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
