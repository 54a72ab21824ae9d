/**
 * The HTTP server of the baselines: Fastify on the transport of the product; a token is verified once and
 * cached.
 */
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { createLocalJWKSet, jwtVerify } from 'jose'
import type { JSONWebKeySet } from 'jose'

export interface BaselineServerOptions {
  /** PEM; null: plain HTTP. */
  tls: { key: string; cert: string } | null
  jwks: JSONWebKeySet
}

/** A Fastify without hooks and logs. Bodies are not parsed. */
export function baselineServer(options: BaselineServerOptions): FastifyInstance {
  const app = (options.tls === null
    ? Fastify()
    : Fastify({ https: { ...options.tls, minVersion: 'TLSv1.2' } })) as unknown as FastifyInstance
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body)
  })
  return app
}

/**
 * The member of an `Authorization` header: verified the first time, afterwards looked up until it expires.
 */
export function knownTokens(jwks: JSONWebKeySet): (header: string | undefined) => Promise<string> | string {
  const keys = createLocalJWKSet(jwks)
  const known = new Map<string, { member: string; end: number }>()
  return (header) => {
    const hit = known.get(header ?? '')
    if (hit !== undefined && hit.end > Date.now()) return hit.member
    return jwtVerify((header ?? '').slice('Bearer '.length), keys).then(({ payload }) => {
      const member = payload.sub ?? ''
      known.set(header ?? '', { member, end: (payload.exp ?? 0) * 1000 })
      return member
    })
  }
}

/** Listens on 127.0.0.1 and returns the port. */
export async function listenOnFreePort(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
