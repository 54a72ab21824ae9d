/** What is missing in a text that is to be an absolute https URL, and how it is added (contract.md 6.1). */

const MAX_SHOWN = 60

/**
 * What keeps a text from being an absolute URL, as a sentence; null if nothing does. Whether the scheme and the
 * host are allowed is for the caller to say.
 * @param what the URL in words, to begin a sentence, such as `The redirect URL`
 */
export function absoluteUrlProblem(text: string, what: string): string | null {
  if (text === '') return `${what} is empty; enter one such as https://example.com/callback.`
  if (/\s/.test(text)) return `${what} has a space or line break in it; remove it.`
  const [, scheme] = /^([a-z][a-z0-9+.-]*):/i.exec(text) ?? []
  const isHostWithPort =
    scheme !== undefined && /^(?:localhost|[a-z0-9-]+(?:\.[a-z0-9-]+)+):\d+(?:[/?#]|$)/i.test(text)
  if (scheme === undefined || isHostWithPort) return missingScheme(text, what)
  if (!/^https?$/i.test(scheme)) return null
  if (!/^https?:\/\//i.test(text)) return `${what} has no "//" after ${scheme}:; begin it with ${scheme}://.`
  const [, host = ''] = /^https?:\/\/(?:[^/?#]*@)?([^/?#]*)/i.exec(text) ?? []
  if (host === '' || host.startsWith(':')) return `${what} has no host; add one after ${scheme}://.`
  if (!URL.canParse(text)) return `${what} has an impossible host or port: ${host.slice(0, MAX_SHOWN)}.`
  return null
}

function missingScheme(text: string, what: string): string {
  if (text.startsWith('//')) return `${what} has no scheme; write https: before it.`
  if (/^[/?#]/.test(text)) return `${what} is only a path; add https:// and the host before it.`
  const whole = `https://${text}`
  const isShown = URL.canParse(whole) && text.length <= MAX_SHOWN
  return `${what} has no scheme; ${isShown ? `write ${whole}` : 'begin it with https://'}.`
}
