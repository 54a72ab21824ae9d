/**
 * Releases feed lines that were held until their loyalty number is registered (contract.md 8): polls for
 * newly registered numbers, and publishes the lines held for each to the member who registered it, in the order
 * they came. Runs in the API role. A line leaves the store once the stream has it; one published twice is
 * recognised by its batch.
 */
import type { Log } from '../../schemas/base/log.js'
import { encodeMessage } from '../../schemas/stream/message.js'
import type {
  HeldLine,
  HeldLineStore,
  NumberOwner,
  RegisteredNumber,
} from '../../schemas/stream/held-line-store.js'
import type { Publish } from '../../schemas/stream/publish-error.js'
import { memberSubject } from '../../schemas/stream/subjects.js'

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

/** Polls twice a second until it is stopped. */
export function releaseHeldLines(deps: ReleaseDeps): { stop: () => Promise<void> } {
  const { log } = deps
  const stopping = new AbortController()
  const { signal } = stopping
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()

  const poll = (): void => {
    running = releaseDue(deps, signal)
      .catch((error: unknown) => {
        log.warn({ error }, 'held feed lines not released; will retry')
      })
      .then(() => {
        if (!signal.aborted) timer = setTimeout(poll, POLL_MS)
      })
  }
  poll()
  return {
    stop: async () => {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}

async function releaseDue(deps: ReleaseDeps, signal: AbortSignal): Promise<void> {
  const { store, log } = deps
  let numbers: RegisteredNumber[]
  do {
    numbers = await store.due(NUMBERS_PER_POLL)
    for (const number of numbers) {
      if (signal.aborted) continue
      await releaseNumber(deps, number, signal).catch((error: unknown) => {
        log.warn({ error, source: number.source }, 'held lines of a number not released; will retry')
      })
    }
  } while (numbers.length === NUMBERS_PER_POLL && !signal.aborted)
}

async function releaseNumber(
  deps: ReleaseDeps,
  number: RegisteredNumber,
  signal: AbortSignal,
): Promise<void> {
  const { store, log } = deps
  let count = 0
  for (;;) {
    const owner = await store.owner(number)
    const lines = owner === null ? [] : await store.lines(number, LINES_PER_PAGE)
    if (owner === null || lines.length === 0) break
    count += await publishLines(deps, owner, lines, signal)
    if (signal.aborted) return
  }
  await store.markReleased(number)
  if (count > 0) log.info({ source: number.source, lines: count }, 'held feed lines released')
}

/** Publishes the lines in order and removes from the store those that the stream has; returns how many. */
async function publishLines(
  { store, publish, now, onReleased = () => {} }: ReleaseDeps,
  owner: NumberOwner,
  lines: readonly HeldLine[],
  signal: AbortSignal,
): Promise<number> {
  const published: string[] = []
  try {
    for (const { id, envelope, body } of lines) {
      if (signal.aborted) break
      const message = encodeMessage({ ...envelope, account: owner.account, waited: now() }, Buffer.from(body))
      // The publisher puts the subject before the id, so that the member is in it twice.
      await publish(message, memberSubject(owner.member), `${owner.member}:${envelope.batch}`)
      published.push(id)
    }
  } finally {
    if (published.length > 0) await store.remove(published)
    onReleased(published.length)
  }
  return published.length
}
