import { Resolver } from 'node:dns/promises'
import { ConnectError } from './connect-error.js'

/**
 * The addresses of a name in both families, as far as they are available.
 * @throws {ConnectError} `dns` if there is none
 */
export type Resolve = (name: string) => Promise<string[]>

const NO_SUCH_NAME = new Set(['ENODATA', 'ENOTFOUND'])

/**
 * Queries the machine's configured DNS servers, or the given ones (`host:port`), without hosts files and
 * system caches.
 */
export function dnsResolve(servers: string[] = [], timeoutMs = 3_000): Resolve {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 1 })
  if (servers.length > 0) resolver.setServers(servers)
  return async (name) => {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length > 0) return addresses
    // Many DNS servers that know one family fail for the other: that only matters if nothing else came.
    const failed = answers.find(
      (answer) => answer.status === 'rejected' && !NO_SUCH_NAME.has(codeOf(answer.reason)),
    )
    if (failed?.status === 'rejected')
      throw new ConnectError('dns', 'the name could not be resolved', failed.reason)
    throw new ConnectError('dns', 'the name has no address')
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
