/** Wrong arguments are named before a command opens anything. */
import t from 'tap'
import { foldStack } from '../../support/fold/fold-stack.js'
import { runOperatorCommand } from '../../support/run-cli.js'

const ADD_APP = 'app add --redirect https://partner.example/cb'
const ADD_SOURCE = 'source add x --name X --class airline'
/** A call, and what is wrong with it. */
const WRONG: Array<[call: string, message: RegExp]> = [
  ['app', /^Usage: npm run cli -- app/],
  ['app explode', /^error: unknown command 'explode'/],
  ['app rotate', /^error: missing required argument 'CLIENT_ID'/],
  ['app delete tf_1 tf_2', /^error: too many arguments for 'delete'/],
  ['app rotate tf_1 --overlap 3d', /'3d' is invalid\. Allowed choices are 0, 1h, 24h, 7d/],
  ['app vouch tf_1', /^error: required option '--sources <ID,...>' not specified/],
  ['app vouch tf_1 --sources ,', /--sources <ID,...>' argument ',' is invalid\. Name at least one/],
  [ADD_APP, /^error: required option '--name <NAME>' not specified/],
  ['app add --name Planner', /^error: --redirect is required, unless with --feed/],
  [`${ADD_APP} --name Tripfold`, /--name: Choose a name that cannot be taken for the service itself/],
  ['app add --name Planner --redirect http://partner.example/cb', /^error: --redirect: Use https/],
  [`${ADD_APP} --name Planner --environment prod`, /Allowed choices are development, production/],
  [`${ADD_APP} --name Planner --colour red`, /^error: unknown option '--colour'/],
  [
    'developer add --email nonsense --name Dev --organisation Org',
    /'nonsense' is invalid\. It is not an email/,
  ],
  ['developer add --email dev@mail.example --name Dev', /required option '--organisation <NAME>'/],
  ['developer password dev@mail.example --password short', /Use at least 8 characters/],
  ['developer password', /^error: missing required argument 'ADDRESS'/],
  ['developer address dev@mail.example', /^error: missing required argument 'NEW'/],
  ['member address ann@mail.example nonsense', /for argument 'NEW'\. It is not an email address/],
  ['member disconnect ann@mail.example', /^error: missing required argument 'CLIENT_ID'/],
  ['member add --email ann@mail.example --first-name Ann', /required option '--last-name <NAME>'/],
  ['member receipt last', /^error: NUMBER is the number that "member erase" printed/],
  ['listen', /^error: missing required argument 'URL|PORT'/],
  ['listen ftp://127.0.0.1/', /It is neither a port nor an http address, such as 3000/],
  ['listen 3000 --client tf_1', /^error: --client requires --client-secret-file/],
  ['listen 3000 --secret guess', /Give whsec_ followed by base64/],
  ['token issue', /^error: missing required argument 'CLIENT_ID'/],
  ['token revoke', /^error: missing required argument 'TOKEN'/],
  ['key withdraw', /^error: missing required argument 'KID'/],
  ['key rotate now', /^error: too many arguments for 'rotate'/],
  ['source add x --name X --class airlin --types Air', /Allowed choices are airline, hotel/],
  [`${ADD_SOURCE} --types Air,Bus`, /'Air,Bus' is invalid\. Allowed are Air, /],
  [`${ADD_SOURCE} --types Air --priority high`, /'high' is invalid\. Give a whole number from 0 to 999999/],
  [`${ADD_SOURCE} --types Air --url notaurl`, /'notaurl' is invalid\. Give the URL of a website/],
  ['source priority x high', /for argument 'N'\. Give a whole number/],
  ['dead list extra', /^error: too many arguments for 'list'/],
  ['dead list --skip 3', /^error: unknown option '--skip'/],
  ['dead show ann', /for argument 'MEMBER'\. Give the id of a member/],
  ['dead drop 12 --skip 3 --because x', /^error: unknown option '--skip'/],
  ['dead drop 12', /^error: required option '--because <TEXT>' not specified/],
  ['dead replay 12', /^error: --because is required/],
  ['dead replay 12 --skip 0 --because x', /'0' is invalid\. Give a whole number from 1/],
  ['dead bury 12', /^error: unknown command 'bury'/],
  ['dead release 12 --because x', /for argument 'EVENT'\. Give the id of an event/],
  ['dead release 7c0f2a52-6a53-5c0e-9a3e-1f1f5d0a4b11', /required option '--because <TEXT>'/],
  ['stream fix', /^error: too many arguments for 'stream'/],
  ['stream skip all --because x', /^error: too many arguments for 'skip'/],
  ['stream heal', /^error: required option '--because <TEXT>' not specified/],
  ['stream lost --recover', /^error: --because belongs to --recover/],
  ['rebuild', /^error: Give either --member with the id of a member, or --all/],
  ['partitions many', /for argument 'COUNT'\. Give a whole number from 2 to 1024/],
  ['audit list --since Monday', /'Monday' is invalid\. Give a date such as/],
  ['scale', /^error: missing required argument 'ROLE=N'/],
  ['scale api=2', /^error: Several api processes would share one port/],
  ['scale fold=65', /a number up to 64, not "fold=65"/],
  ['scale fold=4-1', /^error: Put the smaller number first, not "fold=4-1"/],
  ['scale deliver=1-2', /^error: Only the fold pool scales itself: give one number for deliver/],
  ['scale fold=1 fold=2', /^error: Give only one number for fold/],
]

t.test('each wrong call is answered with what is wrong and the usage, and exits with 64', async (t) => {
  for (const [call, message] of WRONG) {
    const { code, output } = await runOperatorCommand(call.split(' '), {})
    t.equal(code, 64, call)
    t.match(output, message, call)
    t.match(output, /Usage: npm run cli -- /)
  }
  const empty = await runOperatorCommand([...`${ADD_SOURCE} --types Air`.split(' ').with(2, '')], {})
  t.match(empty, { code: 64, output: /for argument 'ID'\. It must not be empty/ })
})

t.test('without a command, and with --help, the usage is printed', async (t) => {
  t.match(await runOperatorCommand([]), { code: 0, output: /dead +messages and events that cannot be/ })
  t.match(await runOperatorCommand(['help', 'app']), { code: 0, output: /rotate \[options\] <CLIENT_ID>/ })
  t.match(await runOperatorCommand(['app', 'rotate', '-h']), { code: 0, output: /--overlap <TIME>/ })
})

t.test('a message to skip must exist, and --json prints the answer as data', async (t) => {
  const { pool } = await foldStack(t, { partitions: 1 })
  await pool.query(`insert into parked_member (member_id, partition, since_seq, reason, error, attempts, version) values (12, 0, 7, 'fold', 'x', 1, '1');
    insert into parked_message (member_id, seq, subject, bytes, reason) values (12, 7, 's', '', 'fold')`)
  const context = { pool, operator: 'test' }
  for (const more of [['--because', 'x'], ['--dry-run']]) {
    const words = ['dead', 'replay', '12', '--skip', '7', '--skip', '999', ...more]
    t.match(await runOperatorCommand(words, context), {
      code: 64,
      output: /--skip: member 12 has no waiting message 999; see `dead show 12`/,
    })
  }
  t.equal((await pool.query('select 1 from operator_command')).rowCount, 0, 'no command was queued')
  const { code, output } = await runOperatorCommand(['dead', 'list', '--json'], context)
  t.equal(code, 0)
  t.match(JSON.parse(output), [{ member: '12', p: 0, since: 7, waiting: 1, reason: 'fold', error: 'x' }])
})
