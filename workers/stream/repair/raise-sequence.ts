/**
 * Repairs SEGMENTS after stream and cursors have diverged (workers/DESIGN.md 4.4). Run by operators, never by workers.
 *
 * Publishes may be on their way, also while partitions are halted. So the stream is closed to publishers first, and each
 * message that is published again names the one before it: the broker refuses it if anything else was stored between
 * them, and everything is saved once more from the beginning. Saved messages stay in Postgres until all is done, so an
 * interrupted repair is finished by another run.
 */
import type { Id } from '../../../schemas/base/ids.js'
import type { SavedMessage, SavedMessages } from '../../../schemas/stream/saved-messages.js'

/** SEGMENTS as it is repaired. Every method rejects if the broker does not answer. */
export interface RepairableStream {
  /** Refuses publishers; opened again by `open`. Both may be repeated. */
  close: () => Promise<void>
  open: () => Promise<void>
  /** Stores a marker and returns its sequence: the end of the stream, whatever a replica knows of it. */
  mark: () => Promise<number>
  /** Calls back with pages of the messages before the marker at `upTo`, in order; null: one that cannot be read. */
  read: (upTo: number, onPage: (page: Array<SavedMessage | null>) => Promise<void>) => Promise<void>
  /** Removes everything up to this sequence, and continues after it. */
  continueAfter: (seq: number) => Promise<void>
  /** Stores messages right after the sequence `after`; false if something else is stored there. */
  append: (messages: Array<SavedMessage & { id: string }>, after: number) => Promise<boolean>
}

export interface RepairResult {
  nextSeq: number
  salvaged: number
  unreadable: number
}

/** The stream takes messages from somebody although it is closed. */
export class StreamNotClosed extends Error {
  readonly code = 'stream_not_closed'
}

const PAGE_SIZE = 100
const MAX_ATTEMPTS = 20

/**
 * Makes the stream continue after `cursor`, the highest cursor of any partition, and after its own end. Messages that it
 * holds up to there and that are not folded (accepted after it lost its end or was recreated) are saved and then
 * published again, in order, so that nothing that was acknowledged and still exists is lost.
 * @throws {StreamNotClosed} if publishers cannot be kept out
 */
export async function raiseSequence(
  stream: RepairableStream,
  cursor: number,
  saved: SavedMessages,
): Promise<RepairResult> {
  await stream.close()
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    // Beyond the highest cursor too: later messages of a member must not be folded before those published again.
    const marker = await stream.mark()
    const end = Math.max(cursor, marker)
    const unreadable = await saveUnfolded(stream, marker, saved)
    await stream.continueAfter(end)
    const salvaged = await publishAgain(stream, end, saved)
    if (salvaged === null) continue
    await stream.open()
    await saved.clear()
    return { nextSeq: end + 1, salvaged, unreadable }
  }
  throw new StreamNotClosed(
    `the stream still took other messages after ${MAX_ATTEMPTS} attempts; run it again`,
  )
}

/** Returns how many messages cannot be read. */
async function saveUnfolded(stream: RepairableStream, marker: number, saved: SavedMessages): Promise<number> {
  let unreadable = 0
  await stream.read(marker, async (page) => {
    const readable = page.filter((message) => message !== null)
    unreadable += page.length - readable.length
    const unfolded = await withoutFolded(readable, saved)
    if (unfolded.length > 0) await saved.save(unfolded)
  })
  return unreadable
}

/** Returns how many messages were published; null if another one came between them. */
async function publishAgain(
  stream: RepairableStream,
  end: number,
  saved: SavedMessages,
): Promise<number | null> {
  let published = 0
  for (let after = 0; ;) {
    const page = await saved.read(after, PAGE_SIZE)
    const last = page.at(-1)
    if (last === undefined) return published
    after = last.position
    const unfolded = await withoutFolded(page, saved)
    // The stream may remember the old ids as stored although the messages are gone: these get new ones.
    const messages = unfolded.map((message) => ({ ...message, id: `healed-${end}-${message.batch}` }))
    if (!(await stream.append(messages, end + published))) return null
    published += messages.length
  }
}

async function withoutFolded<M extends { member: Id; batch: Id }>(
  messages: M[],
  saved: SavedMessages,
): Promise<M[]> {
  const folded = await saved.folded(messages)
  return messages.filter((message) => !folded.has(message.batch))
}
