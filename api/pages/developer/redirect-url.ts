import { absoluteUrlProblem } from '../../../schemas/hints/url-problem.js'

/** What a redirect URL may be (oauth.md 5.9, 127). It is registered as text and compared byte for byte. */
const MAX_LENGTH = 500
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])
/** Parameters that the authorization server adds. */
const RESPONSE_PARAMETERS = ['code', 'state', 'iss', 'error', 'error_description']

type Environment = 'development' | 'production'

/** Why the text cannot be a redirect URL, in a sentence; null if it can. */
export function redirectUrlError(text: string, environment: Environment): string | null {
  if (text.length > MAX_LENGTH) return `Use at most ${MAX_LENGTH} characters for the redirect URL.`
  const problem = absoluteUrlProblem(text, 'The redirect URL')
  if (problem !== null) return problem
  if (!/^[\x21-\x7e]+$/.test(text) || /[\\"<>^`{|}]/.test(text))
    return 'Use ASCII characters in the redirect URL, and percent-encode all others.'
  if (!URL.canParse(text)) return 'Enter an absolute URL, for example https://example.com/callback.'
  const url = new URL(text)
  return partsError(text, url) ?? schemeError(url, environment) ?? parameterError(url)
}

function partsError(text: string, url: URL): string | null {
  if (text.includes('*')) return 'Remove the wildcard: the redirect URL is one exact address.'
  if (text.includes('#')) return 'Remove the fragment (#...) from the redirect URL.'
  const hasUser = url.username !== '' || url.password !== '' || /^[a-z]+:\/\/[^/?]*@/i.test(text)
  return hasUser ? 'Remove the user name and password from the redirect URL.' : null
}

function schemeError(url: URL, environment: Environment): string | null {
  if (url.protocol === 'http:' && !LOOPBACK.has(url.hostname))
    return 'Use https. Plain http is for localhost in a development application only.'
  if (url.protocol === 'http:' && environment !== 'development')
    return 'Use https. Plain http is for development applications only.'
  if (url.protocol === 'http:' || url.protocol === 'https:') return null
  return `Use https, not ${url.protocol.slice(0, -1)}.`
}

function parameterError(url: URL): string | null {
  const reserved = RESPONSE_PARAMETERS.find((name) => url.searchParams.has(name))
  return reserved === undefined
    ? null
    : `Remove the parameter ${reserved} from the redirect URL: responses use that name.`
}

/** Why the text cannot be a link on the consent page; null if it can. An empty text is no link. */
export function linkError(text: string, what: string): string | null {
  if (text === '') return null
  if (text.length > MAX_LENGTH) return `Use at most ${MAX_LENGTH} characters for ${what}.`
  const problem = absoluteUrlProblem(text, `The address of ${what}`)
  if (problem !== null) return problem
  if (!URL.canParse(text) || !/^[\x21-\x7e]+$/.test(text))
    return `Enter an absolute https address for ${what}, in plain characters.`
  const url = new URL(text)
  return url.protocol === 'https:' && url.username === '' ? null : `Enter an https address for ${what}.`
}
