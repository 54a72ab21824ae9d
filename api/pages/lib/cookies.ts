/** The cookies of the pages: bound to the host and invisible to scripts (ASVS 3.3). */
import type { CookieSerializeOptions } from '@fastify/cookie'

export const MEMBER_COOKIE = '__Host-sid'
export const DEVELOPER_COOKIE = '__Host-dev'
/** Binds the forms of a visitor who is not signed in. */
export const VISITOR_COOKIE = '__Host-visit'

const ATTRIBUTES = { path: '/', secure: true, httpOnly: true, sameSite: 'lax' } as const
/** The longest is the sealed cookie of a known device. */
const VALUE = /^[A-Za-z0-9_-]{1,300}$/

export interface Cookies {
  /** The value of one of our cookies, or null when it is absent or cannot be one. */
  read: (name: string) => string | null
  /** Sets one that lasts as long as the browser session, or as many seconds as given. */
  set: (name: string, value: string, maxAge?: number) => void
  clear: (name: string) => void
}

/** @param write adds a cookie to the answer */
export function cookies(
  sent: Readonly<Record<string, string | undefined>>,
  write: (name: string, value: string, attributes: CookieSerializeOptions) => void,
): Cookies {
  return {
    read: (name) => {
      const value = sent[name]
      return value !== undefined && VALUE.test(value) ? value : null
    },
    set: (name, value, maxAge) => {
      write(name, value, maxAge === undefined ? ATTRIBUTES : { ...ATTRIBUTES, maxAge })
    },
    clear: (name) => {
      write(name, '', { ...ATTRIBUTES, maxAge: 0 })
    },
  }
}
