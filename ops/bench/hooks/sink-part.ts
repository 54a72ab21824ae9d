/** Partners' endpoints in one process: /hole never answers, everything else is taken at once; counts and delays are told on request. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answer, partOptions } from '../process.js'
import { quantile } from '../numbers.js'

export type SinkQuestion = { until: number } | { reset: true } | { report: true }
export interface SinkReport { received: number, p50: number, p99: number }

await partOptions<object>()
let received = 0
let wanted = Infinity
let delays: number[] = []
const SENT = /"sent":(\d+)/

const server = createServer((request, response) => {
  const hole = request.url?.startsWith('/hole') === true
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    if (hole) return
    response.writeHead(200, { 'content-length': 0 }).end()
    received += 1
    const sent = SENT.exec(Buffer.concat(chunks).toString('latin1'))?.[1]
    if (sent !== undefined && sent !== '0') delays.push(Date.now() - Number(sent))
    if (received === wanted) answer({ received })
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => { answer({ port: (server.address() as AddressInfo).port }) })
process.on('message', (question: SinkQuestion) => {
  if ('until' in question) {
    wanted = question.until
    if (received >= wanted) answer({ received })
  } else if ('reset' in question) {
    received = 0
    wanted = Infinity
    delays = []
    answer({ received })
  } else {
    answer({ received, p50: quantile(delays, 0.5), p99: quantile(delays, 0.99) } satisfies SinkReport)
  }
})
process.once('SIGTERM', () => process.exit(0))
