/**
 * `dead list | show | replay | drop`: members that are parked because a message cannot be folded
 * (workers/DESIGN.md 5). `dead events | release`: events that cannot be fanned out (webhooks.md 5).
 */
import { setTimeout as delay } from 'node:timers/promises'
import { InvalidArgumentError, type Command } from '@commander-js/extra-typings'
import {
  deadLetterCommandResult,
  findParkedMember,
  listParkedMembers,
  queueDeadLetterCommand,
} from '../../../db/operator/dead-letter-admin.js'
import { listQuarantinedEvents, releaseEvent } from '../../../db/operator/quarantined-events.js'
import { isUuid } from '../../../schemas/base/uuid.js'
import { done, failed, table, UsageError, type Answer } from '../answer.js'
import type { CliContext } from '../context.js'
import type { Run } from '../run.js'
import { BECAUSE, memberId, text, wholeNumber } from '../values.js'

const ANSWER_TIMEOUT_MS = 60_000
const POLL_INTERVAL_MS = 200
const SHOWN_CHARS = 400
const SHOWN_ERROR_CHARS = 60

/** Parked members and quarantined events. */
export function addDeadCommands(program: Command, run: Run): void {
  const dead = program.command('dead').description('messages and events that cannot be processed')
  dead.command('list').description('list parked members, the longest parked first').action(run(list))
  dead
    .command('show')
    .description('print why a member is parked, and its waiting messages')
    .argument('<MEMBER>', '', memberId)
    .action(run(show))
  dead
    .command('replay')
    .description('fold the waiting messages, without the skipped ones')
    .argument('<MEMBER>', '', memberId)
    .option('--dry-run', 'save nothing')
    .option('--skip <SEQ>', 'a message to leave out, as printed by `dead show`; may be repeated', sequences)
    .option(...BECAUSE)
    .action(
      run(async (context, member, { dryRun = false, skip = [], because = null }) => {
        if (!dryRun && because === null) throw new UsageError('--because is required: it records the reason.')
        await checkSkipped(context, member, skip)
        return await execute(context, { member, do: dryRun ? 'try' : 'replay', skip, because })
      }),
    )
  dead
    .command('drop')
    .description('discard the waiting messages; their batches are reported as failed')
    .argument('<MEMBER>', '', memberId)
    .requiredOption(...BECAUSE)
    .action(
      run(async (context, member, { because }) =>
        execute(context, { member, do: 'drop', skip: [], because }),
      ),
    )
  dead
    .command('events')
    .description('list events without webhook deliveries, and webhooks suspended because of one')
    .action(run(listEvents))
  dead
    .command('release')
    .description('create the deliveries of such an event')
    .argument('<EVENT>', '', eventId)
    .requiredOption(...BECAUSE)
    .action(run(release))
}

const sequence = wholeNumber(1, Number.MAX_SAFE_INTEGER)

function sequences(given: string, before: number[] | undefined): number[] {
  return [...(before ?? []), sequence(given)]
}

function eventId(given: string): string {
  if (!isUuid(given)) throw new InvalidArgumentError('Give the id of an event.')
  return text(given)
}

async function list({ pool }: CliContext): Promise<Answer> {
  const members = await listParkedMembers(pool)
  return table(
    ['member', 'p', 'since', 'waiting', 'reason', 'attempts', 'parked', 'error'],
    members.map((one) => [
      one.member,
      one.partition,
      one.since,
      one.waiting,
      one.reason,
      one.attempts,
      one.parked,
      one.error.slice(0, SHOWN_ERROR_CHARS),
    ]),
  )
}

async function show({ pool }: CliContext, member: string): Promise<Answer> {
  const found = await findParkedMember(pool, member)
  if (found === null) return failed(`Member ${member} is not parked.`)
  const { since, reason, error, attempts, version, parked } = found.member
  const messages = found.messages.map((one) => ({ ...one, text: one.bytes.toString('utf8') }))
  return {
    data: {
      ...found.member,
      messages: messages.map(({ seq, reason: why, text: body }) => ({ seq, reason: why, text: body })),
    },
    lines: [
      `Member ${member} has been parked since ${parked.toISOString()}.`,
      `message ${since}, ${reason}, ${attempts} attempts, version ${version}`,
      error,
      ...messages.map(({ seq, reason: why, bytes, text: body }) => {
        const shown = body.length > SHOWN_CHARS ? `${body.slice(0, SHOWN_CHARS)} ...` : body
        return `\n${seq} ${why}, ${bytes.length} bytes\n${shown}`
      }),
    ],
  }
}

/** Throws a UsageError if a message that should be skipped does not exist. */
async function checkSkipped({ pool }: CliContext, member: string, skip: number[]): Promise<void> {
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
  { pool, operator }: CliContext,
  request: Omit<Parameters<typeof queueDeadLetterCommand>[1], 'by'>,
): Promise<Answer> {
  const command = await queueDeadLetterCommand(pool, { ...request, by: operator })
  if (command === null) return failed(`Member ${request.member} is not parked.`)
  for (
    const deadline = Date.now() + ANSWER_TIMEOUT_MS;
    Date.now() < deadline;
    await delay(POLL_INTERVAL_MS)
  ) {
    const result = await deadLetterCommandResult(pool, command)
    if (result !== null) return / failed again /.test(result) ? failed(result) : done(result)
  }
  return failed('The owner of the partition has not executed this yet. It will as soon as it runs.')
}

/** Events without webhook deliveries because one of them made the fan-out fail, and the callbacks suspended at one. */
async function listEvents({ pool }: CliContext): Promise<Answer> {
  const rows = await listQuarantinedEvents(pool)
  return table(
    ['event', 'suspended webhook', 'member', 'type', 'quarantined', 'error'],
    rows.map((one) => [one.event, one.callback, one.member, one.type, one.quarantined, one.error]),
  )
}

/** Sends a quarantined event to its callbacks after all. */
async function release(
  { pool, operator }: CliContext,
  event: string,
  { because }: { because: string },
): Promise<Answer> {
  try {
    const result = await releaseEvent(pool, event, { by: operator, because })
    return (result === 'released' ? done : failed)(`Event ${event} is ${result}.`)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return failed(`Event ${event} failed again and stays quarantined: ${reason}`)
  }
}
