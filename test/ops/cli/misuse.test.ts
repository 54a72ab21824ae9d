/** Commands about accounts, applications, tokens, keys and sources, called wrongly: the fault is named before anything is opened. */
import t from 'tap'
import { app } from '../../../ops/cli/app.js'
import { UsageFault } from '../../../ops/cli/command.js'
import { developer } from '../../../ops/cli/developer.js'
import { key } from '../../../ops/cli/key.js'
import { member } from '../../../ops/cli/member.js'
import { scale } from '../../../ops/cli/scale.js'
import { source } from '../../../ops/cli/source.js'
import { token } from '../../../ops/cli/token.js'
import type { DeskCommand } from '../../../ops/cli/words.js'

const REDIRECT = ['--redirect', 'https://partner.example/cb']
const WRONG: Array<[DeskCommand, string[], RegExp]> = [
  [app, [], /^Say what app should do: list, add, rotate/],
  [app, ['explode'], /^There is no "app explode"; there are list, add/],
  [app, ['rotate'], /^CLIENT_ID is missing behind "app rotate"/],
  [app, ['delete', 'tf_1', 'tf_2'], /^"tf_2" is one word too many/],
  [app, ['rotate', 'tf_1', '--overlap', '3d'], /^--overlap: "3d" is none of 0, 1h, 24h, 7d/],
  [app, ['add', ...REDIRECT], /^--name is missing/],
  [app, ['add', '--name', 'Planner'], /^--redirect is missing/],
  [app, ['add', '--name', 'Tripfold', ...REDIRECT], /^--name: Choose a name that cannot be taken for the service itself/],
  [app, ['add', '--name', 'Planner', '--redirect', 'http://partner.example/cb'], /^--redirect: Use https/],
  [app, ['add', '--name', 'Planner', ...REDIRECT, '--environment', 'prod'], /^--environment: "prod" is neither development nor production/],
  [app, ['add', '--name', 'Planner', ...REDIRECT, '--colour', 'red'], /^Unknown option '--colour'\.$/],
  [developer, ['add', '--email', 'nonsense', '--name', 'Dev', '--organisation', 'Org'], /^--email: "nonsense" is not an email address/],
  [developer, ['add', '--email', 'dev@mail.example', '--name', 'Dev'], /^--organisation is missing/],
  [developer, ['password', 'dev@mail.example', '--password', 'short'], /^--password: use at least 8 characters/],
  [developer, ['password'], /^ADDRESS is missing/],
  [member, ['disconnect', 'ann@mail.example'], /^CLIENT_ID is missing behind "member disconnect"/],
  [member, ['add', '--email', 'ann@mail.example', '--first-name', 'Ann'], /^--last-name is missing/],
  [token, ['issue'], /^CLIENT_ID is missing/],
  [token, ['revoke'], /^TOKEN is missing/],
  [key, ['withdraw'], /^KID is missing/],
  [key, ['rotate', 'now'], /^"now" is one word too many/],
  [source, ['add', 'x', '--name', 'X', '--class', 'airlin', '--types', 'Air'], /^--class: "airlin" is none of airline, hotel/],
  [source, ['add', 'x', '--name', 'X', '--class', 'airline', '--types', 'Air,Bus'], /^--types: "Bus" is none of Air, /],
  [source, ['add', 'x', '--name', 'X', '--class', 'airline', '--types', 'Air', '--priority', 'high'], /^--priority: "high" is not a whole number/],
  [source, ['priority', 'x', 'high'], /^N: "high" is not a whole number/],
  [scale, [], /^how many of what/],
  [scale, ['api=2'], /^the processes of the door would share one port/],
  [scale, ['fold=65'], /a number up to 64, not "fold=65"/],
  [scale, ['fold=4-1'], /^the smaller number first, not "fold=4-1"/],
  [scale, ['deliver=1-2'], /^only the fold resizes itself: one number for deliver/]
]

t.test('each fault is named with its mend', async t => {
  for (const [command, args, words] of WRONG) {
    const fault: unknown = await command.run(args).catch((error: unknown) => error)
    t.type(fault, UsageFault, args.join(' '))
    t.match(fault instanceof Error ? fault.message : '', words, args.join(' '))
  }
})

t.test('what is told of a command is what it knows', async t => {
  for (const command of [app, developer, member, token, key, source]) {
    const [first] = command.usage[0]!
    const name = first.split(' ')[0]!
    const fault: unknown = await command.run([]).catch((error: unknown) => error)
    const verbs = /: (.*)\.$/.exec(fault instanceof Error ? fault.message : '')![1]!.split(', ')
    const told = command.usage.flatMap(([call]) => call.split(' ')[1]!.split('|'))
    t.same(verbs.sort(), told.sort(), name)
  }
})
