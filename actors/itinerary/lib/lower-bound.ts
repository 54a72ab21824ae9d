/** First place in a sorted list whose item is not before; by bisection. */
export function lowerBound<T>(list: readonly T[], before: (item: T) => boolean): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const mid = (low + high) >> 1
    if (before(list[mid] as T)) low = mid + 1
    else high = mid
  }
  return low
}
