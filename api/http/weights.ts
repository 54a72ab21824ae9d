/** The weights of Accept and Accept-Encoding (RFC 9110 12.4.2). */

/**
 * The weight of each name in lower case, 0 to 1; 1 for one without, or with one that is malformed. A name that is
 * listed twice has the greater.
 */
export function weightsOf(header: string): Map<string, number> {
  const out = new Map<string, number>()
  for (const range of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim())
    const [, written = '1'] =
      parameters.map((parameter) => /^q=([01](?:\.\d*)?)$/.exec(parameter)).find(Boolean) ?? []
    out.set(name, Math.max(out.get(name) ?? 0, Number(written)))
  }
  return out
}
