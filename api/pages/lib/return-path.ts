/** Where to go after signing in: a path of our own, never another host (RFC 9700 4.11). */
import { MAX_URL_LENGTH } from '../../plugins/malformed-requests.js'

/** The path with everything escaped that a Location cannot carry. */
export function asLocation(path: string): string {
  // By whole characters: half of a pair cannot be escaped.
  return path.replace(/[^\x21-\x7e]/gu, encodeURIComponent)
}

/** `path` when it is one of ours, as a Location carries it, else `otherwise`. */
export function returnPath(path: string | null, otherwise: string): string {
  if (path === null || !/^\/(oauth\/authenticate\?|account(\/|\?|$)|console(\/|\?|$))/.test(path))
    return otherwise
  // Browsers read a backslash as a slash and drop control characters: neither belongs into a path of ours.
  if (
    /[\\\u0000-\u0020\u007f]/.test(path) ||
    (path.includes('//') && !path.startsWith('/oauth/authenticate?'))
  )
    return otherwise
  const to = asLocation(path)
  // A request that the server took before the sign-in it takes after it: no shorter limit, or the client would never hear. What is
  // longer would be refused on arrival.
  return to.length > MAX_URL_LENGTH ? otherwise : to
}

/**
 * The address of `page` from which one goes on to `to`. Where escaping makes that longer than the server takes, it is the
 * address of the page alone: one ends at home, where the whole address would have been refused.
 */
export function withReturn(page: string, to: string): string {
  const address = `${page}${page.includes('?') ? '&' : '?'}q=${encodeURIComponent(to)}`
  return address.length > MAX_URL_LENGTH ? page : address
}
