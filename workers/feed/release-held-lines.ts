/**
 * Releases feed lines that were held until a member may receive them (contract.md 8.3): polls for numbers whose
 * accounts changed, and publishes each line to the member who may receive it, in the order they came. Tells
 * the members who registered one number about each other. Runs in the API role.
 *
 * A line leaves the store once the stream has it whole. While the number is not proven, the stream has it without its
 * booking, and the store keeps it; later the whole line follows as another batch, which the rules take as a later
 * version. A line published twice is recognised by its batch.
 */
import type { Id } from '../../schemas/base/ids.js'
import type { Log } from '../../schemas/base/log.js'
import { lineWithoutBooking } from '../../schemas/feeds/line-without-booking.js'
import { encodeMessage } from '../../schemas/stream/message.js'
import type { Envelope } from '../../schemas/stream/message.js'
import type {
  ConflictChange,
  HeldLine,
  HeldLineStore,
  RegisteredNumber,
} from '../../schemas/feeds/held-line-store.js'
import type { Publish } from '../../schemas/stream/publish-error.js'
import { memberSubject } from '../../schemas/stream/subjects.js'

export interface ReleaseDeps {
  store: HeldLineStore
  publish: Publish
  /** Makes the id of a batch. */
  newId: () => Id
  /** The first of so many ids of raw segments. */
  newIds: (count: number) => Id
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
  let after = '0'
  for (;;) {
    // Each page asks again who may receive its lines.
    const lines = await store.lines(number, after, LINES_PER_PAGE)
    const last = lines.at(-1)
    if (last === undefined) break
    count += await publishLines(deps, lines, signal)
    if (signal.aborted) return
    after = last.id
  }
  for (const change of await store.conflicts(number)) await publishConflict(deps, change)
  await store.markReleased(number)
  if (count > 0) log.info({ source: number.source, lines: count }, 'held feed lines released')
}

/** Publishes the lines in order, and removes those that the stream has whole; returns how many were published. */
async function publishLines(
  deps: ReleaseDeps,
  lines: readonly HeldLine[],
  signal: AbortSignal,
): Promise<number> {
  const { store, publish, onReleased = () => {} } = deps
  const whole: string[] = []
  const shown: string[] = []
  try {
    for (const line of lines) {
      if (signal.aborted) break
      const { envelope, bytes } = messageOf(line, deps)
      const { member } = line.recipient
      // The publisher puts the subject before the id, so that the member is in it twice.
      await publish(bytes, memberSubject(member), `${member}:${envelope.batch}`)
      ;(line.whole ? whole : shown).push(line.id)
    }
  } finally {
    if (whole.length > 0) await store.remove(whole)
    if (shown.length > 0) await store.markShown(shown)
    onReleased(whole.length)
  }
  return whole.length + shown.length
}

function messageOf(
  { envelope, body, recipient: { account }, whole, shown }: HeldLine,
  { newId, newIds, now }: ReleaseDeps,
): { envelope: Envelope; bytes: Uint8Array } {
  const ids = shown ? { batch: newId(), first: newIds(envelope.count ?? 1) } : {}
  const released = { ...envelope, ...ids, account, waited: now() }
  return {
    envelope: released,
    bytes: encodeMessage(released, Buffer.from(whole ? body : lineWithoutBooking(body))),
  }
}

/** Tells a member's actor whether others have the number too; it reports the change to applications. */
async function publishConflict(
  { publish, newId, now }: ReleaseDeps,
  { member, account, conflict }: ConflictChange,
): Promise<void> {
  const batch = newId()
  const body = Buffer.from(JSON.stringify({ contested: account, conflict }))
  const message = encodeMessage({ v: 1, kind: 'account', batch, received: now() }, body)
  await publish(message, memberSubject(member), `${member}:${batch}`)
}
