/** The cookies of the pages: bound to the host and invisible to scripts (ASVS 3.3). */
import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

export const MEMBER_COOKIE = '__Host-sid'
export const DEVELOPER_COOKIE = '__Host-dev'
/** Binds the forms of a visitor who is not signed in. */
export const VISITOR_COOKIE = '__Host-visit'

const ATTRIBUTES = { path: '/', secure: true, httpOnly: true, sameSite: 'lax' } as const
/** The longest is the sealed cookie of a known device. */
const VALUE = /^[A-Za-z0-9_-]{1,300}$/

/** The value of one of our cookies, or null when it is absent or cannot be one. */
export function readCookie(request: FastifyRequest, name: string): string | null {
  const value = request.cookies[name]
  return value !== undefined && VALUE.test(value) ? value : null
}

/** Sets a cookie that lasts as long as the browser session, or as many seconds as given. */
export function setCookie(reply: FastifyReply, name: string, value: string, maxAge?: number): void {
  void reply.setCookie(name, value, maxAge === undefined ? ATTRIBUTES : { ...ATTRIBUTES, maxAge })
}

export function clearCookie(reply: FastifyReply, name: string): void {
  void reply.setCookie(name, '', { ...ATTRIBUTES, maxAge: 0 })
}
