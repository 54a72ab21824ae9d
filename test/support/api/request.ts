/** Requests to a test server. */

export interface RequestOptions {
  method?: string
  token?: string
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: unknown
  /** Sent unchanged. */
  raw?: string | Uint8Array
}

export interface HttpAnswer {
  status: number
  headers: Headers
  text: string
  json: unknown
}

export type SendRequest = (path: string, options?: RequestOptions) => Promise<HttpAnswer>

/** Sends requests to `url` as a trusted proxy would. */
export function requester(url: string): SendRequest {
  return async (path, { method = 'GET', token, headers = {}, body, raw } = {}) => {
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const answer = await fetch(url + path, {
      method,
      headers: {
        'x-forwarded-proto': 'https',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      redirect: 'manual',
      ...(sent === undefined ? {} : { body: sent }),
    })
    const text = await answer.text()
    const isJson = /json/.test(answer.headers.get('content-type') ?? '') && text !== ''
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      json: isJson ? (JSON.parse(text) as unknown) : null,
    }
  }
}
