/**
 * The door to the stream: many publishes in flight on one connection, their acknowledgements on one reply inbox of our own,
 * matched by a token (workers/README.md 3.2; the library's request machinery costs three times as much).
 *
 * A publish ends in one of three ways: the stream says it is on disk; the stream, or we, refuse it and nothing was stored;
 * or the deadline passes without a word and nobody knows. Until the deadline an unanswered one is sent again under the
 * same message id, which the stream recognises for two minutes.
 */
import { createInbox, headers, InvalidArgumentError } from 'nats'
import type { Msg, MsgHdrs, NatsConnection } from 'nats'
import { PublishError } from '../../schemas/stream/publish-error.js'
import type { Publish, PublishErrorReason, PublishAck } from '../../schemas/stream/publish-error.js'
import { parseFields } from './parse-message.js'
import { byteSemaphore } from './byte-semaphore.js'

export interface PublisherSettings {
  /** Milliseconds until a publish is given up, when the caller names none. */
  deadlineMs?: number
  /** Most messages and bytes in flight. */
  maxCount?: number
  maxBytes?: number
  /** Milliseconds a publish waits for its turn before it is refused as `busy`. */
  queueTimeoutMs?: number
  /** Milliseconds without an answer after which a message is sent again. */
  resendMs?: number
}

export interface Publisher {
  publish: Publish
  /** In flight now, for metrics. */
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
  head: MsgHdrs
  deadline: number
  resendAt: number
  /** Copies sent that may have been stored: no answer yet, or none that says otherwise. */
  open: number
  done: (stored: PublishAck) => void
  fail: (fault: PublishError) => void
}

const SWEEP_MS = 50
const RETRY_MS = 250

/** A publisher on the connection. It throws `PublishFault`, and what the library throws for an id or a header that cannot be one. */
export function publisher(nc: NatsConnection, settings: PublisherSettings = {}): Publisher {
  const {
    deadlineMs: usual = 10_000,
    maxCount = 512,
    maxBytes = 64 * 2 ** 20,
    queueTimeoutMs: patience = 2_000,
    resendMs: again = 2_500,
  } = settings
  const gate = byteSemaphore({ count: maxCount, bytes: maxBytes, patience })
  const inbox = createInbox()
  const cut = inbox.length + 1
  const flights = new Map<string, PendingPublish>()
  /** What came in one turn of the event loop goes into one write to the socket, which costs the door as much as checking a batch. */
  const unsent = new Set<PendingPublish>()
  let counter = 0
  let up = !nc.isClosed()
  let sweeper: NodeJS.Timeout | null = null

  const send = (flight: PendingPublish): void => {
    flight.resendAt = performance.now() + again
    if (unsent.size === 0) setImmediate(sendAll)
    unsent.add(flight)
  }

  const sendAll = (): void => {
    const now = [...unsent]
    unsent.clear()
    for (const flight of now) if (up && flights.has(flight.token)) write(flight)
  }

  const write = (flight: PendingPublish): void => {
    try {
      nc.publish(flight.subject, flight.bytes, { reply: `${inbox}.${flight.token}`, headers: flight.head })
      flight.open += 1
    } catch (error) {
      settle(flight, new PublishError(unsentCause(flight, error), error))
    }
  }

  const settle = (flight: PendingPublish, result: PublishAck | PublishError): void => {
    if (!flights.delete(flight.token)) return
    if (flights.size === 0 && sweeper !== null) {
      clearInterval(sweeper)
      sweeper = null
    }
    if (result instanceof PublishError) flight.fail(result)
    else flight.done(result)
  }

  const sweep = (): void => {
    const now = performance.now()
    for (const flight of flights.values()) {
      if (now >= flight.deadline)
        settle(flight, new PublishError(flight.open > 0 ? 'outcome_unknown' : 'broker_unavailable'))
      else if (now >= flight.resendAt) send(flight)
    }
  }

  const answered = (message: Msg): void => {
    const flight = flights.get(message.subject.slice(cut))
    if (flight === undefined) return
    const answer = readAck(message)
    if (answer.is === 'stored') return settle(flight, answer.stored)
    if (answer.is === 'refused') return settle(flight, new PublishError(answer.why, answer.error))
    flight.resendAt = performance.now() + RETRY_MS
    if (answer.nobody) flight.open -= 1
  }

  const inboxSub = nc.subscribe(`${inbox}.*`, {
    callback: (error, message) => {
      if (error === null) answered(message)
    },
  })
  const statuses = nc.status()
  const watching = (async () => {
    for await (const status of statuses) {
      if (status.type === 'disconnect') up = false
      else if (status.type === 'close') up = false
      else if (status.type === 'reconnect') {
        up = true
        for (const flight of flights.values()) send(flight)
      }
    }
  })()
  watching.catch(() => {
    up = false
  })

  const publish: Publish = async (bytes, subject, id, deadline = usual, more = undefined) => {
    if (!up) throw new PublishError('broker_unavailable')
    const head = messageHeaders(subject, id, more)
    if (!(await gate.acquire(bytes.length))) throw new PublishError('busy')
    try {
      if (!up) throw new PublishError('broker_unavailable')
      return await new Promise<PublishAck>((resolve, reject) => {
        const token = (++counter).toString(36)
        const flight: PendingPublish = {
          token,
          subject,
          bytes,
          head,
          deadline: performance.now() + deadline,
          resendAt: 0,
          open: 0,
          done: resolve,
          fail: reject,
        }
        flights.set(token, flight)
        sweeper ??= setInterval(sweep, SWEEP_MS)
        send(flight)
      })
    } finally {
      gate.release(bytes.length)
    }
  }

  return {
    publish,
    inFlight: gate.usage,
    connected: () => up,
    close: () => {
      inboxSub.unsubscribe()
      if ('stop' in statuses && typeof statuses.stop === 'function') statuses.stop()
      for (const flight of flights.values()) settle(flight, new PublishError('outcome_unknown'))
    },
  }
}

/** Of what the library would not send, maybe not again: a copy sent before may be stored whatever became of the connection. */
function unsentCause({ open }: PendingPublish, error: unknown): PublishErrorReason {
  if (open > 0) return 'outcome_unknown'
  return error instanceof InvalidArgumentError ? 'too_large' : 'broker_unavailable'
}

/** Throws what the library says of a value that is no header. */
function messageHeaders(subject: string, id: string, more: Record<string, string> | undefined): MsgHdrs {
  const head = headers()
  head.set('Nats-Msg-Id', `${subject}:${id}`)
  for (const name in more) head.set(name, more[name] ?? '')
  return head
}

type PublishAnswer =
  | { is: 'stored'; stored: PublishAck }
  | { is: 'refused'; why: PublishErrorReason; error: unknown }
  | { is: 'later'; nobody: boolean }

interface Ack {
  seq?: number
  duplicate?: boolean
  error?: { err_code?: number; code?: number; description?: string }
}

const MAXIMUM_EXCEEDED = 10077
const MESSAGE_TOO_LARGE = 10054
const NO_STORAGE = new Set([10023, 10047])

function readAck(message: Msg): PublishAnswer {
  if (message.data.length === 0) return { is: 'later', nobody: message.headers?.code === 503 }
  const ack: Ack | null = parseFields(message)
  if (ack === null) return { is: 'later', nobody: false }
  if (ack.error === undefined)
    return { is: 'stored', stored: { seq: ack.seq ?? 0, duplicate: ack.duplicate ?? false } }
  const { err_code: code = 0, description = '' } = ack.error
  if (code === MAXIMUM_EXCEEDED)
    return {
      is: 'refused',
      why: /per subject/.test(description) ? 'member_backlog' : 'stream_full',
      error: ack.error,
    }
  if (code === MESSAGE_TOO_LARGE) return { is: 'refused', why: 'too_large', error: ack.error }
  if (NO_STORAGE.has(code)) return { is: 'refused', why: 'stream_full', error: ack.error }
  return { is: 'later', nobody: false }
}
