/**
 * Writes what happened in batches: what gathers while one batch is written, or for a moment after it, is the next one. As
 * many as are worth a statement are written beside the batch that is under way, so that senders need not wait for their
 * outcomes; whatever must come after what was reported before it is written alone. A batch that cannot be written is tried
 * again, together with what has come since; senders hold back meanwhile (`behind`). What Postgres refuses for its data is one
 * callback's: that of all others is written.
 */
import type { AttemptWrite, ClaimWrite, RecordBatch } from '../../../schemas/webhooks/delivery.js'
import type { Id } from '../../../schemas/base/ids.js'
import type { Log } from '../../../schemas/base/log.js'
import { asPoisonMessage } from '../../lib/errors.js'
import type { DeliveryStore } from '../ports.js'

export interface Recorder {
  /** `written` is called once the attempt is in the store. */
  attempt: (attempt: AttemptWrite, written: () => void) => void
  /** Of one callback. `written` is called once they wait in the store too; at once when there are none. */
  deferred: (rows: RecordBatch['deferred'], written: () => void) => void
  missing: (row: RecordBatch['missing'][number]) => void
  disabled: (row: RecordBatch['disabled'][number]) => void
  /** Written after everything reported before it. */
  claim: (claim: ClaimWrite, written: () => void) => void
  /** Somebody may not send before what is reported is written: write it as soon as the current statement ends. */
  writeSoon: () => void
  /** Whether so much waits to be written that nothing more should be sent. */
  isOverloaded: () => boolean
  /** Resolves when everything reported so far is written. Rejects after `patience` milliseconds. */
  flush: (patience: number) => Promise<void>
}

/** Of whom, and whom to tell once it is written. */
interface WrittenCallback {
  callback: Id
  written: () => void
}

interface PendingWrites {
  batch: RecordBatch
  waiting: WrittenCallback[]
  again: boolean
}

/** Attempts waiting above which sending pauses. */
const MAX_PENDING_ATTEMPTS = 5_000
const RETRY_MS = 100
/** Attempts that nothing waits for gather for so long: a statement and a flush for a hundred of them cost little more than for ten. */
const GATHER_MS = 8
/** So many are worth a statement beside the one under way. */
const ATTEMPTS_PER_STATEMENT = 64

/** A recorder over the store's `record`. */
export function recorder(record: DeliveryStore['record'], log: Log): Recorder {
  let gathered = noWrites()
  let writing: Promise<void> | null = null
  let beside: Promise<void> | null = null
  /** Whether what `writing` writes may have company. */
  let company = false
  let cutShort: (() => void) | null = null
  /** Somebody waits for what has gathered: it is written as soon as what is under way is. */
  let pressed = false

  const gather = async (): Promise<void> => {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, GATHER_MS)
      cutShort = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    cutShort = null
  }

  const writeGathered = async (): Promise<void> => {
    const taken = gathered
    gathered = noWrites()
    pressed = false
    const left = await written(taken)
    if (left.length === 0) return
    gathered = [...left, gathered].reduce(mergeWrites)
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }

  /** Writes it; answers what must be tried again. */
  const written = async (taken: PendingWrites): Promise<PendingWrites[]> => {
    try {
      await record(taken.batch, taken.again)
      for (const one of taken.waiting) one.written()
      return []
    } catch (error) {
      const callbacks = asPoisonMessage(error) === null ? [] : callbacksOf(taken)
      if (callbacks.length > 1) {
        const left: PendingWrites[] = []
        for (const callback of callbacks) left.push(...(await written(writesOf(callback, taken))))
        return left
      }
      const facts = { error, attempts: taken.batch.attempts.length }
      if (callbacks.length === 1)
        log.error(
          { ...facts, callback: callbacks[0] },
          'outcomes of a callback are refused by the database; trying again',
        )
      else log.warn(facts, 'outcomes could not be written; trying again')
      // Its commit may have been done and only the answer lost.
      return [{ ...taken, again: true }]
    }
  }

  const write = async (): Promise<void> => {
    while (!isEmpty(gathered.batch)) {
      if (!pressed && !mustWriteAlone(gathered)) await gather()
      if (mustWriteAlone(gathered)) await beside
      company = !mustWriteAlone(gathered)
      await writeGathered()
      company = false
    }
  }

  const kick = (): void => {
    writing ??= Promise.resolve()
      .then(write)
      .finally(() => {
        writing = null
        if (!isEmpty(gathered.batch)) kick()
      })
  }

  const hurry = (): void => {
    const few = gathered.batch.attempts.length < ATTEMPTS_PER_STATEMENT && !mustWriteAlone(gathered)
    if (cutShort !== null && (beside === null || !few)) cutShort()
    else if (!company || beside !== null || few || mustWriteAlone(gathered)) pressed = true
    else
      beside = writeGathered().finally(() => {
        beside = null
        if (pressed) cutShort?.()
        if (!isEmpty(gathered.batch)) kick()
      })
  }

  return {
    attempt: (attempt, written) => {
      gathered.batch.attempts.push(attempt)
      gathered.waiting.push({ callback: attempt.callback, written })
      if (attempt.ordered || gathered.batch.attempts.length >= ATTEMPTS_PER_STATEMENT) hurry()
      kick()
    },
    writeSoon: hurry,
    deferred: (rows, written) => {
      const [first] = rows
      if (first === undefined) {
        written()
        return
      }
      gathered.batch.deferred.push(...rows)
      gathered.waiting.push({ callback: first.callback, written })
      kick()
    },
    missing: (row) => {
      gathered.batch.missing.push(row)
      kick()
    },
    disabled: (row) => {
      gathered.batch.disabled.push(row)
      kick()
    },
    claim: (claim, written) => {
      gathered.batch.claims.push(claim)
      gathered.waiting.push({ callback: claim.callback, written })
      hurry()
      kick()
    },
    isOverloaded: () => gathered.batch.attempts.length > MAX_PENDING_ATTEMPTS,
    flush: async (patience) => {
      const end = performance.now() + patience
      while (writing !== null || beside !== null) {
        if (performance.now() > end) throw new Error('outcomes could not be written in time')
        await Promise.race([
          Promise.all([writing, beside]),
          new Promise((resolve) => setTimeout(resolve, RETRY_MS)),
        ])
      }
    },
  }
}

function noWrites(): PendingWrites {
  return {
    batch: { attempts: [], deferred: [], missing: [], disabled: [], claims: [] },
    waiting: [],
    again: false,
  }
}

/**
 * Whether it is written at once, and after all that was reported before it: somebody waits for it (a later event of a member,
 * a callback that is given back), it tells an owner, or it may be in the store already.
 */
function mustWriteAlone({
  again,
  batch: { attempts, deferred: parked, missing: lost, disabled, claims },
}: PendingWrites): boolean {
  return (
    again ||
    parked.length + lost.length + disabled.length + claims.length > 0 ||
    attempts.some((one) => one.ordered || one.state === 'exhausted')
  )
}

function isEmpty(batch: RecordBatch): boolean {
  return (
    batch.attempts.length +
      batch.deferred.length +
      batch.missing.length +
      batch.disabled.length +
      batch.claims.length ===
    0
  )
}

function mergeWrites(first: PendingWrites, then: PendingWrites): PendingWrites {
  return {
    batch: {
      attempts: [...first.batch.attempts, ...then.batch.attempts],
      deferred: [...first.batch.deferred, ...then.batch.deferred],
      missing: [...first.batch.missing, ...then.batch.missing],
      disabled: [...first.batch.disabled, ...then.batch.disabled],
      claims: [...first.batch.claims, ...then.batch.claims],
    },
    waiting: [...first.waiting, ...then.waiting],
    again: first.again || then.again,
  }
}

function callbacksOf({
  batch: { attempts, deferred: parked, missing: lost, disabled, claims },
}: PendingWrites): Id[] {
  return [
    ...new Set([attempts, parked, lost, disabled, claims].flatMap((rows) => rows.map((row) => row.callback))),
  ]
}

function writesOf(
  callback: Id,
  { batch: { attempts, deferred: parked, missing: lost, disabled, claims }, waiting, again }: PendingWrites,
): PendingWrites {
  const its = <Row extends { callback: Id }>(rows: Row[]): Row[] =>
    rows.filter((row) => row.callback === callback)
  return {
    batch: {
      attempts: its(attempts),
      deferred: its(parked),
      missing: its(lost),
      disabled: its(disabled),
      claims: its(claims),
    },
    waiting: its(waiting),
    again,
  }
}
