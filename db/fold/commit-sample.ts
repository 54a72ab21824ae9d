/**
 * A commit that writes one small row to each table, to find out whether they can be written; it is rolled
 * back. Its member, number 0, does not exist.
 */
import type { Commit } from '../../schemas/stream/member-store.js'
import type { CommitRows } from './commit-columns.js'
import { packEvents } from './events/event-packs.js'

const MEMBER = '0'
const EVENT_ID = '00000000-0000-4000-8000-000000000000'
const TEXT = '{}'

/** The rows for a partition at this position. */
export function sampleRows(at: Pick<Commit, 'partition' | 'epoch' | 'revision' | 'cursor'>): CommitRows {
  const { partition, epoch, revision, cursor } = at
  const now = Date.now()
  const document = { id: MEMBER, version: 1, updated: now, doc: TEXT, state: TEXT }
  const span = { startAt: now, endAt: now }
  return {
    partition: [{ partition, epoch, revision, cursor, stored: null, messages: 0, published: null }],
    raw: [rawBatch(partition, now)],
    member: [],
    segment: [
      { member: MEMBER, write: { ...document, ...span, ...SEGMENT, confirmationNos: [], rawIds: [] } },
    ],
    trip: [{ member: MEMBER, write: { ...document, beginAt: now, endAt: now, ...TRIP } }],
    account: [{ member: MEMBER, write: { ...document, ...ACCOUNT, holder: [] } }],
    event: packEvents([
      {
        member: MEMBER,
        write: { id: EVENT_ID, sequence: 0, type: 'probe', resourceId: MEMBER, created: now, body: [] },
        version: null,
        body: TEXT,
      },
    ]),
    outbox: [{ partition, id: EVENT_ID, body: TEXT }],
  }
}

const SEGMENT = {
  tripId: null,
  type: 'Air',
  status: 'Deleted',
  source: null,
  provenance: TEXT,
} as const

const TRIP = { status: 'Deleted', privacy: '', personal: false, business: false, segmentIds: null } as const

const ACCOUNT = {
  status: 'Deleted',
  source: '',
  accountId: '',
  classification: '',
  client: null,
  ownership: 'Unconfirmed',
  conflict: false,
} as const

function rawBatch(partition: number, received: number): CommitRows['raw'][number] {
  return {
    partition,
    member: MEMBER,
    id: MEMBER,
    seq: 0,
    kind: 'segments',
    client: null,
    first: null,
    count: 0,
    received,
    failed: false,
    refused: false,
    withdrawn: null,
    content: Buffer.of(0),
  }
}
