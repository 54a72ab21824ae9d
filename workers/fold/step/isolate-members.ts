/**
 * Saves a commit that Postgres refuses or does not finish in time member by member, so that only the member at
 * fault waits (workers/DESIGN.md 5). A member whose commit fails three times is parked, from the message that
 * failed on. Everything but the last commit keeps the cursor: after a crash its messages are read again and
 * recognised as folded.
 */
import type { Id } from '../../../schemas/base/ids.js'
import { commitSize } from '../../../schemas/stream/commit-size.js'
import type { ParkedMember, ParkedMessage } from '../../../schemas/stream/dead-letter-store.js'
import type { PreparedCommit } from '../../../schemas/stream/member-store.js'
import { backoff, pause } from '../../lib/backoff.js'
import { PoisonMessageError, RefusedCommitError, StoppedError } from '../../lib/errors.js'
import type { ReceivedMessage } from '../../stream/session.js'
import {
  commitStep,
  emptyCommit,
  parkingOf,
  type FoldStepDeps,
  type PartitionProgress,
} from './commit-step.js'
import { lightestFirst, partOf } from './cut-commit.js'
import type { Apply } from './group-commit.js'
import { prepareCommit, toParkedMessage } from './prepare-commit.js'

/** Failures of one message's commit after which its member is parked. */
const MAX_TRIES = 3

/** What could not be saved: the message at fault, and why. */
interface Unsaved {
  culprit: ReceivedMessage
  error: PoisonMessageError
}

interface Isolation {
  deps: FoldStepDeps
  progress: PartitionProgress
  signal: AbortSignal
}

/**
 * Saves what can be saved of `commit`, parks the other members, and moves the cursor. `messages`: those that it
 * was made of. Throws as `commitStep`: what was saved until then stays saved.
 */
export async function isolateMembers(
  deps: FoldStepDeps,
  progress: PartitionProgress,
  { commit, messages }: { commit: PreparedCommit; messages: ReceivedMessage[] },
  signal: AbortSignal,
): Promise<void> {
  const apply: Apply = async (one) => await deps.apply(one, true)
  const isolation = { deps: { ...deps, apply }, progress, signal }
  const parking: ParkedMember[] = []
  const parked: ParkedMessage[] = [...(commit.parked ?? [])]
  const isAlone = commit.folded.length === 1
  for (const { member } of lightestFirst(commit)) {
    if (signal.aborted) throw new StoppedError()
    const own = messages.filter((message) => message.member === member)
    const unsaved = await saveMember(
      isolation,
      partOf(commit, progress.cursor, new Set<Id>([member])),
      own,
      isAlone,
    )
    if (unsaved === null) continue
    const { culprit, error } = unsaved
    parking.push(parkingOf(deps, progress, culprit, error, MAX_TRIES))
    for (const message of own.filter(({ seq }) => seq >= culprit.seq))
      parked.push(toParkedMessage(message, message === culprit ? error.stage : 'waiting'))
  }
  const { cursor, cursorStored = null, refused = [] } = commit
  const done: PreparedCommit = { ...emptyCommit(progress), cursor, cursorStored, refused, parking, parked }
  await commitStep(deps, progress, done, signal)
  for (const { member, reason } of parking) {
    progress.parked.add(member)
    deps.metrics.parked(reason)
  }
}

/**
 * Saves the messages of one member: together, then one by one. Null if all are saved. `isAlone`: the commit
 * that was refused is this one, so that is its first failure.
 */
async function saveMember(
  isolation: Isolation,
  part: PreparedCommit,
  messages: ReceivedMessage[],
  isAlone: boolean,
): Promise<Unsaved | null> {
  const { deps, progress } = isolation
  const [culprit] = messages
  if (culprit === undefined) return null
  if (messages.length === 1) {
    const error = await tryToSave(isolation, part, isAlone ? MAX_TRIES - 1 : MAX_TRIES)
    return error === null ? null : { culprit, error }
  }
  if (!isAlone && (await tryToSave(isolation, part, 1)) === null) return null
  for (const message of messages) {
    const prepared = await prepareCommit(deps, progress, progress.cursor, [message])
    const error = await tryToSave(isolation, { ...prepared, cursor: progress.cursor }, MAX_TRIES)
    if (error !== null) return { culprit: message, error }
  }
  return null
}

/** Null once the commit is saved; why it is not after so many `tries`. */
async function tryToSave(
  { deps, progress, signal }: Isolation,
  commit: PreparedCommit,
  tries: number,
): Promise<PoisonMessageError | null> {
  for (let failures = 1; ; failures++) {
    try {
      await commitStep(deps, progress, commit, signal)
      return null
    } catch (error) {
      if (!(error instanceof RefusedCommitError)) throw error
      deps.metrics.retried()
      deps.health.failed(progress.partition, error)
      const member = commit.folded[0]?.member
      deps.log.warn({ partition: progress.partition, member, failures, error }, 'commit of a member refused')
      if (failures === tries) return explained(error, commit)
      await pause(backoff(failures), signal)
      if (signal.aborted) throw new StoppedError()
    }
  }
}

function explained(error: RefusedCommitError, commit: PreparedCommit): PoisonMessageError {
  const { rows, bytes } = commitSize(commit)
  const size = `${rows} rows, ${(bytes / 1e6).toFixed(1)} MB`
  return new PoisonMessageError('store', `${error.message} (${MAX_TRIES} tries; ${size})`, error)
}
