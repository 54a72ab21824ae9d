/** What the audit of the stream needs, by the conditions of db/fold/stream-audit.ts, on the simulated database. */
import type { LostRun, StreamAuditStore } from '../../schemas/stream/stream-audit.js'
import type { Database } from './database.js'

type Wire = <T>(work: () => T | Promise<T>) => Promise<T>

export function auditStore(db: Database, pool: Wire): StreamAuditStore {
  const { audit } = db
  const addLost = (lost: readonly LostRun[]): void => {
    for (const run of lost) if (!audit.lost.has(run.first)) audit.lost.set(run.first, run)
    if (lost.length > 0) db.options.onLost?.(lost)
  }
  return {
    next: async (firstSeq, upTo) =>
      await pool(() => {
        const from = Math.max(audit.audited + 1, firstSeq)
        if (from > upTo) return null
        const parked = new Set(db.parkedMessages.map(({ seq }) => seq))
        const all = Array.from({ length: upTo - from + 1 }, (_, i) => from + i)
        const unknown = all.filter((seq) => !audit.folded.has(seq) && !parked.has(seq))
        return { audited: audit.audited, from, upTo, unknown }
      }),
    record: async (span, lost) =>
      await pool(() => {
        if (audit.audited !== span.audited) return false
        audit.audited = span.upTo
        addLost(lost)
        return true
      }),
    end: async () => await pool(() => ({ ...audit.end })),
    recordEnd: async (end, _isDone, lost) => {
      await pool(() => {
        audit.end = { ...end }
        addLost(lost)
      })
    },
    erased: async () => await pool(() => new Set()),
  }
}
