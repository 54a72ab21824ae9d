/** Where a merged segment or trip went. */
import type { Id } from '../../schemas/base/ids.js'

/**
 * `merged_into` of a stored document; null when it names none. It is parsed here and never cast to jsonb, which refuses NUL
 * and halves of surrogate pairs, and a traveller's metadata may hold both as escapes. Asked for only when a merge is followed.
 */
export function mergedInto(doc: string): Id | null {
  const { merged_into: heir } = JSON.parse(doc) as { merged_into?: Id | null }
  return heir ?? null
}
