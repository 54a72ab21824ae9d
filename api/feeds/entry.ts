/** A good line of a feed on its way into the stream. */
import type { GoodLine } from '../../schemas/feed.js'
import type { Line } from './line-reader.js'
import type { Packable } from './pack.js'

export interface Entry extends GoodLine, Packable {
  /** Its place among the lines that were read together. */
  at: number
  number: Line['number']
  /** As it was sent. */
  bytes: Buffer
  segments: unknown[]
}
