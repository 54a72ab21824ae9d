/**
 * When signing keys come and go (oauth.md 3.3): a key is published ten minutes before it signs, signs for
 * thirty days, and stays published until the last token it signed has expired, and ten minutes more.
 */
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

export const KEY_LEAD_MS = 10 * MINUTE_MS
const KEY_SIGNS_MS = 30 * DAY_MS
const KEY_TAIL_MS = DAY_MS + 10 * MINUTE_MS

/**
 * A successor is made this long before the newest key stops signing, so that a node that was down has time
 * to notice.
 */
const KEY_AHEAD_MS = 60 * MINUTE_MS

export interface KeyTimes {
  signFrom: Date
  signUntil: Date
  publishUntil: Date
}

/** The times of a key that starts to sign at `signFrom`. */
export function keyTimes(signFrom: Date): KeyTimes {
  const signUntil = new Date(signFrom.getTime() + KEY_SIGNS_MS)
  return { signFrom, signUntil, publishUntil: new Date(signUntil.getTime() + KEY_TAIL_MS) }
}

/**
 * The key to sign with at `now`: of those that may sign, the one that started last; null if there is none.
 */
export function signerAt<K extends KeyTimes>(keys: readonly K[], now: Date): K | null {
  let best: K | null = null
  for (const key of keys) {
    if (key.signFrom > now || key.signUntil <= now) continue
    if (best === null || key.signFrom > best.signFrom) best = key
  }
  return best
}

/**
 * The times of the key to make at `now`, or null if none is due. If no key may sign now, the new one signs
 * at once, even if a successor is already published: the current key may have been withdrawn early.
 * Otherwise it follows the newest key, never sooner than the lead.
 */
export function nextKeyTimes(keys: readonly KeyTimes[], now: Date): KeyTimes | null {
  if (signerAt(keys, now) === null) return keyTimes(now)
  const end = Math.max(...keys.map((key) => key.signUntil.getTime()))
  if (end - now.getTime() > KEY_AHEAD_MS) return null
  return keyTimes(new Date(Math.max(end, now.getTime() + KEY_LEAD_MS)))
}
