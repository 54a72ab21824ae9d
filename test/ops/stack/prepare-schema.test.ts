import pg from 'pg'
import t from 'tap'
import { readConfig } from '../../../ops/config/config.js'
import { prepareSchema } from '../../../ops/stack/prepare-schema.js'
import { testDatabase } from '../../support/servers.js'

t.test('with MIGRATIONS=wait a start says what is missing, and changes nothing', async (t) => {
  const url = await testDatabase(t)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  t.teardown(async () => {
    await client.end()
  })
  const config = readConfig({ DATABASE_URL: url, MIGRATIONS: 'wait' })
  // The template for tests has fewer cities.
  await t.rejects(prepareSchema(config), {
    message: /^the reference data is that of another version: run `npm run cli -- migrate`/,
  })
  await client.query("delete from knex_migrations where name = '0400_feeds'")
  await t.rejects(prepareSchema(config), { message: /^the schema lacks 0400_feeds: run/ })
  await client.query('drop table knex_migrations')
  await t.rejects(prepareSchema(config), { message: /^the schema lacks 0100_partitions, 0110_members/ })
  const { rows } = await client.query("select to_regclass('knex_migrations') as created")
  t.equal(rows[0]?.created, null)
})

t.test('a start on the database of another version ends with its first migrations and a fix', async (t) => {
  const url = await testDatabase(t)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  t.teardown(async () => {
    await client.end()
  })
  await client.query("update knex_migrations set name = 'other_' || id")
  for (const MIGRATIONS of ['apply', 'wait'])
    await t.rejects(prepareSchema(readConfig({ DATABASE_URL: url, MIGRATIONS })), {
      code: 'bad_config',
      message:
        /^The database has migrations that this version does not know \(other_1, other_2, other_3 and \d+ more\): .*`npm run reset`/,
    })
})
