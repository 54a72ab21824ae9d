import { createServer } from 'node:net'

/** The wanted port on 127.0.0.1 if it is free, else any free one. */
export async function freePort(wanted = 0): Promise<number> {
  return await new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => {
      if (wanted === 0) reject(error)
      else freePort(0).then(resolve, reject)
    })
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}

/** The server ended because somebody took its port between choosing and binding it. */
export class PortTakenError extends Error {}

const MAX_ATTEMPTS = 5

/** Starts a server on the wanted port if that is free, else on any free one; once more on another when it was taken meanwhile. */
export async function onFreePort<T>(wanted: number, start: (port: number) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    const port = await freePort(tries === 1 ? wanted : 0)
    try {
      return await start(port)
    } catch (error) {
      if (!(error instanceof PortTakenError) || tries === MAX_ATTEMPTS) throw error
    }
  }
}

/** What the last words of a server that did not start mean. */
export function serverStartError(server: string, said: string): Error {
  return new (/address already in use/i.test(said) ? PortTakenError : Error)(
    `${server} did not start:\n${said}`,
  )
}
