/** A valid line of a feed on its way into the stream. */
import type { AcceptedLine } from '../../../schemas/feeds/feed-line.js'
import type { PackableLine } from '../pack-messages.js'
import type { Line } from './line-reader.js'

export interface PendingLine extends AcceptedLine, PackableLine {
  /** Position among the lines that were read together. */
  index: number
  number: Line['number']
  /** As sent. */
  bytes: Buffer
  segments: unknown[]
}
