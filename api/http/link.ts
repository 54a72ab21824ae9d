/** The Link header (RFC 8288): an answer may have several reasons for one. */
import type { FastifyReply } from 'fastify'

/** Adds a link to those that the answer has. */
export function addLink(reply: FastifyReply, link: string): void {
  const others = reply.getHeader('link')
  void reply.header('link', typeof others === 'string' ? `${others}, ${link}` : link)
}
