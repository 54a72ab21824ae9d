/** What waits to be written to the store, and who is notified once it is. `callback` is a webhook's id. */
import type { Id } from '../../../schemas/base/ids.js'
import type { RecordBatch } from '../../../schemas/webhooks/delivery.js'

export interface PendingWrites {
  batch: RecordBatch
  listeners: WrittenListener[]
  /** The batch may be in the store already: its commit may have succeeded and only the answer was lost. */
  again: boolean
}

/** `written` is called once what this webhook reported is in the store. */
interface WrittenListener {
  callback: Id
  written: () => void
}

export function noWrites(): PendingWrites {
  return {
    batch: { attempts: [], deferred: [], missing: [], disabled: [], claims: [] },
    listeners: [],
    again: false,
  }
}

export function isEmpty({ batch }: PendingWrites): boolean {
  const { attempts, deferred, missing, disabled, claims } = batch
  return attempts.length + deferred.length + missing.length + disabled.length + claims.length === 0
}

/**
 * True if the batch has to be written now, without gathering more, and in order, after everything that was
 * reported before it and never next to another statement: something waits for it (a later event of a member, a
 * claim given back, deliveries that become due), it notifies an owner, or it may be in the store already.
 */
export function mustWriteNowInOrder({ again, batch }: PendingWrites): boolean {
  const { attempts, deferred, missing, disabled, claims } = batch
  return (
    again ||
    deferred.length + missing.length + disabled.length + claims.length > 0 ||
    attempts.some(
      (attempt) => attempt.ordered || attempt.state === 'exhausted' || attempt.repairedUnder !== undefined,
    )
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
    listeners: [...first.listeners, ...then.listeners],
    again: first.again || then.again,
  }
}

/** Ids of the webhooks that the writes belong to. */
export function callbacksOf({ batch }: PendingWrites): Id[] {
  const { attempts, deferred, missing, disabled, claims } = batch
  const rows: Array<{ callback: Id }> = [...attempts, ...deferred, ...missing, ...disabled, ...claims]
  return [...new Set(rows.map((row) => row.callback))]
}

/** Only the writes of one webhook. */
export function writesOf(callback: Id, { batch, listeners, again }: PendingWrites): PendingWrites {
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
    listeners: own(listeners),
    again,
  }
}
