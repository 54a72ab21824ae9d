import t from 'tap'
import { operatorCli } from '../../../../support/run-cli.js'

t.test('what an operator changes is on record with the name, and can be exported', async (t) => {
  const { pool, run } = await operatorCli(t)
  const lines = async (call: string): Promise<string[]> => {
    const { code, output } = await run(call)
    t.equal(code, 0, call)
    return output.split('\n')
  }
  await pool.query(`
    insert into operator_command (partition, member_id, command, requested_by, reason, created)
      values (3, 17, 'drop', 'Grace', 'twice', '2026-02-03T10:00Z');
    insert into audit (event, actor_kind, actor_id, member_id, at)
      values ('signed_in', 'member', '17', 17, '2026-02-03T09:00Z'), ('signed_in', 'member', '18', 18, '2026-02-04T00:00Z')`)

  await lines('source priority airline_dl 7')
  delete process.env['OPERATOR']
  await lines('source deactivate airline_dl')
  const listed = await lines('audit list --event source_changed')
  t.match(
    listed[1],
    /source_changed +operator \S+@\S+ .*"status":"Inactive"/,
    'the newest first, by the account',
  )
  t.match(
    listed[2],
    /source_changed +operator Ada Byron .*"source":"airline_dl","priority":7|"priority":7,"source":"airline_dl"/,
  )
  t.equal(listed.length, 3)

  t.match(
    (await lines('audit export --since 2026-02-03 --until 2026-02-04')).map(
      (line) => JSON.parse(line) as unknown,
    ),
    [
      {
        at: '2026-02-03T09:00:00.000Z',
        event: 'signed_in',
        actor_kind: 'member',
        actor: '17',
        member_id: '17',
      },
      {
        event: 'operator_command',
        actor: 'Grace',
        member_id: '17',
        detail: { command: 'drop', reason: 'twice' },
      },
    ],
    'oldest first, up to the end',
  )
  t.equal((await lines('audit export --actor Grace')).length, 1)
  t.match(await run('audit list --since', '3 March'), {
    code: 64,
    output: /--since <TIME>' argument '3 March' is invalid\. Give a date such as/,
  })
  t.match(await run('audit list --limit 0'), {
    code: 64,
    output: /--limit <N>' argument '0' is invalid\. Give a whole number from 1 to 10000/,
  })
})
