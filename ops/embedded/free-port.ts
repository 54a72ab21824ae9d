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

/** The server exited because another program took its port after it was chosen. */
export class PortTakenError extends Error {}

const MAX_ATTEMPTS = 5

/**
 * Starts a server on the wanted port if it is free, else on any free one. Tries another port on a
 * PortTakenError.
 */
export async function onFreePort<T>(wanted: number, start: (port: number) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort(attempt === 1 ? wanted : 0)
    try {
      return await start(port)
    } catch (error) {
      if (!(error instanceof PortTakenError) || attempt === MAX_ATTEMPTS) throw error
    }
  }
}

/** The error for a server that exited while starting, from the end of its output. */
export function serverStartError(server: string, output: string): Error {
  const message = `${server} did not start:\n${output}`
  return /address already in use/i.test(output) ? new PortTakenError(message) : new Error(message)
}
