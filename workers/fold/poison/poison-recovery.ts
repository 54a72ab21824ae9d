/**
 * Poison recovery (workers/DESIGN.md 5). A message that crashes the process leaves no error, only an owner
 * that never released its partition. The next owner therefore folds as many messages as the fatal step can
 * have held in small groups, and records before each group how far it is about to fold. If it crashes as
 * well, that mark remains: its successor folds the messages up to the mark one by one, each first in a
 * sandbox process (sandbox.ts). A message that crashes the sandbox crashed the two owners, and its member is
 * parked. One that crashes workers but not the sandbox is parked after the third crash, because the worker
 * was then folding it alone. An owner whose session was lost looks crashed until it renews its lease: before
 * a message is parked unfolded, its former owners get that time.
 *
 * Groups, because owners mostly end for other reasons and single messages would cost a second per partition
 * each time.
 */
import { LEASE_SECONDS } from '../../../schemas/stream/partition-store.js'
import { pause } from '../../lib/backoff.js'
import { PoisonMessageError } from '../../lib/errors.js'
import type { FoldExecutor } from '../../ports.js'
import type { ReceivedMessage } from '../../stream/session.js'
import { noFoldMetrics } from '../fold-metrics.js'
import type { FoldStepDeps, PartitionProgress } from '../step/commit-step.js'
import { foldStep, parkMember } from '../step/fold-step.js'
import { prepareCommit } from '../step/prepare-commit.js'
import { SandboxCrashed } from './sandbox.js'

export interface PoisonRecovery {
  /** Most messages of the next step. */
  maxMessages: number
  /** Folds them; resolves with the recovery to continue with, or null once steps may be whole again. */
  fold: (messages: ReceivedMessage[]) => Promise<PoisonRecovery | null>
}

export interface PoisonRecoveryDeps extends FoldStepDeps {
  /**
   * Records the sequence up to which is about to be folded, and how many owners it has crashed at most; null:
   * none.
   */
  recordSuspect: (seq: number | null, crashes: number) => Promise<void>
  /** How many owners that did not come back crashed with the suspect message. */
  suspectCrashes: () => Promise<number>
  limits: { messages: number }
  /** Where a message that may crash the process is folded first. */
  sandbox?: FoldExecutor
}

/**
 * Recorded crashes after which a message is parked unfolded: that of its group, then one while it was folded
 * alone. The crash that made the recovery necessary came before and left no record, so it is the third in all.
 */
const CRASHES_TO_PARK = 2
const GROUP_SIZE = 16
/** Within it a process that lost its session to Postgres renews its lease. */
const RETURN_MS = LEASE_SECONDS * 1_000

/** Recovers as many messages as the step that crashed the last owner can have held. */
export function poisonRecovery(
  deps: PoisonRecoveryDeps,
  progress: PartitionProgress,
  found: { suspect: number | null; crashes: number },
  signal: AbortSignal,
): PoisonRecovery {
  const suspectedUpTo = found.suspect ?? 0
  let left = deps.limits.messages

  const next = (): PoisonRecovery => ({
    maxMessages: progress.cursor < suspectedUpTo ? 1 : GROUP_SIZE,
    fold,
  })

  const fold = async (messages: ReceivedMessage[]): Promise<PoisonRecovery | null> => {
    const [first] = messages
    const last = messages.at(-1)
    if (first === undefined || last === undefined) return next()
    if (first.seq === suspectedUpTo && (await crashedAlone(deps, found.crashes, signal))) {
      const error = new PoisonMessageError('crash', 'its worker crashed while folding this message alone')
      await parkMember(deps, progress, first, error, signal)
    } else {
      const isSuspect = last.seq <= suspectedUpTo
      const fatal = isSuspect ? await tryInSandbox(deps, progress, first) : null
      // The crash of its group counts as the suspect message's first.
      await deps.recordSuspect(last.seq, isSuspect ? 1 : 0)
      if (fatal !== null) await parkMember(deps, progress, first, fatal, signal)
      else await foldStep(deps, progress, messages, signal)
    }
    left -= messages.length
    if (progress.cursor < suspectedUpTo || (left > 0 && last.pending > 0)) return next()
    await deps.recordSuspect(null, 0)
    return null
  }

  return next()
}

/** Whether so many owners crashed that the last of them did so while it folded the message alone. */
async function crashedAlone(deps: PoisonRecoveryDeps, found: number, signal: AbortSignal): Promise<boolean> {
  if (found < CRASHES_TO_PARK) return false
  await pause(RETURN_MS, signal)
  return (await deps.suspectCrashes()) >= CRASHES_TO_PARK
}

/** Folds the message in the sandbox. Any outcome other than a crash is left to the real step. */
async function tryInSandbox(
  deps: PoisonRecoveryDeps,
  progress: PartitionProgress,
  message: ReceivedMessage,
): Promise<PoisonMessageError | null> {
  if (deps.sandbox === undefined) return null
  try {
    const sandboxed = { ...deps, executor: deps.sandbox, metrics: noFoldMetrics }
    await prepareCommit(sandboxed, progress, progress.cursor, [message])
  } catch (error) {
    if (error instanceof SandboxCrashed) return new PoisonMessageError('crash', error.message)
    if (!(error instanceof PoisonMessageError))
      deps.log.warn(
        { partition: progress.partition, seq: message.seq, error },
        'suspect message could not be tried in the sandbox',
      )
  }
  return null
}
