/** From the messages of a batch to the rows of its commit: decode, leave out what was seen, load, fold. Saves nothing. */
import { MAX_LOADED_SEGMENTS } from '../../../actors/member/storage/eviction.js'
import type { StoredSegment } from '../../../schemas/stream/fold-result.js'
import type { Id } from '../../../schemas/base/ids.js'
import { decodeMessage } from '../../../schemas/stream/message.js'
import type { StreamMessage } from '../../stream/session.js'
import type {
  Commit,
  FoldOutcome,
  FoldTask,
  LoadedMember,
  MemberStore,
  ParkedMessage,
  DecodedMessage,
  FoldExecutor,
} from '../../ports.js'
import { PoisonMessageError } from '../../lib/errors.js'
import type { FoldMetrics } from '../fold-metrics.js'

export interface PrepareCommitDeps {
  members: MemberStore
  executor: FoldExecutor
  now: () => number
  metrics: FoldMetrics
}

/** Whose effects are prepared: one partition under one epoch, and who of it is parked; `unsaved`: they are not going to be saved. */
export interface PartitionOwner {
  partition: number
  epoch: number
  parked: ReadonlySet<Id>
  dryRun?: boolean
}

/**
 * The commit that carries `messages` from `cursor` on. Throws `Unfit` when one of them cannot be decoded or folded (the
 * members of the batch are then forgotten), and whatever the store throws.
 */
export async function prepareCommit(
  deps: PrepareCommitDeps,
  owner: PartitionOwner,
  cursor: number,
  messages: StreamMessage[],
): Promise<Commit> {
  const parked: ParkedMessage[] = []
  const byMember = new Map<Id, DecodedMessage[]>()
  for (const message of messages) {
    if (owner.parked.has(message.member)) parked.push(toParkedMessage(message))
    else addToMember(byMember, decodeStreamMessage(message))
  }
  const tag = ownerTag(owner)
  const held = new Map([...byMember.keys()].map((member) => [member, deps.executor.cached(member, tag)]))
  const cold = [...byMember.keys()].filter((member) => held.get(member) === null)
  const doubtful = [...byMember].flatMap(([member, rows]) =>
    possibleDuplicates(rows, held.get(member)?.newest ?? Infinity),
  )
  const [stored, known] = await Promise.all([
    loadMembers(deps, cold, MAX_LOADED_SEGMENTS),
    doubtful.length === 0 ? new Set<Id>() : deps.members.known(doubtful),
  ])
  const found = new Map(stored.map((member) => [member.id, member]))
  const refused: DecodedMessage[] = []
  const tasks: FoldTask[] = []
  let duplicates = 0
  for (const [member, rows] of byMember) {
    const seen = held.get(member) ?? found.get(member)
    if (seen === undefined) {
      refused.push(...rows)
      continue
    }
    const fresh = withoutDuplicates(rows, seen.lastSeq, known)
    duplicates += rows.length - fresh.length
    if (fresh.length > 0)
      tasks.push({
        member,
        owner: tag,
        stored: found.get(member) ?? null,
        messages: fresh,
        newest: newestBatch(fresh, seen.newest),
        now: deps.now(),
        ...(owner.dryRun === true ? { dryRun: true } : {}),
      })
  }
  if (duplicates > 0) deps.metrics.skipped('duplicate', duplicates)
  if (refused.length > 0) deps.metrics.skipped('unknown', refused.length)
  if (parked.length > 0) deps.metrics.skipped('waiting', parked.length)
  const folded = await foldAll(deps, tasks)
  return {
    partition: owner.partition,
    epoch: owner.epoch,
    cursor,
    last: messages.at(-1)?.seq ?? cursor,
    messages: tasks.flatMap((task) => task.messages).sort((a, b) => a.seq - b.seq),
    folded,
    ...(refused.length > 0 ? { refused } : {}),
    ...(parked.length > 0 ? { parked } : {}),
  }
}

/** Names the memory of one partition under one epoch. */
export function ownerTag(owner: { partition: number; epoch: number }): string {
  return `${owner.partition}.${owner.epoch}`
}

/** The message as it waits behind a parked member. */
export function toParkedMessage(message: StreamMessage, reason = 'waiting'): ParkedMessage {
  return { member: message.member, seq: message.seq, subject: message.subject, bytes: message.bytes, reason }
}

async function loadMembers(
  { members, metrics: meter }: PrepareCommitDeps,
  ids: Id[],
  full?: number,
): Promise<LoadedMember[]> {
  if (ids.length === 0) return []
  const stored = await members.load(ids, full)
  meter.membersLoaded(stored.length)
  return stored
}

async function loadSegments(
  { members, metrics: meter }: PrepareCommitDeps,
  wants: Array<{ member: Id; segments: Id[] }>,
): Promise<Map<Id, StoredSegment[]>> {
  if (wants.length === 0) return new Map()
  const rows = await members.segments(wants)
  meter.segmentsLoaded(wants.reduce((sum, { segments }) => sum + segments.length, 0))
  return rows
}

/** A thinker lets a member go between two questions, wants segments, or misses some: it is asked again no more often than that. */
const MAX_ATTEMPTS = 8

async function foldAll(deps: PrepareCommitDeps, tasks: FoldTask[]): Promise<Commit['folded']> {
  try {
    const outcomes = tasks.length === 0 ? [] : await deps.executor.fold(tasks)
    for (let asked = 1; asked < MAX_ATTEMPTS; asked++) {
      const open = tasks.flatMap((_task, i) =>
        outcomes[i]?.is === 'folded' || outcomes[i]?.is === 'failed' ? [] : [i],
      )
      if (open.length === 0) break
      const again = await withRequestedState(
        deps,
        open.map((i) => ({ task: tasks[i] as FoldTask, outcome: outcomes[i] ?? { is: 'cold' } })),
      )
      const answers = await deps.executor.fold(again)
      open.forEach((place, i) => {
        tasks[place] = again[i] as FoldTask
        outcomes[place] = answers[i] ?? { is: 'cold' }
      })
    }
    return outcomes.map((outcome) => {
      if (outcome.is === 'folded') return outcome.folded
      throw new PoisonMessageError(
        'fold',
        outcome.is === 'failed' ? outcome.error : 'the member could not be brought to its rules',
      )
    })
  } catch (error) {
    // Some are folded in memory and will not be saved: what is in memory is worth nothing.
    deps.executor.invalidate(tasks.map((task) => task.member))
    throw error
  }
}

/** The tasks with what their outcomes ask for. */
async function withRequestedState(
  deps: PrepareCommitDeps,
  asked: Array<{ task: FoldTask; outcome: FoldOutcome }>,
): Promise<FoldTask[]> {
  const of = (is: FoldOutcome['is']): Id[] =>
    asked.filter(({ outcome }) => outcome.is === is).map(({ task }) => task.member)
  const wants = asked.flatMap(({ task, outcome }) =>
    outcome.is === 'wants' ? [{ member: task.member, segments: outcome.segments }] : [],
  )
  const [cold, missed, rows] = await Promise.all([
    loadMembers(deps, of('cold'), MAX_LOADED_SEGMENTS),
    loadMembers(deps, of('missed')),
    loadSegments(deps, wants),
  ])
  const stored = new Map([...cold, ...missed].map((one) => [one.id, one]))
  return asked.map(({ task, outcome }): FoldTask => {
    if (outcome.is === 'wants') return { ...task, loadedSegments: rows.get(task.member) ?? [] }
    const { loadedSegments: _rows, ...rest } = task
    return { ...rest, stored: stored.get(task.member) ?? null }
  })
}

/** The message as the fold takes it. Throws `Unfit`. */
export function decodeStreamMessage(
  message: Pick<StreamMessage, 'seq' | 'member' | 'bytes'>,
): DecodedMessage {
  try {
    const { envelope, body } = decodeMessage(message.bytes)
    if (typeof envelope.batch !== 'string') throw new TypeError('message without a batch id')
    return { seq: message.seq, member: message.member, envelope, body }
  } catch (error) {
    throw new PoisonMessageError('decode', error instanceof Error ? error.message : String(error), error)
  }
}

function addToMember(byMember: Map<Id, DecodedMessage[]>, row: DecodedMessage): void {
  const rows = byMember.get(row.member)
  if (rows === undefined) byMember.set(row.member, [row])
  else rows.push(row)
}

/** Batches that may be applied already: ids rise with time, so one above all that were applied is new, and mostly it is. */
function possibleDuplicates(rows: DecodedMessage[], newest: number): Array<{ member: Id; batch: Id }> {
  return rows
    .filter((row) => !(Number(row.envelope.batch) > newest))
    .map((row) => ({ member: row.member, batch: row.envelope.batch }))
}

function newestBatch(rows: DecodedMessage[], newest: number): number {
  return rows.reduce(
    (most, { envelope }) => (Number(envelope.batch) > most ? Number(envelope.batch) : most),
    newest,
  )
}

/** Without messages at or before `lastSeq`, and without batches that are applied or come twice in this very batch. */
function withoutDuplicates(rows: DecodedMessage[], lastSeq: number, known: Set<Id>): DecodedMessage[] {
  const here = new Set<Id>()
  return rows.filter(({ seq, envelope }) => {
    if (seq <= lastSeq || known.has(envelope.batch) || here.has(envelope.batch)) return false
    here.add(envelope.batch)
    return true
  })
}

/** The members whose memory a failed commit has made worthless. */
export function membersOf(commit: Commit): Id[] {
  return commit.folded.map((folded) => folded.member)
}
