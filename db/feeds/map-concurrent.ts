/**
 * Runs `work` for each item, at most `limit` at a time, so that one request does not take every database
 * connection.
 */
export async function mapConcurrent<T>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const remaining = items.values()
  await Promise.all(
    Array.from({ length: Math.min(limit, items.length) }, async () => {
      for (const item of remaining) await work(item)
    }),
  )
}
