/** Headers that an application adds to the requests of a callback (webhooks.md 2.2). Their values are secrets. */

export const MAX_CUSTOM_HEADERS = 10
export const MAX_HEADER_VALUE = 1_000

/** RFC 9110 5.6.2. */
const TOKEN = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/
/** Visible ASCII, with single spaces or tabs only inside: no line can be begun (RFC 9110 5.5). */
const VALUE = /^[\x21-\x7E]([\x20-\x7E\t]*[\x21-\x7E])?$/

/** What this service sets itself, and what belongs to the connection (RFC 9110 7.6.1). */
const RESERVED = new Set([
  'connection',
  'cookie',
  'date',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'te',
  'traceparent',
  'tracestate',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  'via',
  'x-signature',
])
const RESERVED_PREFIXES = ['content-', 'proxy-', 'sec-', 'tripfold-', 'webhook-']

/** Headers as they are stored: their names, and the sealed JSON of names and values. */
export interface SealedHeaders {
  names: string[]
  sealed: Uint8Array | null
}

export function sealHeaders(
  headers: Readonly<Record<string, string>>,
  seal: (text: string) => Uint8Array,
): SealedHeaders {
  const names = Object.keys(headers)
  return { names, sealed: names.length === 0 ? null : seal(JSON.stringify(headers)) }
}

/** What is wrong with the headers, as the end of a sentence about the field; null: nothing. Never holds a value. */
export function customHeadersError(headers: Readonly<Record<string, string>>): string | null {
  const names = Object.keys(headers)
  if (names.length > MAX_CUSTOM_HEADERS) return `may hold at most ${MAX_CUSTOM_HEADERS} headers; remove some`
  const seen = new Set<string>()
  for (const name of names) {
    const error = nameError(name, seen) ?? valueError(name, headers[name]!)
    if (error !== null) return error
    seen.add(name.toLowerCase())
  }
  return null
}

function nameError(name: string, seen: ReadonlySet<string>): string | null {
  const lower = name.toLowerCase()
  if (!TOKEN.test(name))
    return 'has a header name that is empty, longer than 64 characters, or holds a character that names may not have'
  if (RESERVED.has(lower) || RESERVED_PREFIXES.some((prefix) => lower.startsWith(prefix)))
    return `may not set "${name}", which the service or the connection sets; choose another name`
  return seen.has(lower) ? `has "${name}" twice; upper and lower case are the same` : null
}

function valueError(name: string, value: string): string | null {
  if (value.length <= MAX_HEADER_VALUE && VALUE.test(value)) return null
  return (
    `has a value of "${name}" that cannot be sent; use 1 to ${MAX_HEADER_VALUE} visible ASCII characters, ` +
    'with spaces only between them'
  )
}
