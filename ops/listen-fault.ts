/** What it means that a port could not be listened on: which setting, and its mend. */
import { ConfigFault } from './config.js'
import type { Config } from './config.js'

export interface Place {
  host: 'HOST' | 'OPS_HOST'
  port: 'PORT' | 'OPS_PORT'
}

export const PUBLIC_PLACE: Place = { host: 'HOST', port: 'PORT' }
export const OPERATIONS_PLACE: Place = { host: 'OPS_HOST', port: 'OPS_PORT' }

const NO_ADDRESS = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAFNOSUPPORT', 'EINVAL'])

/** The failure as a ConfigFault when a setting is at fault for it; otherwise as it is, also when another program has the port. */
export function listenFault(error: unknown, config: Config, { host, port }: Place): unknown {
  const code = codeOf(error)
  if (code === 'EACCES')
    return new ConfigFault([
      {
        name: port,
        problem: `is ${config[port]}, which this user may not listen on`,
        mend: 'use a port from 1024 on',
      },
    ])
  if (!NO_ADDRESS.has(code)) return error
  return new ConfigFault([
    {
      name: host,
      problem: `is "${config[host]}", which cannot be listened on (${code})`,
      mend: 'use an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them',
    },
  ])
}

/** Whether another program has the port. */
export function isTaken(error: unknown): boolean {
  return codeOf(error) === 'EADDRINUSE'
}

/** The fault of a port that another program has. */
export function takenFault(config: Config, port: Place['port']): ConfigFault {
  return new ConfigFault([
    {
      name: port,
      problem: `is ${config[port]}, which another program has`,
      mend: 'use a free port, or leave it out',
    },
  ])
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
