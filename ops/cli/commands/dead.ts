/**
 * `dead list | show | replay | drop`: members that are parked because a message cannot be folded
 * (workers/DESIGN.md 5). `dead events | release`: events that cannot be fanned out (webhooks.md 5).
 */
import { parseArgs } from 'node:util'
import {
  deadLetterCommandResult,
  findParkedMember,
  listParkedMembers,
  queueDeadLetterCommand,
} from '../../../db/operator/dead-letter-admin.js'
import { isId } from '../../../schemas/base/ids.js'
import { isUuid } from '../../../schemas/base/uuid.js'
import { UsageError, type CliContext, type Command } from '../command.js'
import { formatTable } from '../format-table.js'
import { listEvents, release } from '../quarantined-events.js'

const ANSWER_TIMEOUT_MS = 60_000
const POLL_INTERVAL_MS = 200
const SHOWN_CHARS = 400
const SHOWN_ERROR_CHARS = 60

/** The options of each verb. */
const OPTIONS: Partial<Record<string, readonly string[]>> = {
  list: [],
  show: [],
  replay: ['dry-run', 'skip', 'because'],
  drop: ['because'],
  events: [],
  release: ['because'],
}
const LISTS = ['list', 'events']

export const dead: Command = {
  usage: [
    ['dead list', 'list parked members, the longest parked first'],
    ['dead show MEMBER', 'print why a member is parked, and its waiting messages'],
    [
      'dead replay MEMBER [--dry-run] [--skip SEQ]... --because TEXT',
      'fold the waiting messages, without the skipped ones; --dry-run saves nothing',
    ],
    ['dead drop MEMBER --because TEXT', 'discard the waiting messages; their batches are reported as failed'],
    ['dead events', 'list events without webhook deliveries, and callbacks suspended at one'],
    ['dead release EVENT --because TEXT', 'create the deliveries of such an event'],
  ],
  run: async (args, context) => {
    const request = readRequest(args)
    const { verb, subject } = request
    if (verb === 'list') return await list(context)
    if (verb === 'events') return await listEvents(context)
    if (verb === 'release') return await release(context, subject, request.because)
    if (verb === 'show') return await show(context, subject)
    await checkSkipped(context, request)
    return await execute(context, request)
  },
}

interface Request {
  verb: string
  /** Id of a member or an event; empty for lists. */
  subject: string
  skip: number[]
  dryRun: boolean
  /** Empty if nothing is changed. */
  because: string
}

function readRequest(args: string[]): Request {
  const { values, positionals, tokens } = parseArgs({
    tokens: true,
    args,
    allowPositionals: true,
    options: {
      'dry-run': { type: 'boolean', default: false },
      skip: { type: 'string', multiple: true, default: [] },
      because: { type: 'string' },
    },
  })
  const [verb = '', subject = '', ...more] = positionals
  const options = OPTIONS[verb]
  if (options === undefined)
    throw new UsageError(`"dead" requires one of: ${Object.keys(OPTIONS).join(', ')}.`)
  const unknown = tokens.find((token) => token.kind === 'option' && !options.includes(token.name))
  if (unknown?.kind === 'option') throw new UsageError(`"dead ${verb}" has no option ${unknown.rawName}.`)
  const isList = LISTS.includes(verb)
  const surplus = isList ? positionals[1] : more[0]
  if (surplus !== undefined) throw new UsageError(`Unexpected argument "${surplus}".`)
  const dryRun = values['dry-run']
  const request = { verb, subject, skip: values.skip.map(Number), dryRun, because: '' }
  if (isList) return request
  if (verb === 'release' && !isUuid(subject)) throw new UsageError('EVENT must be the id of an event.')
  if (verb !== 'release' && !isId(subject)) throw new UsageError('MEMBER must be the id of a member.')
  if (verb === 'show') return request
  if (request.skip.some((seq) => !Number.isSafeInteger(seq) || seq < 1))
    throw new UsageError('--skip must be the sequence of a message, as printed by `dead show`.')
  if (dryRun) return request
  if (values.because === undefined)
    throw new UsageError('--because is required: it records the reason for those who look later.')
  return { ...request, because: values.because }
}

async function list({ pool, print }: CliContext): Promise<number> {
  const members = await listParkedMembers(pool)
  const rows = members.map((one) => [
    one.member,
    one.partition,
    one.since,
    one.waiting,
    one.reason,
    one.attempts,
    one.parked.toISOString(),
    one.error.slice(0, SHOWN_ERROR_CHARS),
  ])
  const headings = ['member', 'p', 'since', 'waiting', 'reason', 'attempts', 'parked', 'error']
  for (const line of formatTable(headings, rows)) print(line)
  return 0
}

async function show({ pool, print }: CliContext, member: string): Promise<number> {
  const found = await findParkedMember(pool, member)
  if (found === null) {
    print(`Member ${member} is not parked.`)
    return 1
  }
  const { since, reason, error, attempts, version, parked } = found.member
  print(`Member ${member} has been parked since ${parked.toISOString()}.`)
  print(`message ${since}, ${reason}, ${attempts} attempts, version ${version}`)
  print(error)
  for (const { seq, reason: messageReason, bytes } of found.messages) {
    const text = bytes.toString('utf8')
    const shown = text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)} ...` : text
    print(`\n${seq} ${messageReason}, ${bytes.length} bytes\n${shown}`)
  }
  return 0
}

/** Throws a UsageError if a message that should be skipped does not exist. */
async function checkSkipped({ pool }: CliContext, { subject: member, skip }: Request): Promise<void> {
  if (skip.length === 0) return
  const found = await findParkedMember(pool, member)
  if (found === null) return
  const missing = skip.find((seq) => !found.messages.some((message) => message.seq === seq))
  if (missing !== undefined)
    throw new UsageError(
      `--skip: member ${member} has no waiting message ${missing}; see \`dead show ${member}\`.`,
    )
}

/** Asks the owner of the member's partition to execute the request, and waits for the result. */
async function execute(
  { pool, print, operator }: CliContext,
  { verb, subject: member, skip, dryRun, because }: Request,
): Promise<number> {
  const replayOrTry = dryRun ? 'try' : 'replay'
  const command = await queueDeadLetterCommand(pool, {
    member,
    do: verb === 'drop' ? 'drop' : replayOrTry,
    skip,
    because: because === '' ? null : because,
    by: operator,
  })
  if (command === null) {
    print(`Member ${member} is not parked.`)
    return 1
  }
  for (const deadline = Date.now() + ANSWER_TIMEOUT_MS; Date.now() < deadline;) {
    const result = await deadLetterCommandResult(pool, command)
    if (result !== null) {
      print(result)
      return / failed again /.test(result) ? 1 : 0
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS))
  }
  print('The owner of the partition has not executed this yet. It will as soon as it runs.')
  return 1
}
