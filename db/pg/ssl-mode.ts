/**
 * TLS to Postgres. `sslmode`, `sslrootcert`, `sslcert` and `sslkey` of a URL mean what libpq says they mean
 * (https://www.postgresql.org/docs/current/libpq-ssl.html), so that `psql` and `pg_dump` understand the same URL.
 */

/** Those of libpq without `allow` and `prefer`, which go on in plain text if TLS fails. */
export const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full'] as const

/**
 * The URL for pg, whose version 8 would take `require` and `verify-ca` for `verify-full`. A URL without `sslmode` stays
 * as it is.
 */
export function withLibpqSslMode(url: string): string {
  return /[?&]sslmode=/.test(url) && !/[?&]uselibpqcompat=/.test(url) ? `${url}&uselibpqcompat=true` : url
}

/** Whether a URL asks for TLS with whatever server answers: `sslmode=require` without an authority. */
export function isUnverified(url: string): boolean {
  return /[?&]sslmode=require(&|$)/.test(url) && !/[?&]sslrootcert=/.test(url)
}
