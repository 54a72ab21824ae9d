/**
 * Rules that an oracle can check by eye: a member is the list of the numbers folded, each message makes one event, and one
 * segment with an id of the process. A large message makes a segment of three megabytes, so that steps are cut into several
 * commits (workers/DESIGN.md 4.7); all of them share one text.
 */
import { createHash } from 'node:crypto'
import type { Id, IdGenerator } from '../../schemas/base/ids.js'
import type { FoldResult } from '../../schemas/stream/fold-result.js'
import type { Rules } from '../../workers/fold/pool/fold-task.js'

export interface SimBody {
  n: number
  large?: true
}

interface SimState {
  id: Id
  appliedSeq: number
  sequence: number
  order: number[]
}

const LARGE = 'x'.repeat(3 * 2 ** 20)

export function simRules(ids: Pick<IdGenerator, 'next'>): Rules<SimState> {
  return {
    *restore({ id, appliedSeq, sequence, head }) {
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
      for (const { seq, envelope, body } of messages) {
        const { n, large } = body as SimBody
        state.order.push(n)
        state.appliedSeq = seq
        state.sequence += 1
        const id = ids.next()
        folded.segments.push(segment(id, envelope.batch, now, large === true))
        folded.events.push({
          id: eventId(state.id, state.sequence),
          sequence: state.sequence,
          type: 'segment.created',
          resourceId: id,
          created: now,
          body: [envelope.batch],
        })
      }
      const { appliedSeq, sequence, order } = state
      return { state, folded: { ...folded, head: JSON.stringify(order), sequence, appliedSeq } }
    },
  }
}

/** The same for a member and a sequence in every process, as that of the real rules. */
function eventId(member: Id, sequence: number): string {
  const hex = createHash('md5').update(`${member}/${sequence}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

function segment(id: Id, batch: Id, now: number, large: boolean): FoldResult['segments'][number] {
  return {
    id,
    tripId: null,
    type: 'Air',
    status: 'Active',
    source: null,
    confirmationNos: [],
    startAt: now,
    endAt: now,
    rawIds: [batch],
    version: 1,
    updated: now,
    doc: large ? LARGE : '{}',
    provenance: '',
    state: '',
  }
}
