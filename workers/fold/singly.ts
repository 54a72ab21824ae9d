/**
 * A message that kills the process leaves no error behind, only an owner that was gone without giving the partition back.
 * The next owner therefore folds the first messages one by one, as many as the fatal batch can have held, and writes down
 * which it is about to fold; one under which two owners in a row were gone while it was alone has killed them, and its
 * member is parked unread (design.md 5). One owner alone may have been ended by somebody else just then. To wait for a
 * cursor that does not move at all would take more deaths: each life's first batch is small and gets through.
 */
import type { StreamMessage } from '../stream/session.js'
import { Unfit } from './failure.js'
import { park, step, type Progress, type StepDeps } from './step.js'

/** Takes the next message, alone; answers itself, or null when the danger is over and batches may be whole again. */
export type Singly = (batch: StreamMessage[]) => Promise<Singly | null>

export interface SinglyDeps extends StepDeps {
  /** Writes down what is about to be folded alone; null: nothing is. */
  suspect: (seq: number | null) => Promise<void>
  limits: { messages: number }
}

/** Deaths alone with a message that convict it. */
const FATAL = 2

/** Folds one by one, as many messages as the batch that killed the last owner can have held. */
export function singly (deps: SinglyDeps, at: Progress, found: { suspect: number | null, deaths: number }, signal: AbortSignal): Singly {
  let left = deps.limits.messages
  deps.log.warn({ partition: at.partition, cursor: at.cursor, ...found }, 'the last owner was gone without a word; folding one by one')
  const next: Singly = async batch => {
    const [message] = batch
    if (message === undefined) return next
    if (message.seq === found.suspect && found.deaths >= FATAL) {
      await park(deps, at, message, new Unfit('crash', 'it was being folded alone when its worker died'), signal)
    } else {
      await deps.suspect(message.seq)
      await step(deps, at, batch, signal)
    }
    left -= 1
    if (left > 0 && message.pending > 0) return next
    await deps.suspect(null)
    return null
  }
  return next
}
