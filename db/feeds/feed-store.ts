/** All that feeds ask of the memory, on one pool. */
import type { Pool } from 'pg'
import { feedAddresses } from './feed-addresses.js'
import { heldLines } from './held-lines.js'
import { lineKeyStore } from './line-keys.js'

/** Addresses of lines, lines that wait for a member, and keys of lines. */
export function feedStore(pool: Pool) {
  return { ...feedAddresses(pool), holdLines: heldLines(pool).keep, keys: lineKeyStore(pool) }
}
