/**
 * The address the browser is sent back to: parameters appended to the registered URL as text. Never through a URL object:
 * the registered address stays byte for byte, and `state` survives decoders that know only %20.
 */
export function clientRedirect(registered: string, parameters: Record<string, string | null>): string {
  const pairs: string[] = []
  for (const [name, value] of Object.entries(parameters))
    if (value !== null) pairs.push(`${name}=${encodeURIComponent(value)}`)
  const mark = registered.indexOf('?')
  const joint = mark < 0 ? '?' : /[?&]$/.test(registered) ? '' : '&'
  return registered + joint + pairs.join('&')
}
