/** `POST /v2/segments` of the baselines: cached token, one compiled check, one durable hand-over, 202. */
import type { FastifyInstance } from 'fastify'
import type { JSONWebKeySet } from 'jose'
import Type from 'typebox'
import { Compile } from 'typebox/compile'
import type { IdGenerator } from '../../../schemas/base/ids.js'
import type { Envelope } from '../../../schemas/stream/message.js'
import { knownTokens } from './server.js'

const MAX_BODY = 2 ** 20
const LOCAL = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2})?$' })
const Body = Compile(
  Type.Object({
    segments: Type.Array(
      Type.Object({
        type: Type.Literal('Air'),
        status: Type.Enum(['Active', 'Pending', 'Cancelled']),
        source: Type.String({ minLength: 1, maxLength: 64 }),
        airline: Type.String({ minLength: 1, maxLength: 100 }),
        flight_num: Type.String({ minLength: 1, maxLength: 10 }),
        origin: Type.String({ pattern: '^[A-Z]{3}$' }),
        destination: Type.String({ pattern: '^[A-Z]{3}$' }),
        departure_datetime: LOCAL,
        arrival_datetime: LOCAL,
        confirmation_no: Type.Optional(Type.String({ maxLength: 64 })),
        number_of_pax: Type.Optional(Type.Integer({ minimum: 1, maximum: 99 })),
        seat_assignment: Type.Optional(Type.String({ maxLength: 100 })),
        phone: Type.Optional(Type.String({ pattern: '^\\+?\\d+$' })),
        price: Type.Optional(Type.String({ pattern: '^\\d{1,12}(\\.\\d{1,4})?$' })),
        currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$' })),
      }),
      { minItems: 1, maxItems: 500 },
    ),
  }),
)

/** Durable when it resolves. */
export type HandOver = (member: string, envelope: Envelope, body: Buffer) => Promise<void>

export function acceptBatches(
  app: FastifyInstance,
  jwks: JSONWebKeySet,
  ids: IdGenerator,
  handOver: HandOver,
): void {
  const memberOf = knownTokens(jwks)
  app.post('/v2/segments', { bodyLimit: MAX_BODY }, async (request, reply) => {
    const known = memberOf(request.headers.authorization)
    const member = typeof known === 'string' ? known : await known
    const bytes = request.body as Buffer
    const body: unknown = JSON.parse(bytes.toString('utf8'))
    if (!Body.Check(body)) return await reply.code(400).send([])
    const first = ids.block(body.segments.length)
    const batch = ids.next()
    const count = body.segments.length
    await handOver(member, { v: 1, kind: 'segments', batch, first, count, received: Date.now() }, bytes)
    reply.code(202).header('content-type', 'application/json').header('location', `/v2/batches/${batch}`)
    return JSON.stringify(
      body.segments.map((segment, i) => ({
        type: segment.type,
        status: segment.status,
        _id: Number(first) + i,
      })),
    )
  })
}
