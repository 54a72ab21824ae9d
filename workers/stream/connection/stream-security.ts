/**
 * How a connection to NATS proves who it is and checks who the server is: `tls://` is TLS or nothing. The files are read again for every connection, because they are renewed while
 * processes run.
 */
import { readFileSync } from 'node:fs'
import { checkServerIdentity } from 'node:tls'
import type { PeerCertificate } from 'node:tls'
import { credsAuthenticator, nkeyAuthenticator } from 'nats'
import type { Authenticator, NodeConnectionOptions } from 'nats'

export interface StreamSecurity {
  /** Authorities that may sign certificates of the servers, PEM. Absent: those that Node.js trusts. */
  caFile?: string
  /** The certificate of this client and its private key, PEM. */
  certFile?: string
  keyFile?: string
  /** A user's JWT and nkey seed, as `nsc` writes them. */
  credsFile?: string
  /** A file that contains the nkey seed of a user. */
  nkeyFile?: string
}

/** The seed of a user: `S`, `U`, and 56 characters of base 32 (nats-server, nkeys). */
const USER_SEED = /\bSU[A-Z2-7]{56}\b/

/**
 * TLS options if the URLs ask for it. The client then refuses a server without TLS. Otherwise undefined: it uses TLS if
 * the server requires or offers it.
 */
export function streamTls(
  urls: URL[],
  { caFile, certFile, keyFile }: StreamSecurity,
): NonNullable<NodeConnectionOptions['tls']> | undefined {
  if (!urls.some(({ protocol }) => protocol === 'tls:')) return undefined
  const hosts = urls.map(({ hostname }) => hostname.replace(/^\[(.+)\]$/, '$1'))
  // The client passes all of it to tls.connect; its types list only some.
  const options = {
    ...(caFile === undefined ? {} : { caFile }),
    ...(certFile === undefined || keyFile === undefined ? {} : { certFile, keyFile }),
    checkServerIdentity: (_name: string, certificate: PeerCertificate) => whyNoneOf(hosts, certificate),
  }
  return options
}

/**
 * Why the certificate is for none of our hosts; undefined if it is for one. The client (@nats-io/transport-node 3.4.0)
 * asks for `localhost` when the server has an address instead of a name, and for any name that another server has
 * announced (workers/DESIGN.md 3.5).
 */
function whyNoneOf(hosts: string[], certificate: PeerCertificate): Error | undefined {
  const reasons = hosts.map((host) => checkServerIdentity(host, certificate))
  return reasons.includes(undefined) ? undefined : reasons[0]
}

/** The user of a credentials or nkey file; null if there is none. Throws if the file cannot be used. */
export function fileAuthenticator({ credsFile, nkeyFile }: StreamSecurity): Authenticator | null {
  if (credsFile !== undefined) return renewed(credsFile, credsAuthenticator)
  if (nkeyFile !== undefined) return renewed(nkeyFile, seedAuthenticator)
  return null
}

function seedAuthenticator(content: Uint8Array): Authenticator {
  const [seed] = USER_SEED.exec(Buffer.from(content).toString('utf8')) ?? []
  if (seed === undefined) throw new Error('contains no nkey seed of a user')
  return nkeyAuthenticator(Buffer.from(seed))
}

/** Probes the file with a nonce, so that one that cannot be used is found now. */
function renewed(file: string, use: (content: Uint8Array) => Authenticator): Authenticator {
  let last = use(readFileSync(file))
  last('probe')
  return (nonce) => {
    try {
      const current = use(readFileSync(file))
      const answer = current(nonce)
      last = current
      return answer
    } catch {
      // It is being replaced. If the last user is no longer valid, the server says so.
      return last(nonce)
    }
  }
}
