/** Transient failures and failures that belong to one message (workers/DESIGN.md 5). */

import type { PoisonStage } from '../../schemas/stream/dead-letter-store.js'

/** The message can never be folded; `stage` names where it failed. */
export class PoisonMessageError extends Error {
  readonly stage: PoisonStage
  constructor(stage: PoisonStage, message: string, cause?: unknown) {
    super(message, { cause })
    this.stage = stage
  }
}

/**
 * Postgres does not save this commit, or not in time, although it saves others (workers/DESIGN.md 5). Whether a
 * message is at fault, and which one, is not known yet.
 */
export class RefusedCommitError extends PoisonMessageError {
  constructor(cause: unknown) {
    super('store', cause instanceof Error ? cause.message : String(cause), cause)
  }
}

/** The partition has another owner or another cursor: nothing of ours was saved and nothing will be. */
export class FencedError extends Error {
  constructor() {
    super('the partition has another owner or another position')
  }
}

/** The worker was asked to stop before the step was saved. */
export class StoppedError extends Error {
  constructor() {
    super('stopped before the step was saved')
  }
}

/**
 * The error as a `PoisonMessageError` if Postgres refuses the data itself (SQLSTATE class 22 or 23), else
 * null. Null means transient: lost connections, timeouts, deadlocks, and faults of the installation such as a
 * missing table.
 */
export function asPoisonMessage(error: unknown): PoisonMessageError | null {
  if (error instanceof PoisonMessageError) return error
  const code = sqlStateOf(error)
  if (code === null || !/^2[23]/.test(code)) return null
  return new PoisonMessageError('store', error instanceof Error ? error.message : code, error)
}

/**
 * SQLSTATEs of a statement that was cancelled (57014: `statement_timeout`), exceeds a limit of Postgres (54),
 * was refused by a trigger or a view (P0, 44), or met a damaged row (XX): it may be this statement alone.
 */
const OF_THE_STATEMENT = /^(?:57014|54|P0|44|XX)/

/** Whether Postgres answered that it cannot run this statement, while it may well run others. */
export function isRefusedStatement(error: unknown): boolean {
  return OF_THE_STATEMENT.test(sqlStateOf(error) ?? '')
}

function sqlStateOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null
  return typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : null
}
