/** Connections that cost the client nothing and are never finished. */
import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { flood, type Attack } from '../attack.js'
import type { Target } from '../target.js'

const SOCKETS = 1_000
/** Made beforehand: making it would hold up the innocent client in this process. */
const INFLATES = gzipSync(Buffer.alloc(100 * 2 ** 20, ' '))
const TRICKLE_MS = 250

/** Opens connections that say `first` and then one byte of `more` now and then; again when they are closed. */
async function hold(
  { port, hostile }: Target,
  signal: AbortSignal,
  first: string,
  more = '',
): Promise<number> {
  const open = new Set<Socket>()
  let made = 0
  const start = (): void => {
    made += 1
    const socket = connect({ host: '127.0.0.1', port, localAddress: hostile.address }, () => {
      socket.write(first)
    })
    open.add(socket)
    socket.on('error', () => {})
    socket.on('data', () => {})
    socket.on('close', () => open.delete(socket))
  }
  await new Promise<void>((resolve) => {
    const step = setInterval(() => {
      for (let n = 0; n < 50 && open.size < SOCKETS; n += 1) start()
      const byte = more[made % more.length]
      if (byte !== undefined) for (const socket of open) if (socket.writable) socket.write(byte)
    }, TRICKLE_MS / 5)
    signal.addEventListener('abort', () => {
      clearInterval(step)
      resolve()
    })
  })
  for (const socket of open) socket.destroy()
  return made
}

const HEADERS = `Host: localhost\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n`
const FORM = `Host: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 5000\r\n`

export const connections: Attack[] = [
  {
    name: `${SOCKETS} requests with headers and no body`,
    short: true,
    run: async (target, signal) => await hold(target, signal, `POST /v2/segments HTTP/1.1\r\n${HEADERS}\r\n`),
  },
  {
    name: `${SOCKETS} forms that arrive a byte at a time`,
    run: async (target, signal) =>
      await hold(target, signal, `POST /oauth/login HTTP/1.1\r\n${FORM}\r\n`, 'a=b&'),
  },
  {
    name: `${SOCKETS} headers that arrive a byte at a time`,
    run: async (target, signal) =>
      await hold(target, signal, 'GET /oauth/login HTTP/1.1\r\nHost: localhost\r\nX-A: ', 'a'),
  },
  {
    name: `${SOCKETS} connections that say nothing`,
    run: async (target, signal) => await hold(target, signal, ''),
  },
  {
    name: 'bodies that inflate to many times their size',
    run: async ({ hostile }, signal) => {
      return await flood(signal, 4, async () => {
        await hostile.send('/v2/segments', {
          method: 'POST',
          token: hostile.memberToken,
          raw: INFLATES,
          headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
        })
      })
    },
  },
]
