import type { ServerOptions } from 'node:https'

/**
 * For TLS 1.2 only suites with forward secrecy and authenticated encryption (RFC 9325 4.2); TLS 1.3 has no
 * others.
 */
const CIPHERS = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':')

/** TLS options of the public port: at least version 1.2, at most `maxVersion`. */
export function tlsServerOptions(
  files: { cert: string | Buffer; key: string | Buffer },
  maxVersion: 'TLSv1.2' | 'TLSv1.3',
): ServerOptions {
  return { ...files, minVersion: 'TLSv1.2', maxVersion, ciphers: CIPHERS, honorCipherOrder: true }
}
