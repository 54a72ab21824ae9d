/**
 * Rules simple enough to check by eye, in place of the real ones: every raw segment becomes a segment of its
 * own with the same id, every message an event. The member's head keeps the `n` of each body in the order
 * folded. A body may ask for failures: `fail` throws, `needs` throws unless that `n` was folded before, `die`
 * kills the process, `leave` exits its thread, `hang` never returns.
 */
import { createHash } from 'node:crypto'
import type {
  EventWrite,
  FoldResult,
  SegmentWrite,
  StoredMember,
} from '../../../schemas/stream/fold-result.js'
import { idPlus } from '../../../schemas/base/ids.js'
import type { StreamMessage } from '../../../schemas/stream/message.js'
import type { Rules } from '../../../workers/fold/pool/fold-task.js'

export interface SmallBody {
  n: number
  fail?: boolean
  needs?: number
  die?: boolean
  leave?: boolean
  hang?: boolean
  pad?: string
}
interface SmallState {
  id: string
  appliedSeq: number
  sequence: number
  order: number[]
}

export const smallRules: Rules<SmallState> = {
  *restore({ id, appliedSeq, sequence, head }: StoredMember) {
    yield
    return { id, appliedSeq, sequence, order: head === null ? [] : (JSON.parse(head) as number[]) }
  },
  memorySize: (state) => 200 + 8 * state.order.length,
  *decide(state, messages, now) {
    yield
    const folded: FoldResult = {
      member: state.id,
      profile: null,
      head: '',
      sequence: 0,
      appliedSeq: 0,
      segments: [],
      trips: [],
      accounts: [],
      events: [],
      batches: [],
    }
    for (const message of messages) take(state, message, now, folded)
    return {
      state,
      folded: {
        ...folded,
        head: JSON.stringify(state.order),
        sequence: state.sequence,
        appliedSeq: state.appliedSeq,
      },
    }
  },
}

function take(
  state: SmallState,
  { seq, envelope, body }: StreamMessage,
  now: number,
  folded: FoldResult,
): void {
  const { n, fail, needs, die, leave, hang } = body as SmallBody
  while (hang === true);
  if (die === true) process.kill(process.pid, 'SIGKILL')
  if (leave === true) process.exit(7)
  if (fail === true) throw new Error(`message ${n} was made to fail`)
  if (needs !== undefined && !state.order.includes(needs)) throw new Error(`message ${n} needs ${needs}`)
  state.order.push(n)
  state.appliedSeq = seq
  state.sequence += 1
  const first = envelope.first ?? envelope.batch
  const ids = Array.from({ length: envelope.count ?? 1 }, (_, i) => idPlus(first, i))
  folded.segments.push(...ids.map((id) => segment(id, now)))
  folded.events.push(event(state, first, now))
  folded.batches.push({
    id: envelope.batch,
    seq,
    status: 'processed',
    results: ids.map((id) => ({ _id: Number(id), segment_id: id, trip_id: null, action: 'created' })),
    resource: null,
    refusal: null,
  })
}

function segment(id: string, now: number): SegmentWrite {
  return {
    id,
    tripId: null,
    type: 'Air',
    status: 'Active',
    source: 'test',
    confirmationNos: [],
    startAt: now,
    endAt: now,
    rawIds: [id],
    version: 1,
    updated: now,
    doc: `{"id":"${id}"}`,
    provenance: '{}',
    state: '{}',
  }
}

function event(state: SmallState, resourceId: string, now: number): EventWrite {
  const hex = createHash('sha1').update(`${state.id}:${state.sequence}`).digest('hex')
  const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
  return {
    id,
    sequence: state.sequence,
    type: 'segment.created',
    resourceId,
    created: now,
    body: [JSON.stringify({ id, member: state.id, sequence: state.sequence })],
  }
}
