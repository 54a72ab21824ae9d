/** The relying party of passkeys (WebAuthn 4): the host of the authorization server. */
import { isIP } from 'node:net'

export interface PasskeyParty {
  /** The host, without a port. */
  id: string
  /** The only origin whose pages may ask for the passkeys. */
  origin: string
}

/** Null for an IP address: browsers create passkeys only for host names. @param authUrl as configured */
export function passkeyParty(authUrl: string): PasskeyParty | null {
  const { hostname, origin } = new URL(authUrl)
  return isIP(hostname) !== 0 || hostname.startsWith('[') ? null : { id: hostname, origin }
}
