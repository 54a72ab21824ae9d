/** What a redirect URL may be (oauth.md 5.9, 127): it is registered as text and compared byte for byte. */
const MAX = 500
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Why the text cannot be a redirect URL, in a sentence; null when it can. */
export function redirectUrlError(text: string, environment: 'development' | 'production'): string | null {
  if (text.length > MAX) return `Use at most ${MAX} characters for the redirect URL.`
  if (!/^[\x21-\x7e]+$/.test(text) || /[\\"<>^`{|}]/.test(text))
    return 'Write the redirect URL in plain characters, others percent-encoded.'
  if (!URL.canParse(text)) return 'Enter an absolute URL, for example https://example.com/callback.'
  const url = new URL(text)
  if (text.includes('*')) return 'Remove the wildcard: the redirect URL is one exact address.'
  if (text.includes('#')) return 'Remove the fragment (#...) from the redirect URL.'
  if (url.username !== '' || url.password !== '' || /^[a-z]+:\/\/[^/?]*@/i.test(text))
    return 'Remove the user name and password from the redirect URL.'
  if (url.protocol === 'http:') {
    if (!LOOPBACK.has(url.hostname))
      return 'Use https. Plain http is for localhost in a development application only.'
    if (environment !== 'development') return 'Use https. Plain http is for development applications only.'
  } else if (url.protocol !== 'https:') return 'Use https.'
  if (!/^https?:\/\/[^/]/i.test(text))
    return 'Enter an absolute URL, for example https://example.com/callback.'
  const taken = ['code', 'state', 'iss', 'error', 'error_description'].find((name) =>
    url.searchParams.has(name),
  )
  return taken === undefined
    ? null
    : `Remove the parameter ${taken} from the redirect URL: answers carry one of that name.`
}

/** Why the text cannot be a link on the consent page; null when it can. An empty text is fine: no link. */
export function linkError(text: string, what: string): string | null {
  if (text === '') return null
  if (text.length > MAX || !URL.canParse(text) || !/^[\x21-\x7e]+$/.test(text))
    return `Enter an absolute https address for ${what}.`
  const url = new URL(text)
  return url.protocol === 'https:' && url.username === '' ? null : `Enter an https address for ${what}.`
}
