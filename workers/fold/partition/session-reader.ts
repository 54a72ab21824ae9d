/** Reads one session into a mailbox and counts what is left to read. */
import type { ReadSession, ReceivedMessage } from '../../stream/session.js'
import { mailbox, type StepLimits, type Mailbox } from './mailbox.js'

export class SessionReader {
  readonly session: ReadSession
  readonly box: Mailbox<ReceivedMessage>
  /** Messages of the partition not read yet. */
  unread: number
  /** Resolves with the error that ended the session, null if it was closed. */
  readonly ended: Promise<unknown>

  constructor(session: ReadSession, limits: StepLimits) {
    this.session = session
    this.box = mailbox<ReceivedMessage>(limits)
    this.unread = session.pending
    this.ended = this.read().then(
      () => null,
      (error: unknown) => error,
    )
  }

  /** Messages read or waiting to be read, and not taken from the mailbox yet. */
  lag(): number {
    return this.unread + this.box.size()
  }

  private async read(): Promise<void> {
    try {
      for await (const message of this.session.messages) {
        this.unread = message.pending
        await this.box.put(message)
      }
    } finally {
      this.box.close()
    }
  }
}
