/**
 * Writes what happened in batches: what gathers while one batch is written, or for a moment after it, is the next one. A
 * batch that cannot be written is tried again, together with what has come since; senders hold back meanwhile (`behind`).
 */
import type { AttemptWrite, ClaimWrite, RecordBatch } from '../../schemas/delivery.js'
import type { Log } from '../../schemas/log.js'
import type { DeliveryStore } from './ports.js'

export interface Recorder {
  /** `written` is called once the attempt is in the store. */
  attempt: (attempt: AttemptWrite, written: () => void) => void
  parked: (rows: RecordBatch['parked']) => void
  lost: (row: RecordBatch['lost'][number]) => void
  disabled: (row: RecordBatch['disabled'][number]) => void
  /** Written after everything reported before it. */
  claim: (claim: ClaimWrite, written: () => void) => void
  /** Somebody may not send before what is reported is written: it need not gather any longer. */
  hurry: () => void
  /** Whether so much waits to be written that nothing more should be sent. */
  behind: () => boolean
  /** Resolves when everything reported so far is written. Rejects after `patience` milliseconds. */
  flush: (patience: number) => Promise<void>
}

interface Gathered { batch: RecordBatch, written: Array<() => void>, again: boolean }

/** Attempts waiting above which sending pauses. */
const MOST_WAITING = 5_000
const RETRY_MS = 100
/** Attempts that nothing waits for gather for so long: a statement and a flush for a hundred of them cost little more than for ten. */
const GATHER_MS = 8

/** A recorder over the store's `record`. */
export function recorder (record: DeliveryStore['record'], log: Log): Recorder {
  let gathered = nothing()
  let writing: Promise<void> | null = null
  let hurry = (): void => undefined

  const gather = async (): Promise<void> => {
    await new Promise<void>(resolve => {
      const timer = setTimeout(resolve, GATHER_MS)
      hurry = () => { clearTimeout(timer); resolve() }
    })
    hurry = () => undefined
  }

  const write = async (): Promise<void> => {
    while (!isEmpty(gathered.batch)) {
      if (!urgent(gathered.batch)) await gather()
      const taken = gathered
      gathered = nothing()
      try {
        await record(taken.batch, taken.again)
        for (const written of taken.written) written()
      } catch (error) {
        log.warn({ error, attempts: taken.batch.attempts.length }, 'outcomes could not be written; trying again')
        // Its commit may have been done and only the answer lost.
        gathered = { ...join(taken, gathered), again: true }
        await new Promise(resolve => setTimeout(resolve, RETRY_MS))
      }
    }
  }

  const kick = (): void => {
    writing ??= Promise.resolve().then(write).finally(() => { writing = null; if (!isEmpty(gathered.batch)) kick() })
  }

  return {
    attempt: (attempt, written) => {
      gathered.batch.attempts.push(attempt)
      gathered.written.push(written)
      if (attempt.ordered) hurry()
      kick()
    },
    hurry: () => { hurry() },
    parked: rows => { if (rows.length > 0) { gathered.batch.parked.push(...rows); kick() } },
    lost: row => { gathered.batch.lost.push(row); kick() },
    disabled: row => { gathered.batch.disabled.push(row); kick() },
    claim: (claim, written) => { gathered.batch.claims.push(claim); gathered.written.push(written); hurry(); kick() },
    behind: () => gathered.batch.attempts.length > MOST_WAITING,
    flush: async patience => {
      const end = performance.now() + patience
      while (writing !== null) {
        if (performance.now() > end) throw new Error('outcomes could not be written in time')
        await Promise.race([writing, new Promise(resolve => setTimeout(resolve, RETRY_MS))])
      }
    }
  }
}

function nothing (): Gathered { return { batch: { attempts: [], parked: [], lost: [], disabled: [], claims: [] }, written: [], again: false } }

/** Whether somebody waits for the batch: a later event of a member, or a callback that is given back. */
function urgent ({ attempts, parked, lost, disabled, claims }: RecordBatch): boolean {
  return parked.length + lost.length + disabled.length + claims.length > 0 || attempts.some(one => one.ordered)
}

function isEmpty (batch: RecordBatch): boolean {
  return batch.attempts.length + batch.parked.length + batch.lost.length + batch.disabled.length + batch.claims.length === 0
}

function join (first: Gathered, then: Gathered): Gathered {
  return {
    batch: {
      attempts: [...first.batch.attempts, ...then.batch.attempts],
      parked: [...first.batch.parked, ...then.batch.parked],
      lost: [...first.batch.lost, ...then.batch.lost],
      disabled: [...first.batch.disabled, ...then.batch.disabled],
      claims: [...first.batch.claims, ...then.batch.claims]
    },
    written: [...first.written, ...then.written],
    again: first.again || then.again
  }
}
