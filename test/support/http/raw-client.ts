/** A client that writes what it likes on a socket of its own, and shows what comes back. */
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import type { Test } from 'tap'

export interface RawClient {
  socket: Socket
  /** What was received so far. */
  text: () => string
  /** The status of each answer so far. */
  statuses: () => number[]
  isClosed: () => boolean
  /** Milliseconds from the connection to its end by the server; rejects with the test's own timeout only. */
  closed: Promise<number>
}

/** An address of this machine that counts as another network; elsewhere than on Linux it has to be set up. */
export const OTHER_ADDRESS = process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1'

/** Connects, sends `head`, and leaves the rest to the test. Ends with the test. */
export function rawClient(
  t: Test,
  port: number,
  head = '',
  { from = '127.0.0.1', reads = true }: { from?: string; reads?: boolean } = {},
): RawClient {
  const began = performance.now()
  const socket = connect({ port, host: '127.0.0.1', localAddress: from })
  t.teardown(() => {
    socket.destroy()
  })
  let text = ''
  let isClosed = false
  socket.on('error', () => {})
  if (reads) socket.on('data', (chunk) => (text += chunk.toString()))
  if (head !== '') socket.write(head)
  return {
    socket,
    text: () => text,
    statuses: () => [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status)),
    isClosed: () => isClosed,
    closed: new Promise((resolve) => {
      socket.once('close', () => {
        isClosed = true
        resolve(performance.now() - began)
      })
    }),
  }
}
