/** SEGMENTS as `stream heal` repairs it (raise-sequence.ts). */
import { AckPolicy, DeliverPolicy, jetstream, JetStreamApiError } from '@nats-io/jetstream'
import type { JetStreamManager, JsMsg } from '@nats-io/jetstream'
import { randomUUID } from 'node:crypto'
import type { NatsConnection } from 'nats'
import { decodeMessage } from '../../../schemas/stream/message.js'
import type { SavedMessage } from '../../../schemas/stream/saved-messages.js'
import { isMarker, memberOf, SEGMENTS_STREAM } from '../../../schemas/stream/subjects.js'
import type { RepairableStream } from './raise-sequence.js'
import { fetchPage } from '../fetch-page.js'
import { streamManager } from '../setup.js'
import { acceptedSubjects } from '../stream-configs.js'

const PAGE_SIZE = 500
/** Retries, four a second: a server that this client is connected to hears late that the stream takes repairs now. */
const PATIENTLY = { timeout: 30_000, retries: 120 }
/** Any name that is no member. */
const MARKER = 'idle-heal'
/** Without a message for so long the reading is given up. */
const READ_TIMEOUT_MS = 60_000
/** Error code of the server (nats-server errors.json): another message is the last one. */
const WRONG_LAST_SEQUENCE = 10_071

export function repairableStream(nc: NatsConnection): RepairableStream {
  const take = async (from: 'publishers' | 'repair'): Promise<void> => {
    await (await streamManager(nc)).streams.update(SEGMENTS_STREAM, { subjects: acceptedSubjects(from) })
  }
  return {
    close: async () => {
      await take('repair')
    },
    open: async () => {
      await take('publishers')
    },
    mark: async () => {
      const id = randomUUID()
      const ack = await jetstream(nc).publish(`heal.${MARKER}`, new Uint8Array(), { msgID: id, ...PATIENTLY })
      return ack.seq
    },
    read: async (upTo, onPage) => {
      await readPages(nc, await streamManager(nc), upTo, onPage)
    },
    continueAfter: async (seq) => {
      // Purging up to a sequence beyond the end makes the stream continue after it.
      await (await streamManager(nc)).streams.purge(SEGMENTS_STREAM, { seq: seq + 1 })
    },
    append: async (messages, after) => {
      const js = jetstream(nc)
      const answers = await Promise.allSettled(
        messages.map(
          async ({ member, bytes, id }, i) =>
            await js.publish(`heal.${member}`, bytes, {
              msgID: id,
              expect: { lastSequence: after + i },
              ...PATIENTLY,
            }),
        ),
      )
      const failures = answers.flatMap((answer): unknown[] =>
        answer.status === 'rejected' ? [answer.reason] : [],
      )
      const other = failures.find((error) => !isWrongSequence(error))
      if (other !== undefined) throw other
      return failures.length === 0
    },
  }
}

function isWrongSequence(error: unknown): boolean {
  return error instanceof JetStreamApiError && error.code === WRONG_LAST_SEQUENCE
}

async function readPages(
  nc: NatsConnection,
  jsm: JetStreamManager,
  upTo: number,
  onPage: (page: Array<SavedMessage | null>) => Promise<void>,
): Promise<void> {
  const info = await jsm.consumers.add(SEGMENTS_STREAM, {
    ack_policy: AckPolicy.None,
    deliver_policy: DeliverPolicy.All,
    mem_storage: true,
  })
  const consumer = jetstream(nc).consumers.getConsumerFromInfo(info)
  try {
    let received = 0
    let silentSince = performance.now()
    for (let last = 0; last < upTo;) {
      const page: Array<SavedMessage | null> = []
      // A replica that lags has less than the leader, and gets the rest.
      for (const message of await fetchPage(consumer, PAGE_SIZE, 1_000)) {
        received += 1
        last = message.seq
        silentSince = performance.now()
        if (last < upTo && !isMarker(memberOf(message.subject))) page.push(parseMessage(message))
      }
      await onPage(page)
      // What was sent may not have arrived: the broker knows.
      const { delivered } = await consumer.info()
      if (delivered.consumer_seq !== received || performance.now() - silentSince > READ_TIMEOUT_MS)
        throw new Error('the connection to the broker failed while the stream was read; nothing was removed')
    }
  } finally {
    await jsm.consumers.delete(SEGMENTS_STREAM, info.name)
  }
}

/** Null if the bytes are not a message. */
function parseMessage(message: JsMsg): SavedMessage | null {
  try {
    return {
      member: memberOf(message.subject),
      batch: decodeMessage(message.data).envelope.batch,
      bytes: message.data,
    }
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return null
    throw error
  }
}
