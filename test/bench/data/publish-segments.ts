import { encodeMessage } from '../../../schemas/stream/message.js'
import { memberSubject } from '../../../schemas/stream/subjects.js'
import type { Publisher } from '../../../workers/stream/publish.js'
import type { RawSegment } from '../../demo/sources/raw-segments.js'

/** Publishes a batch as the API does; ids of the segments begin at `first`, and that of the batch follows them. */
export async function publishSegments(
  stream: Publisher,
  member: string,
  segments: RawSegment[],
  first: number,
): Promise<void> {
  const batch = String(first + segments.length)
  const body = Buffer.from(JSON.stringify({ segments }))
  const message = encodeMessage(
    { v: 1, kind: 'segments', batch, first: String(first), count: segments.length, received: Date.now() },
    body,
  )
  await stream.publish(message, memberSubject(member), batch)
}
