/**
 * Partners' endpoints in one process: /hole never answers, everything else is taken at once; counts and delays are told on
 * request. It reads requests off the socket itself: what an endpoint costs should not be what is measured.
 */
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { replyToBench, processOptions } from '../harness/bench-process.js'
import { quantile } from '../harness/statistics.js'

export type ReceiverRequest = { until: number } | { reset: true } | { report: true }
export interface ReceiverReport {
  received: number
  p50: number
  p99: number
}

const HOLE = 'POST /hole'
const TAKEN = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'
const HEAD_END = '\r\n\r\n'
const LENGTH = /\r\ncontent-length: *(\d+)/i
const SENT = '"sent":'

await processOptions<object>()
let received = 0
let wanted = Infinity
let delays: number[] = []

/** Counts the request at the beginning of the bytes and answers its length; 0 while it is not all there. */
function take(socket: Socket, bytes: Buffer): number {
  const headEnd = bytes.indexOf(HEAD_END)
  if (headEnd < 0) return 0
  const head = bytes.toString('latin1', 0, headEnd)
  const start = headEnd + HEAD_END.length
  const end = start + Number(LENGTH.exec(head)?.[1] ?? 0)
  if (bytes.length < end) return 0
  if (head.startsWith(HOLE)) return end
  socket.write(TAKEN)
  received += 1
  const at = bytes.indexOf(SENT, start)
  const sent =
    at < 0 ? 0 : Number.parseInt(bytes.toString('latin1', at + SENT.length, at + SENT.length + 16), 10)
  if (sent > 0) delays.push(Date.now() - sent)
  if (received === wanted) replyToBench({ received })
  return end
}

const server = createServer((socket) => {
  let rest: Buffer | null = null
  socket.setNoDelay(true)
  socket.on('error', () => {
    socket.destroy()
  })
  socket.on('data', (chunk: Buffer) => {
    let bytes = rest === null ? chunk : Buffer.concat([rest, chunk])
    for (let taken = take(socket, bytes); taken > 0; taken = take(socket, bytes))
      bytes = bytes.subarray(taken)
    rest = bytes.length > 0 ? bytes : null
  })
})
server.listen(0, '127.0.0.1', () => {
  replyToBench({ port: (server.address() as AddressInfo).port })
})
process.on('message', (question: ReceiverRequest) => {
  if ('until' in question) {
    wanted = question.until
    if (received >= wanted) replyToBench({ received })
  } else if ('reset' in question) {
    received = 0
    wanted = Infinity
    delays = []
    replyToBench({ received })
  } else {
    replyToBench({
      received,
      p50: quantile(delays, 0.5),
      p99: quantile(delays, 0.99),
    } satisfies ReceiverReport)
  }
})
process.once('SIGTERM', () => process.exit(0))
