/** A partner's site whose callback redirects to another host, as real ones do. */
import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { Test } from 'tap'
import { listening } from '../listening.js'

export interface PartnerSite {
  redirectUri: string
  /** What reached the callback: the query and the headers of each visit. */
  visits: Array<{ query: URLSearchParams; headers: IncomingHttpHeaders }>
}

/** Starts the site; /callback redirects to /landed on another host name. It ends with the test. */
export async function partnerSite(t: Test): Promise<PartnerSite> {
  const visits: PartnerSite['visits'] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    if (url.pathname === '/callback') {
      visits.push({ query: url.searchParams, headers: request.headers })
      response.writeHead(302, { location: `http://127.0.0.1:${port}/landed` }).end()
    } else if (url.pathname === '/opener') {
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!doctype html><title>Opener</title><h1>Opener</h1>')
    } else {
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!doctype html><title>Landed</title><h1>Landed</h1>')
    }
  })
  const { port } = await listening(t, server)
  return { redirectUri: `http://localhost:${port}/callback`, visits }
}
