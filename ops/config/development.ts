/** What makes a start one of development: nothing of it may reach a service that others use. */
import { isLoopback } from '../../schemas/base/address.js'
import type { Config } from './config.js'

/** Whether both servers are embedded. Asks for the settings as given, without the addresses of embedded servers. */
export function hasEmbeddedServers(given: Pick<Config, 'DATABASE_URL' | 'NATS_URL'>): boolean {
  return given.DATABASE_URL === '' && given.NATS_URL === ''
}

/** Whether nobody but this machine reaches the ports of a process: no other address, and no proxy in front. */
export function isLocalOnly({ HOST, OPS_HOST, TLS }: Pick<Config, 'HOST' | 'OPS_HOST' | 'TLS'>): boolean {
  return TLS === 'on' && [HOST, OPS_HOST].every((host) => host === 'localhost' || isLoopback(host))
}
