/** What a partition has read and not yet committed: bounded, in stream order, handed out in batches. */
export interface MailboxMessage {
  bytes: Uint8Array
  member: string
}

export interface BatchLimits {
  /** Most messages, and bytes, of one batch. The mailbox holds twice that before it stops its reader. */
  messages: number
  bytes: number
  /** Most messages of one member in one batch, so that its neighbours are not kept waiting behind one long transaction. */
  perMember: number
}

export interface Mailbox<T extends MailboxMessage> {
  /** Puts a letter in; resolves when there is room for the next one. */
  put: (letter: T) => Promise<void>
  /** Resolves true when there is something to take, false when the box is closed. */
  waitForMessages: () => Promise<boolean>
  /** The oldest letters, as many as fit one batch (at least one, if there is any), `most` at the most. */
  take: (most?: number) => T[]
  /** No more letters; those inside are dropped, and whoever waits is let go. */
  close: () => void
  size: () => number
}

/** An empty mailbox. One reader and one taker. */
export function mailbox<T extends MailboxMessage>(limits: BatchLimits): Mailbox<T> {
  let letters: T[] = []
  let bytes = 0
  let closed = false
  let reader: (() => void) | null = null
  let taker: (() => void) | null = null
  const wakeReader = (): void => {
    reader?.()
    reader = null
  }
  const wakeTaker = (): void => {
    taker?.()
    taker = null
  }
  const full = (): boolean => letters.length >= 2 * limits.messages || bytes >= 2 * limits.bytes
  return {
    put: async (letter) => {
      if (closed) return
      letters.push(letter)
      bytes += letter.bytes.length
      wakeTaker()
      if (full())
        await new Promise<void>((resolve) => {
          reader = resolve
        })
    },
    waitForMessages: async () => {
      while (letters.length === 0 && !closed)
        await new Promise<void>((resolve) => {
          taker = resolve
        })
      return !closed
    },
    take: (most = limits.messages) => {
      const count = new Map<string, number>()
      let upTo = 0
      let size = 0
      for (const letter of letters) {
        const ofMember = (count.get(letter.member) ?? 0) + 1
        if (
          upTo > 0 &&
          (upTo >= most || size + letter.bytes.length > limits.bytes || ofMember > limits.perMember)
        )
          break
        count.set(letter.member, ofMember)
        size += letter.bytes.length
        upTo += 1
      }
      const taken = letters.slice(0, upTo)
      letters = letters.slice(upTo)
      bytes -= size
      if (!full()) wakeReader()
      return taken
    },
    close: () => {
      closed = true
      letters = []
      bytes = 0
      wakeReader()
      wakeTaker()
    },
    size: () => letters.length,
  }
}
