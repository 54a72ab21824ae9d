/** Follows merged segments and trips to what they were merged into. */
import type { Id } from '../../schemas/base/ids.js'

/** Merges followed at most; longer chains do not occur. */
const MAX_MERGES = 32

/**
 * `merged_into` of a stored document; null if it has none. Parsed here rather than cast to jsonb, which
 * rejects NUL and unpaired surrogates, and a traveller's metadata may contain both as escapes.
 */
export function mergedInto(doc: string): Id | null {
  const { merged_into: target } = JSON.parse(doc) as { merged_into?: Id | null }
  return target ?? null
}

/** Reads the row `id` and, while it is merged and `follow` is set, the row it was merged into. */
export async function followMerges<R extends { doc: string }>(
  read: (id: Id) => Promise<{ row: R; merged: boolean } | null>,
  id: Id,
  follow: boolean,
): Promise<R | null> {
  let found = await read(id)
  for (let step = 0; follow && found?.merged === true && step < MAX_MERGES; step++) {
    const target = mergedInto(found.row.doc)
    if (target === null) break
    found = await read(target)
  }
  return found?.row ?? null
}
