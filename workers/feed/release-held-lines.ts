/**
 * Lets lines of feeds go that waited for their loyalty number (contract.md 8): looks for numbers registered just now, and puts
 * what waited for each into the stream of the member who did, in the order it came. A line leaves the store after the stream
 * has it; one that was sent twice is known by its batch.
 */
import type { Id } from '../../schemas/base/ids.js'
import type { Log } from '../../schemas/base/log.js'
import { encodeMessage } from '../../schemas/stream/message.js'
import type { Envelope } from '../../schemas/stream/message.js'
import type { Publish } from '../../schemas/stream/publish-error.js'
import { memberSubject } from '../../schemas/stream/subjects.js'

interface RegisteredNumber {
  source: string
  key: string
}

/** What must be kept for it; db/feeds/held-lines.ts does. */
export interface HeldLineStore {
  /** Numbers registered just now; they are the caller's for a while. */
  due: (most: number) => Promise<RegisteredNumber[]>
  owner: (opened: RegisteredNumber) => Promise<{ member: Id; account: Id } | null>
  /** The oldest lines of the number. */
  lines: (
    opened: RegisteredNumber,
    most: number,
  ) => Promise<Array<{ id: string; envelope: Envelope; body: string }>>
  gone: (ids: readonly string[]) => Promise<void>
  done: (opened: RegisteredNumber) => Promise<void>
}

export interface ReleaseDeps {
  store: HeldLineStore
  publish: Publish
  log: Log
  now: () => number
  onReleased?: (lines: number) => void
}

const POLL_MS = 500
const NUMBERS_PER_POLL = 50
const LINES_PER_PAGE = 100

/** Looks twice a second until it is stopped. */
export function releaseHeldLines({
  store,
  publish,
  log,
  now,
  onReleased: released = () => {},
}: ReleaseDeps): {
  stop: () => Promise<void>
} {
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  const release = async (opened: RegisteredNumber): Promise<void> => {
    let count = 0
    for (;;) {
      const owner = await store.owner(opened)
      const lines = owner === null ? [] : await store.lines(opened, LINES_PER_PAGE)
      if (owner === null || lines.length === 0) break
      const sent: string[] = []
      try {
        for (const { id, envelope, body } of lines) {
          if (stopped) return
          const message = encodeMessage(
            { ...envelope, account: owner.account, waited: now() },
            Buffer.from(body),
          )
          await publish(message, memberSubject(owner.member), `${owner.member}:${envelope.batch}`)
          sent.push(id)
        }
      } finally {
        if (sent.length > 0) await store.gone(sent)
        count += sent.length
        released(sent.length)
      }
    }
    await store.done(opened)
    if (count > 0) log.info({ source: opened.source, lines: count }, 'lines of feeds found their member')
  }

  const look = async (): Promise<void> => {
    let numbers: RegisteredNumber[]
    do {
      numbers = await store.due(NUMBERS_PER_POLL)
      for (const opened of numbers) {
        if (!stopped)
          await release(opened).catch((error: unknown) => {
            log.warn(
              { err: error, source: opened.source },
              'lines of a feed wait on for their member; they are tried again',
            )
          })
      }
    } while (numbers.length === NUMBERS_PER_POLL && !stopped)
  }

  let running = Promise.resolve()
  const next = (): void => {
    running = look()
      .catch((error: unknown) => {
        log.warn({ err: error }, 'lines of feeds wait on; they are looked for again')
      })
      .then(() => {
        if (!stopped) timer = setTimeout(next, POLL_MS)
      })
  }
  next()
  return {
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
