import { createServer } from 'node:net'

/** The wanted port on 127.0.0.1 if it is free, else any free one. */
export async function freePort (wanted = 0): Promise<number> {
  return await new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', error => {
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
