/**
 * The endpoints of partners in one process: /hole never answers, all others answer at once. Reports counts
 * and delays. It parses requests itself, so that the cost of an HTTP server is not part of what is measured.
 */
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { processOptions, replyToBench } from '../harness/bench-process.js'
import { quantile } from '../harness/statistics.js'

export type ReceiverRequest = { until: number } | { reset: true } | { report: true }
export interface ReceiverReport {
  received: number
  /** Milliseconds from the creation of an event to its receipt. */
  p50: number
  p99: number
}

const SILENT = 'POST /hole'
const ANSWER = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'
const HEAD_END = '\r\n\r\n'
const CONTENT_LENGTH = /\r\ncontent-length: *(\d+)/i
/** The field of the event with its creation time (events.ts). */
const SENT_FIELD = '"sent":'
const SENT_DIGITS = 16

await processOptions<object>()
let received = 0
let wanted = Infinity
let delays: number[] = []

/** Handles the request at the start of the bytes and returns its length; 0 while it is incomplete. */
function handleRequest(socket: Socket, bytes: Buffer): number {
  const headEnd = bytes.indexOf(HEAD_END)
  if (headEnd < 0) return 0
  const head = bytes.toString('latin1', 0, headEnd)
  const bodyStart = headEnd + HEAD_END.length
  const end = bodyStart + Number(CONTENT_LENGTH.exec(head)?.[1] ?? 0)
  if (bytes.length < end) return 0
  if (head.startsWith(SILENT)) return end
  socket.write(ANSWER)
  received += 1
  const at = bytes.indexOf(SENT_FIELD, bodyStart)
  const valueStart = at + SENT_FIELD.length
  const sent =
    at < 0 ? 0 : Number.parseInt(bytes.toString('latin1', valueStart, valueStart + SENT_DIGITS), 10)
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
    for (let used = handleRequest(socket, bytes); used > 0; used = handleRequest(socket, bytes))
      bytes = bytes.subarray(used)
    rest = bytes.length > 0 ? bytes : null
  })
})
server.listen(0, '127.0.0.1', () => {
  replyToBench({ port: (server.address() as AddressInfo).port })
})
process.on('message', (request: ReceiverRequest) => {
  if ('until' in request) {
    wanted = request.until
    if (received >= wanted) replyToBench({ received })
  } else if ('reset' in request) {
    received = 0
    wanted = Infinity
    delays = []
    replyToBench({ received })
  } else {
    const report: ReceiverReport = { received, p50: quantile(delays, 0.5), p99: quantile(delays, 0.99) }
    replyToBench(report)
  }
})
process.once('SIGTERM', () => process.exit(0))
