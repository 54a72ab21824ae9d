/** A good line of a feed on its way into the stream. */
import type { AcceptedLine } from '../../../schemas/segment/feed-line.js'
import type { Line } from './line-reader.js'
import type { PackableLine } from '../pack-messages.js'

export interface PendingLine extends AcceptedLine, PackableLine {
  /** Its place among the lines that were read together. */
  index: number
  number: Line['number']
  /** As it was sent. */
  bytes: Buffer
  segments: unknown[]
}
