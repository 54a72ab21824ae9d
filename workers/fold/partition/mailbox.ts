/** What a partition has read and not yet committed: bounded, in stream order, taken step by step. */
export interface MailboxMessage {
  /** Bytes. */
  size: number
  member: string
}

export interface StepLimits {
  /**
   * Most messages of one step. The mailbox holds twice as many before it stops its reader; the same goes for
   * bytes.
   */
  messages: number
  bytes: number
  /**
   * Most messages of one member in one step, so that its neighbours do not wait behind one long transaction.
   */
  perMember: number
}

export interface Mailbox<T extends MailboxMessage> {
  /** Adds a message; resolves when there is room for the next one. */
  put: (message: T) => Promise<void>
  /** Resolves with true once there is something to take, with false when the mailbox is closed. */
  waitForMessages: () => Promise<boolean>
  /** The oldest messages that fit one step (at least one if there is any), at most `max`. */
  take: (max?: number) => T[]
  /** Drops what is inside and releases reader and taker. */
  close: () => void
  size: () => number
}

/** An empty mailbox for one reader and one taker. */
export function mailbox<T extends MailboxMessage>(limits: StepLimits): Mailbox<T> {
  let messages: T[] = []
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
  const isFull = (): boolean => messages.length >= 2 * limits.messages || bytes >= 2 * limits.bytes
  return {
    put: async (message) => {
      if (closed) return
      messages.push(message)
      bytes += message.size
      wakeTaker()
      if (isFull())
        await new Promise<void>((resolve) => {
          reader = resolve
        })
    },
    waitForMessages: async () => {
      while (messages.length === 0 && !closed)
        await new Promise<void>((resolve) => {
          taker = resolve
        })
      return !closed
    },
    take: (max = limits.messages) => {
      const size = stepSize(messages, limits, max)
      const taken = messages.slice(0, size)
      messages = messages.slice(size)
      for (const message of taken) bytes -= message.size
      if (!isFull()) wakeReader()
      return taken
    },
    close: () => {
      closed = true
      messages = []
      bytes = 0
      wakeReader()
      wakeTaker()
    },
    size: () => messages.length,
  }
}

/** How many of the oldest messages fit one step. */
function stepSize(messages: readonly MailboxMessage[], limits: StepLimits, max: number): number {
  const perMember = new Map<string, number>()
  let size = 0
  let bytes = 0
  for (const message of messages) {
    const ofMember = (perMember.get(message.member) ?? 0) + 1
    const fits = size < max && bytes + message.size <= limits.bytes && ofMember <= limits.perMember
    if (size > 0 && !fits) break
    perMember.set(message.member, ofMember)
    bytes += message.size
    size += 1
  }
  return size
}
