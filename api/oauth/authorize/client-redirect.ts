/**
 * The URL that sends the browser back to the client: parameters appended to the registered URL as text,
 * never through a URL object. The registered URL stays byte for byte, and `state` survives decoders that
 * know only %20 (oauth.md 3.2).
 */
export function clientRedirect(registered: string, parameters: Record<string, string | null>): string {
  const pairs: string[] = []
  for (const [name, value] of Object.entries(parameters))
    if (value !== null) pairs.push(`${name}=${encodeURIComponent(value)}`)
  return registered + separatorAfter(registered) + pairs.join('&')
}

function separatorAfter(url: string): string {
  if (!url.includes('?')) return '?'
  return /[?&]$/.test(url) ? '' : '&'
}
