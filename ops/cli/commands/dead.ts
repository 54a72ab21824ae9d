/** `dead list | show MEMBER | replay MEMBER | drop MEMBER`: members whose story stopped at a message (workers/README.md 5). */
import { parseArgs } from 'node:util'
import {
  queueDeadLetterCommand,
  findParkedMember,
  listParkedMembers,
  deadLetterCommandResult,
} from '../../../db/operator/dead-letter-admin.js'
import { isId } from '../../../schemas/base/ids.js'
import { UsageError, type CliContext, type Command } from '../command.js'
import { table } from '../table.js'

const ANSWER_TIMEOUT_MS = 60_000
const POLL_INTERVAL_MS = 200
const SHOWN_BYTES = 400
/** What may be said of each. */
const OPTIONS: Partial<Record<string, readonly string[]>> = {
  list: [],
  show: [],
  replay: ['dry-run', 'skip', 'because'],
  drop: ['because'],
}

export const dead: Command = {
  usage: [
    ['dead list', 'members that are parked, the longest parked first'],
    ['dead show MEMBER', 'why, and the messages that wait'],
    [
      'dead replay MEMBER [--dry-run] [--skip SEQ]... --because TEXT',
      'fold what waits, leaving out what is skipped',
    ],
    ['dead drop MEMBER --because TEXT', 'throw away what waits; who asks is told that it failed'],
  ],
  run: async (args, context) => {
    const {
      values,
      positionals: [word = '', member, ...more],
      tokens,
    } = parseArgs({
      tokens: true,
      args,
      allowPositionals: true,
      options: {
        'dry-run': { type: 'boolean', default: false },
        skip: { type: 'string', multiple: true, default: [] },
        because: { type: 'string' },
      },
    })
    const known = OPTIONS[word]
    if (known === undefined) throw new UsageError('what shall be done?')
    const odd = tokens.find((token) => token.kind === 'option' && !known.includes(token.name))
    if (odd?.kind === 'option') throw new UsageError(`"dead ${word}" knows no ${odd.rawName}`)
    const extra = word === 'list' ? member : more[0]
    if (extra !== undefined) throw new UsageError(`"${extra}" is one word too many`)
    if (word === 'list') return await list(context)
    if (member === undefined || !isId(member)) throw new UsageError('a member is named by its id')
    if (word === 'show') return await show(context, member)
    const skip = values.skip.map(Number)
    if (skip.some((seq) => !Number.isSafeInteger(seq) || seq < 1))
      throw new UsageError('--skip takes the sequence of a message, as `dead show` tells it')
    const trying = values['dry-run']
    if (!trying && values.because === undefined)
      throw new UsageError('--because says why, for those who look later')
    const waiting = skip.length === 0 ? null : await findParkedMember(context.pool, member)
    const missing =
      waiting === null ? undefined : skip.find((seq) => !waiting.messages.some((one) => one.seq === seq))
    if (missing !== undefined)
      throw new UsageError(
        `--skip: no message ${missing} of member ${member} waits; \`dead show ${member}\` tells which do`,
      )
    return await sendCommand(
      context,
      member,
      word === 'drop' ? 'drop' : trying ? 'try' : 'replay',
      skip,
      trying ? null : (values.because ?? null),
    )
  },
}

async function list({ pool, print: say }: CliContext): Promise<number> {
  const members = await listParkedMembers(pool)
  const rows = members.map((one) => [
    one.member,
    one.partition,
    one.since,
    one.waiting,
    one.reason,
    one.attempts,
    one.parked.toISOString(),
    one.error.slice(0, 60),
  ])
  for (const line of table(
    ['member', 'p', 'since', 'waiting', 'reason', 'attempts', 'parked', 'error'],
    rows,
  ))
    say(line)
  return 0
}

async function show({ pool, print: say }: CliContext, member: string): Promise<number> {
  const found = await findParkedMember(pool, member)
  if (found === null) {
    say(`member ${member} is not parked`)
    return 1
  }
  const { since, reason, error, attempts, version, parked } = found.member
  say(
    `member ${member} is parked since ${parked.toISOString()}: message ${since}, ${reason}, ${attempts} attempts, version ${version}`,
  )
  say(error)
  for (const { seq, reason: why, bytes } of found.messages) {
    const text = bytes.toString('utf8')
    say(
      `\n${seq} ${why}, ${bytes.length} bytes\n${text.slice(0, SHOWN_BYTES)}${text.length > SHOWN_BYTES ? ' ...' : ''}`,
    )
  }
  return 0
}

async function sendCommand(
  { pool, print: say, operator: by }: CliContext,
  member: string,
  word: 'replay' | 'try' | 'drop',
  skip: number[],
  because: string | null,
): Promise<number> {
  const command = await queueDeadLetterCommand(pool, { member, do: word, skip, because, by })
  if (command === null) {
    say(`member ${member} is not parked`)
    return 1
  }
  for (const until = Date.now() + ANSWER_TIMEOUT_MS; Date.now() < until;) {
    const result = await deadLetterCommandResult(pool, command)
    if (result !== null) {
      say(result)
      return / failed again /.test(result) ? 1 : 0
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS))
  }
  say('the owner of the partition has not done it yet; it will when it works')
  return 1
}
