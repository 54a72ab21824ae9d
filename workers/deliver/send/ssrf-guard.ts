/**
 * The guard against requests into private networks, at connect time (webhooks.md 4). It looks names up
 * itself, refuses a name of which any address is not public, connects to the address it has checked, and
 * looks at the socket's remote address before a byte is sent. A literal address takes the same way: a lookup
 * hook would not be called for it.
 */
import { Resolver as DnsResolver } from 'node:dns/promises'
import { connect as connectTcp } from 'node:net'
import type { Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { addressFamily, isLoopback, isPublicUnicast } from '../../../schemas/base/address.js'
import type { ErrorClass } from '../../../actors/delivery/attempt-result.js'

/**
 * The addresses of a name, of both families as far as they can be had. Throws `ConnectFault` when there is
 * none.
 */
export type Resolve = (name: string) => Promise<string[]>

export interface SsrfRules {
  /** Loopback is allowed, and `localhost` is known: a developer's own machine. */
  developerMode: boolean
  resolve: Resolve
  /** Further certificate authorities, PEM. */
  ca?: string[]
  /** Milliseconds for lookup, connection and handshake together. */
  timeoutMs: number
  /** Opens a connection to an address that was found allowed; node's own by default. */
  openSocket?: (to: { host: string; port: number }) => Socket
}

export interface DialTarget {
  protocol: string
  hostname: string
  port: string
}

/** Why no connection came about; `error` is what the delivery log shows. */
export class ConnectError extends Error {
  readonly error: ErrorClass
  constructor(error: ErrorClass, message: string, cause?: unknown) {
    super(message, { cause })
    this.error = error
  }
}

/** Where a server that a developer starts on `localhost` listens: many take the one, many the other. */
const LOCALHOST = ['127.0.0.1', '::1']
const NO_SUCH_NAME = new Set(['ENODATA', 'ENOTFOUND'])

/**
 * Asks the servers of the machine's configuration, or those given (`host:port`), past hosts files and system
 * caches.
 */
export function dnsResolve(servers: string[] = [], patience = 3_000): Resolve {
  const resolver = new DnsResolver({ timeout: patience, tries: 1 })
  if (servers.length > 0) resolver.setServers(servers)
  return async (name) => {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length > 0) return addresses
    // Many a name server that knows the one family fails when it is asked for the other: that matters where
    // nothing else came.
    const failed = answers.find(
      (answer) => answer.status === 'rejected' && !NO_SUCH_NAME.has(codeOf(answer.reason)),
    )
    if (failed?.status === 'rejected')
      throw new ConnectError('dns', 'the name could not be looked up', failed.reason)
    throw new ConnectError('dns', 'the name has no address')
  }
}

/**
 * The addresses that may be connected to. Throws `ConnectFault` (`refused`) when any address of the host is
 * not allowed.
 */
export async function allowedAddresses(
  hostname: string,
  rules: Pick<SsrfRules, 'developerMode' | 'resolve'>,
): Promise<string[]> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const addresses =
    addressFamily(host) !== 0
      ? [host]
      : rules.developerMode && /^localhost\.?$/.test(host)
        ? LOCALHOST
        : await rules.resolve(host)
  if (!addresses.every((address) => mayReach(address, rules.developerMode)))
    throw new ConnectError('refused', 'the host leads to an address that is not public')
  return addresses
}

function mayReach(address: string, dev: boolean): boolean {
  return isPublicUnicast(address) || (dev && isLoopback(address))
}

/**
 * A connected socket, over TLS where the protocol says so; anything but https on a developer's own machine
 * alone. Throws `ConnectFault`, at the latest after `rules.timeout`.
 */
export async function dial(to: DialTarget, rules: SsrfRules): Promise<Socket> {
  if (to.protocol !== 'https:' && !rules.developerMode)
    throw new ConnectError('refused', 'only https is spoken')
  const until = performance.now() + rules.timeoutMs
  const addresses = await withTimeout(allowedAddresses(to.hostname, rules), until)
  const port = Number(to.port === '' ? (to.protocol === 'https:' ? 443 : 80) : to.port)
  // Two addresses are tried: a dead one of a pair is common, a list of dead ones is an attack on our time.
  const socket = await connectToFirst(addresses.slice(0, 2), port, rules, until)
  return to.protocol === 'https:' ? await startTls(socket, to.hostname, rules, until) : socket
}

async function connectToFirst(
  addresses: string[],
  port: number,
  rules: SsrfRules,
  until: number,
): Promise<Socket> {
  let fault: unknown
  for (const [at, address] of addresses.entries()) {
    const now = performance.now()
    try {
      // A dead one mostly says nothing at all: its share of the time is all that it may cost.
      return await connectTcpChecked(address, port, rules, now + (until - now) / (addresses.length - at))
    } catch (error) {
      fault = error
      if (error instanceof ConnectError && error.error === 'refused') break
    }
  }
  throw fault
}

async function connectTcpChecked(
  address: string,
  port: number,
  { developerMode: dev, openSocket: open = openTcp }: SsrfRules,
  until: number,
): Promise<Socket> {
  const socket = open({ host: address, port })
  await waitForConnection(socket, 'connect', 'connect', until)
  const remote = socket.remoteAddress ?? ''
  if (!mayReach(remote, dev)) {
    socket.destroy()
    throw new ConnectError('refused', 'the connection led to an address that is not public')
  }
  return socket
}

function openTcp(to: { host: string; port: number }): Socket {
  return connectTcp({ ...to, noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 })
}

async function startTls(socket: Socket, hostname: string, rules: SsrfRules, until: number): Promise<Socket> {
  const literal = addressFamily(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0
  const tls = connectTls({
    socket,
    ...(literal ? { host: hostname.replace(/^\[(.*)\]$/, '$1') } : { servername: hostname, host: hostname }),
    ALPNProtocols: ['http/1.1'],
    minVersion: 'TLSv1.2',
    ...(rules.ca === undefined ? {} : { ca: rules.ca }),
  })
  await waitForConnection(tls, 'secureConnect', 'tls', until)
  return tls
}

async function waitForConnection(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  stage: 'connect' | 'tls',
  until: number,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(
      () => {
        done(new ConnectError('timeout', `no ${stage} in time`))
      },
      Math.max(0, until - performance.now()),
    )
    const failed = (error: Error): void => {
      done(new ConnectError(stage, error.message, error))
    }
    const closed = (): void => {
      done(new ConnectError(stage, 'closed by the other side'))
    }
    const done = (fault: ConnectError | null): void => {
      clearTimeout(timer)
      socket.off('error', failed).off('close', closed).off(event, fine)
      if (fault === null) {
        resolve()
        return
      }
      // What still goes wrong with a socket that is given up is known already.
      socket.on('error', () => undefined)
      socket.destroy()
      reject(fault)
    }
    const fine = (): void => {
      done(null)
    }
    socket.once('error', failed).once('close', closed).once(event, fine)
  })
}

async function withTimeout<T>(work: Promise<T>, until: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => {
        reject(new ConnectError('timeout', 'no address in time'))
      },
      Math.max(0, until - performance.now()),
    )
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
