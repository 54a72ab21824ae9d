/** Does `work` for each of the list, `most` at a time, so that one request does not take every connection to the database. */
export async function mapConcurrent<T>(
  list: readonly T[],
  most: number,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const left = list.values()
  await Promise.all(
    Array.from({ length: Math.min(most, list.length) }, async () => {
      for (const one of left) await work(one)
    }),
  )
}
