/**
 * A message of the stream while it waits to be folded. Its bytes are kept as a text of one byte a character: buffers that
 * outlive two collections of young objects, as those of a queue do, count against 64 MiB, at which V8 marks the whole
 * heap, and one message holds all that came with it from the socket.
 */
import type { JsMsg } from '@nats-io/jetstream'
import { memberOf } from '../../schemas/stream/subjects.js'
import type { Traceparent } from '../../schemas/trace/traceparent.js'
import type { WaitingMessage } from './session.js'

export class TextMessage implements WaitingMessage {
  readonly seq: number
  readonly member: string
  readonly subject: string
  readonly stored: number
  readonly pending: number
  readonly traceparent?: Traceparent
  private readonly text: string

  /** @param traceparent absent if the message is not traced */
  constructor({ subject, data, info }: JsMsg, traceparent?: Traceparent) {
    this.seq = info.streamSequence
    this.member = memberOf(subject)
    this.subject = subject
    this.stored = Math.floor(info.timestampNanos / 1e6)
    this.pending = info.pending
    if (traceparent !== undefined) this.traceparent = traceparent
    this.text = Buffer.from(data.buffer, data.byteOffset, data.length).toString('latin1')
  }

  get size(): number {
    return this.text.length
  }

  /** A new copy at each call. */
  get bytes(): Uint8Array {
    return Buffer.from(this.text, 'latin1')
  }
}
