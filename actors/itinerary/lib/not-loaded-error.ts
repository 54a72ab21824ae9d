/** What a rule throws when it asks for something of a segment that was left in the store: the member is then brought whole, and folded again. */
export class NotLoadedError extends Error {
  constructor(readonly what: string) {
    super(`${what} is not in memory`)
  }
}
