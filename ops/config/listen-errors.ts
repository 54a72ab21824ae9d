/** What it means that a port could not be listened on: which setting, and its mend. */
import { ConfigError } from './config.js'
import type { Config } from './config.js'

export interface ListenSettings {
  host: 'HOST' | 'OPS_HOST'
  port: 'PORT' | 'OPS_PORT'
}

export const PUBLIC_PORT: ListenSettings = { host: 'HOST', port: 'PORT' }
export const OPERATIONS_PORT: ListenSettings = { host: 'OPS_HOST', port: 'OPS_PORT' }

const ADDRESS_ERRORS = new Set([
  'EADDRNOTAVAIL',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EAFNOSUPPORT',
  'EINVAL',
])

/** The failure as a ConfigFault when a setting is at fault for it; otherwise as it is, also when another program has the port. */
export function listenError(error: unknown, config: Config, { host, port }: ListenSettings): unknown {
  const code = codeOf(error)
  if (code === 'EACCES')
    return new ConfigError([
      {
        name: port,
        problem: `is ${config[port]}, which this user may not listen on`,
        fix: 'use a port from 1024 on',
      },
    ])
  if (!ADDRESS_ERRORS.has(code)) return error
  return new ConfigError([
    {
      name: host,
      problem: `is "${config[host]}", which cannot be listened on (${code})`,
      fix: 'use an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them',
    },
  ])
}

/** Whether another program has the port. */
export function isPortTaken(error: unknown): boolean {
  return codeOf(error) === 'EADDRINUSE'
}

/** The fault of a port that another program has. */
export function portTakenError(config: Config, port: ListenSettings['port']): ConfigError {
  return new ConfigError([
    {
      name: port,
      problem: `is ${config[port]}, which another program has`,
      fix: 'use a free port, or leave it out',
    },
  ])
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
