/** The baseline of reads: trips stored with their segments, from one prepared statement, joined and sent. */
import pg from 'pg'
import { replyToBench, processOptions } from '../harness/bench-process.js'
import { baselineServer, knownTokens, listenOnFreePort } from './server.js'
import type { BaselineServerOptions } from './server.js'

export interface BaselineReadsOptions extends BaselineServerOptions {
  database: string
  connections: number
}

const UPCOMING = {
  name: 'upcoming',
  text: `
    SELECT doc, segments FROM bench_trip
    WHERE member_id = $1 AND status = 'Active' AND end_at >= $2
    ORDER BY begin_at, id LIMIT 20`,
  rowMode: 'array' as const,
}

const options = await processOptions<BaselineReadsOptions>()
const pool = new pg.Pool({
  connectionString: options.database,
  max: options.connections,
  min: options.connections,
})
const memberOf = knownTokens(options.jwks)
const app = baselineServer(options)

app.get('/v2/trips/upcoming', async (request, reply) => {
  const known = memberOf(request.headers.authorization)
  const member = typeof known === 'string' ? known : await known
  const { rows } = await pool.query<string[]>({ ...UPCOMING, values: [member, new Date()] })
  let body = '['
  for (const [doc = '', segments = ''] of rows)
    body += `${body.length > 1 ? ',' : ''}${doc.slice(0, -1)},"segments":${segments}}`
  reply.header('content-type', 'application/json; charset=utf-8')
  return body + ']'
})
replyToBench({ port: await listenOnFreePort(app) })
