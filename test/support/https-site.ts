/** A running service as a client outside sees it: TLS with its own authority, no redirects followed. */
import { readFileSync } from 'node:fs'
import { Agent, request } from 'undici'
import type { Test } from 'tap'
import type { Dispatcher } from 'undici'

export interface Site {
  url: string
  call: (path: string, options?: CallOptions) => Promise<Answer>
  /** POST of a form. */
  post: (
    path: string,
    form: Record<string, string> | string,
    headers?: Record<string, string>,
  ) => Promise<Answer>
}

export interface CallOptions {
  method?: Dispatcher.HttpMethod
  headers?: Record<string, string>
  body?: string
}

export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  json: () => Record<string, unknown>
}

/** The site at `url`, trusted by the certificate in the file; its connections end with the test. */
export function httpsSite(t: Test, url: string, caFile: string): Site {
  const agent = new Agent({ connect: { ca: readFileSync(caFile, 'utf8') } })
  t.teardown(async () => {
    await agent.destroy()
  })
  return siteAt(url, agent)
}

/** The site at `url`, by the connections of the agent. */
export function siteAt(url: string, agent: Agent): Site {
  const call: Site['call'] = async (path, { method = 'GET', headers = {}, body } = {}) => {
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
