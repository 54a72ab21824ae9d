/** The Prefer header (RFC 7240), as far as this service honours it. */
import type { FastifyRequest } from 'fastify'

export interface Preferences {
  /** `handling=strict`. */
  strict: boolean
  /** `wait=N`, seconds; null when absent. */
  wait: number | null
}

/** The preferences of a request. Malformed ones are ignored, as RFC 7240 2 requires. */
export function preferences(request: FastifyRequest): Preferences {
  const header = request.headers['prefer']
  const found: Preferences = { strict: false, wait: null }
  if (header === undefined) return found
  for (const part of (Array.isArray(header) ? header.join(',') : header).split(',')) {
    const [token, value] = part.split(';', 1)[0]!.split('=', 2)
    const name = token!.trim().toLowerCase()
    const text = value?.trim().replace(/^"(.*)"$/, '$1') ?? ''
    if (name === 'handling' && text.toLowerCase() === 'strict') found.strict = true
    if (name === 'wait' && found.wait === null && /^\d{1,4}$/.test(text)) found.wait = Number(text)
  }
  return found
}
