/**
 * An operator's word about a parked member, carried out by the owner of its partition, under its epoch, between two steps:
 * so nothing of the member can be folded beside it. What waits is folded in its old order; the cursor does not move. What is
 * left out is kept as refused: whoever handed it in and asks after it is told so.
 */
import type { Log } from '../../../schemas/base/log.js'
import type { StreamMessage } from '../../stream/session.js'
import type {
  Commit,
  DeadLetterCommand,
  DeadLetterStore,
  ParkedMessage,
  RefusedMessage,
} from '../../ports.js'
import { PoisonMessageError } from '../../lib/errors.js'
import { decodeStreamMessage, prepareCommit } from '../step/prepare-commit.js'
import { commitBatch, type PartitionProgress, type FoldBatchDeps } from '../step/fold-batch.js'

export interface DeadLetterDeps extends FoldBatchDeps {
  deadLetters: DeadLetterStore
  log: Log
}

const PAGE_SIZE = 50

const DROPPED_BY_OPERATOR = {
  error: 'server_error',
  error_description:
    'It could not be put on the itinerary, and an operator has given it up: nothing of it was taken. Send it again as a new request if it still holds.',
} as const

/** Carries the command out and answers what came of it, in a sentence. Throws `Fenced` or `Stopped`, or what the store throws. */
export async function executeDeadLetterCommand(
  deps: DeadLetterDeps,
  at: PartitionProgress,
  command: DeadLetterCommand,
  signal: AbortSignal,
): Promise<string> {
  if (!at.parked.has(command.member)) return 'the member is not parked'
  if (command.do === 'drop') return await drop(deps, at, command, signal)
  if (command.do === 'try') return await dryRun(deps, at, command)
  let folded = 0
  let skipped = 0
  for (let after = 0; ;) {
    const waiting = await deps.deadLetters.waiting(command.member, after, PAGE_SIZE)
    const last = waiting.at(-1)
    if (last === undefined) break
    for (const { left, messages, upTo } of splitBySkipped(waiting, command.skip)) {
      const failed = left ? null : await foldMessages(deps, at, command, messages, upTo, signal)
      if (failed !== null) return failureText(failed, folded, skipped)
      if (left) await refuseMessages(deps, at, messages, signal)
      if (left) skipped += messages.length
      else folded += messages.length
    }
    after = last.seq
  }
  await unpark(deps, at, command, 0, signal)
  return `${folded} folded, ${skipped} skipped, un-parked`
}

function failureText({ seq, error, before }: FailedMessage, folded: number, skipped: number): string {
  return `${seq} failed again (${error.message}); ${folded + before} folded before it, ${skipped} skipped`
}

async function dryRun(
  deps: DeadLetterDeps,
  at: PartitionProgress,
  command: DeadLetterCommand,
): Promise<string> {
  let told = await dryRunOnce(deps, at, command, Infinity)
  // Which of many failed is found one by one, after all that came before: nothing of that was saved.
  if (told.failed !== null && told.among > 1) told = await dryRunOnce(deps, at, command, told.failed.seq)
  const { failed, folded, skipped } = told
  return failed === null
    ? `all ${folded} messages would be folded, ${skipped} skipped; nothing was saved`
    : failureText(failed, folded, skipped)
}

interface DryRunResult {
  folded: number
  skipped: number
  failed: FailedMessage | null
  among: number
}

/** Folds what waits in memory, one by one from the sequence `alone` on; `failed` is the first of the `among` messages that fail together. */
async function dryRunOnce(
  deps: DeadLetterDeps,
  at: PartitionProgress,
  command: DeadLetterCommand,
  alone: number,
): Promise<DryRunResult> {
  let folded = 0
  let skipped = 0
  try {
    for (let after = 0; ;) {
      const waiting = await deps.deadLetters.waiting(command.member, after, PAGE_SIZE)
      const last = waiting.at(-1)
      if (last === undefined) return { folded, skipped, failed: null, among: 0 }
      for (const { left, messages, upTo } of splitBySkipped(waiting, command.skip)) {
        if (left) {
          skipped += messages.length
          continue
        }
        for (const some of upTo < alone ? [messages] : messages.map((one) => [one])) {
          const failed = await findPoisonMessage(some, async () => {
            await commitOf(deps, at, command, some)
          })
          if (failed !== null) return { folded, skipped, failed, among: some.length }
          folded += some.length
        }
      }
      after = last.seq
    }
  } finally {
    // However it ended: what is in memory is not saved, and the next word must not build on it.
    deps.executor.invalidate([command.member])
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
    return { seq: first.seq, error, before: 0 }
  }
}

async function drop(
  deps: DeadLetterDeps,
  at: PartitionProgress,
  command: DeadLetterCommand,
  signal: AbortSignal,
): Promise<string> {
  let dropped = 0
  for (let after = 0; ;) {
    const waiting = await deps.deadLetters.waiting(command.member, after, PAGE_SIZE)
    const last = waiting.at(-1)
    if (last === undefined) break
    await refuseMessages(deps, at, waiting, signal)
    dropped += waiting.length
    after = last.seq
  }
  await unpark(deps, at, command, at.cursor, signal)
  return `${dropped} messages dropped, un-parked`
}

async function unpark(
  deps: DeadLetterDeps,
  at: PartitionProgress,
  command: DeadLetterCommand,
  upTo: number,
  signal: AbortSignal,
): Promise<void> {
  await commitBatch(
    deps,
    at,
    { ...emptyCommit(at), unpark: { member: command.member, upTo, done: true } },
    signal,
  )
  at.parked.delete(command.member)
  // What was refused is not known to memory: the member is read anew, with the newest batch of all.
  deps.executor.invalidate([command.member])
}

interface MessageRun {
  left: boolean
  messages: ParkedMessage[]
  upTo: number
}

/** What waits, cut where messages that are left out begin and end. */
function splitBySkipped(waiting: ParkedMessage[], skip: number[]): MessageRun[] {
  const cut: MessageRun[] = []
  for (const message of waiting) {
    const left = skip.includes(message.seq)
    const last = cut.at(-1)
    if (last?.left !== left) cut.push({ left, messages: [message], upTo: message.seq })
    else Object.assign(last, { messages: [...last.messages, message], upTo: message.seq })
  }
  return cut
}

/** Takes away what waits, of one member, and keeps it as refused: without its body, or not at all, when that is what Postgres refuses. */
async function refuseMessages(
  deps: DeadLetterDeps,
  at: PartitionProgress,
  messages: ParkedMessage[],
  signal: AbortSignal,
): Promise<void> {
  const last = messages.at(-1)
  if (last === undefined) return
  const all = toRefused(messages)
  for (const refused of [all, all.map((one) => ({ ...one, body: '' }))]) {
    try {
      return await commitBatch(
        deps,
        at,
        { ...emptyCommit(at), refused, unpark: { member: last.member, upTo: last.seq, done: false } },
        signal,
      )
    } catch (error) {
      if (!(error instanceof PoisonMessageError)) throw error
    }
  }
  await commitBatch(
    deps,
    at,
    { ...emptyCommit(at), unpark: { member: last.member, upTo: last.seq, done: false } },
    signal,
  )
}

/** What cannot even be read has no batch that anybody could ask after. */
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

/** `before`: how many of the same handful were folded before it. */
interface FailedMessage {
  seq: number
  error: PoisonMessageError
  before: number
}

/** Folds some waiting messages, all at once or, when that fails, one by one up to the first that fails. */
async function foldMessages(
  deps: DeadLetterDeps,
  at: PartitionProgress,
  command: DeadLetterCommand,
  waiting: ParkedMessage[],
  upTo: number,
  signal: AbortSignal,
): Promise<FailedMessage | null> {
  const failed = await findPoisonMessage(waiting, async () => {
    const commit = await commitOf(deps, at, command, waiting)
    await commitBatch(deps, at, { ...commit, unpark: { member: command.member, upTo, done: false } }, signal)
  })
  if (failed === null) return null
  deps.executor.invalidate([command.member])
  if (waiting.length === 1) {
    await parkAgain(deps, at, command, failed, signal)
    return failed
  }
  for (const [before, one] of waiting.entries()) {
    const culprit = await foldMessages(deps, at, command, [one], one.seq, signal)
    if (culprit !== null) return { ...culprit, before }
  }
  return null
}

async function commitOf(
  deps: DeadLetterDeps,
  at: PartitionProgress,
  command: DeadLetterCommand,
  waiting: ParkedMessage[],
): Promise<Commit> {
  const others = new Set(at.parked)
  others.delete(command.member)
  const messages = waiting.map((one): StreamMessage => ({ ...one, stored: 0, pending: 0 }))
  const commit = await prepareCommit(
    deps,
    { ...at, parked: others, dryRun: command.do === 'try' },
    at.cursor,
    messages,
  )
  return { ...commit, last: at.cursor }
}

async function parkAgain(
  deps: DeadLetterDeps,
  at: PartitionProgress,
  command: DeadLetterCommand,
  { seq, error }: FailedMessage,
  signal: AbortSignal,
): Promise<void> {
  await commitBatch(
    deps,
    at,
    {
      ...emptyCommit(at),
      parking: [
        {
          member: command.member,
          since: seq,
          reason: error.stage,
          error: error.message,
          attempts: 2,
          version: deps.version,
        },
      ],
    },
    signal,
  )
}

function emptyCommit(at: PartitionProgress): Commit {
  return {
    partition: at.partition,
    epoch: at.epoch,
    cursor: at.cursor,
    last: at.cursor,
    messages: [],
    folded: [],
  }
}
