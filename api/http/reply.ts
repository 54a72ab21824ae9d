/** Replies whose JSON text is ready. */
import type { FastifyReply } from 'fastify'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** Sends JSON text, or its bytes in UTF-8, unchanged. */
export async function sendJson(reply: FastifyReply, text: string | Buffer): Promise<FastifyReply> {
  return await reply.type(JSON_TYPE).send(text)
}
