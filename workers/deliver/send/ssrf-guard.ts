/**
 * The guard against requests into private networks (SSRF), applied when connecting (webhooks.md 4). It
 * resolves names itself, refuses a name if any of its addresses is not public, connects to the address it has
 * checked, and checks the socket's remote address before a byte is sent. Literal addresses take the same
 * path: a lookup hook would not be called for them.
 */
import { connect as connectTcp } from 'node:net'
import type { Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { buildConnector } from 'undici'
import { addressFamily, isLoopback, isPublicUnicast } from '../../../schemas/base/address.js'
import { ConnectError } from './connect-error.js'
import type { Resolve } from './dns-resolve.js'

export interface SsrfRules {
  /** A developer's own machine: loopback and plain http are allowed, and `localhost` is known. */
  developerMode: boolean
  resolve: Resolve
  /** Further certificate authorities, PEM. */
  ca?: string[]
  /** Milliseconds for lookup, connection and TLS handshake together. */
  timeoutMs: number
  /** Opens a connection to an allowed address; Node's own by default. */
  openSocket?: (to: { host: string; port: number }) => Socket
}

export interface DialTarget {
  protocol: string
  hostname: string
  port: string
}

/** A server that a developer starts on `localhost` listens on either of them. */
const LOCALHOST = ['127.0.0.1', '::1']
/** A dead address in a pair is common; a list of dead ones is an attack on our time. */
const MAX_ADDRESSES = 2

/**
 * The addresses that may be connected to.
 * @throws {ConnectError} `refused` if any address of the host is not allowed
 */
export async function allowedAddresses(
  hostname: string,
  rules: Pick<SsrfRules, 'developerMode' | 'resolve'>,
): Promise<string[]> {
  const addresses = await addressesOf(withoutBrackets(hostname), rules)
  if (!addresses.every((address) => isAllowed(address, rules.developerMode)))
    throw new ConnectError('refused', 'the host has an address that is not public')
  return addresses
}

async function addressesOf(
  host: string,
  { developerMode, resolve }: Pick<SsrfRules, 'developerMode' | 'resolve'>,
): Promise<string[]> {
  if (addressFamily(host) !== 0) return [host]
  if (developerMode && /^localhost\.?$/.test(host)) return LOCALHOST
  return await resolve(host)
}

function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1')
}

function isAllowed(address: string, developerMode: boolean): boolean {
  return isPublicUnicast(address) || (developerMode && isLoopback(address))
}

/**
 * A connected socket, with TLS for https.
 * @throws {ConnectError} for every failure, at the latest after `rules.timeoutMs`
 */
export async function dial(target: DialTarget, rules: SsrfRules): Promise<Socket> {
  const isHttps = target.protocol === 'https:'
  if (!isHttps && !rules.developerMode) throw new ConnectError('refused', 'only https is allowed')
  const deadline = performance.now() + rules.timeoutMs
  const addresses = await untilDeadline(allowedAddresses(target.hostname, rules), deadline)
  const defaultPort = isHttps ? 443 : 80
  const port = target.port === '' ? defaultPort : Number(target.port)
  const socket = await connectToFirst(addresses.slice(0, MAX_ADDRESSES), port, rules, deadline)
  return isHttps ? await startTls(socket, target.hostname, rules, deadline) : socket
}

/** Makes undici connect through the guard. @param onConnected gets each socket before it is used */
export function guardedConnect(
  rules: SsrfRules,
  onConnected: (socket: Socket) => void = () => {},
): buildConnector.connector {
  return (options, callback) => {
    dial(options, rules).then(
      (socket) => {
        onConnected(socket)
        callback(null, socket)
      },
      (error: unknown) => {
        callback(error instanceof Error ? error : new Error(String(error)), null)
      },
    )
  }
}

async function connectToFirst(
  addresses: string[],
  port: number,
  rules: SsrfRules,
  deadline: number,
): Promise<Socket> {
  let failure: unknown
  for (const [i, address] of addresses.entries()) {
    const now = performance.now()
    try {
      // A dead address mostly stays silent: it may cost no more than its share of the time.
      return await connectTcpChecked(address, port, rules, now + (deadline - now) / (addresses.length - i))
    } catch (error) {
      failure = error
      if (error instanceof ConnectError && error.error === 'refused') break
    }
  }
  throw failure
}

async function connectTcpChecked(
  address: string,
  port: number,
  { developerMode, openSocket = openTcpSocket }: SsrfRules,
  deadline: number,
): Promise<Socket> {
  const socket = openSocket({ host: address, port })
  await waitForConnection(socket, 'connect', 'connect', deadline)
  const remote = socket.remoteAddress ?? ''
  if (!isAllowed(remote, developerMode)) {
    socket.destroy()
    throw new ConnectError('refused', 'the connection led to an address that is not public')
  }
  return socket
}

function openTcpSocket(to: { host: string; port: number }): Socket {
  return connectTcp({ ...to, noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 })
}

async function startTls(
  socket: Socket,
  hostname: string,
  rules: SsrfRules,
  deadline: number,
): Promise<Socket> {
  const host = withoutBrackets(hostname)
  const isLiteral = addressFamily(host) !== 0
  const tls = connectTls({
    socket,
    ...(isLiteral ? { host } : { servername: hostname, host: hostname }),
    ALPNProtocols: ['http/1.1'],
    minVersion: 'TLSv1.2',
    ...(rules.ca === undefined ? {} : { ca: rules.ca }),
  })
  await waitForConnection(tls, 'secureConnect', 'tls', deadline)
  return tls
}

async function waitForConnection(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  stage: 'connect' | 'tls',
  deadline: number,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const settle = (): void => {
      clearTimeout(timer)
      socket.off('error', onError).off('close', onClose).off(event, onConnected)
    }
    const fail = (error: ConnectError): void => {
      settle()
      // Further errors of an abandoned socket are of no interest.
      socket.on('error', () => undefined)
      socket.destroy()
      reject(error)
    }
    const onError = (error: Error): void => {
      fail(new ConnectError(stage, error.message, error))
    }
    const onClose = (): void => {
      fail(new ConnectError(stage, 'closed by the other side'))
    }
    const onConnected = (): void => {
      settle()
      resolve()
    }
    const timer = setTimeout(
      () => {
        fail(new ConnectError('timeout', `no ${stage} in time`))
      },
      Math.max(0, deadline - performance.now()),
    )
    socket.once('error', onError).once('close', onClose).once(event, onConnected)
  })
}

async function untilDeadline<T>(work: Promise<T>, deadline: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => {
        reject(new ConnectError('timeout', 'no address in time'))
      },
      Math.max(0, deadline - performance.now()),
    )
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}
