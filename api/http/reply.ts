/** Replies whose JSON text is ready. */
import type { FastifyReply } from 'fastify'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** Sends JSON text unchanged. */
export async function sendJson(reply: FastifyReply, text: string): Promise<FastifyReply> {
  return await reply.type(JSON_TYPE).send(text)
}
