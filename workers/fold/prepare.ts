/** From the messages of a batch to the rows of its commit: decode, leave out what was seen, load, fold. Saves nothing. */
import { IN_FULL } from '../../actors/member/away.js'
import type { StoredSegment } from '../../schemas/folded.js'
import type { Id } from '../../schemas/ids.js'
import { decodeMessage } from '../../schemas/message.js'
import type { StreamMessage } from '../stream/session.js'
import type {
  Commit,
  FoldOutcome,
  FoldTask,
  Loaded,
  MemberStore,
  ParkedMessage,
  RawBatch,
  Thinker,
} from '../ports.js'
import { Unfit } from './failure.js'
import type { FoldMeter } from './meter.js'

export interface PrepareDeps {
  members: MemberStore
  thinker: Thinker
  now: () => number
  meter: FoldMeter
}

/** Whose effects are prepared: one partition under one epoch, and who of it is parked; `unsaved`: they are not going to be saved. */
export interface Owner {
  partition: number
  epoch: number
  parked: ReadonlySet<Id>
  unsaved?: boolean
}

/**
 * The commit that carries `messages` from `cursor` on. Throws `Unfit` when one of them cannot be decoded or folded (the
 * members of the batch are then forgotten), and whatever the store throws.
 */
export async function prepare(
  deps: PrepareDeps,
  owner: Owner,
  cursor: number,
  messages: StreamMessage[],
): Promise<Commit> {
  const parked: ParkedMessage[] = []
  const byMember = new Map<Id, RawBatch[]>()
  for (const message of messages) {
    if (owner.parked.has(message.member)) parked.push(waiting(message))
    else add(byMember, decode(message))
  }
  const tag = ownerTag(owner)
  const held = new Map([...byMember.keys()].map((member) => [member, deps.thinker.holds(member, tag)]))
  const cold = [...byMember.keys()].filter((member) => held.get(member) === null)
  const doubtful = [...byMember].flatMap(([member, rows]) =>
    mayBeKnown(rows, held.get(member)?.newest ?? Infinity),
  )
  const [stored, known] = await Promise.all([
    load(deps, cold, IN_FULL),
    doubtful.length === 0 ? new Set<Id>() : deps.members.known(doubtful),
  ])
  const found = new Map(stored.map((member) => [member.id, member]))
  const refused: RawBatch[] = []
  const tasks: FoldTask[] = []
  let duplicates = 0
  for (const [member, rows] of byMember) {
    const seen = held.get(member) ?? found.get(member)
    if (seen === undefined) {
      refused.push(...rows)
      continue
    }
    const fresh = unseen(rows, seen.lastSeq, known)
    duplicates += rows.length - fresh.length
    if (fresh.length > 0)
      tasks.push({
        member,
        owner: tag,
        stored: found.get(member) ?? null,
        messages: fresh,
        newest: newestOf(fresh, seen.newest),
        now: deps.now(),
        ...(owner.unsaved === true ? { unsaved: true } : {}),
      })
  }
  if (duplicates > 0) deps.meter.skipped('duplicate', duplicates)
  if (refused.length > 0) deps.meter.skipped('unknown', refused.length)
  if (parked.length > 0) deps.meter.skipped('waiting', parked.length)
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
export function waiting(message: StreamMessage, reason = 'waiting'): ParkedMessage {
  return { member: message.member, seq: message.seq, subject: message.subject, bytes: message.bytes, reason }
}

async function load({ members, meter }: PrepareDeps, ids: Id[], full?: number): Promise<Loaded[]> {
  if (ids.length === 0) return []
  const stored = await members.load(ids, full)
  meter.loaded(stored.length)
  return stored
}

async function bring(
  { members, meter }: PrepareDeps,
  wants: Array<{ member: Id; segments: Id[] }>,
): Promise<Map<Id, StoredSegment[]>> {
  if (wants.length === 0) return new Map()
  const rows = await members.segments(wants)
  meter.brought(wants.reduce((sum, { segments }) => sum + segments.length, 0))
  return rows
}

/** A thinker lets a member go between two questions, wants segments, or misses some: it is asked again no more often than that. */
const MOST_ASKS = 8

async function foldAll(deps: PrepareDeps, tasks: FoldTask[]): Promise<Commit['folded']> {
  try {
    const outcomes = tasks.length === 0 ? [] : await deps.thinker.fold(tasks)
    for (let asked = 1; asked < MOST_ASKS; asked++) {
      const open = tasks.flatMap((_task, i) =>
        outcomes[i]?.is === 'folded' || outcomes[i]?.is === 'failed' ? [] : [i],
      )
      if (open.length === 0) break
      const again = await supplied(
        deps,
        open.map((i) => ({ task: tasks[i] as FoldTask, outcome: outcomes[i] ?? { is: 'cold' } })),
      )
      const answers = await deps.thinker.fold(again)
      open.forEach((place, i) => {
        tasks[place] = again[i] as FoldTask
        outcomes[place] = answers[i] ?? { is: 'cold' }
      })
    }
    return outcomes.map((outcome) => {
      if (outcome.is === 'folded') return outcome.folded
      throw new Unfit(
        'fold',
        outcome.is === 'failed' ? outcome.error : 'the member could not be brought to its rules',
      )
    })
  } catch (error) {
    // Some are folded in memory and will not be saved: what is in memory is worth nothing.
    deps.thinker.forget(tasks.map((task) => task.member))
    throw error
  }
}

/** The tasks with what their outcomes ask for. */
async function supplied(
  deps: PrepareDeps,
  asked: Array<{ task: FoldTask; outcome: FoldOutcome }>,
): Promise<FoldTask[]> {
  const of = (is: FoldOutcome['is']): Id[] =>
    asked.filter(({ outcome }) => outcome.is === is).map(({ task }) => task.member)
  const wants = asked.flatMap(({ task, outcome }) =>
    outcome.is === 'wants' ? [{ member: task.member, segments: outcome.segments }] : [],
  )
  const [cold, missed, rows] = await Promise.all([
    load(deps, of('cold'), IN_FULL),
    load(deps, of('missed')),
    bring(deps, wants),
  ])
  const stored = new Map([...cold, ...missed].map((one) => [one.id, one]))
  return asked.map(({ task, outcome }): FoldTask => {
    if (outcome.is === 'wants') return { ...task, rows: rows.get(task.member) ?? [] }
    const { rows: _rows, ...rest } = task
    return { ...rest, stored: stored.get(task.member) ?? null }
  })
}

/** The message as the fold takes it. Throws `Unfit`. */
export function decode(message: Pick<StreamMessage, 'seq' | 'member' | 'bytes'>): RawBatch {
  try {
    const { envelope, body } = decodeMessage(message.bytes)
    if (typeof envelope.batch !== 'string') throw new TypeError('message without a batch id')
    return { seq: message.seq, member: message.member, envelope, body }
  } catch (error) {
    throw new Unfit('decode', error instanceof Error ? error.message : String(error), error)
  }
}

function add(byMember: Map<Id, RawBatch[]>, row: RawBatch): void {
  const rows = byMember.get(row.member)
  if (rows === undefined) byMember.set(row.member, [row])
  else rows.push(row)
}

/** Batches that may be applied already: ids rise with time, so one above all that were applied is new, and mostly it is. */
function mayBeKnown(rows: RawBatch[], newest: number): Array<{ member: Id; batch: Id }> {
  return rows
    .filter((row) => !(Number(row.envelope.batch) > newest))
    .map((row) => ({ member: row.member, batch: row.envelope.batch }))
}

function newestOf(rows: RawBatch[], newest: number): number {
  return rows.reduce(
    (most, { envelope }) => (Number(envelope.batch) > most ? Number(envelope.batch) : most),
    newest,
  )
}

/** Without messages at or before `lastSeq`, and without batches that are applied or come twice in this very batch. */
function unseen(rows: RawBatch[], lastSeq: number, known: Set<Id>): RawBatch[] {
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
