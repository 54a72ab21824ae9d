/**
 * When signing keys come and go: a key is published ten minutes before it signs. Those of access tokens
 * (oauth.md 3.3) sign for thirty days, one after the other, and stay published until the last token they signed
 * has expired, and ten minutes more. Those of webhooks (webhooks.md 3.3) sign until an operator replaces them,
 * and then beside their successor for thirty days.
 */
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

export const KEY_LEAD_MS = 10 * MINUTE_MS
const KEY_TAIL_MS = DAY_MS + 10 * MINUTE_MS

/**
 * A successor is made this long before the newest key stops signing, so that a node that was down has time
 * to notice.
 */
const KEY_AHEAD_MS = 60 * MINUTE_MS

/** What differs between the kinds of keys. */
export interface KeyKind {
  /** JWS algorithm. */
  alg: string
  signsMs: number
  /** How long a key that an operator replaces still signs together with its successor. */
  overlapMs: number
}

/** oauth.md 3.3: ES256 is as fast as EdDSA here, and every key management service has it. */
export const TOKEN_KEYS: KeyKind = { alg: 'ES256', signsMs: 30 * DAY_MS, overlapMs: 0 }
/** A hundred years: receivers may have copied the key, so it never changes without a person's decision. */
export const WEBHOOK_KEYS: KeyKind = { alg: 'EdDSA', signsMs: 36_525 * DAY_MS, overlapMs: 30 * DAY_MS }

export interface KeyTimes {
  signFrom: Date
  signUntil: Date
  publishUntil: Date
}

/** The times of a key that starts to sign at `signFrom`. */
export function keyTimes(signFrom: Date, { signsMs }: KeyKind = TOKEN_KEYS): KeyTimes {
  return { signFrom, ...keyEnd(signFrom, signsMs) }
}

/** When a key ends that signs for `ms` from that instant on. */
export function keyEnd(from: Date, ms: number): Omit<KeyTimes, 'signFrom'> {
  const signUntil = from.getTime() + ms
  return { signUntil: new Date(signUntil), publishUntil: new Date(signUntil + KEY_TAIL_MS) }
}

/** The keys that may sign at `now`, the one that started last first. */
export function signersAt<K extends KeyTimes>(keys: readonly K[], now: Date): K[] {
  return keys
    .filter((key) => key.signFrom <= now && key.signUntil > now)
    .sort((one, other) => other.signFrom.getTime() - one.signFrom.getTime())
}

/**
 * The times of the key to make at `now`, or null if none is due. If no key may sign now, the new one signs
 * at once, even if a successor is already published: the current key may have been withdrawn early.
 * Otherwise it follows the newest key, never sooner than the lead.
 */
export function nextKeyTimes(
  keys: readonly KeyTimes[],
  now: Date,
  kind: KeyKind = TOKEN_KEYS,
): KeyTimes | null {
  if (signersAt(keys, now).length === 0) return keyTimes(now, kind)
  const end = Math.max(...keys.map((key) => key.signUntil.getTime()))
  if (end - now.getTime() > KEY_AHEAD_MS) return null
  return keyTimes(new Date(Math.max(end, now.getTime() + KEY_LEAD_MS)), kind)
}
