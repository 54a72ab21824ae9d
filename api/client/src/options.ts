/** What a client is made from. */

interface CommonOptions {
  /** Address of the API, such as `https://api.example.com`. */
  baseUrl: string
  /** Address of the authorization server; `baseUrl` if omitted. */
  authUrl?: string
  /** Another `fetch`, as one with a proxy. */
  fetch?: typeof fetch
  /** Attempts after the first one; 3 if omitted. */
  retries?: number
  /** Milliseconds that one attempt may take; 30,000 if omitted. */
  timeoutMs?: number
  /** Waits between attempts; for tests. */
  sleep?: (ms: number) => Promise<void>
}

/** A member's access token, or a function that gives one that is valid now; none for what needs none. */
export interface TokenOptions extends CommonOptions {
  token?: string | (() => string | Promise<string>)
}

/** The application's own credentials: the client gets and renews the token. */
export interface CredentialOptions extends CommonOptions {
  clientId: string
  clientSecret: string
}

export type ClientOptions = TokenOptions | CredentialOptions

/** What one call may set. */
export interface CallOptions {
  signal?: AbortSignal
  /** Entity tag: the call fails with 412 if the resource has changed since. */
  ifMatch?: string
  /** Of a call that creates: the same key never creates twice. A new one for each call if omitted. */
  idempotencyKey?: string
  /** `wait=5` or `handling=strict` (RFC 7240). */
  prefer?: string
  /** Of a body of text or bytes; `application/octet-stream` if omitted, and a document is recognised by its content. */
  contentType?: string
}
