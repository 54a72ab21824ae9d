import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Below the ports that Linux and macOS give to outgoing connections: one of those could take the port of a server that
 * restarts, and a client that looks for it could connect to itself.
 */
const [LOWEST, HIGHEST] = [20_000, 32_767]
const MAX_PROBES = 100

/** The wanted port on 127.0.0.1 if it is free, else any free one. Throws if 100 others are in use. */
export async function freePort(wanted = 0): Promise<number> {
  if (wanted !== 0 && (await isFree(wanted))) return wanted
  for (let probe = 0; probe < MAX_PROBES; probe++) {
    const port = randomInt(LOWEST, HIGHEST + 1)
    if (await isFree(port)) return port
  }
  throw new Error(`no free port found between ${LOWEST} and ${HIGHEST} on 127.0.0.1`)
}

async function isFree(port: number): Promise<boolean> {
  return await new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => {
      resolve(false)
    })
    probe.listen(port, '127.0.0.1', () => {
      probe.close(() => {
        resolve(true)
      })
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

/** How Postgres refuses connections while it recovers: hundreds of lines in front of the cause. */
const REFUSAL = /(?:accepting connections|yet reached\.|^reached\.|recovery mode|starting up)$/

/** The error for a server that exited while starting, from the end of its output. */
export function serverStartError(server: string, output: string): Error {
  const lines = output.split('\n').filter((line) => !REFUSAL.test(line))
  const message = `${server} did not start:\n${lines.join('\n')}`
  return /address already in use/i.test(output) ? new PortTakenError(message) : new Error(message)
}
