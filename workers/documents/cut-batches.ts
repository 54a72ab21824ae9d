import type { DocumentBatch } from '../../schemas/documents/document-store.js'
import type { IdGenerator } from '../../schemas/base/ids.js'
import { MAX_BATCH_SEGMENTS } from '../../schemas/segment/batch.js'

/** Below the limit for a message of the stream, with room for its envelope. */
const MAX_BATCH_BYTES = 768 * 1024

/** The batches that a document's segments become, in order. @param batch id of the first */
export function cutBatches(
  segments: readonly unknown[],
  batch: string,
  ids: Pick<IdGenerator, 'next' | 'block'>,
): DocumentBatch[] {
  const counts: number[] = []
  let bytes = Infinity
  for (const segment of segments) {
    const size = Buffer.byteLength(JSON.stringify(segment)) + 1
    bytes += size
    if (bytes > MAX_BATCH_BYTES || counts.at(-1) === MAX_BATCH_SEGMENTS) {
      counts.push(0)
      bytes = size
    }
    counts[counts.length - 1]! += 1
  }
  return counts.map((count, at) => ({
    batch: at === 0 ? batch : ids.next(),
    first: ids.block(count),
    count,
  }))
}
