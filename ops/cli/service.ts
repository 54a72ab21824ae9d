/** The service that a command calls over HTTP, and the application it acts as. */
import { readFileSync } from 'node:fs'
import { Agent, fetch as fetchOver } from 'undici'
import type { ClientOptions } from '../../api/client/src/options.js'
import { loadConfig } from '../config/config.js'
import { readReadyFile } from '../stack/ready-file.js'
import { UsageError } from './answer.js'

export interface Service {
  baseUrl: string
  authUrl: string
  /** CA of the service's certificate (PEM); null: those of the system. */
  ca: string | null
}

export interface Application {
  clientId: string
  clientSecret: string
}

/** The service at this address, by default that of this clone. */
export function serviceAt(api: string | undefined): Service {
  if (api !== undefined) return { baseUrl: api.replace(/\/$/, ''), authUrl: api.replace(/\/$/, ''), ca: null }
  const ready = readReadyFile(loadConfig().DATA_DIR)
  if (ready === null)
    throw new UsageError('No stack is running here. Start one with npm start, or name a service with --api.')
  return { baseUrl: ready.base_url, authUrl: ready.auth_url, ca: readFileSync(ready.ca_file, 'utf8') }
}

/** Options for a client of the service. A connection without data is closed after `silenceMs` milliseconds. */
export function clientOf({ baseUrl, authUrl, ca }: Service, silenceMs: number) {
  const dispatcher = new Agent({
    ...{ headersTimeout: silenceMs, bodyTimeout: silenceMs },
    ...(ca === null ? {} : { connect: { ca } }),
  })
  const fetch = (async (url: string, init: object) =>
    await fetchOver(url, { ...init, dispatcher })) as unknown as NonNullable<ClientOptions['fetch']>
  return { baseUrl, authUrl, fetch }
}

/** The demo application of this clone's stack, or null. */
export function demoApplication(): Application | null {
  const ready = readReadyFile(loadConfig().DATA_DIR)
  return ready?.client_id === undefined || ready.client_secret === undefined
    ? null
    : { clientId: ready.client_id, clientSecret: ready.client_secret }
}

/** Reads a secret from a file that holds nothing else. */
export function readSecret(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new UsageError(`--client-secret-file: ${error instanceof Error ? error.message : String(error)}.`)
  }
}
