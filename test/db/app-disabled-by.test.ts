/** Migration 0360: who switched off what was off before that was kept. */
import t from 'tap'
import makeKnex from 'knex'
import { down, up } from '../../db/migrations/0360_app_disabled_by.js'
import { testDatabase } from '../support/servers.js'

t.test(
  'the audit log tells; without it an operator has to look; applications without their developer are off',
  async (t) => {
    const knex = makeKnex({ client: 'pg', connection: await testDatabase(t), pool: { min: 0, max: 1 } })
    t.teardown(async () => {
      await knex.destroy()
    })
    await down(knex)
    await knex.raw(`
    insert into developer (id, email, email_key, name, organisation, password_hash) values (1, 'a@mail.example', 'a@mail.example', 'A', 'A', '');
    insert into app (client_id, name, developer_id, disabled_at)
    values ('own', 'A', 1, now()), ('held', 'A', 1, now()), ('old', 'A', 1, now()), ('orphan', 'A', 2, null), ('on', 'A', 1, null), ('ours', 'A', null, null);
    insert into audit (event, actor_kind, client_id)
    values ('app_disabled', 'operator', 'own'), ('app_disabled', 'developer', 'own'), ('app_disabled', 'operator', 'held'), ('app_enabled', 'developer', 'held')`)
    await up(knex)
    const rows = await knex('app')
      .orderBy('client_id')
      .select<Array<{ client_id: string; disabled_by: string | null; off: boolean }>>(
        'client_id',
        'disabled_by',
        knex.raw('disabled_at is not null as off'),
      )
    t.same(
      rows.map((row) => [row.client_id, row.off, row.disabled_by]),
      [
        ['held', true, 'operator'],
        ['old', true, 'operator'],
        ['on', false, null],
        ['orphan', true, 'operator'],
        ['ours', false, null],
        ['own', true, 'developer'],
      ],
    )
  },
)
