/** HTTP requests from a chosen loopback address, so that a hostile and an innocent client are two networks. */
import { Agent, request } from 'node:http'

export interface Sent {
  /** 0: the connection ended without an answer. */
  status: number
  text: string
  /** The lines of Set-Cookie. */
  cookies: string[]
  /** Milliseconds until the whole answer was there. */
  ms: number
}

export interface ToSend {
  method?: string
  token?: string
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: unknown
  /** Sent as it is. */
  raw?: string | Buffer
}

export type Send = (path: string, what?: ToSend) => Promise<Sent>

/** A client with connections of its own. An answer that takes longer than `timeoutMs` counts as none. */
export function clientFrom(address: string, port: number, timeoutMs = 60_000): Send {
  const agent = new Agent({ keepAlive: true, maxSockets: 400, localAddress: address })
  return async (path, { method = 'GET', token, headers = {}, body, raw } = {}) => {
    const startedAt = performance.now()
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    return await new Promise((resolve) => {
      const end = (status: number, text: string, cookies: string[] = []): void => {
        resolve({ status, text, cookies, ms: performance.now() - startedAt })
      }
      const sent = request(
        {
          host: '127.0.0.1',
          port,
          path,
          method,
          agent,
          timeout: timeoutMs,
          headers: {
            'x-forwarded-proto': 'https',
            ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...(payload === undefined ? {} : { 'content-length': String(Buffer.byteLength(payload)) }),
            ...headers,
          },
        },
        (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.on('end', () => {
            end(answer.statusCode ?? 0, Buffer.concat(chunks).toString(), answer.headers['set-cookie'])
          })
          answer.on('error', () => {
            end(0, '')
          })
        },
      )
      sent.on('timeout', () => sent.destroy())
      sent.on('error', () => {
        end(0, '')
      })
      sent.end(payload)
    })
  }
}
