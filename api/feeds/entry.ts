/** A line of a feed on its way into the stream. */
import type { GoodLine } from '../../schemas/feed.js'
import type { Id } from '../../schemas/ids.js'
import type { FirstTry } from '../reads.js'

export interface Entry {
  /** Its place among the lines that were read together. */
  at: number
  number: number
  key: string | null
  bytes: Buffer
  line: GoodLine
  segments: unknown[]
  mode: 'merge' | 'replace'
  /** Loyalty account of its member by which it was addressed. */
  account: Id | null
  /** Ids that belong to its key. */
  ids: FirstTry | null
}
