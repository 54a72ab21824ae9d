/** Wrong arguments are named before a command opens anything. */
import t from 'tap'
import { app } from '../../../ops/cli/commands/app.js'
import { UsageError } from '../../../ops/cli/command.js'
import type { CliContext, Command } from '../../../ops/cli/command.js'
import { dead } from '../../../ops/cli/commands/dead.js'
import { developer } from '../../../ops/cli/commands/developer.js'
import { key } from '../../../ops/cli/commands/security/key.js'
import { listen } from '../../../ops/cli/commands/listen.js'
import { member } from '../../../ops/cli/commands/member.js'
import { scale } from '../../../ops/cli/commands/scale.js'
import { source } from '../../../ops/cli/commands/source.js'
import { stream } from '../../../ops/cli/commands/stream.js'
import { token } from '../../../ops/cli/commands/security/token.js'
import type { DatabaseCommand } from '../../../ops/cli/arguments.js'
import { foldStack } from '../../support/fold/fold-stack.js'

/** Runs a command without a context: it must fail before it uses one. */
const withoutContext = ({ usage, run }: Command): DatabaseCommand => ({
  usage,
  run: async (args) => await run(args, {} as CliContext),
})

const REDIRECT = ['--redirect', 'https://partner.example/cb']
const WRONG: Array<[DatabaseCommand, string[], RegExp]> = [
  [app, [], /^"app" requires one of: list, add, rotate/],
  [app, ['explode'], /^There is no command "app explode"\. Use one of: list, add/],
  [app, ['rotate'], /^"app rotate" requires CLIENT_ID/],
  [app, ['delete', 'tf_1', 'tf_2'], /^Unexpected argument "tf_2"/],
  [app, ['rotate', 'tf_1', '--overlap', '3d'], /^--overlap: "3d" must be one of 0, 1h, 24h, 7d/],
  [app, ['vouch', 'tf_1'], /^--sources is required/],
  [app, ['vouch', 'tf_1', '--sources', ' , '], /^--sources: name at least one source/],
  [app, ['add', ...REDIRECT], /^--name is required/],
  [app, ['add', '--name', 'Planner'], /^--redirect is required/],
  [
    app,
    ['add', '--name', 'Tripfold', ...REDIRECT],
    /^--name: Choose a name that cannot be taken for the service itself/,
  ],
  [app, ['add', '--name', 'Planner', '--redirect', 'http://partner.example/cb'], /^--redirect: Use https/],
  [
    app,
    ['add', '--name', 'Planner', ...REDIRECT, '--environment', 'prod'],
    /^--environment: "prod" must be development or production/,
  ],
  [app, ['add', '--name', 'Planner', ...REDIRECT, '--colour', 'red'], /^Unknown option '--colour'\.$/],
  [
    developer,
    ['add', '--email', 'nonsense', '--name', 'Dev', '--organisation', 'Org'],
    /^--email: "nonsense" is not an email address/,
  ],
  [developer, ['add', '--email', 'dev@mail.example', '--name', 'Dev'], /^--organisation is required/],
  [
    developer,
    ['password', 'dev@mail.example', '--password', 'short'],
    /^--password: use at least 8 characters/,
  ],
  [developer, ['password'], /^"developer password" requires ADDRESS/],
  [member, ['address', 'ann@mail.example', 'nonsense'], /^NEW: "nonsense" is not an email address/],
  [developer, ['address', 'dev@mail.example'], /^"developer address" requires NEW/],
  [member, ['disconnect', 'ann@mail.example'], /^"member disconnect" requires CLIENT_ID/],
  [member, ['add', '--email', 'ann@mail.example', '--first-name', 'Ann'], /^--last-name is required/],
  [listen, [], /^"listen" requires one URL or PORT/],
  [listen, ['ftp://127.0.0.1/'], /is neither a port nor an http address, such as 3000/],
  [listen, ['3000', '--client', 'tf_1'], /^--client requires --client-secret-file/],
  [listen, ['3000', '--secret', 'guess'], /^--secret must be whsec_ followed by base64/],
  [token, ['issue'], /^"token issue" requires CLIENT_ID/],
  [token, ['revoke'], /^"token revoke" requires TOKEN/],
  [key, ['withdraw'], /^"key withdraw" requires KID/],
  [key, ['rotate', 'now'], /^Unexpected argument "now"/],
  [
    source,
    ['add', 'x', '--name', 'X', '--class', 'airlin', '--types', 'Air'],
    /^--class: "airlin" must be one of airline, hotel/,
  ],
  [
    source,
    ['add', 'x', '--name', 'X', '--class', 'airline', '--types', 'Air,Bus'],
    /^--types: "Bus" must be one of Air, /,
  ],
  [
    source,
    ['add', 'x', '--name', 'X', '--class', 'airline', '--types', 'Air', '--priority', 'high'],
    /^--priority: "high" is not a whole number/,
  ],
  [source, ['priority', 'x', 'high'], /^N: "high" is not a whole number/],
  [
    source,
    ['add', '', '--name', 'X', '--class', 'airline', '--types', 'Air'],
    /^ID of "source add" must not be empty/,
  ],
  [
    source,
    ['add', 'x', '--name', 'X', '--class', 'airline', '--types', 'Air', '--url', 'notaurl'],
    /^--url: "notaurl" is not the URL of a website/,
  ],
  [withoutContext(dead), ['list', 'extra'], /^Unexpected argument "extra"/],
  [withoutContext(dead), ['list', '--skip', '3'], /^"dead list" has no option --skip/],
  [withoutContext(dead), ['show', '12', '13'], /^Unexpected argument "13"/],
  [
    withoutContext(dead),
    ['drop', '12', '--skip', '3', '--because', 'x'],
    /^"dead drop" has no option --skip/,
  ],
  [withoutContext(dead), ['drop', '12', '--dry-run'], /^"dead drop" has no option --dry-run/],
  [withoutContext(dead), ['replay', '12'], /^--because is required/],
  [
    withoutContext(dead),
    ['bury', '12'],
    /^"dead" requires one of: list, show, replay, drop, events, release/,
  ],
  [withoutContext(dead), ['events', 'all'], /^Unexpected argument "all"/],
  [withoutContext(dead), ['release', '12', '--because', 'x'], /^EVENT must be the id of an event/],
  [withoutContext(dead), ['release', '7c0f2a52-6a53-5c0e-9a3e-1f1f5d0a4b11'], /^--because is required/],
  [withoutContext(stream), ['fix', '--because', 'x'], /^There is no command "stream fix"/],
  [withoutContext(stream), ['skip', 'all', '--because', 'x'], /^Unexpected argument "all"/],
  [withoutContext(stream), ['heal'], /^--because is required/],
  [scale, [], /^"scale" requires a role and a number/],
  [scale, ['api=2'], /^Several api processes would share one port/],
  [scale, ['fold=65'], /a number up to 64, not "fold=65"/],
  [scale, ['fold=4-1'], /^Put the smaller number first, not "fold=4-1"/],
  [scale, ['deliver=1-2'], /^Only the fold pool scales itself: give one number for deliver/],
  [scale, ['fold=1', 'fold=2'], /^Give only one number for fold/],
]

t.test('each wrong call is answered with the error and its fix', async (t) => {
  for (const [command, args, message] of WRONG) {
    const error: unknown = await command.run(args).catch((caught: unknown) => caught)
    t.type(error, UsageError, args.join(' '))
    t.match(error instanceof Error ? error.message : '', message, args.join(' '))
  }
})

t.test('the usage of a command lists all its verbs', async (t) => {
  for (const command of [app, developer, member, token, key, source]) {
    const [first] = command.usage[0]!
    const name = first.split(' ')[0]!
    const error: unknown = await command.run([]).catch((caught: unknown) => caught)
    const verbs = /: (.*)\.$/.exec(error instanceof Error ? error.message : '')![1]!.split(', ')
    const documented = command.usage.flatMap(([call]) => call.split(' ')[1]!.split('|'))
    t.same(verbs.sort(), documented.sort(), name)
  }
})

t.test('a message to skip must exist', async (t) => {
  const stack = await foldStack(t, { partitions: 1 })
  await stack.pool
    .query(`insert into parked_member (member_id, partition, since_seq, reason, error, attempts, version) values (12, 0, 7, 'fold', 'x', 1, '1');
    insert into parked_message (member_id, seq, subject, bytes, reason) values (12, 7, 's', '', 'fold')`)
  const context = { pool: stack.pool, print: () => {}, operator: 'test' } as unknown as CliContext
  for (const more of [['--because', 'x'], ['--dry-run']]) {
    await t.rejects(
      dead.run(['replay', '12', '--skip', '7', '--skip', '999', ...more], context),
      /^--skip: member 12 has no waiting message 999; see `dead show 12`/,
    )
  }
  t.equal((await stack.pool.query('select 1 from operator_command')).rowCount, 0, 'no command was queued')
})
