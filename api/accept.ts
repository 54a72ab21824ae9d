/** Whether a client takes what an endpoint answers with (RFC 9110 12.5.1). */
import type { FastifyRequest } from 'fastify'
import { Fault } from '../schemas/faults.js'

/** Throws `not_acceptable` when Accept names ranges, and none of them covers the media type. */
export function mustAccept (request: FastifyRequest, type: string): void {
  const header = request.headers.accept
  if (header === undefined || header.trim() === '' || header.includes('*/*') && !header.includes('q=0')) return
  const [group] = type.split('/')
  const takes = header.toLowerCase().split(',').some(range => {
    const [name, ...parameters] = range.split(';').map(part => part.trim())
    if (parameters.some(parameter => /^q=0(\.0*)?$/.test(parameter))) return false
    return name === '*/*' || name === type || name === `${group!}/*` || (type === 'application/json' && name === 'application/problem+json')
  })
  if (!takes) throw new Fault('not_acceptable', `This endpoint answers with ${type}.`)
}
