/** Where to go after signing in: a path of our own, never another host (RFC 9700 4.11). */

/** The path with everything escaped that a Location cannot carry. */
export function asLocation (path: string): string {
  // By whole characters: half of a pair cannot be escaped.
  return path.replace(/[^\x21-\x7e]/gu, encodeURIComponent)
}

/** `path` when it is one of ours, as a Location carries it, else `otherwise`. */
export function returnPath (path: string | null, otherwise: string): string {
  if (path === null || path.length > 4_000) return otherwise
  if (!/^\/(oauth\/authenticate\?|account(\/|\?|$)|console(\/|\?|$))/.test(path)) return otherwise
  // Browsers read a backslash as a slash and drop control characters: neither belongs into a path of ours.
  return /[\\\u0000-\u0020\u007f]/.test(path) || path.includes('//') && !path.startsWith('/oauth/authenticate?') ? otherwise : asLocation(path)
}
