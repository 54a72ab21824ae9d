/** Reads one session into a mailbox and counts what is left to read. */
import type { ReadSession, WaitingMessage } from '../../stream/session.js'
import { mailbox, type StepLimits, type Mailbox } from './mailbox.js'

/** A broker that has a message delivers it at once: a pull is always open, and a silent broker ends the session. */
const QUIET_MS = 10_000

export class SessionReader {
  readonly session: ReadSession
  readonly box: Mailbox<WaitingMessage>
  /** Messages of the partition not read yet, as the broker counted them with the last one. */
  private unread: number
  private lastRead = Date.now()
  /** Resolves with the error that ended the session, null if it was closed. */
  readonly ended: Promise<unknown>
  private readonly quietMs: number

  constructor(session: ReadSession, limits: StepLimits, quietMs = QUIET_MS) {
    this.quietMs = quietMs
    this.session = session
    this.box = mailbox<WaitingMessage>(limits)
    this.unread = session.pending
    this.ended = this.read().then(
      () => null,
      (error: unknown) => error,
    )
  }

  /**
   * Messages read or waiting to be read, and not taken from the mailbox yet. The broker also counts a message
   * that it can no longer read and never delivers: when nothing comes, nothing is left.
   */
  lag(): number {
    if (this.box.size() === 0 && Date.now() - this.lastRead > this.quietMs) this.unread = 0
    return this.unread + this.box.size()
  }

  private async read(): Promise<void> {
    try {
      for await (const message of this.session.messages) {
        this.unread = message.pending
        await this.box.put(message)
        this.lastRead = Date.now()
      }
    } finally {
      this.box.close()
    }
  }
}
