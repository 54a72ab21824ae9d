/** A member store on a test database, and made-up rows for it. */
import type { Test } from 'tap'
import { memberStore } from '../../../db/fold/member-store.js'
import type { FoldResult, SegmentWrite, TripWrite, EventWrite } from '../../../schemas/stream/fold-result.js'
import type { Commit, MemberStore, CommitResult } from '../../../schemas/stream/member-store.js'
import type { DecodedMessage } from '../../../schemas/stream/decoded-message.js'
import { addPartitions } from '../../support/fold/partition-rows.js'
import { openDatabase } from '../../support/open-database.js'

export const AT = Date.UTC(2026, 10, 21, 9, 30, 0, 123)

export function segmentWrite(id: string, more: Partial<SegmentWrite> = {}): SegmentWrite {
  return {
    id,
    tripId: null,
    type: 'Air',
    status: 'Active',
    source: 'airline_dl',
    confirmationNos: ['ABC123'],
    startAt: AT,
    endAt: AT + 3_600_000,
    rawIds: ['11', '12'],
    version: 1,
    updated: AT,
    doc: `{"id":"${id}"}`,
    provenance: '{}',
    state: '{"s":1}',
    ...more,
  }
}

export function tripWrite(id: string, more: Partial<TripWrite> = {}): TripWrite {
  return {
    id,
    status: 'Active',
    privacy: 'Private',
    personal: true,
    business: false,
    beginAt: AT,
    endAt: AT + 86_400_000,
    version: 1,
    updated: AT,
    doc: `{"id":"${id}"}`,
    segmentIds: [],
    state: '{}',
    ...more,
  }
}

export function eventWrite(n: number, more: Partial<EventWrite> = {}): EventWrite {
  return {
    id: `00000000-0000-5000-8000-${String(n).padStart(12, '0')}`,
    sequence: n,
    type: 'trip.created',
    resourceId: '7',
    created: AT,
    body: [`{"n":${n}}`],
    ...more,
  }
}

export function folded(member: string, appliedSeq: number, more: Partial<FoldResult> = {}): FoldResult {
  return {
    member,
    profile: null,
    head: '{}',
    sequence: 0,
    appliedSeq,
    segments: [],
    trips: [],
    accounts: [],
    events: [],
    batches: [],
    ...more,
  }
}

export function message(
  member: string,
  seq: number,
  batch: string,
  more: Partial<DecodedMessage['envelope']> = {},
): DecodedMessage {
  return {
    seq,
    member,
    envelope: { v: 1, kind: 'segments', batch, received: AT, client: 'app', ...more },
    body: '{"segments":[]}',
  }
}

export function commit(
  partition: number,
  epoch: number,
  revision: number,
  cursor: number,
  more: Partial<Commit> = {},
): Commit {
  return { partition, epoch, revision, cursor, messages: [], folded: [], ...more }
}

/** Saves one commit by itself. */
export async function applyOne(members: MemberStore, one: Commit): Promise<CommitResult | 'fenced'> {
  const answer = await members.apply([one])
  return answer === 'fenced' ? answer : answer[0]!
}

/** Members 1 to 20, and partitions 0 to 3 at cursor and revision 100 under epoch 1. */
export async function memberStoreSetup(t: Test) {
  const { url, pool } = await openDatabase(t)
  await addPartitions(pool, 4, 100)
  await pool.query(
    'insert into member (id, doc) select id, \'{"id":"\' || id || \'"}\' from generate_series(1, 20) id',
  )
  return { url, pool, members: memberStore(pool) }
}
