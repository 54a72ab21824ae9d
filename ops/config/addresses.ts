import type { ConnectSettings } from '../../workers/stream/connection/connect.js'
import type { Config } from './config.js'

/** The base URLs of the API and the authorization server, without a trailing slash. */
export function addresses(config: Pick<Config, 'BASE_URL' | 'AUTH_URL' | 'PORT'>): {
  baseUrl: string
  authUrl: string
} {
  const baseUrl = config.BASE_URL === '' ? `https://localhost:${config.PORT}` : config.BASE_URL
  return { baseUrl, authUrl: config.AUTH_URL === '' ? baseUrl : config.AUTH_URL }
}

/** The URL of the database for sessions that a pooler must not share. */
export function controlUrl(config: Pick<Config, 'DATABASE_URL' | 'DATABASE_CONTROL_URL'>): string {
  return config.DATABASE_CONTROL_URL === '' ? config.DATABASE_URL : config.DATABASE_CONTROL_URL
}

/** Where statements of requests go, and whether that is Postgres itself: a pooler has its own URL. */
export function statementAddress(config: Pick<Config, 'DATABASE_URL' | 'DATABASE_CONTROL_URL'>): {
  url: string
  direct: boolean
} {
  return { url: config.DATABASE_URL, direct: controlUrl(config) === config.DATABASE_URL }
}

/** The NATS settings of a process. */
export type StreamAddress = Pick<
  Config,
  'NATS_URL' | 'NATS_CA' | 'NATS_CERT' | 'NATS_KEY' | 'NATS_CREDS' | 'NATS_NKEY'
>

/** Where NATS is, and the files with which to connect to it. */
export function streamAddress(config: StreamAddress): Required<Pick<ConnectSettings, 'url' | 'security'>> {
  const files = {
    caFile: config.NATS_CA,
    certFile: config.NATS_CERT,
    keyFile: config.NATS_KEY,
    credsFile: config.NATS_CREDS,
    nkeyFile: config.NATS_NKEY,
  }
  return {
    url: config.NATS_URL,
    security: Object.fromEntries(Object.entries(files).filter(([, file]) => file !== '')),
  }
}
