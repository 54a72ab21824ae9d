/**
 * Thrown when a rule needs a part of a segment that was evicted. The member is then loaded completely and the
 * step repeated.
 */
export class NotLoadedError extends Error {
  constructor(readonly what: string) {
    super(`${what} is not loaded`)
  }
}
