/** Tells the dead-letter stream of members that were parked, until it has heard. */
import { DLQ_STREAM } from '../../../schemas/stream/subjects.js'
import type { Publish } from '../../../schemas/stream/publish-error.js'
import type { DeadLetterStore } from '../../ports.js'

const encoder = new TextEncoder()

/** Publishes a notice for each parked member of the partition that has none yet; throws when the stream does not take it. */
export async function publishDeadLetters(
  dead: DeadLetterStore,
  publish: Publish,
  partition: number,
): Promise<void> {
  for (const parked of await dead.parked(partition)) {
    if (parked.noticed) continue
    const { member, since, reason, error, attempts, version } = parked
    await publish(
      encoder.encode(JSON.stringify({ member, since, reason, error, attempts, version })),
      deadLetterSubject(partition, member),
      `${since}:${attempts}`,
      10_000,
      {
        'Dlq-Reason': headerValue(error),
        'Dlq-Class': reason,
        'Dlq-Seq': String(since),
        'Dlq-Attempts': String(attempts),
        'Dlq-Version': headerValue(version),
      },
    )
    await dead.noticed(member, since)
  }
}

/** Where the dead letters of a member go; the stream is `DLQ`. */
export function deadLetterSubject(partition: number, member: string): string {
  return `${DLQ_STREAM.toLowerCase()}.seg.${partition}.${member}`
}

/** One line of printable ASCII, as a header wants it. */
function headerValue(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, 500)
}
