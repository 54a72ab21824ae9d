/** Where to continue after sign-in: a path of our own, never another host (RFC 9700 4.11). */
import { MAX_URL_LENGTH } from '../../plugins/malformed-requests.js'

const OWN_PATH = /^\/(oauth\/authenticate\?|account(\/|\?|$)|console(\/|\?|$))/
/** Browsers take a backslash for a slash and drop control characters. */
const UNSAFE = /[\\\u0000-\u0020\u007f]/

/** The path with every character escaped that a Location header cannot carry. */
export function asLocation(path: string): string {
  // The u flag keeps surrogate pairs together; half a pair cannot be escaped.
  return path.replace(/[^\x21-\x7e]/gu, encodeURIComponent)
}

/** `path`, escaped for a Location header, if it is one of ours; else `otherwise`. */
export function returnPath(path: string | null, otherwise: string): string {
  if (path === null || !OWN_PATH.test(path) || UNSAFE.test(path)) return otherwise
  if (path.includes('//') && !path.startsWith('/oauth/authenticate?')) return otherwise
  const location = asLocation(path)
  // The limit is that of the server: a request it accepted before the sign-in is accepted after it.
  return location.length > MAX_URL_LENGTH ? otherwise : location
}

/**
 * The URL of `page` that continues at `to`. If escaping makes it longer than the server accepts, the page
 * alone: the visitor then continues at the home page, whereas the long URL would be refused.
 */
export function withReturn(page: string, to: string): string {
  const url = `${page}${page.includes('?') ? '&' : '?'}q=${encodeURIComponent(to)}`
  return url.length > MAX_URL_LENGTH ? page : url
}
