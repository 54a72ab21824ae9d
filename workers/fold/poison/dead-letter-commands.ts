/**
 * Operator commands for a parked member, executed by the owner of its partition under its epoch, between two
 * steps: nothing else of the member can be folded meanwhile. Waiting messages are folded in their original
 * order; the cursor does not move. Messages that are skipped or dropped are kept as refused, so that their
 * batch status says so.
 */
import { PoisonMessageError } from '../../lib/errors.js'
import type { PreparedCommit } from '../../../schemas/stream/member-store.js'
import type { DeadLetterCommand, ParkedMessage } from '../../../schemas/stream/dead-letter-store.js'
import type { RefusedMessage } from '../../../schemas/stream/decoded-message.js'
import { commitStep, emptyCommit, type PartitionProgress } from '../step/commit-step.js'
import { decodeStreamMessage } from '../step/prepare-commit.js'
import { dryRun } from './dead-letter-dry-run.js'
import {
  commitOf,
  failureText,
  runOrFailure,
  pages,
  splitBySkipped,
  type DeadLetterDeps,
  type Execution,
  type FailedMessage,
} from './waiting-messages.js'

const DROPPED_BY_OPERATOR = {
  error: 'server_error',
  error_description:
    'This could not be processed, and an operator has dropped it. ' +
    'Send it again in a new request if it still applies.',
} as const

/**
 * Executes the command and returns its result as a sentence. Throws what the store throws.
 * @throws {FencedError | StoppedError}
 */
export async function executeDeadLetterCommand(
  deps: DeadLetterDeps,
  progress: PartitionProgress,
  command: DeadLetterCommand,
  signal: AbortSignal,
): Promise<string> {
  if (!progress.parked.has(command.member)) return 'the member is not parked'
  const execution = { deps, progress, command, signal }
  switch (command.do) {
    case 'drop':
      return await drop(execution)
    case 'try':
      return await dryRun(execution)
    case 'replay':
      return await replay(execution)
  }
}

async function replay(execution: Execution): Promise<string> {
  let folded = 0
  let skipped = 0
  for await (const page of pages(execution)) {
    for (const { skip, messages, upTo } of splitBySkipped(page, execution.command.skip)) {
      if (skip) {
        await refuseMessages(execution, messages)
        skipped += messages.length
        continue
      }
      const failed = await foldMessages(execution, messages, upTo)
      if (failed !== null) return failureText(failed, folded, skipped)
      folded += messages.length
    }
  }
  await unpark(execution, 0)
  return `${folded} folded, ${skipped} skipped, unparked`
}

async function drop(execution: Execution): Promise<string> {
  let dropped = 0
  for await (const page of pages(execution)) {
    await refuseMessages(execution, page)
    dropped += page.length
  }
  await unpark(execution, execution.progress.cursor)
  return `${dropped} messages dropped, unparked`
}

async function unpark({ deps, progress, command, signal }: Execution, upTo: number): Promise<void> {
  const done: PreparedCommit = {
    ...emptyCommit(progress),
    unpark: { member: command.member, upTo, done: true },
  }
  await commitStep(deps, progress, done, signal)
  progress.parked.delete(command.member)
  // The cached state does not know the refused batches: the member is loaded again with the newest batch of
  // all.
  deps.executor.invalidate([command.member])
}

/**
 * Removes waiting messages and keeps them as refused: without their bodies, or not at all, if that is what
 * Postgres refuses.
 */
async function refuseMessages(execution: Execution, messages: ParkedMessage[]): Promise<void> {
  const { deps, progress, signal } = execution
  const last = messages.at(-1)
  if (last === undefined) return
  const removal: PreparedCommit = {
    ...emptyCommit(progress),
    unpark: { member: last.member, upTo: last.seq, done: false },
  }
  const all = toRefused(messages)
  for (const refused of [all, all.map((message) => ({ ...message, body: '' }))]) {
    try {
      return await commitStep(deps, progress, { ...removal, refused }, signal)
    } catch (error) {
      if (!(error instanceof PoisonMessageError)) throw error
    }
  }
  await commitStep(deps, progress, removal, signal)
}

/** A message that does not decode has no batch whose status could be asked for. */
function toRefused(messages: ParkedMessage[]): RefusedMessage[] {
  return messages.flatMap((message) => {
    try {
      return [{ ...decodeStreamMessage(message), refusal: DROPPED_BY_OPERATOR }]
    } catch (error) {
      if (error instanceof PoisonMessageError) return []
      throw error
    }
  })
}

/** Folds waiting messages together or, if that fails, one by one up to the first that fails. */
async function foldMessages(
  execution: Execution,
  waiting: ParkedMessage[],
  upTo: number,
): Promise<FailedMessage | null> {
  const { deps, progress, command, signal } = execution
  const failed = await runOrFailure(waiting, async () => {
    const commit = await commitOf(execution, waiting)
    const unparkUpTo = { member: command.member, upTo, done: false }
    await commitStep(deps, progress, { ...commit, unpark: unparkUpTo }, signal)
  })
  if (failed === null) return null
  deps.executor.invalidate([command.member])
  if (waiting.length === 1) {
    await parkAgain(execution, failed)
    return failed
  }
  for (const [foldedBefore, message] of waiting.entries()) {
    const culprit = await foldMessages(execution, [message], message.seq)
    if (culprit !== null) return { ...culprit, foldedBefore }
  }
  return null
}

async function parkAgain(
  { deps, progress, command, signal }: Execution,
  { seq, error }: FailedMessage,
): Promise<void> {
  const parking = {
    member: command.member,
    since: seq,
    reason: error.stage,
    error: error.message,
    // Only for a row that is gone: the commit adds one to the count of the parked member itself.
    attempts: 2,
    version: deps.version,
  }
  await commitStep(deps, progress, { ...emptyCommit(progress), parking: [parking] }, signal)
}
