import { connect, errors } from 'nats'
import type { Authenticator, NatsConnection } from 'nats'
import { absorbLateSocketErrors } from './socket-error-workaround.js'
import { dropStaleSockets } from './stale-socket-workaround.js'
import { fileAuthenticator, streamTls } from './stream-security.js'
import type { StreamSecurity } from './stream-security.js'

export type { NatsConnection }

export interface ConnectSettings {
  /**
   * `nats://[user:password@]host:port` or `nats://[token@]host:port`, several separated by commas. With `tls://`
   * a server without TLS is refused.
   */
  url: string
  /** Files with certificates and credentials. */
  security?: StreamSecurity
  /** Shown in the server's list of connections. */
  name: string
  /** Answers come to subjects that begin with it; by default `_INBOX`, which may be another's as well. */
  inbox?: string
}

/** A silent server is given up after two unanswered pings, 3 to 4.5 s. */
const PING_MS = 1_500
const MAX_UNANSWERED_PINGS = 2
/** A frozen server accepts connections and never greets; the client's default is 20 s. */
const CONNECT_TIMEOUT_MS = 3_000

/**
 * Connects to one of the servers and stays connected: reconnects without limit, to each server at most every
 * 250 ms, and leaves a server that is silent for 3 to 4.5 s (workers/DESIGN.md 3.5). Throws if the first
 * connection fails, or if a file of `security` cannot be used.
 */
export async function connectStream(settings: ConnectSettings): Promise<NatsConnection> {
  const urls = settings.url.split(',').map((text) => new URL(text.trim()))
  const { security = {} } = settings
  const tls = streamTls(urls, security)
  const nc = await connect({
    servers: urls.map((url) => url.host),
    name: settings.name,
    ...(settings.inbox === undefined ? {} : { inboxPrefix: settings.inbox }),
    ...credentials(urls[0], security),
    ...(tls === undefined ? {} : { tls }),
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    reconnectJitter: 100,
    reconnectJitterTLS: 100,
    pingInterval: PING_MS,
    maxPingOut: MAX_UNANSWERED_PINGS,
    timeout: CONNECT_TIMEOUT_MS,
    // A server that hangs answers "authentication timeout"; two of these would end the connection for good.
    ignoreAuthErrorAbort: true,
  })
  absorbLateSocketErrors(nc)
  dropStaleSockets(nc)
  return nc
}

/** Calls back each time the connection is lost; the client reconnects by itself. */
export function onDisconnect(nc: NatsConnection, onLost: (error: Error) => void): void {
  void (async () => {
    for await (const { type } of nc.status())
      if (type === 'disconnect' && !nc.isClosed()) onLost(new errors.ClosedConnectionError())
  })()
}

interface Credentials {
  user?: string
  pass?: string
  token?: string
  authenticator?: Authenticator
}

function credentials(url: URL | undefined, security: StreamSecurity): Credentials {
  const authenticator = fileAuthenticator(security)
  if (authenticator !== null) return { authenticator }
  if (url === undefined || url.username === '') return {}
  if (url.password === '') return { token: decodeURIComponent(url.username) }
  return { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
}
