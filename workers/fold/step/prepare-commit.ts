/**
 * Turns the messages of a step into the rows of its commit: decode, drop duplicates, load, fold. Saves
 * nothing.
 */
import { MAX_LOADED_SEGMENTS } from '../../../actors/member/storage/eviction.js'
import { IdsUnavailableError } from '../../../schemas/base/ids.js'
import type { Id } from '../../../schemas/base/ids.js'
import type { StoredSegment } from '../../../schemas/stream/fold-result.js'
import { isMarker } from '../../../schemas/stream/subjects.js'
import { decodeMessage } from '../../../schemas/stream/message.js'
import { PoisonMessageError } from '../../lib/errors.js'
import type { FoldExecutor, FoldOutcome, FoldTask } from '../../ports.js'
import type { LoadedMember, MemberStore, PreparedCommit } from '../../../schemas/stream/member-store.js'
import type { ParkedMessage } from '../../../schemas/stream/dead-letter-store.js'
import type { DecodedMessage } from '../../../schemas/stream/decoded-message.js'
import type { ReceivedMessage } from '../../stream/session.js'
import type { FoldMetrics } from '../fold-metrics.js'

export interface PrepareCommitDeps {
  members: MemberStore
  executor: FoldExecutor
  now: () => number
  metrics: FoldMetrics
}

/** The partition under one epoch and its parked members; `dryRun`: the effects will not be saved. */
export interface PartitionOwner {
  partition: number
  epoch: number
  parked: ReadonlySet<Id>
  dryRun?: boolean
}

/**
 * The commit of `messages`, of which markers have no effect, from `cursor` on. Throws what the store throws.
 * @throws {PoisonMessageError} if a message does not decode or fold; the step's members have left the cache
 *   then
 * @throws {IdsUnavailableError} if no ids can be created now
 */
export async function prepareCommit(
  deps: PrepareCommitDeps,
  owner: PartitionOwner,
  cursor: number,
  messages: ReceivedMessage[],
): Promise<PreparedCommit> {
  const parked: ParkedMessage[] = []
  const byMember = new Map<Id, DecodedMessage[]>()
  for (const message of messages) {
    if (isMarker(message.member)) continue
    if (owner.parked.has(message.member)) parked.push(toParkedMessage(message))
    else addToMember(byMember, decodeStreamMessage(message))
  }
  const { tasks, refused, duplicates } = await planTasks(deps, owner, byMember)
  if (duplicates > 0) deps.metrics.skipped('duplicate', duplicates)
  if (refused.length > 0) deps.metrics.skipped('unknown', refused.length)
  if (parked.length > 0) deps.metrics.skipped('waiting', parked.length)
  const folded = await foldAll(deps, tasks)
  return {
    partition: owner.partition,
    epoch: owner.epoch,
    cursor: messages.at(-1)?.seq ?? cursor,
    cursorStored: messages.at(-1)?.stored ?? null,
    messages: tasks.flatMap((task) => task.messages).sort((a, b) => a.seq - b.seq),
    folded,
    ...(refused.length > 0 ? { refused } : {}),
    ...(parked.length > 0 ? { parked } : {}),
  }
}

interface FoldPlan {
  tasks: FoldTask[]
  /** Messages of members that do not exist. */
  refused: DecodedMessage[]
  duplicates: number
}

/**
 * One task per member with messages that were not applied before; reads from the store what the executor does
 * not hold.
 */
async function planTasks(
  deps: PrepareCommitDeps,
  owner: PartitionOwner,
  byMember: Map<Id, DecodedMessage[]>,
): Promise<FoldPlan> {
  const tag = ownerTag(owner)
  const cached = new Map([...byMember.keys()].map((member) => [member, deps.executor.cached(member, tag)]))
  const uncached = [...byMember.keys()].filter((member) => cached.get(member) === null)
  const [stored, knownOfCached] = await Promise.all([
    loadMembers(deps, uncached, MAX_LOADED_SEGMENTS),
    knownBatches(deps, byMember, (member) => cached.get(member)?.newestBatch),
  ])
  const storedById = new Map(stored.map((member) => [member.id, member]))
  const knownOfStored = await knownBatches(deps, byMember, (member) => storedById.get(member)?.newestBatch)
  const known = new Set([...knownOfCached, ...knownOfStored])
  const plan: FoldPlan = { tasks: [], refused: [], duplicates: 0 }
  for (const [member, rows] of byMember) {
    const at = cached.get(member) ?? storedById.get(member)
    if (at === undefined) {
      plan.refused.push(...rows)
      continue
    }
    const fresh = withoutDuplicates(rows, known)
    plan.duplicates += rows.length - fresh.length
    if (fresh.length > 0)
      plan.tasks.push({
        member,
        ownerTag: tag,
        stored: storedById.get(member) ?? null,
        messages: fresh,
        newestBatch: newestOf(fresh, at.newestBatch),
        now: deps.now(),
        ...(owner.dryRun === true ? { dryRun: true } : {}),
      })
  }
  return plan
}

/** Names the cached members of one partition under one epoch. */
export function ownerTag(owner: { partition: number; epoch: number }): string {
  return `${owner.partition}.${owner.epoch}`
}

/** The message as it waits behind a parked member. */
export function toParkedMessage(
  message: ReceivedMessage,
  reason: ParkedMessage['reason'] = 'waiting',
): ParkedMessage {
  return { member: message.member, seq: message.seq, subject: message.subject, bytes: message.bytes, reason }
}

async function loadMembers(
  { members, metrics }: PrepareCommitDeps,
  ids: Id[],
  fullSegments?: number,
): Promise<LoadedMember[]> {
  if (ids.length === 0) return []
  const stored = await members.load(ids, fullSegments)
  metrics.membersLoaded(stored.length)
  return stored
}

async function loadSegments(
  { members, metrics }: PrepareCommitDeps,
  requests: Array<{ member: Id; segments: Id[] }>,
): Promise<Map<Id, StoredSegment[]>> {
  if (requests.length === 0) return new Map()
  const rows = await members.segments(requests)
  metrics.segmentsLoaded(requests.reduce((sum, { segments }) => sum + segments.length, 0))
  return rows
}

/**
 * Most calls of the executor for one task: it may evict the member between two of them, need segments, or
 * need more of them.
 */
const MAX_ATTEMPTS = 8

/** Outcomes after which the executor is not asked again. */
const FINAL = new Set<FoldOutcome['is'] | undefined>(['folded', 'failed', 'unavailable'])

/** Folds the tasks. A task that asks for state is replaced in `tasks` by one that brings it. */
async function foldAll(deps: PrepareCommitDeps, tasks: FoldTask[]): Promise<PreparedCommit['folded']> {
  try {
    const outcomes = tasks.length === 0 ? [] : await deps.executor.fold(tasks)
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++) {
      const open = tasks.flatMap((_task, i) => (FINAL.has(outcomes[i]?.is) ? [] : [i]))
      if (open.length === 0) break
      const retried = await withRequestedState(
        deps,
        open.map((i) => ({ task: tasks[i] as FoldTask, outcome: outcomes[i] ?? { is: 'needsState' } })),
      )
      const answers = await deps.executor.fold(retried)
      open.forEach((index, i) => {
        tasks[index] = retried[i] as FoldTask
        outcomes[index] = answers[i] ?? { is: 'needsState' }
      })
    }
    return outcomes.map(foldResultOf)
  } catch (error) {
    // Some members are folded in the cache but will not be saved: their cached state must not be used.
    deps.executor.invalidate(tasks.map((task) => task.member))
    throw error
  }
}

function foldResultOf(outcome: FoldOutcome): PreparedCommit['folded'][number] {
  if (outcome.is === 'folded') return outcome.folded
  if (outcome.is === 'unavailable') throw new IdsUnavailableError('ids_paused', outcome.error)
  // Which member failed is known here, but not which of its messages, and one message is what is parked.
  throw new PoisonMessageError(
    'fold',
    outcome.is === 'failed'
      ? outcome.error
      : `the rules still asked for state after ${MAX_ATTEMPTS} attempts`,
  )
}

/** The tasks with the state that their outcomes ask for. */
async function withRequestedState(
  deps: PrepareCommitDeps,
  unfinished: Array<{ task: FoldTask; outcome: FoldOutcome }>,
): Promise<FoldTask[]> {
  const membersThat = (need: FoldOutcome['is']): Id[] =>
    unfinished.filter(({ outcome }) => outcome.is === need).map(({ task }) => task.member)
  const segmentRequests = unfinished.flatMap(({ task, outcome }) =>
    outcome.is === 'needsSegments' ? [{ member: task.member, segments: outcome.segments }] : [],
  )
  const [partial, full, segments] = await Promise.all([
    loadMembers(deps, membersThat('needsState'), MAX_LOADED_SEGMENTS),
    loadMembers(deps, membersThat('needsFullState')),
    loadSegments(deps, segmentRequests),
  ])
  const stored = new Map([...partial, ...full].map((member) => [member.id, member]))
  return unfinished.map(({ task, outcome }): FoldTask => {
    if (outcome.is === 'needsSegments') return { ...task, loadedSegments: segments.get(task.member) ?? [] }
    const { loadedSegments: _stale, ...rest } = task
    return { ...rest, stored: stored.get(task.member) ?? null }
  })
}

/** @throws {PoisonMessageError} if the bytes are not a message */
export function decodeStreamMessage(
  message: Pick<ReceivedMessage, 'seq' | 'member' | 'bytes'>,
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

/**
 * Those batches of the members with a newest batch that are applied already. Ids rise with time: one above
 * the newest applied is new, as most are, and the store is asked only for the others.
 */
async function knownBatches(
  { members }: PrepareCommitDeps,
  byMember: Map<Id, DecodedMessage[]>,
  newest: (member: Id) => number | undefined,
): Promise<Set<Id>> {
  const uncertain = [...byMember].flatMap(([member, rows]) => {
    const newestApplied = newest(member)
    if (newestApplied === undefined) return []
    return rows
      .filter((row) => !(Number(row.envelope.batch) > newestApplied))
      .map((row) => ({ member, batch: row.envelope.batch }))
  })
  return uncertain.length === 0 ? new Set() : await members.appliedBatches(uncertain)
}

function newestOf(rows: DecodedMessage[], newest: number): number {
  return rows.reduce(
    (greatest, { envelope }) => (Number(envelope.batch) > greatest ? Number(envelope.batch) : greatest),
    newest,
  )
}

/**
 * Drops batches that are applied, and repeats within this very step. By their ids alone: a part of a commit goes further
 * than the cursor (cut-commit.ts), and a stream that lost its end after it stores other messages at its sequences.
 */
function withoutDuplicates(rows: DecodedMessage[], known: Set<Id>): DecodedMessage[] {
  const inThisStep = new Set<Id>()
  return rows.filter(({ envelope }) => {
    if (known.has(envelope.batch) || inThisStep.has(envelope.batch)) return false
    inThisStep.add(envelope.batch)
    return true
  })
}

/** Members whose cached state is worthless after the commit failed. */
export function membersOf(commit: Pick<PreparedCommit, 'folded'>): Id[] {
  return commit.folded.map((folded) => folded.member)
}
