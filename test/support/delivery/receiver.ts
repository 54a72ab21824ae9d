/** A partner's endpoint: a real HTTP server that records its requests and answers as a test sets. */
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, Server, ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Test } from 'tap'
import { listening } from '../listening.js'

export interface Received {
  at: number
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
  event: { id: string; type: string; member_id: string | null; sequence: number | null }
}
export type Reply = (got: Received, response: ServerResponse) => void | Promise<void>

export interface Receiver {
  url: string
  port: number
  got: Received[]
  /** Ids of the events received, repeats included. */
  ids: () => string[]
  /** Sets the answer to later requests. */
  reply: (reply: Reply) => void
  close: () => Promise<void>
}

/** Answers with a status and no body. */
export function status(code: number, headers: Record<string, string> = {}): Reply {
  return (_got, response) => {
    response.writeHead(code, { 'content-length': 0, ...headers }).end()
  }
}

/** Starts a receiver on a free port; it stops with the test. */
export async function receiver(
  t: Test,
  options: { tls?: { key: string; cert: string }; host?: string; port?: number } = {},
): Promise<Receiver> {
  const got: Received[] = []
  let reply: Reply = status(200)
  const handler: Parameters<typeof createServer>[1] = (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      const one: Received = {
        at: Date.now(),
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body,
        event: JSON.parse(body) as Received['event'],
      }
      got.push(one)
      void reply(one, response)
    })
  }
  const server: Server =
    options.tls === undefined ? createServer(handler) : createTlsServer(options.tls, handler)
  const { port, close } = await listening(t, server, options)
  return {
    url: `${options.tls === undefined ? 'http' : 'https'}://${options.host ?? '127.0.0.1'}:${port}/hook`,
    port,
    got,
    ids: () => got.map((one) => one.event.id),
    reply: (next) => {
      reply = next
    },
    close,
  }
}
