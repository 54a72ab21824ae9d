/** security.txt (RFC 9116): where to report a vulnerability. */
import type { FastifyInstance } from 'fastify'
import type { OauthSettings } from '../oauth/ports.js'

export const SECURITY_TXT = '/.well-known/security.txt'
/** Less than the year that RFC 9116 2.5.5 recommends as the longest. */
const VALID_DAYS = 180
const DAY_MS = 86_400_000

export interface SecurityTxtDeps {
  settings: Pick<OauthSettings, 'authUrl' | 'baseUrl' | 'operatorEmail'>
  /** Epoch milliseconds. */
  now: () => number
}

/** Serves the file, which is the same for a day. */
export function securityTxt(app: FastifyInstance, { settings, now }: SecurityTxtDeps): void {
  app.get(SECURITY_TXT, async (_request, reply) => {
    return await reply
      .header('cache-control', 'public, max-age=86400')
      .type('text/plain; charset=utf-8')
      .send(securityText(settings, now()))
  })
}

/** The fields of RFC 9116. `Expires` is half a year after the current day (UTC), so it never passes. */
export function securityText(
  { authUrl, baseUrl, operatorEmail }: SecurityTxtDeps['settings'],
  now: number,
): string {
  const expires = (Math.floor(now / DAY_MS) + VALID_DAYS) * DAY_MS
  return [
    `Contact: mailto:${mailAddress(operatorEmail)}`,
    `Expires: ${new Date(expires).toISOString()}`,
    'Preferred-Languages: en',
    ...new Set([baseUrl, authUrl].map((url) => `Canonical: ${url}${SECURITY_TXT}`)),
    '',
  ].join('\n')
}

/** Escaped as in RFC 6068 2: `?`, `#` and `&` would end the address. */
function mailAddress(address: string): string {
  return encodeURI(address).replaceAll(/[?#&]/g, encodeURIComponent)
}
