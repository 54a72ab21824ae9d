/**
 * Reads the EVENTS stream through one durable, acknowledged consumer that all delivery workers share. A message is
 * acknowledged after its batch is in the store; one that was not is told again, to whoever asks then.
 */
import { AckPolicy, DeliverPolicy, jetstream } from '@nats-io/jetstream'
import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream'
import { nanos } from 'nats'
import type { NatsConnection } from 'nats'
import { EVENTS_STREAM } from '../../schemas/stream/subjects.js'
import type { Log } from '../../schemas/base/log.js'
import { streamManager } from './setup.js'
import { trimEvents } from './trim.js'

export type EventVerdict = { is: 'done' } | { is: 'later'; ms: number } | { is: 'never'; why: string }

export interface EventConsumer {
  /** Stops asking for messages, finishes the batch at hand. */
  stop: () => Promise<void>
}

export const DELIVERY_CONSUMER = 'webhook-delivery'
const BATCH = 200
const RESTART_MS = 500

export interface EventConsumerSettings {
  /** A message that was not settled for so long is told again; milliseconds. */
  ackWaitMs?: number
  /** Between two removals of what was read; milliseconds. */
  trimEveryMs?: number
}

/** Feeds batches to `judge` until stopped, whatever becomes of the broker meanwhile. */
export function consumeEvents(
  nc: NatsConnection,
  judge: (bodies: Uint8Array[]) => Promise<EventVerdict[]>,
  log: Log,
  { ackWaitMs: ackWait = 10_000, trimEveryMs: trim = 10_000 }: EventConsumerSettings = {},
): EventConsumer {
  let stopped = false
  let messages: ConsumerMessages | null = null
  let batch: Promise<void> | null = null
  const buffer: JsMsg[] = []

  const work = async (): Promise<void> => {
    while (buffer.length > 0) {
      const taken = buffer.splice(0, BATCH)
      const verdicts = await judge(taken.map((message) => message.data))
      taken.forEach((message, at) => {
        acknowledge(message, verdicts[at] ?? { is: 'later', ms: RESTART_MS })
      })
    }
  }

  const kick = (): Promise<void> => {
    batch ??= Promise.resolve()
      .then(work)
      .catch((error: unknown) => {
        log.error({ error }, 'a batch of events was dropped; it will be told again')
      })
      .finally(() => {
        batch = null
        if (buffer.length > 0) void kick()
      })
    return batch
  }

  const read = async (): Promise<void> => {
    const jsm = await streamManager(nc)
    await jsm.consumers.add(EVENTS_STREAM, {
      durable_name: DELIVERY_CONSUMER,
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      ack_wait: nanos(ackWait),
      max_ack_pending: 10 * BATCH,
      max_deliver: -1,
    })
    const consumer = await jetstream(nc).consumers.get(EVENTS_STREAM, DELIVERY_CONSUMER)
    messages = await consumer.consume({
      max_messages: 2 * BATCH,
      expires: 10_000,
      idle_heartbeat: 1_000,
      abort_on_missing_resource: true,
    })
    if (stopped) await messages.close()
    for await (const message of messages) {
      buffer.push(message)
      const running = kick()
      if (buffer.length >= BATCH) await running
    }
  }

  const loop = (async () => {
    while (!stopped) {
      try {
        await read()
      } catch (error) {
        if (!stopped && !nc.isClosed()) log.warn({ error }, 'the event stream cannot be read; trying again')
      }
      if (!stopped) await new Promise((resolve) => setTimeout(resolve, RESTART_MS))
    }
  })()

  let trimming: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    trimming = trimming
      .then(async () => await trimEvents(nc, DELIVERY_CONSUMER))
      .catch((error: unknown) => {
        if (!stopped && !nc.isClosed())
          log.warn({ error }, 'what was read of the event stream could not be removed; trying again')
      })
  }, trim)

  return {
    stop: async () => {
      stopped = true
      clearInterval(timer)
      await messages?.close()
      await Promise.all([loop, trimming])
      await batch
    },
  }
}

function acknowledge(message: JsMsg, verdict: EventVerdict): void {
  switch (verdict.is) {
    case 'done':
      message.ack()
      return
    case 'later':
      message.nak(verdict.ms)
      return
    case 'never':
      message.term(verdict.why)
      return
    default: {
      const unknown: never = verdict
      throw new Error(`no such verdict: ${String(unknown)}`)
    }
  }
}
