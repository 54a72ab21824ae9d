/**
 * What each role may publish and listen to in NATS, with the reason. A right of ops/deploy/nats/users.conf that is not
 * here fails nats-users.test.ts, and so does a request of the JetStream API that a server grants without one.
 */
import type { RoleName } from '../../../ops/roles/role.js'
import { STREAMS } from '../../../schemas/stream/subjects.js'

export interface Permissions {
  publish: Record<string, string>
  subscribe: Record<string, string>
}

const STREAM_INFO = Object.fromEntries(
  STREAMS.map((name) => [`$JS.API.STREAM.INFO.${name}`, 'a start and readiness look for it']),
)

export const PERMISSIONS: Record<RoleName, Permissions> = {
  api: {
    publish: {
      ...STREAM_INFO,
      'seg.*': 'batches',
      limits: 'what it counted, for the other api processes',
      callbacks: 'tells deliver processes that a callback changed',
    },
    subscribe: { '_INBOX_api.>': 'answers', limits: 'what the others counted', callbacks: 'changes' },
  },
  fold: {
    publish: {
      ...STREAM_INFO,
      'events.*': 'notices of the outbox',
      'dlq.>': 'messages of parked members',
      'seg.*': 'markers',
      '$JS.API.STREAM.MSG.GET.SEGMENTS': 'when the message at a cursor was stored',
      '$JS.API.DIRECT.GET.SEGMENTS': 'the audit, which asks every replica',
      '$JS.API.STREAM.PURGE.SEGMENTS': 'removes what is folded',
      '$JS.API.CONSUMER.CREATE.SEGMENTS': 'opens a read session',
      '$JS.API.CONSUMER.MSG.NEXT.SEGMENTS.*': 'reads it',
      '$JS.API.CONSUMER.DELETE.SEGMENTS.*': 'ends it',
      '$JS.API.CONSUMER.INFO.SEGMENTS.*': 'whether it is still there, after a reconnect',
      '$JS.API.CONSUMER.LIST.SEGMENTS': 'finds sessions that predecessors left',
    },
    subscribe: { '_INBOX_fold.>': 'answers and messages' },
  },
  deliver: {
    publish: {
      ...STREAM_INFO,
      callbacks: 'tells the others that a callback was suspended',
      'seg.*': 'asks the fold to delete past trips',
      'erased.*': 'notes that a person was erased',
      '$JS.API.CONSUMER.CREATE.EVENTS.webhook-delivery': 'makes the one consumer of events',
      '$JS.API.CONSUMER.INFO.EVENTS.webhook-delivery': 'how far it has read',
      '$JS.API.CONSUMER.MSG.NEXT.EVENTS.webhook-delivery': 'reads it',
      '$JS.ACK.EVENTS.webhook-delivery.>': 'acknowledges what it read',
      '$JS.API.STREAM.PURGE.EVENTS': 'removes what was read',
      '$JS.API.STREAM.MSG.GET.SEGMENTS': 'finds the messages of a person who is erased',
      '$JS.API.STREAM.MSG.DELETE.SEGMENTS': 'erases them',
      '$JS.API.STREAM.MSG.GET.DLQ': 'finds dead letters of a person who is erased',
      '$JS.API.STREAM.MSG.DELETE.DLQ': 'erases them',
    },
    subscribe: { '_INBOX_deliver.>': 'answers and events', callbacks: 'changes' },
  },
  jobs: {
    publish: { ...STREAM_INFO, 'seg.*': 'batches from documents' },
    subscribe: { '_INBOX_jobs.>': 'answers' },
  },
}

/** Every request of the JetStream API that nats-server 2.14 knows; S stands for a stream, C for a consumer. */
export const REQUESTS = [
  'INFO',
  ...[
    'NAMES',
    'LIST',
    'CREATE.S',
    'UPDATE.S',
    'DELETE.S',
    'INFO.S',
    'PURGE.S',
    'SNAPSHOT.S',
    'RESTORE.S',
  ].map((request) => `STREAM.${request}`),
  ...['MSG.GET.S', 'MSG.DELETE.S', 'PEER.REMOVE.S', 'LEADER.STEPDOWN.S'].map(
    (request) => `STREAM.${request}`,
  ),
  ...['DIRECT.GET.S', 'DIRECT.GET.S.seg.1.1.1001'],
  ...[
    'CREATE.S',
    'CREATE.S.C',
    'CREATE.S.C.seg.1.1.1001',
    'DURABLE.CREATE.S.C',
    'DELETE.S.C',
    'INFO.S.C',
  ].map((request) => `CONSUMER.${request}`),
  ...['NAMES.S', 'LIST.S', 'MSG.NEXT.S.C', 'PAUSE.S.C', 'UNPIN.S.C', 'RESET.S.C', 'LEADER.STEPDOWN.S.C'].map(
    (request) => `CONSUMER.${request}`,
  ),
  ...['PURGE.tripfold', 'STREAM.MOVE.tripfold.S', 'STREAM.CANCEL_MOVE.tripfold.S'].map(
    (request) => `ACCOUNT.${request}`,
  ),
  'META.LEADER.STEPDOWN',
  'SERVER.REMOVE',
].map((request) => `$JS.API.${request}`)

/** What is published by somebody, or means something to nats-server or to the service. */
export const SUBJECTS = [
  ...[
    'seg.1001',
    'seg.1.1.1001',
    'heal.1001',
    'events.p3',
    'dlq.seg.3.1001',
    'erased.1001',
    'limits',
    'callbacks',
  ],
  ...[
    '_INBOX.1.1',
    '_INBOX_api.1.1',
    '_INBOX_fold.1.1',
    '_INBOX_deliver.1.1',
    '_INBOX_jobs.1.1',
    '$JS.ACK.S.C.1.2.3.4.5',
  ],
  ...['$JS.FC.S.C.1', '$JSC.R.1', '$JS.EVENT.ADVISORY.API', '$SYS.REQ.SERVER.PING', '$SRV.PING', 'anything'],
]

/** What a stranger would listen to. */
export const LISTENED = [
  ...[
    '>',
    '*.>',
    '_INBOX.>',
    '_INBOX_api.>',
    '_INBOX_fold.>',
    '_INBOX_deliver.>',
    '_INBOX_jobs.>',
    '_INBOX_operator.>',
  ],
  ...['seg.>', 'heal.>', 'events.*', 'dlq.>', 'erased.*', 'limits', 'callbacks'],
  ...['$JS.>', '$JS.API.>', '$JS.ACK.>', '$JS.EVENT.>', '$SYS.>', '_R_.>'],
]
