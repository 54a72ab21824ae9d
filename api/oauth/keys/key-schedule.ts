/**
 * When signing keys come and go (oauth.md 3.3): a key is published ten minutes before it signs, signs for thirty days,
 * and stays published until the last token it signed has lapsed, and ten minutes more.
 */
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

export const KEY_LEAD_MS = 10 * MINUTE_MS
export const KEY_SIGNS_MS = 30 * DAY_MS
export const KEY_TAIL_MS = DAY_MS + 10 * MINUTE_MS

/** A successor is made this long before the newest key stops signing: time enough for a node that was down to notice. */
const KEY_AHEAD_MS = 60 * MINUTE_MS

export interface KeyTimes {
  signFrom: Date
  signUntil: Date
  publishUntil: Date
}

/** The times of a key that begins to sign at `signFrom`. */
export function keyTimes(signFrom: Date): KeyTimes {
  const signUntil = new Date(signFrom.getTime() + KEY_SIGNS_MS)
  return { signFrom, signUntil, publishUntil: new Date(signUntil.getTime() + KEY_TAIL_MS) }
}

/** The key to sign with at `now`: of those whose time it is, the one that began last; null when it is nobody's time. */
export function signerAt<K extends KeyTimes>(keys: readonly K[], now: Date): K | null {
  let best: K | null = null
  for (const key of keys) {
    if (key.signFrom > now || key.signUntil <= now) continue
    if (best === null || key.signFrom > best.signFrom) best = key
  }
  return best
}

/**
 * The times of the key that has to be made at `now`, or null when all is well. Without any key that signs now the new one
 * signs at once, also when a successor is published already: the current one may have been withdrawn before its time.
 * Otherwise it follows on from the newest, never sooner than the lead.
 */
export function nextKeyTimes(keys: readonly KeyTimes[], now: Date): KeyTimes | null {
  if (signerAt(keys, now) === null) return keyTimes(now)
  const end = Math.max(...keys.map((key) => key.signUntil.getTime()))
  if (end - now.getTime() > KEY_AHEAD_MS) return null
  return keyTimes(new Date(Math.max(end, now.getTime() + KEY_LEAD_MS)))
}
