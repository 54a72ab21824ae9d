/** Publishes a dead letter for every parked member. */
import type { Publish } from '../../../schemas/stream/publish-error.js'
import { deadLetterSubject } from '../../../schemas/stream/subjects.js'
import type { DeadLetterStore } from '../../../schemas/stream/dead-letter-store.js'

const PUBLISH_TIMEOUT_MS = 10_000
const MAX_HEADER_CHARS = 500
const encoder = new TextEncoder()

/**
 * Publishes one for each parked member of the partition that has none yet. Throws if the stream does not take
 * it.
 */
export async function publishDeadLetters(
  store: DeadLetterStore,
  publish: Publish,
  partition: number,
): Promise<void> {
  for (const parked of await store.parked(partition)) {
    if (parked.announced) continue
    const { member, since, reason, error, attempts, version } = parked
    await publish(
      encoder.encode(JSON.stringify({ member, since, reason, error, attempts, version })),
      deadLetterSubject(partition, member),
      `${since}:${attempts}`,
      PUBLISH_TIMEOUT_MS,
      {
        // Consumers know the headers by these names: the text is the reason, the stage the class.
        'Dlq-Reason': headerValue(error),
        'Dlq-Class': reason,
        'Dlq-Seq': String(since),
        'Dlq-Attempts': String(attempts),
        'Dlq-Version': headerValue(version),
      },
    )
    await store.markAnnounced(member, since)
  }
}

/** One line of printable ASCII. */
function headerValue(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, MAX_HEADER_CHARS)
}
