/** The cookies of the pages: host-bound, never readable by a script (ASVS 3.3). */
export const MEMBER_COOKIE = '__Host-sid'
export const DEVELOPER_COOKIE = '__Host-dev'
/** Binds the forms of a visitor who is not signed in. */
export const VISITOR_COOKIE = '__Host-visit'

const VALUE = /^[A-Za-z0-9_-]{1,100}$/

/** The value of a cookie of ours, or null when it is absent or cannot be one. */
export function readCookie(header: string | undefined, name: string): string | null {
  for (const pair of header?.split(';') ?? []) {
    const equals = pair.indexOf('=')
    if (pair.slice(0, equals).trim() !== name) continue
    const value = pair.slice(equals + 1).trim()
    if (VALUE.test(value)) return value
  }
  return null
}

/** A Set-Cookie value for the browser's session; `value` null takes the cookie away. */
export function setCookie(name: string, value: string | null): string {
  const attributes = 'Path=/; Secure; HttpOnly; SameSite=Lax'
  return value === null ? `${name}=; ${attributes}; Max-Age=0` : `${name}=${value}; ${attributes}`
}
