/**
 * What a second request does where it is not the same as one (contract.md 5.1). Any other write may be sent
 * again whatever was answered: what follows from it is that of one.
 */
const WITHOUT_REPEATS: Readonly<Record<string, string>> = {
  createTrip: 'Without an Idempotency-Key, each request makes a trip.',
  createCallback: 'Each request makes a callback.',
  createCalendarFeed: 'Each request makes an address.',
  rotateCallbackSecret: 'Each request makes a secret; send If-Match, so that a repeat is 412.',
  pingCallback: 'Each request sends an event.',
  replayCallback: 'Each request queues the events again; receivers know them by their ids.',
  redeliverEvent: 'Each request queues the event again; receivers know it by its id.',
  getTokens: 'Each request makes tokens; a code and a refresh token can be used once.',
}

/** The sentence about repeats of an operation; undefined: a repeat changes nothing. */
export function repeatWarning(operationId: string): string | undefined {
  return Object.hasOwn(WITHOUT_REPEATS, operationId) ? WITHOUT_REPEATS[operationId] : undefined
}
