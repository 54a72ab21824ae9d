/** Which failures are the world's and which are the message's own (workers/README.md 5). */

/** The message cannot be folded whatever the world does: `stage` says where it failed. */
export class PoisonMessageError extends Error {
  readonly stage: 'decode' | 'fold' | 'store' | 'crash'
  constructor(stage: PoisonMessageError['stage'], message: string, cause?: unknown) {
    super(message, { cause })
    this.stage = stage
  }
}

/** Somebody else owns the partition, or it has moved on without us: nothing of ours was saved, nothing will be. */
export class FencedError extends Error {
  constructor() {
    super('the partition has another owner or another position')
  }
}

/** We were asked to stop while a failing step was waiting to be tried again. */
export class StoppedError extends Error {
  constructor() {
    super('stopped before the step was saved')
  }
}

/**
 * The failure as an `Unfit` when Postgres refuses the data itself (classes 22 and 23 of its codes); null when it may pass:
 * lost connections, timeouts, deadlocks, and also faults of the installation such as a missing table, which are everybody's.
 */
export function asPoisonMessage(error: unknown): PoisonMessageError | null {
  if (error instanceof PoisonMessageError) return error
  const code = codeOf(error)
  if (code === null || !/^2[23]/.test(code)) return null
  return new PoisonMessageError('store', error instanceof Error ? error.message : code, error)
}

function codeOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null
  return typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : null
}
