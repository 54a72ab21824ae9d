/** Where the access token of a request comes from. */
import { errorOf } from './errors.js'
import type { ClientOptions, CredentialOptions, TokenOptions } from './options.js'

export interface TokenSource {
  token: () => Promise<string>
  /** After a 401: forgets the token. False if there is no other one to try. */
  renew: (refused: string) => boolean
}

/** Renewed this long before it expires. */
const MARGIN_MS = 60_000

export function tokenSource(options: ClientOptions): TokenSource {
  if (isCredentialOptions(options)) return clientCredentials(options)
  const { token } = options
  if (typeof token !== 'function') return { token: async () => token ?? missing(), renew: () => false }
  let last: string | null = null
  return {
    token: async () => (last = await token()),
    renew: (refused) => refused === last,
  }
}

function missing(): never {
  throw new TypeError('This call needs a token, or clientId and clientSecret.')
}

const isCredentialOptions = (options: ClientOptions): options is CredentialOptions =>
  'clientId' in options && (options as TokenOptions).token === undefined

/** RFC 6749 4.4. Concurrent calls share one request. */
function clientCredentials(options: CredentialOptions): TokenSource {
  let current: { token: string; until: number } | null = null
  let pending: Promise<string> | null = null
  const request = async (): Promise<string> => {
    const granted = await requestToken(options)
    current = { token: granted.access_token, until: Date.now() + granted.expires_in * 1_000 - MARGIN_MS }
    return current.token
  }
  return {
    token: async () => {
      if (current !== null && Date.now() < current.until) return current.token
      pending ??= request().finally(() => {
        pending = null
      })
      return await pending
    },
    renew: (refused) => {
      if (current?.token === refused) current = null
      return true
    },
  }
}

async function requestToken(
  options: CredentialOptions,
): Promise<{ access_token: string; expires_in: number }> {
  const send = options.fetch ?? fetch
  const answer = await send(`${(options.authUrl ?? options.baseUrl).replace(/\/$/, '')}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: options.clientId,
      client_secret: options.clientSecret,
    }).toString(),
    signal: AbortSignal.timeout(options.timeoutMs ?? 30_000),
  })
  if (!answer.ok) throw await errorOf(answer)
  return (await answer.json()) as { access_token: string; expires_in: number }
}
