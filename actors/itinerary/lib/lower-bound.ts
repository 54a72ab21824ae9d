/** The index of the first element of a sorted list for which `isBefore` is false, by bisection. */
export function lowerBound<T>(list: readonly T[], isBefore: (element: T) => boolean): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBefore(list[middle] as T)) low = middle + 1
    else high = middle
  }
  return low
}
