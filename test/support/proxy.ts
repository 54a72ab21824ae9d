/**
 * A TCP proxy that can be slow or fall silent in either direction, as a bad network is, drop every connection,
 * or refuse them, as if its server were gone.
 */
import { connect, createServer, type Socket } from 'node:net'
import { once } from 'node:events'

export interface Proxy {
  port: number
  /** `up`: from the client; `down`: to the client. What is held is passed on when it is let go. */
  stall: (direction: 'up' | 'down' | 'both') => void
  resume: () => void
  /** From now on, bytes in this direction arrive so many milliseconds later; 0: at once. */
  delay: (direction: 'up' | 'down', ms: number) => void
  /** The connections there are fall silent for good, as those to a host that is gone; others are passed on. */
  lose: () => void
  drop: () => void
  /** Bytes that the server has sent so far. */
  received: () => number
  /** Drops every connection and refuses others, as a host on which no server listens, until `listen`. */
  refuse: () => Promise<void>
  listen: () => Promise<void>
  close: () => Promise<void>
}

/** Listens on a free port of 127.0.0.1 and passes everything on to `target`. */
export async function proxy(target: { host: string; port: number }): Promise<Proxy> {
  const pairs = new Set<[Socket, Socket]>()
  const lost = new Set<[Socket, Socket]>()
  let held: 'up' | 'down' | 'both' | null = null
  const delays = { up: 0, down: 0 }
  let received = 0
  const apply = ([client, server]: [Socket, Socket]): void => {
    if (held === 'up' || held === 'both') client.pause()
    else client.resume()
    if (held === 'down' || held === 'both') server.pause()
    else server.resume()
  }
  const listener = createServer((client) => {
    const server = connect(target)
    const pair: [Socket, Socket] = [client, server]
    pairs.add(pair)
    server.on('data', (bytes: Buffer) => {
      received += bytes.length
    })
    passOn(client, server, () => delays.up)
    passOn(server, client, () => delays.down)
    const end = (): void => {
      pairs.delete(pair)
      lost.delete(pair)
      client.destroy()
      server.destroy()
    }
    for (const socket of pair) socket.on('error', end).on('close', end)
    apply(pair)
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  const { port } = address
  const drop = (): void => {
    for (const [client, server] of [...pairs, ...lost]) {
      client.destroy()
      server.destroy()
    }
  }
  const closed = async (): Promise<void> => {
    if (!listener.listening) return
    listener.close()
    drop()
    await once(listener, 'close')
  }
  return {
    port,
    stall: (direction) => {
      held = direction
      for (const pair of pairs) apply(pair)
    },
    resume: () => {
      held = null
      for (const pair of pairs) apply(pair)
    },
    delay: (direction, ms) => {
      delays[direction] = ms
    },
    lose: () => {
      for (const pair of pairs) {
        for (const socket of pair) socket.pause()
        lost.add(pair)
      }
      pairs.clear()
    },
    drop: () => {
      for (const [client, server] of pairs) {
        client.destroy()
        server.destroy()
      }
    },
    received: () => received,
    refuse: closed,
    listen: async () => {
      listener.listen(port, '127.0.0.1')
      await once(listener, 'listening')
    },
    close: closed,
  }
}

/** Writes what one socket sends to the other, each piece after the delay at its arrival and in order. */
function passOn(from: Socket, to: Socket, delay: () => number): void {
  const waiting: Buffer[] = []
  let due = 0
  const writeFirst = (): void => {
    to.write(waiting.shift() ?? '')
  }
  from.on('data', (bytes: Buffer) => {
    waiting.push(bytes)
    const now = performance.now()
    due = Math.max(due, now + delay())
    if (due > now) setTimeout(writeFirst, due - now)
    else writeFirst()
  })
}

/** A proxy to the server of that URL, closed when the test ends. */
export async function proxyTo(
  t: { teardown: (close: () => Promise<void>) => unknown },
  url: string,
): Promise<Proxy> {
  const opened = await proxy({ host: '127.0.0.1', port: Number(new URL(url).port) })
  t.teardown(async () => {
    await opened.close()
  })
  return opened
}

/** The url, reached through the proxy. */
export function through(url: string, by: Proxy): string {
  const other = new URL(url)
  other.port = String(by.port)
  return other.href
}
