/** A running service as a client outside sees it: TLS with its own authority, no redirects followed. */
import { readFileSync } from 'node:fs'
import { Agent, request } from 'undici'
import type { Test } from 'tap'
import type { AuthNode, CallOptions } from './auth/auth-node.js'

export type Site = Pick<AuthNode, 'url' | 'call' | 'post'>

/** The site at `url`, trusted by the certificate in the file; its connections end with the test. */
export function httpsSite(t: Test, url: string, caFile: string): Site {
  const agent = new Agent({ connect: { ca: readFileSync(caFile, 'utf8') } })
  t.teardown(async () => {
    await agent.destroy()
  })
  const call: Site['call'] = async (path, { method = 'GET', headers = {}, body }: CallOptions = {}) => {
    const answer = await request(path.startsWith('https:') ? path : url + path, {
      method,
      headers,
      body: body ?? null,
      dispatcher: agent,
    })
    const text = await answer.body.text()
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text,
      json: () => JSON.parse(text) as Record<string, unknown>,
    }
  }
  return {
    url,
    call,
    post: async (path, form, headers = {}) =>
      await call(path, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
      }),
  }
}
