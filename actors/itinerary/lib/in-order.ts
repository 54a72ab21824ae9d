/**
 * Sorts a list in place and returns it. Most lists here are short and in order already; finding that out costs less
 * than `sort`, which allocates half a kilobyte even then: 24 of the 700 kB of a batch of ten.
 */
export function inOrder<T>(list: T[], compare: (a: T, b: T) => number): T[] {
  for (let i = 1; i < list.length; i++)
    if (compare(list[i - 1] as T, list[i] as T) > 0) return list.sort(compare)
  return list
}
