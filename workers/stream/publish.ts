/**
 * Publishes to the stream: many publishes in flight on one connection, their acknowledgements on one reply
 * inbox, matched by a token (workers/DESIGN.md 3.2; the library's request machinery costs three times as
 * much).
 *
 * A publish ends in one of three ways: the stream has it on disk; the stream, or this process, refuses it and
 * nothing was stored; or the deadline passes without an answer and the outcome is unknown. Until the deadline
 * an unanswered publish is sent again under the same message id, which the stream recognises for two minutes.
 */
import { headers, InvalidArgumentError } from 'nats'
import type { Msg, MsgHdrs, NatsConnection, Subscription } from 'nats'
import { PublishError } from '../../schemas/stream/publish-error.js'
import type { Publish, PublishAck, PublishErrorReason } from '../../schemas/stream/publish-error.js'
import { byteSemaphore, type ByteSemaphore } from './byte-semaphore.js'
import { newInbox } from './connection/inbox.js'
import { readPublishAnswer } from './publish-answer.js'

export interface PublisherSettings {
  /** Milliseconds until a publish is given up, unless the caller names a deadline. */
  deadlineMs?: number
  /** Most messages and bytes in flight. */
  maxCount?: number
  maxBytes?: number
  /** Milliseconds a publish waits for admission before it is refused as `busy`. */
  queueTimeoutMs?: number
  /** Milliseconds without an answer after which a message is sent again. */
  resendMs?: number
}

export interface Publisher {
  publish: Publish
  /** Current usage, for metrics. */
  inFlight: () => { count: number; bytes: number; waiting: number }
  /** Whether the connection is known to be up. */
  connected: () => boolean
  /** Stops listening; unanswered publishes end as unknown. The connection stays open. */
  close: () => void
}

interface PendingPublish {
  token: string
  subject: string
  bytes: Uint8Array
  headers: MsgHdrs
  deadline: number
  resendAt: number
  /** Copies sent that may have been stored: unanswered, or not answered otherwise. */
  possiblyStored: number
  resolve: (ack: PublishAck) => void
  reject: (error: PublishError) => void
}

const SWEEP_MS = 50
const RETRY_MS = 250

/** Throws `PublishError`, and what the library throws for an invalid id or header. */
export function publisher(nc: NatsConnection, settings: PublisherSettings = {}): Publisher {
  const inbox = new PublishInbox(nc, settings)
  return {
    publish: inbox.publish,
    inFlight: () => inbox.semaphore.usage(),
    connected: () => inbox.connected,
    close: () => {
      inbox.close()
    },
  }
}

class PublishInbox {
  connected: boolean
  readonly semaphore: ByteSemaphore
  private readonly nc: NatsConnection
  private readonly deadlineMs: number
  private readonly resendMs: number
  private readonly inbox: string
  private readonly subscription: Subscription
  private readonly statuses: ReturnType<NatsConnection['status']>
  private readonly pending = new Map<string, PendingPublish>()
  /**
   * Everything published in one turn of the event loop goes into one socket write: a write of its own for
   * each would cost the ingress as much as validating a batch.
   */
  private readonly unsent = new Set<PendingPublish>()
  private counter = 0
  private sweeper: NodeJS.Timeout | null = null

  constructor(nc: NatsConnection, settings: PublisherSettings) {
    this.nc = nc
    this.inbox = newInbox(nc)
    this.connected = !nc.isClosed()
    this.deadlineMs = settings.deadlineMs ?? 10_000
    this.resendMs = settings.resendMs ?? 2_500
    this.semaphore = byteSemaphore({
      count: settings.maxCount ?? 512,
      bytes: settings.maxBytes ?? 64 * 2 ** 20,
      timeoutMs: settings.queueTimeoutMs ?? 2_000,
    })
    this.subscription = nc.subscribe(`${this.inbox}.*`, {
      callback: (error, message) => {
        if (error === null) this.onAnswer(message)
      },
    })
    this.statuses = nc.status()
    this.watchConnection().catch(() => {
      this.connected = false
    })
  }

  readonly publish: Publish = async (bytes, subject, id, deadlineMs = this.deadlineMs, more = undefined) => {
    if (!this.connected) throw new PublishError('broker_unavailable')
    const messageHeaders = headersOf(subject, id, more)
    if (!(await this.semaphore.acquire(bytes.length))) throw new PublishError('busy')
    try {
      if (!this.connected) throw new PublishError('broker_unavailable')
      return await new Promise<PublishAck>((resolve, reject) => {
        const token = (++this.counter).toString(36)
        const publish: PendingPublish = {
          token,
          subject,
          bytes,
          headers: messageHeaders,
          deadline: performance.now() + deadlineMs,
          resendAt: 0,
          possiblyStored: 0,
          resolve,
          reject,
        }
        this.pending.set(token, publish)
        this.sweeper ??= setInterval(() => {
          this.sweep()
        }, SWEEP_MS)
        this.send(publish)
      })
    } finally {
      this.semaphore.release(bytes.length)
    }
  }

  close(): void {
    this.subscription.unsubscribe()
    if ('stop' in this.statuses && typeof this.statuses.stop === 'function') this.statuses.stop()
    for (const publish of this.pending.values()) this.fail(publish, new PublishError('outcome_unknown'))
  }

  private send(publish: PendingPublish): void {
    publish.resendAt = performance.now() + this.resendMs
    if (this.unsent.size === 0)
      setImmediate(() => {
        this.writeUnsent()
      })
    this.unsent.add(publish)
  }

  private writeUnsent(): void {
    const publishes = [...this.unsent]
    this.unsent.clear()
    for (const publish of publishes)
      if (this.connected && this.pending.has(publish.token)) this.write(publish)
  }

  private write(publish: PendingPublish): void {
    try {
      this.nc.publish(publish.subject, publish.bytes, {
        reply: `${this.inbox}.${publish.token}`,
        headers: publish.headers,
      })
      publish.possiblyStored += 1
    } catch (error) {
      this.fail(publish, new PublishError(unsentReason(publish, error), error))
    }
  }

  private onAnswer(message: Msg): void {
    const publish = this.pending.get(message.subject.slice(this.inbox.length + 1))
    if (publish === undefined) return
    const answer = readPublishAnswer(message)
    if (answer.is === 'stored') {
      if (this.remove(publish)) publish.resolve(answer.ack)
    } else if (answer.is === 'refused') this.fail(publish, new PublishError(answer.reason, answer.error))
    else {
      publish.resendAt = performance.now() + RETRY_MS
      if (answer.noResponders) publish.possiblyStored -= 1
    }
  }

  /** Gives up publishes past their deadline and sends unanswered ones again. */
  private sweep(): void {
    const now = performance.now()
    for (const publish of this.pending.values()) {
      if (now >= publish.deadline) {
        const reason = publish.possiblyStored > 0 ? 'outcome_unknown' : 'broker_unavailable'
        this.fail(publish, new PublishError(reason))
      } else if (now >= publish.resendAt) this.send(publish)
    }
  }

  private fail(publish: PendingPublish, error: PublishError): void {
    if (this.remove(publish)) publish.reject(error)
  }

  /** False if the publish has ended before. */
  private remove({ token }: PendingPublish): boolean {
    if (!this.pending.delete(token)) return false
    if (this.pending.size === 0 && this.sweeper !== null) {
      clearInterval(this.sweeper)
      this.sweeper = null
    }
    return true
  }

  private async watchConnection(): Promise<void> {
    for await (const status of this.statuses) {
      if (status.type === 'disconnect' || status.type === 'close') this.connected = false
      else if (status.type === 'reconnect') {
        this.connected = true
        for (const publish of this.pending.values()) this.send(publish)
      }
    }
  }
}

/**
 * Why the library did not send. A copy sent before may be stored whatever happened to the connection since.
 */
function unsentReason({ possiblyStored }: PendingPublish, error: unknown): PublishErrorReason {
  if (possiblyStored > 0) return 'outcome_unknown'
  return error instanceof InvalidArgumentError ? 'too_large' : 'broker_unavailable'
}

/** Throws what the library throws for a value that is not a valid header. */
function headersOf(subject: string, id: string, more: Record<string, string> | undefined): MsgHdrs {
  const messageHeaders = headers()
  messageHeaders.set('Nats-Msg-Id', `${subject}:${id}`)
  for (const name in more) messageHeaders.set(name, more[name] ?? '')
  return messageHeaders
}
