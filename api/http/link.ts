/** The Link header (RFC 8288). */
import type { FastifyReply } from 'fastify'

/** Adds a link to those that the reply already has. */
export function addLink(reply: FastifyReply, link: string): void {
  const present = reply.getHeader('link')
  void reply.header('link', typeof present === 'string' ? `${present}, ${link}` : link)
}
