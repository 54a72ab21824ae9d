/**
 * The audit of the stream: every message up to the lowest cursor must be folded, parked, erased or without effect. One
 * that is not was acknowledged and never folded: the stream lost it, or a damaged server passed over it
 * (workers/DESIGN.md 3.6).
 */
import { firstIdAfter } from '../../schemas/base/ids.js'
import type { Log } from '../../schemas/base/log.js'
import type { MemberStore } from '../../schemas/stream/member-store.js'
import type { LostRun, StreamAuditStore, StreamEnd } from '../../schemas/stream/stream-audit.js'
import type { HeldMessage } from '../stream/held-messages.js'
import type { SegmentsStream } from '../stream/segments-stream.js'
import type { StreamState } from '../stream/setup.js'

export interface AuditDeps {
  stream: Pick<SegmentsStream, 'state' | 'held' | 'storedTimes'>
  members: Pick<MemberStore, 'appliedBatches'>
  audit: StreamAuditStore
  log: Log
}

interface LostMessage {
  seq: number
  /** Known if a server still has it. */
  batch: HeldMessage['batch']
}

/** Times are reported in milliseconds. */
const ROUNDING_MS = 1
/** Messages in memory at once. */
const PAGE_SIZE = 200
/** How far from a lost message another one is looked for that tells when it was stored. */
const NEIGHBOURS = 20
/** A batch gets its id before the stream stores it, by the clock of another machine. */
const ID_MARGIN_MS = 60_000
/** The stream keeps nothing for longer (stream-configs.ts). */
const MAX_AGE_MS = 7 * 86_400_000
/** Lost messages named in one line of the log. */
const MAX_NAMED = 100

/**
 * Returns a function that audits what was folded since the last time, up to the lowest cursor. `state` must be read after
 * the cursors, of the stream that they belong to, and fit them all. It throws if the broker or the database does not
 * answer, and continues from there the next time. Resolves with whether everything up to the lowest cursor is audited.
 * @param confirmMs for how long the end of the stream must be missing, milliseconds
 */
export function streamAuditor(
  deps: AuditDeps,
  confirmMs: number,
): (state: StreamState, lowestCursor: number) => Promise<boolean> {
  let missingSince: number | null = null
  return async (state, lowestCursor) => {
    const seen = await deps.audit.end()
    if (!(await isEndMissing(deps.stream, state, seen))) {
      missingSince = null
      const isAudited = await auditFolded(deps, state, lowestCursor)
      if (isAudited) await deps.audit.recordEnd(endOf(state), lowestCursor, [])
      return isAudited
    }
    // Perhaps a leader answers from an older state.
    missingSince ??= performance.now()
    if (performance.now() - missingSince < confirmMs) return false
    missingSince = null
    const run = await missingEnd(deps.stream, state, lowestCursor, seen)
    await deps.audit.recordEnd(endOf(state), null, [run])
    logLost(deps.log, [run], [])
    return false
  }
}

/** False if another worker was faster. */
async function auditFolded(deps: AuditDeps, state: StreamState, lowestCursor: number): Promise<boolean> {
  for (;;) {
    const span = await deps.audit.next(state.firstSeq, lowestCursor)
    if (span === null) return true
    const lost = await lostAmong(deps, span.unknown)
    const runs = await runsOf(deps, state, lost)
    if (!(await deps.audit.record(span, runs))) return false
    if (lost.length > 0) logLost(deps.log, runs, lost)
  }
}

function endOf({ lastSeq, lastStored }: StreamState): StreamEnd {
  return { seq: lastSeq, stored: lastStored }
}

/** Whether the stream ends before an end that it had, or holds another message there. */
async function isEndMissing(
  stream: AuditDeps['stream'],
  state: StreamState,
  seen: StreamEnd,
): Promise<boolean> {
  if (state.lastSeq < seen.seq) return true
  if (seen.stored === null) return false
  const stored = (await stream.storedTimes([seen.seq])).get(seen.seq)
  return stored !== undefined && Math.abs(stored - seen.stored) > ROUNDING_MS
}

/** What is missing up to an end that the stream had: nobody has folded it, since the stream fits every cursor. */
async function missingEnd(
  stream: AuditDeps['stream'],
  state: StreamState,
  lowestCursor: number,
  seen: StreamEnd,
): Promise<LostRun> {
  const endStored = (seen.stored ?? 0) + ROUNDING_MS
  const times = async (seq: number): Promise<number> => (await stream.storedTimes([seq])).get(seq) ?? Infinity
  let intact = lowestCursor
  let missing = Math.min(seen.seq, state.lastSeq + 1)
  while (intact + 1 < missing) {
    const middle = Math.floor((intact + missing) / 2)
    if ((await times(middle)) <= endStored) intact = middle
    else missing = middle
  }
  const from = Math.min(await times(intact), endStored)
  return { first: intact + 1, last: seen.seq, isHeld: false, ...idsBetween(from, endStored) }
}

async function lostAmong({ stream, members, audit }: AuditDeps, unknown: number[]): Promise<LostMessage[]> {
  const lost: LostMessage[] = []
  for (let at = 0; at < unknown.length; at += PAGE_SIZE) {
    const page = unknown.slice(at, at + PAGE_SIZE)
    const held = await stream.held(page)
    const batches = [...held].flatMap(([seq, { batch }]) => (batch === null ? [] : [{ seq, batch }]))
    const applied = await members.appliedBatches(batches.map(({ batch }) => batch))
    lost.push(...batches.filter(({ batch }) => !applied.has(batch.batch)))
    for (const seq of page) if (!held.has(seq)) lost.push({ seq, batch: null })
  }
  if (lost.length === 0) return lost
  // What was removed on purpose meanwhile: trimmed, aged out, purged by a repair, or erased.
  const firstSeq = (await stream.state())?.firstSeq ?? Infinity
  const erased = await audit.erased(lost.map(({ seq }) => seq))
  return lost.filter(({ seq }) => seq >= firstSeq && !erased.has(seq)).sort((a, b) => a.seq - b.seq)
}

async function runsOf({ stream }: AuditDeps, state: StreamState, lost: LostMessage[]): Promise<LostRun[]> {
  const runs: Array<Pick<LostRun, 'first' | 'last' | 'isHeld'>> = []
  for (const { seq, batch } of lost) {
    const run = runs.at(-1)
    const isHeld = batch !== null
    if (run?.last === seq - 1 && run.isHeld === isHeld) run.last = seq
    else runs.push({ first: seq, last: seq, isHeld })
  }
  const bounded: LostRun[] = []
  for (const run of runs) bounded.push({ ...run, ...(await idsOf(stream, state, run)) })
  return bounded
}

/** Between which ids the batches of a run are: by the times of the messages around it. */
async function idsOf(
  stream: AuditDeps['stream'],
  state: StreamState,
  { first, last }: Pick<LostRun, 'first' | 'last'>,
): Promise<Pick<LostRun, 'fromId' | 'untilId'>> {
  const distances = Array.from({ length: NEIGHBOURS }, (_, i) => i + 1)
  const before = distances.map((distance) => first - distance)
  const after = distances.map((distance) => last + distance)
  const times = await stream.storedTimes([...before, ...after].filter((seq) => seq > 0))
  const nearest = (sequences: number[]): number | undefined =>
    sequences.map((seq) => times.get(seq)).find((time) => time !== undefined)
  const until = nearest(after) ?? state.lastStored ?? 0
  return idsBetween(nearest(before) ?? until - MAX_AGE_MS, until)
}

function idsBetween(from: number, until: number): Pick<LostRun, 'fromId' | 'untilId'> {
  return { fromId: firstIdAfter(from - ID_MARGIN_MS), untilId: firstIdAfter(until + ID_MARGIN_MS) }
}

function logLost(log: Log, runs: LostRun[], lost: LostMessage[]): void {
  const named = lost.flatMap(({ seq, batch }) => (batch === null ? [] : [{ seq, ...batch }]))
  log.error(
    {
      messages: runs.reduce((sum, { first, last }) => sum + last - first + 1, 0),
      runs: runs.slice(0, MAX_NAMED).map(({ first, last, isHeld }) => ({ first, last, isHeld })),
      batches: named.slice(0, MAX_NAMED),
    },
    'acknowledged messages were never folded; an operator has to decide (cli stream lost)',
  )
}
