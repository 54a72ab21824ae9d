/**
 * Reads the EVENTS stream through one durable, acknowledged consumer shared by all delivery workers. A
 * message is acknowledged once its batch is in the store; otherwise it is redelivered, to whichever worker
 * asks then.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { AckPolicy, DeliverPolicy, jetstream } from '@nats-io/jetstream'
import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream'
import { nanos } from 'nats'
import type { NatsConnection } from 'nats'
import type { Log } from '../../schemas/base/log.js'
import { repeat } from '../../schemas/work/repeat.js'
import { EVENTS_STREAM } from '../../schemas/stream/subjects.js'
import type { EventOutcome } from '../ports.js'
import { streamManager } from './setup.js'
import { trimEvents } from './trim.js'

export interface EventConsumer {
  /** Stops asking for messages and finishes the batch at hand. */
  stop: () => Promise<void>
}

/** One outcome per message body, in their order. */
export type HandleEvents = (bodies: Uint8Array[]) => Promise<EventOutcome[]>

export interface EventConsumerSettings {
  /** Milliseconds after which a message without an outcome is redelivered. */
  ackWaitMs?: number
  /** Milliseconds between two removals of acknowledged messages. */
  trimEveryMs?: number
}

export const DELIVERY_CONSUMER = 'webhook-delivery'
const BATCH_SIZE = 200
const RESTART_MS = 500

/** Passes batches to `handle` until stopped, through every outage of the broker. */
export function consumeEvents(
  nc: NatsConnection,
  handle: HandleEvents,
  log: Log,
  { ackWaitMs = 10_000, trimEveryMs = 10_000 }: EventConsumerSettings = {},
): EventConsumer {
  const stopping = new AbortController()
  const isRunning = (): boolean => !stopping.signal.aborted && !nc.isClosed()
  const batches = batchQueue(handle, log)
  let messages: ConsumerMessages | null = null

  const read = async (): Promise<void> => {
    messages = await openConsumer(nc, ackWaitMs)
    if (stopping.signal.aborted) await messages.close()
    for await (const message of messages) await batches.add(message)
  }

  const readLoop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await read()
      } catch (error) {
        if (isRunning()) log.warn({ error }, 'event stream not readable; will retry')
      }
      if (!stopping.signal.aborted) await delay(RESTART_MS)
    }
  }

  const reading = readLoop()
  const trim = async (): Promise<void> => {
    await trimEvents(nc, DELIVERY_CONSUMER)
  }
  const trimming = repeat(trimEveryMs, trim, (error) => {
    if (isRunning()) log.warn({ error }, 'event stream not trimmed; will retry')
  })

  return {
    stop: async () => {
      stopping.abort()
      await messages?.close()
      await Promise.all([reading, trimming.stop()])
      await batches.finished()
    },
  }
}

async function openConsumer(nc: NatsConnection, ackWaitMs: number): Promise<ConsumerMessages> {
  const jsm = await streamManager(nc)
  await jsm.consumers.add(EVENTS_STREAM, {
    durable_name: DELIVERY_CONSUMER,
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    ack_wait: nanos(ackWaitMs),
    max_ack_pending: 10 * BATCH_SIZE,
    max_deliver: -1,
  })
  const consumer = await jetstream(nc).consumers.get(EVENTS_STREAM, DELIVERY_CONSUMER)
  return await consumer.consume({
    max_messages: 2 * BATCH_SIZE,
    expires: 10_000,
    idle_heartbeat: 1_000,
    abort_on_missing_resource: true,
  })
}

interface BatchQueue {
  /** Resolves at once, or after the batch at hand once a full batch is waiting. */
  add: (message: JsMsg) => Promise<void>
  finished: () => Promise<void>
}

/** Handles the messages that arrived while the batch before was handled. */
function batchQueue(handle: HandleEvents, log: Log): BatchQueue {
  const waiting: JsMsg[] = []
  let running: Promise<void> | null = null

  const handleWaiting = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, BATCH_SIZE)
      const outcomes = await handle(batch.map((message) => message.data))
      batch.forEach((message, i) => {
        acknowledge(message, outcomes[i] ?? { is: 'redeliver', ms: RESTART_MS })
      })
    }
  }

  const start = (): Promise<void> => {
    running ??= Promise.resolve()
      .then(handleWaiting)
      .catch((error: unknown) => {
        log.error({ error }, 'batch of events failed; it will be redelivered')
      })
      .finally(() => {
        running = null
        if (waiting.length > 0) void start()
      })
    return running
  }

  return {
    add: async (message) => {
      waiting.push(message)
      const batch = start()
      if (waiting.length >= BATCH_SIZE) await batch
    },
    finished: async () => {
      await running
    },
  }
}

function acknowledge(message: JsMsg, outcome: EventOutcome): void {
  switch (outcome.is) {
    case 'done':
      message.ack()
      return
    case 'redeliver':
      message.nak(outcome.ms)
      return
    case 'reject':
      message.term(outcome.why)
      return
    default: {
      const unknown: never = outcome
      throw new Error(`unknown outcome: ${String(unknown)}`)
    }
  }
}
