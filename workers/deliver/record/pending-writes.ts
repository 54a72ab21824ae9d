/** What waits to be written to the store, and whom to call back once it is. */
import type { Id } from '../../../schemas/base/ids.js'
import type { RecordBatch } from '../../../schemas/webhooks/delivery.js'

export interface PendingWrites {
  batch: RecordBatch
  callbacks: WrittenCallback[]
  /** The batch may be in the store already: its commit may have succeeded and only the answer was lost. */
  again: boolean
}

/** `written` is called once what the callback reported is in the store. */
interface WrittenCallback {
  callback: Id
  written: () => void
}

export function noWrites(): PendingWrites {
  return {
    batch: { attempts: [], deferred: [], missing: [], disabled: [], claims: [] },
    callbacks: [],
    again: false,
  }
}

export function isEmpty({ batch }: PendingWrites): boolean {
  const { attempts, deferred, missing, disabled, claims } = batch
  return attempts.length + deferred.length + missing.length + disabled.length + claims.length === 0
}

/**
 * Whether the batch is written at once and after everything reported before it: something waits for it (a
 * later event of a member, a claim given back), it notifies an owner, or it may be in the store already.
 */
export function mustWriteAlone({ again, batch }: PendingWrites): boolean {
  const { attempts, deferred, missing, disabled, claims } = batch
  return (
    again ||
    deferred.length + missing.length + disabled.length + claims.length > 0 ||
    attempts.some((attempt) => attempt.ordered || attempt.state === 'exhausted')
  )
}

/** Both, `first` before `then`. */
export function mergeWrites(first: PendingWrites, then: PendingWrites): PendingWrites {
  return {
    batch: {
      attempts: [...first.batch.attempts, ...then.batch.attempts],
      deferred: [...first.batch.deferred, ...then.batch.deferred],
      missing: [...first.batch.missing, ...then.batch.missing],
      disabled: [...first.batch.disabled, ...then.batch.disabled],
      claims: [...first.batch.claims, ...then.batch.claims],
    },
    callbacks: [...first.callbacks, ...then.callbacks],
    again: first.again || then.again,
  }
}

/** The callbacks that the writes belong to. */
export function callbacksOf({ batch }: PendingWrites): Id[] {
  const { attempts, deferred, missing, disabled, claims } = batch
  const rows: Array<{ callback: Id }> = [...attempts, ...deferred, ...missing, ...disabled, ...claims]
  return [...new Set(rows.map((row) => row.callback))]
}

/** Only the writes of one callback. */
export function writesOf(callback: Id, { batch, callbacks, again }: PendingWrites): PendingWrites {
  const own = <Row extends { callback: Id }>(rows: Row[]): Row[] =>
    rows.filter((row) => row.callback === callback)
  return {
    batch: {
      attempts: own(batch.attempts),
      deferred: own(batch.deferred),
      missing: own(batch.missing),
      disabled: own(batch.disabled),
      claims: own(batch.claims),
    },
    callbacks: own(callbacks),
    again,
  }
}
