/** The messages waiting behind a parked member, while an operator command is executed on them. */
import type { Id } from '../../../schemas/base/ids.js'
import type { Log } from '../../../schemas/base/log.js'
import { PoisonMessageError } from '../../lib/errors.js'
import type { PreparedCommit } from '../../../schemas/stream/member-store.js'
import type {
  DeadLetterCommand,
  DeadLetterStore,
  ParkedMessage,
} from '../../../schemas/stream/dead-letter-store.js'
import type { FoldStepDeps, PartitionProgress } from '../step/commit-step.js'
import { prepareCommit } from '../step/prepare-commit.js'

export interface DeadLetterDeps extends FoldStepDeps {
  deadLetters: DeadLetterStore
  log: Log
}

const PAGE_SIZE = 50

/** Everything that executing one command needs. */
export interface Execution {
  deps: DeadLetterDeps
  progress: PartitionProgress
  command: DeadLetterCommand
  signal: AbortSignal
}

/** The waiting messages of the member, a page at a time, oldest first. */
export async function* pages({ deps, command }: Execution): AsyncGenerator<ParkedMessage[]> {
  for (let after = 0; ;) {
    const page = await deps.deadLetters.waiting(command.member, after, PAGE_SIZE)
    const last = page.at(-1)
    if (last === undefined) return
    yield page
    after = last.seq
  }
}

export interface MessageRun {
  skip: boolean
  messages: ParkedMessage[]
  upTo: number
}

/** Splits the messages into runs that are all skipped or all folded. */
export function splitBySkipped(waiting: ParkedMessage[], skip: number[]): MessageRun[] {
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

/** A message that failed again; `foldedBefore`: how many of the same page were folded before it. */
export interface FailedMessage {
  seq: number
  error: PoisonMessageError
  foldedBefore: number
}

export function failureText(
  { seq, error, foldedBefore }: FailedMessage,
  folded: number,
  skipped: number,
): string {
  const foldedInTotal = folded + foldedBefore
  return `${seq} failed again (${error.message}); ${foldedInTotal} folded before it, ${skipped} skipped`
}

/**
 * Runs `work` on the messages; the failure of the first of them if it throws a `PoisonMessageError`, else
 * null.
 */
export async function runOrFailure(
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

/** The commit of waiting messages, with the cursor left where it is. */
export async function commitOf(
  { deps, progress, command }: Execution,
  waiting: ParkedMessage[],
): Promise<PreparedCommit> {
  const otherParked = new Set<Id>(progress.parked)
  otherParked.delete(command.member)
  const commit = await prepareCommit(
    deps,
    { ...progress, parked: otherParked, dryRun: command.do === 'try' },
    progress.cursor,
    waiting.map((message) => ({ ...message, stored: 0, pending: 0 })),
  )
  return { ...commit, cursor: progress.cursor }
}
