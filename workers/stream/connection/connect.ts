import { connect, errors } from 'nats'
import type { NatsConnection } from 'nats'
import { absorbLateSocketErrors } from './socket-error-workaround.js'

export type { NatsConnection }

export interface ConnectSettings {
  /** `nats://[user:password@]host:port` or `nats://[token@]host:port`, several separated by commas. */
  url: string
  /** Shown in the server's list of connections. */
  name: string
}

/**
 * Connects to the broker and stays connected: reconnects without limit every 250 ms, and considers a silent
 * server dead after two missed pings of 5 s (workers/DESIGN.md 3.5). Throws if the first connection fails.
 */
export async function connectStream(settings: ConnectSettings): Promise<NatsConnection> {
  const urls = settings.url.split(',').map((text) => new URL(text.trim()))
  const nc = await connect({
    servers: urls.map((url) => url.host),
    name: settings.name,
    ...credentials(urls[0]),
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    reconnectJitter: 100,
    pingInterval: 5_000,
    maxPingOut: 2,
    // A server that hangs answers "authentication timeout"; two of these would end the connection for good.
    ignoreAuthErrorAbort: true,
  })
  absorbLateSocketErrors(nc)
  return nc
}

/** Calls back each time the connection is lost; the client reconnects by itself. */
export function onDisconnect(nc: NatsConnection, onLost: (error: Error) => void): void {
  void (async () => {
    for await (const { type } of nc.status())
      if (type === 'disconnect' && !nc.isClosed()) onLost(new errors.ClosedConnectionError())
  })()
}

function credentials(url: URL | undefined): { user?: string; pass?: string; token?: string } {
  if (url === undefined || url.username === '') return {}
  if (url.password === '') return { token: decodeURIComponent(url.username) }
  return { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
}
