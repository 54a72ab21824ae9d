/**
 * Operator commands for a parked member, executed by the owner of its partition under its epoch, between two steps: nothing
 * else of the member can be folded meanwhile. Waiting messages are folded in their original order; the cursor does not move.
 * Messages that are skipped or dropped are kept as refused, so that their batch status says so.
 */
import type { Id } from '../../../schemas/base/ids.js'
import type { Log } from '../../../schemas/base/log.js'
import { PoisonMessageError } from '../../lib/errors.js'
import type {
  Commit,
  DeadLetterCommand,
  DeadLetterStore,
  ParkedMessage,
  RefusedMessage,
} from '../../ports.js'
import { commitBatch, emptyCommit, type FoldBatchDeps, type PartitionProgress } from '../step/fold-batch.js'
import { decodeStreamMessage, prepareCommit } from '../step/prepare-commit.js'

export interface DeadLetterDeps extends FoldBatchDeps {
  deadLetters: DeadLetterStore
  log: Log
}

const PAGE_SIZE = 50

const DROPPED_BY_OPERATOR = {
  error: 'server_error',
  error_description:
    'This could not be processed, and an operator has dropped it. Send it again in a new request if it still applies.',
} as const

/** Everything that executing one command needs. */
interface Execution {
  deps: DeadLetterDeps
  progress: PartitionProgress
  command: DeadLetterCommand
  signal: AbortSignal
}

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

/** The waiting messages of the member, a page at a time, oldest first. */
async function* pages({ deps, command }: Execution): AsyncGenerator<ParkedMessage[]> {
  for (let after = 0; ;) {
    const page = await deps.deadLetters.waiting(command.member, after, PAGE_SIZE)
    const last = page.at(-1)
    if (last === undefined) return
    yield page
    after = last.seq
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

/** A message that failed again; `foldedBefore`: how many of the same page were folded before it. */
interface FailedMessage {
  seq: number
  error: PoisonMessageError
  foldedBefore: number
}

function failureText({ seq, error, foldedBefore }: FailedMessage, folded: number, skipped: number): string {
  return `${seq} failed again (${error.message}); ${folded + foldedBefore} folded before it, ${skipped} skipped`
}

async function dryRun(execution: Execution): Promise<string> {
  let result = await dryRunOnce(execution, Infinity)
  // To find which of several failed, fold them one by one after everything before them; nothing of that was saved.
  if (result.failed !== null && result.among > 1) result = await dryRunOnce(execution, result.failed.seq)
  const { failed, folded, skipped } = result
  return failed === null
    ? `all ${folded} messages would be folded, ${skipped} skipped; nothing was saved`
    : failureText(failed, folded, skipped)
}

interface DryRunResult {
  folded: number
  skipped: number
  /** The first of the `among` messages that failed together. */
  failed: FailedMessage | null
  among: number
}

/** Folds the waiting messages in memory; from the sequence `singleFrom` on one by one. */
async function dryRunOnce(execution: Execution, singleFrom: number): Promise<DryRunResult> {
  const { deps, command } = execution
  const result: DryRunResult = { folded: 0, skipped: 0, failed: null, among: 0 }
  try {
    for await (const page of pages(execution)) {
      for (const { skip, messages, upTo } of splitBySkipped(page, command.skip)) {
        if (skip) result.skipped += messages.length
        else
          await dryRunGroups(execution, upTo < singleFrom ? [messages] : messages.map((one) => [one]), result)
        if (result.failed !== null) return result
      }
    }
    return result
  } finally {
    // What is cached was not saved: the next command must not build on it.
    deps.executor.invalidate([command.member])
  }
}

/** Folds the groups one after the other up to the first that fails, and adds to `result`. */
async function dryRunGroups(
  execution: Execution,
  groups: ParkedMessage[][],
  result: DryRunResult,
): Promise<void> {
  for (const group of groups) {
    result.failed = await findPoisonMessage(group, async () => {
      await commitOf(execution, group)
    })
    if (result.failed !== null) {
      result.among = group.length
      return
    }
    result.folded += group.length
  }
}

async function findPoisonMessage(
  [first]: ParkedMessage[],
  work: () => Promise<void>,
): Promise<FailedMessage | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (!(error instanceof PoisonMessageError) || first === undefined) throw error
    return { seq: first.seq, error, foldedBefore: 0 }
  }
}

async function unpark({ deps, progress, command, signal }: Execution, upTo: number): Promise<void> {
  const done: Commit = { ...emptyCommit(progress), unpark: { member: command.member, upTo, done: true } }
  await commitBatch(deps, progress, done, signal)
  progress.parked.delete(command.member)
  // The cached state does not know the refused batches: the member is loaded again with the newest batch of all.
  deps.executor.invalidate([command.member])
}

interface MessageRun {
  skip: boolean
  messages: ParkedMessage[]
  upTo: number
}

/** Splits the messages into runs that are all skipped or all folded. */
function splitBySkipped(waiting: ParkedMessage[], skip: number[]): MessageRun[] {
  const runs: MessageRun[] = []
  for (const message of waiting) {
    const isSkipped = skip.includes(message.seq)
    const last = runs.at(-1)
    if (last?.skip !== isSkipped) {
      runs.push({ skip: isSkipped, messages: [message], upTo: message.seq })
      continue
    }
    last.messages.push(message)
    last.upTo = message.seq
  }
  return runs
}

/**
 * Removes waiting messages and keeps them as refused: without their bodies, or not at all, if that is what Postgres refuses.
 */
async function refuseMessages(execution: Execution, messages: ParkedMessage[]): Promise<void> {
  const { deps, progress, signal } = execution
  const last = messages.at(-1)
  if (last === undefined) return
  const removal: Commit = {
    ...emptyCommit(progress),
    unpark: { member: last.member, upTo: last.seq, done: false },
  }
  const all = toRefused(messages)
  for (const refused of [all, all.map((message) => ({ ...message, body: '' }))]) {
    try {
      return await commitBatch(deps, progress, { ...removal, refused }, signal)
    } catch (error) {
      if (!(error instanceof PoisonMessageError)) throw error
    }
  }
  await commitBatch(deps, progress, removal, signal)
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
  const failed = await findPoisonMessage(waiting, async () => {
    const commit = await commitOf(execution, waiting)
    const unparkUpTo = { member: command.member, upTo, done: false }
    await commitBatch(deps, progress, { ...commit, unpark: unparkUpTo }, signal)
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

/** The commit of waiting messages, with the cursor left where it is. */
async function commitOf({ deps, progress, command }: Execution, waiting: ParkedMessage[]): Promise<Commit> {
  const otherParked = new Set<Id>(progress.parked)
  otherParked.delete(command.member)
  const commit = await prepareCommit(
    deps,
    { ...progress, parked: otherParked, dryRun: command.do === 'try' },
    progress.cursor,
    waiting.map((message) => ({ ...message, stored: 0, pending: 0 })),
  )
  return { ...commit, last: progress.cursor }
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
    attempts: 2,
    version: deps.version,
  }
  await commitBatch(deps, progress, { ...emptyCommit(progress), parking: [parking] }, signal)
}
