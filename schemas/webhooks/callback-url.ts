/**
 * The check of a webhook URL on registration (webhooks.md 2 and 4). The addresses of its host are checked on
 * connecting.
 */
import { absoluteUrlProblem } from '../hints/url-problem.js'
import { addressFamily, isLoopback, isPublicUnicast } from '../base/address.js'

export interface CallbackUrlRules {
  /** Allows http, loopback and any port; for a developer's own machine only. */
  dev: boolean
  ports: readonly number[]
}

export const CALLBACK_URL_RULES: CallbackUrlRules = { dev: false, ports: [443, 8443] }

/** What a webhook URL has to be where these rules hold, in a sentence. */
export function callbackUrlHint({ dev, ports }: CallbackUrlRules): string {
  const strict = `a public https address, port ${ports.join(' or ')}`
  return dev
    ? `This service is set up for development: https or http, any port, also on this machine. In production: ${strict}.`
    : `${strict.charAt(0).toUpperCase()}${strict.slice(1)}.`
}

export type CallbackUrl =
  /** `url` without credentials; `credentials` is `user:password`, decoded, or null. */
  { is: 'fine'; url: string; credentials: string | null } | { is: 'refused'; why: string }

const MAX_LENGTH = 2_048
const PRIVATE_SUFFIXES =
  '.internal .local .localhost .localdomain .lan .intranet .corp .home .home.arpa .test .invalid .onion .arpa'.split(
    ' ',
  )

/** Checks and normalises a URL given by an application. `why` is a full sentence. */
export function checkCallbackUrl(text: string, rules: CallbackUrlRules): CallbackUrl {
  if (text.length > MAX_LENGTH)
    return { is: 'refused', why: `The url is longer than ${MAX_LENGTH} characters.` }
  const problem = absoluteUrlProblem(text, 'The url')
  if (problem !== null) return { is: 'refused', why: problem }
  if (!URL.canParse(text)) return { is: 'refused', why: 'The url is not an absolute https URL.' }
  if (text.includes('#'))
    return {
      is: 'refused',
      why: 'The url has a fragment, which is never sent; remove everything from "#" on.',
    }
  const url = new URL(text)
  const credentials = url.username === '' && url.password === '' ? null : userinfo(url)
  if (credentials?.includes('\n') === true)
    return { is: 'refused', why: 'The credentials in the url contain a line break; remove it.' }
  url.username = ''
  url.password = ''
  const why = schemeError(url, rules) ?? hostError(url, rules)
  return why === null ? { is: 'fine', url: url.href, credentials } : { is: 'refused', why }
}

function userinfo(url: URL): string {
  const plain = (part: string): string => {
    try {
      return decodeURIComponent(part)
    } catch (error) {
      if (error instanceof URIError) return part
      throw error
    }
  }
  return `${plain(url.username)}:${plain(url.password)}`
}

function schemeError(url: URL, rules: CallbackUrlRules): string | null {
  if (url.protocol === 'http:')
    return rules.dev ? null : 'The url must use https; write https:// instead of http://.'
  if (url.protocol !== 'https:')
    return `The url must use https${rules.dev ? ' or http' : ''}, not ${url.protocol.slice(0, -1)}.`
  const port = url.port === '' ? 443 : Number(url.port)
  return rules.dev || rules.ports.includes(port)
    ? null
    : `The url must use port ${rules.ports.join(' or ')}, not ${port}.`
}

function hostError(url: URL, rules: CallbackUrlRules): string | null {
  // The parser has turned every spelling of a literal (octal, one number, mixed) into dotted or bracketed
  // form.
  const host = url.hostname
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase()
  if (addressFamily(host) !== 0) {
    return isPublicUnicast(host) || (rules.dev && isLoopback(host))
      ? null
      : `The url names an address that is ${rules.dev ? 'neither public nor on this machine' : 'not public'}.`
  }
  if (rules.dev && host === 'localhost') return null
  if (!host.includes('.'))
    return `The url names a host without a domain; write its full name, such as hooks.example.com${rules.dev ? ', or localhost' : ''}.`
  return PRIVATE_SUFFIXES.some((suffix) => host.endsWith(suffix))
    ? 'The url names a host on a private network; use a public one.'
    : null
}
