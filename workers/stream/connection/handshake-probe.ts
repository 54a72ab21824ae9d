/**
 * Why a server ends a TLS connection. The client (@nats-io/transport-node 3.4.0) loses the reason: with TLS 1.3 the server
 * judges the client's certificate only after the handshake, and the client then waits until its timeout.
 */
import { readFileSync } from 'node:fs'
import { connect as connectSocket } from 'node:net'
import { connect } from 'node:tls'
import type { StreamSecurity } from './stream-security.js'

const DEFAULT_PORT = 4222
const TIMEOUT_MS = 2_000

/** The server's alert, or null if it sends none within two seconds. Never rejects. */
export async function handshakeFailure(url: URL, files: StreamSecurity): Promise<Error | null> {
  const host = url.hostname.replace(/^\[(.+)\]$/, '$1')
  const port = url.port === '' ? DEFAULT_PORT : Number(url.port)
  return await new Promise((resolve) => {
    const socket = connectSocket({ host, port })
    const finish = (failure: Error | null): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve(failure)
    }
    const timer = setTimeout(finish, TIMEOUT_MS, null)
    socket.once('error', () => {
      finish(null)
    })
    // The server greets in plain text and then waits for the handshake.
    socket.once('data', () => {
      // Whom we talk to has been checked: only the server's opinion of us is asked for.
      const secured = connect({ socket, ...contents(files), rejectUnauthorized: false })
      secured.once('error', finish)
    })
  })
}

function contents({ certFile, keyFile }: StreamSecurity): { cert?: Buffer; key?: Buffer } {
  return certFile === undefined || keyFile === undefined
    ? {}
    : { cert: readFileSync(certFile), key: readFileSync(keyFile) }
}
