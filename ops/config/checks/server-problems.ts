/** Which setting is wrong if a server cannot be used, and how to fix it. */
import type { StreamAddress } from '../addresses.js'
import type { Config } from '../config.js'
import type { Finding } from './setting-problem.js'

export type ServerSetting = 'DATABASE_URL' | 'DATABASE_CONTROL_URL' | 'NATS_URL'
export type ServerSettings = Pick<Config, ServerSetting> & StreamAddress

export interface UnusableServer {
  name: ServerSetting
  reason: string
  /** Code of the error: of Node.js, OpenSSL or Postgres; empty if there is none. */
  code: string
  /** Whether it may be usable later without a change of the setting. */
  isAway: boolean
}

const FIX = 'start the server, or correct the address, the user or the password'

/** Nobody we trust signed the certificate of the server (Node.js, "X509 certificate error codes"). */
const UNTRUSTED = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'CERT_REJECTED',
  'INVALID_CA',
])
const WRONG_NAME = 'ERR_TLS_CERT_ALTNAME_INVALID'

/** The clients' words for a server that offers no TLS. */
const NO_TLS = /does not support (SSL connections|'tls')/
/** Postgres accepts this user over TLS alone (pg_hba.conf: hostssl). */
const PLAIN_REFUSED = /no encryption/
/** Words of Postgres, and of TLS alerts about the certificate of the client (RFC 8446 6.2). */
const CERTIFICATE_DEMANDED =
  /valid client certificate|alert (certificate|bad certificate|unknown ca|unsupported certificate)/i
const AUTHORIZATION = /authorization violation/i

/** The certificate of the server is right, but not now: its operator renews it. */
export function isExpiredCertificate(code: string): boolean {
  return code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID'
}

/** The server answers, but not as the URL asks. */
export function isTransportRefusal(reason: string): boolean {
  return NO_TLS.test(reason) || CERTIFICATE_DEMANDED.test(reason)
}

/** The problem as a wrong setting; the fix fits the reason. */
export function serverProblem(server: UnusableServer, config: ServerSettings): Finding {
  const { name, reason } = server
  const specific = name === 'NATS_URL' ? natsProblem(server, config) : postgresProblem(server)
  return specific ?? [name, `is a server that cannot be used (${reason})`, FIX]
}

function natsProblem({ name, reason, code }: UnusableServer, config: StreamAddress): Finding | null {
  if (UNTRUSTED.has(code)) {
    const fix = 'give the file with the authorities of the NATS servers, and write tls:// in NATS_URL'
    return config.NATS_CA === ''
      ? ['NATS_CA', `is not set, and Node.js does not trust the NATS server (${reason})`, fix]
      : [
          'NATS_CA',
          `is ${config.NATS_CA}, which did not sign the certificate of the NATS server (${reason})`,
          fix,
        ]
  }
  if (code === WRONG_NAME) return otherName(name, reason)
  if (NO_TLS.test(reason))
    return [
      name,
      `asks for TLS, which the server does not offer (${reason})`,
      'turn on TLS in the server; only nats:// goes without',
    ]
  if (CERTIFICATE_DEMANDED.test(reason))
    return [
      'NATS_CERT',
      config.NATS_CERT === ''
        ? `is not set, and the NATS server demands a client certificate (${reason})`
        : `is ${config.NATS_CERT}, which the NATS server does not accept (${reason})`,
      'set it and NATS_KEY to a certificate that the server accepts',
    ]
  const user = (['NATS_CREDS', 'NATS_NKEY'] as const).find((setting) => config[setting] !== '')
  if (user !== undefined && AUTHORIZATION.test(reason))
    return [
      user,
      `is ${config[user]}, whose user the NATS server refuses (${reason})`,
      'give the file of a user of this server',
    ]
  return null
}

function postgresProblem({ name, reason, code }: UnusableServer): Finding | null {
  if (UNTRUSTED.has(code))
    return [
      name,
      `leads to a server whose certificate no known authority signed (${reason})`,
      'name the file with its authority as sslrootcert in the URL',
    ]
  if (code === WRONG_NAME) return otherName(name, reason)
  if (NO_TLS.test(reason))
    return [
      name,
      `asks for TLS, which the server does not offer (${reason})`,
      'turn on ssl in the server; only sslmode=disable goes without',
    ]
  if (PLAIN_REFUSED.test(reason))
    return [
      name,
      `does not ask for TLS, which the server demands (${reason})`,
      'add sslmode=verify-full, and sslrootcert if the authority is your own',
    ]
  if (CERTIFICATE_DEMANDED.test(reason))
    return [
      name,
      `leads to a server that demands a client certificate (${reason})`,
      'add sslcert and sslkey to the URL',
    ]
  return null
}

function otherName(name: ServerSetting, reason: string): Finding {
  return [
    name,
    `leads to a server whose certificate is for another name (${reason})`,
    'use a name that is in the certificate, or renew the certificate',
  ]
}
