/** Explains why a port could not be opened: which setting is wrong, and how to fix it. */
import { ConfigError } from './config.js'
import type { Config } from './config.js'

/** The settings of one listening port. */
export interface ListenSettings {
  host: 'HOST' | 'OPS_HOST'
  port: 'PORT' | 'OPS_PORT'
}

export const PUBLIC_PORT: ListenSettings = { host: 'HOST', port: 'PORT' }
export const OPERATIONS_PORT: ListenSettings = { host: 'OPS_HOST', port: 'OPS_PORT' }

/** Exit code when another program uses the port: the supervisor chooses a different one. */
export const EXIT_PORT_TAKEN = 71

const ADDRESS_ERRORS = new Set([
  'EADDRNOTAVAIL',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EAFNOSUPPORT',
  'EINVAL',
])

/**
 * The error as a ConfigError if a setting caused it; otherwise unchanged, also if another program uses the
 * port.
 */
export function listenError(error: unknown, config: Config, { host, port }: ListenSettings): unknown {
  const code = codeOf(error)
  if (code === 'EACCES')
    return new ConfigError([
      [port, `is ${config[port]}, on which this user may not listen`, 'use a port from 1024 on'],
    ])
  if (!ADDRESS_ERRORS.has(code)) return error
  return new ConfigError([
    [
      host,
      `is "${config[host]}", on which this machine cannot listen (${code})`,
      'use an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them',
    ],
  ])
}

/** Whether another program uses the port. */
export function isPortTaken(error: unknown): boolean {
  return codeOf(error) === 'EADDRINUSE'
}

export function portTakenError(config: Config, port: ListenSettings['port']): ConfigError {
  return new ConfigError([
    [port, `is ${config[port]}, which another program uses`, 'use a free port, or do not set it'],
  ])
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
