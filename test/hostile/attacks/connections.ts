/** Connections that cost the client nothing and are never finished. */
import { connect, type Socket } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { flood, type Attack } from '../attack.js'
import type { Target } from '../target.js'

const SOCKETS = 1_000
/** Made beforehand: making it would hold up the innocent client in this process. */
const INFLATES = gzipSync(Buffer.alloc(100 * 2 ** 20, ' '))
const MEBIBYTE = 2 ** 20
/** Small bodies of a mebibyte, each made to cost the parser as much as it can. */
const DEAR = [
  '['.repeat(MEBIBYTE),
  JSON.stringify(Object.fromEntries(Array.from({ length: 75_000 }, (_, n) => [`k${n.toString(36)}`, 1]))),
  `{"segments":[${'{},'.repeat(MEBIBYTE / 3 - 10)}1]}`,
  `{"segments":[${Array(500)
    .fill(`{${Array.from({ length: 100 }, (_, n) => `"f${n}":1`).join(',')}}`)
    .join(',')}]}`,
].map((text) => brotliCompressSync(text))
const BLANK_LINES = brotliCompressSync(Buffer.alloc(128 * MEBIBYTE, '\n'))
const NO_LINES = brotliCompressSync(Buffer.alloc(16 * MEBIBYTE, '0\n'))
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
  {
    name: 'small bodies that inflate to what costs the parser most',
    short: true,
    run: async ({ hostile }, signal) =>
      await flood(signal, 4, async (n) => {
        await hostile.send('/v2/segments', {
          method: 'POST',
          token: hostile.memberToken,
          raw: DEAR[n % DEAR.length]!,
          headers: { 'content-type': 'application/json', 'content-encoding': 'br' },
        })
      }),
  },
  {
    name: 'feeds that inflate to blank lines and to lines that are none',
    short: true,
    run: async ({ hostile }, signal) =>
      await flood(signal, 2, async (n) => {
        await hostile.send('/v2/feeds/segments', {
          method: 'POST',
          token: hostile.appToken,
          raw: n % 2 === 0 ? BLANK_LINES : NO_LINES,
          headers: { 'content-type': 'application/x-ndjson', 'content-encoding': 'br' },
        })
      }),
  },
]
