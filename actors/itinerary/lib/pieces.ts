/**
 * Work in pieces: a generator that yields wherever its caller may do something else for a while, such as renewing a
 * lease. A piece is small whatever a member has; how many to run at once is for the caller to decide.
 */
export type Pieces<T> = Generator<undefined, T, undefined>

/** Does all of the work at once. */
export function inOnePiece<T>(pieces: Pieces<T>): T {
  for (;;) {
    const { done, value } = pieces.next()
    if (done === true) return value
  }
}
