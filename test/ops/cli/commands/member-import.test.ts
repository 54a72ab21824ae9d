import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { decodeJwt } from 'jose'
import { tokenHash } from '../../../../api/oauth/random-token.js'
import { operatorCli } from '../../../support/run-cli.js'

const { pool, run } = await operatorCli(t)
const dir = t.testdir()
const file = (name: string, lines: unknown[]): string => {
  const path = join(dir, name)
  writeFileSync(
    path,
    lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
  )
  return path
}
const person = (n: number): object => ({
  email: `person${String(n)}@mail.example`,
  first_name: 'Person',
  last_name: `Number ${String(n)}`,
})
const count = async (): Promise<number> =>
  (
    await pool.query<{ n: number }>(
      'select count(*)::int as n from member_login join member on id = member_id',
    )
  ).rows[0]!.n

t.test('a file with a wrong line imports nobody, and every wrong line is named', async (t) => {
  const path = file('wrong.jsonl', [
    person(1),
    'not json',
    { ...person(2), email: 'nowhere' },
    { ...person(3), phone: '1' },
    { ...person(1), email: 'PERSON1@mail.example' },
    { ...person(4), last_name: ' ' },
    { ...person(5), first_name: 'Ann\u0000' },
    { ...person(6), last_name: 'Ann\u202e' },
    { ...person(7), last_name: 'n'.repeat(101) },
    { ...person(8), last_name: 8 },
  ])
  const { code, output } = await run('member import', path)
  t.equal(code, 1)
  t.match(output.split('\n'), [
    /^line 2 is not JSON/,
    /^line 3 email is not/,
    /^line 4 has the unknown field "phone"/,
    /^line 5 has the same address as line 1/,
    /^line 6 last_name: Enter the name\./,
    /^line 7 first_name: Remove invisible characters/,
    /^line 8 last_name: Remove invisible characters/,
    /^line 9 last_name: Use at most 100 characters/,
    /^line 10 last_name must be a string/,
    /^Lines with errors: 9\. Nobody was imported/,
  ])
  t.equal(await count(), 0)
})

t.test(
  'thousands are imported in seconds, with tokens that work for each, and again without harm',
  async (t) => {
    const added = await run('app add --name Importer --redirect https://partner.example/cb')
    const clientId = /client_id +(\S+)/.exec(added.output)![1]!
    const path = file(
      'people.jsonl',
      Array.from({ length: 2_100 }, (_, n) => person(n)),
    )
    const tokens = join(dir, 'tokens.jsonl')
    const withTokens = ['--tokens-of', clientId, '--tokens', tokens]
    t.match(await run('member import', path, ...withTokens), { code: 0, output: /^2100 created, 0 existed/ })
    t.equal(await count(), 2_100)
    t.equal(statSync(tokens).mode & 0o777, 0o600)

    const issued = readFileSync(tokens, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, string>)
    t.equal(issued.length, 2_100)
    const one = issued.find(({ email }) => email === 'person1999@mail.example')!
    t.match(decodeJwt(one['access_token']!), { sub: one['member_id'], client_id: clientId })
    const { rows } = await pool.query(
      `select member_id::text as member_id from oauth_refresh join oauth_grant g on g.id = grant_id where hash = $1`,
      [tokenHash(one['refresh_token']!)],
    )
    t.same(rows, [{ member_id: one['member_id'] }])

    const spaced = { ...person(9_999), first_name: ' Ann  Mary ' }
    t.match(await run('member import', file('more.jsonl', [person(5), spaced])), {
      code: 0,
      output: /^1 created, 1 existed/,
    })
    t.same(
      (await pool.query("select first_name from member_login where email = 'person9999@mail.example'")).rows,
      [{ first_name: 'Ann Mary' }],
      'a name is stored as sign-up stores it',
    )
    t.equal(await count(), 2_101)
    t.match(
      await run('member import', path, ...withTokens),
      { code: 64, output: /--tokens: .*tokens\.jsonl cannot be made \(EEXIST\); name a new file/ },
      'a file of tokens is not replaced',
    )
    const { rows: records } = await pool.query(
      `select requested_by, args from operator_command where command = 'member import' order by id`,
    )
    t.same(records, [
      { requested_by: 'Ada Byron', args: { members: 2_100, client_id: clientId } },
      { requested_by: 'Ada Byron', args: { members: 2 } },
    ])
  },
)
