import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'

/** Listens on a free port, or on a given one, until the test ends. */
export async function listening(
  t: Pick<Test, 'teardown'>,
  server: Server,
  { port = 0, host = '127.0.0.1' } = {},
): Promise<{ port: number; close: () => Promise<void> }> {
  await new Promise<void>((resolve) => {
    server.listen(port, host, resolve)
  })
  const close = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise<void>((resolve) => {
      server.close(() => {
        resolve()
      })
    })
  }
  t.teardown(close)
  return { port: (server.address() as AddressInfo).port, close }
}
