import t from 'tap'
import { operatorCli } from '../../../../support/run-cli.js'

t.test('the keys of webhooks are replaced with an overlap, and withdrawn', async (t) => {
  const { pool, run } = await operatorCli(t)
  const keysOf = async (signs: string): Promise<string[][]> => {
    const { output } = await run('key list')
    const rows = output.split('\n').map((line) => line.trim().split(/ {2,}/))
    return rows.filter((cells) => cells[1] === signs)
  }
  const kidIn = (output: string): string => /kid\W+([\w-]+)/.exec(output)?.[1] ?? ''

  const next = kidIn((await run('key rotate --webhooks')).output)
  const [first, second, ...more] = await keysOf('webhooks')
  t.same(more, [])
  t.equal(second?.[0], next)
  const days = (from = '', to = ''): number => (Date.parse(to) - Date.parse(from)) / 86_400_000
  t.equal(days(second?.[3], first?.[4]), 30, 'the old key signs for 30 days beside the new one')
  t.ok(days(second?.[3], second?.[4]) > 36_000, 'which signs until it is replaced')
  t.equal((await keysOf('access tokens')).length, 1, 'the key of tokens stays')

  t.match((await run('key withdraw', next)).output, `Withdrew key ${next}. It signs no webhooks any more.`)
  t.equal((await run('key withdraw', next)).code, 1)
  t.same(
    (await keysOf('webhooks')).map(([kid]) => kid),
    [first?.[0]],
  )
  const token = (await keysOf('access tokens'))[0]?.[0] ?? ''
  t.match((await run('key withdraw', token)).output, 'Its tokens are rejected.')

  await pool.query(`insert into webhook_key
    select 'copy' || n, alg, public, private, sign_from, sign_until, publish_until
    from webhook_key, generate_series(1, 9) n`)
  t.match(await run('key rotate --webhooks --at-once'), {
    code: 1,
    output: 'There are 10 keys of webhooks already: withdraw old ones first.',
  })
  t.equal((await run('key rotate --at-once')).code, 0, 'those of tokens are not bounded')
})
