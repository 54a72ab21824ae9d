/**
 * A message that kills the process leaves no error behind, only an owner that was gone without giving the partition back.
 * The next owner therefore takes care with as many messages as the fatal batch can have held: it folds them in small
 * groups, and writes down before each how far it is about to fold. An owner that dies over a group leaves that mark; the
 * next one folds the messages up to it one by one, each first in a process of its own (trial.ts): one that this does not
 * survive has killed the two, and its member is parked (workers/README.md 5). One that kills workers alone, and not that process, is
 * known after the third death: it was in hand alone. Owners are mostly ended by somebody else, hence the groups: a step for
 * each message would cost a second per partition every time. To wait for a cursor that does not move at all would take more
 * deaths: each life's first batch is small and gets through.
 */
import type { StreamMessage } from '../../stream/session.js'
import type { FoldExecutor } from '../../ports.js'
import { PoisonMessageError } from '../../lib/errors.js'
import { noFoldMetrics } from '../fold-metrics.js'
import { prepareCommit } from '../step/prepare-commit.js'
import { parkMember, foldBatch, type PartitionProgress, type FoldBatchDeps } from '../step/fold-batch.js'
import { SandboxCrashed } from './sandbox.js'

export interface PoisonRecovery {
  /** Most messages to take. */
  maxMessages: number
  /** Folds them; answers itself, or null when the danger is over and batches may be whole again. */
  fold: (batch: StreamMessage[]) => Promise<PoisonRecovery | null>
}

export interface PoisonRecoveryDeps extends FoldBatchDeps {
  /** Writes down the sequence up to which is about to be folded, and how many owners have died of it; null: nothing is. */
  suspect: (seq: number | null, deaths: number) => Promise<void>
  limits: { messages: number }
  /** Where a message is folded that may kill. */
  sandbox?: FoldExecutor
}

/** Deaths with a message in hand that convict it. */
const CRASHES_TO_CONVICT = 2
const GROUP_SIZE = 16

/** Takes care with as many messages as the batch that killed the last owner can have held. */
export function poisonRecovery(
  deps: PoisonRecoveryDeps,
  at: PartitionProgress,
  found: { suspect: number | null; deaths: number },
  signal: AbortSignal,
): PoisonRecovery {
  const danger = found.suspect ?? 0
  let left = deps.limits.messages
  /** Folds the message where it can do no harm; whatever but a death comes of it is for the real step to see. */
  const tried = async (message: StreamMessage): Promise<PoisonMessageError | null> => {
    if (deps.sandbox === undefined) return null
    try {
      await prepareCommit({ ...deps, executor: deps.sandbox, metrics: noFoldMetrics }, at, at.cursor, [
        message,
      ])
    } catch (error) {
      if (error instanceof SandboxCrashed) return new PoisonMessageError('crash', error.message)
      if (!(error instanceof PoisonMessageError))
        deps.log.warn(
          { partition: at.partition, seq: message.seq, error },
          'a message could not be tried before it is folded',
        )
    }
    return null
  }
  const next = (): PoisonRecovery => ({ maxMessages: at.cursor < danger ? 1 : GROUP_SIZE, fold })
  const fold = async (batch: StreamMessage[]): Promise<PoisonRecovery | null> => {
    const [first] = batch
    const last = batch.at(-1)
    if (first === undefined || last === undefined) return next()
    if (first.seq === danger && found.deaths >= CRASHES_TO_CONVICT) {
      await parkMember(
        deps,
        at,
        first,
        new PoisonMessageError('crash', 'it was being folded alone when its worker died'),
        signal,
      )
    } else {
      const fatal = last.seq <= danger ? await tried(first) : null
      await deps.suspect(last.seq, last.seq <= danger ? 1 : 0)
      if (fatal !== null) await parkMember(deps, at, first, fatal, signal)
      else await foldBatch(deps, at, batch, signal)
    }
    left -= batch.length
    if (at.cursor < danger || (left > 0 && last.pending > 0)) return next()
    await deps.suspect(null, 0)
    return null
  }
  return next()
}
