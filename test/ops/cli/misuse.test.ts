/** Commands about accounts, applications, tokens, keys and sources, called wrongly: the fault is named before anything is opened. */
import t from 'tap'
import { app } from '../../../ops/cli/commands/app.js'
import { UsageError } from '../../../ops/cli/command.js'
import type { CliContext, Command } from '../../../ops/cli/command.js'
import { dead } from '../../../ops/cli/commands/dead.js'
import { developer } from '../../../ops/cli/commands/developer.js'
import { key } from '../../../ops/cli/commands/key.js'
import { member } from '../../../ops/cli/commands/member.js'
import { scale } from '../../../ops/cli/commands/scale.js'
import { source } from '../../../ops/cli/commands/source.js'
import { stream } from '../../../ops/cli/commands/stream.js'
import { token } from '../../../ops/cli/commands/token.js'
import type { DatabaseCommand } from '../../../ops/cli/arguments.js'
import { foldStack } from '../../support/fold/fold-stack.js'

/** A command that opens what it needs only once it knows what to do: here there is nothing. */
const onNothing = ({ usage, run }: Command): DatabaseCommand => ({
  usage,
  run: async (args) => await run(args, {} as CliContext),
})

const REDIRECT = ['--redirect', 'https://partner.example/cb']
const WRONG: Array<[DatabaseCommand, string[], RegExp]> = [
  [app, [], /^Say what app should do: list, add, rotate/],
  [app, ['explode'], /^There is no "app explode"; there are list, add/],
  [app, ['rotate'], /^CLIENT_ID is missing behind "app rotate"/],
  [app, ['delete', 'tf_1', 'tf_2'], /^"tf_2" is one word too many/],
  [app, ['rotate', 'tf_1', '--overlap', '3d'], /^--overlap: "3d" is none of 0, 1h, 24h, 7d/],
  [app, ['add', ...REDIRECT], /^--name is missing/],
  [app, ['add', '--name', 'Planner'], /^--redirect is missing/],
  [
    app,
    ['add', '--name', 'Tripfold', ...REDIRECT],
    /^--name: Choose a name that cannot be taken for the service itself/,
  ],
  [app, ['add', '--name', 'Planner', '--redirect', 'http://partner.example/cb'], /^--redirect: Use https/],
  [
    app,
    ['add', '--name', 'Planner', ...REDIRECT, '--environment', 'prod'],
    /^--environment: "prod" is neither development nor production/,
  ],
  [app, ['add', '--name', 'Planner', ...REDIRECT, '--colour', 'red'], /^Unknown option '--colour'\.$/],
  [
    developer,
    ['add', '--email', 'nonsense', '--name', 'Dev', '--organisation', 'Org'],
    /^--email: "nonsense" is not an email address/,
  ],
  [developer, ['add', '--email', 'dev@mail.example', '--name', 'Dev'], /^--organisation is missing/],
  [
    developer,
    ['password', 'dev@mail.example', '--password', 'short'],
    /^--password: use at least 8 characters/,
  ],
  [developer, ['password'], /^ADDRESS is missing/],
  [member, ['disconnect', 'ann@mail.example'], /^CLIENT_ID is missing behind "member disconnect"/],
  [member, ['add', '--email', 'ann@mail.example', '--first-name', 'Ann'], /^--last-name is missing/],
  [token, ['issue'], /^CLIENT_ID is missing/],
  [token, ['revoke'], /^TOKEN is missing/],
  [key, ['withdraw'], /^KID is missing/],
  [key, ['rotate', 'now'], /^"now" is one word too many/],
  [
    source,
    ['add', 'x', '--name', 'X', '--class', 'airlin', '--types', 'Air'],
    /^--class: "airlin" is none of airline, hotel/,
  ],
  [
    source,
    ['add', 'x', '--name', 'X', '--class', 'airline', '--types', 'Air,Bus'],
    /^--types: "Bus" is none of Air, /,
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
    /^ID is empty behind "source add"/,
  ],
  [
    source,
    ['add', 'x', '--name', 'X', '--class', 'airline', '--types', 'Air', '--url', 'notaurl'],
    /^--url: "notaurl" is no address of a site/,
  ],
  [onNothing(dead), ['list', 'extra'], /^"extra" is one word too many/],
  [onNothing(dead), ['list', '--skip', '3'], /^"dead list" knows no --skip/],
  [onNothing(dead), ['show', '12', '13'], /^"13" is one word too many/],
  [onNothing(dead), ['drop', '12', '--skip', '3', '--because', 'x'], /^"dead drop" knows no --skip/],
  [onNothing(dead), ['drop', '12', '--dry-run'], /^"dead drop" knows no --dry-run/],
  [onNothing(dead), ['replay', '12'], /^--because says why/],
  [onNothing(dead), ['bury', '12'], /^what shall be done/],
  [onNothing(stream), ['mend', '--because', 'x'], /^there is no "stream mend"/],
  [onNothing(stream), ['skip', 'all', '--because', 'x'], /^"all" is one word too many/],
  [onNothing(stream), ['heal'], /^--because says why/],
  [scale, [], /^how many of what/],
  [scale, ['api=2'], /^the processes of the door would share one port/],
  [scale, ['fold=65'], /a number up to 64, not "fold=65"/],
  [scale, ['fold=4-1'], /^the smaller number first, not "fold=4-1"/],
  [scale, ['deliver=1-2'], /^only the fold resizes itself: one number for deliver/],
  [scale, ['fold=1', 'fold=2'], /^one number for fold, not two/],
]

t.test('each fault is named with its mend', async (t) => {
  for (const [command, args, words] of WRONG) {
    const fault: unknown = await command.run(args).catch((error: unknown) => error)
    t.type(fault, UsageError, args.join(' '))
    t.match(fault instanceof Error ? fault.message : '', words, args.join(' '))
  }
})

t.test('what is told of a command is what it knows', async (t) => {
  for (const command of [app, developer, member, token, key, source]) {
    const [first] = command.usage[0]!
    const name = first.split(' ')[0]!
    const fault: unknown = await command.run([]).catch((error: unknown) => error)
    const verbs = /: (.*)\.$/.exec(fault instanceof Error ? fault.message : '')![1]!.split(', ')
    const told = command.usage.flatMap(([call]) => call.split(' ')[1]!.split('|'))
    t.same(verbs.sort(), told.sort(), name)
  }
})

t.test('a message that is to be skipped is there', async (t) => {
  const stack = await foldStack(t, { partitions: 1 })
  await stack.pool
    .query(`insert into parked_member (member_id, partition, since_seq, reason, error, attempts, version) values (12, 0, 7, 'fold', 'x', 1, '1');
    insert into parked_message (member_id, seq, subject, bytes, reason) values (12, 7, 's', '', 'fold')`)
  const context = { pool: stack.pool, say: () => {}, by: 'test' } as unknown as CliContext
  for (const more of [['--because', 'x'], ['--dry-run']]) {
    await t.rejects(
      dead.run(['replay', '12', '--skip', '7', '--skip', '999', ...more], context),
      /^--skip: no message 999 of member 12 waits; `dead show 12`/,
    )
  }
  t.equal((await stack.pool.query('select 1 from operator_command')).rowCount, 0, 'nobody is asked')
})
