/**
 * Authentication-Results (RFC 8601): what the operator's own mail server found out about the sender of a mail. Anybody can
 * write the field, so that fields of other servers say nothing, and fields of the own server that disagree prove nothing.
 */

interface Result {
  method: string
  result: string
  /** By name with its type, such as `header.from`; in lower case. */
  properties: ReadonlyMap<string, string>
}

/** A quoted text, in which nothing has a meaning. */
const QUOTED = String.raw`"(?:[^"\\]|\\.)*"`
const PARTS = new RegExp(`(?:${QUOTED}|[^;"])+`, 'g')
const PAIRS = new RegExp(String.raw`([\w.-]+)(?:\s*/\s*\d+)?\s*=\s*((?:${QUOTED}|[^\s"])+)`, 'g')

/**
 * Whether the fields prove the domain of a From address: dmarc=pass for it, or without a verdict of DMARC a signature (DKIM)
 * or envelope sender (SPF) of exactly this domain.
 * @param fields values of all Authentication-Results fields, unfolded
 * @param authservId the server whose fields count; empty: none
 */
export function provesDomain(fields: readonly string[], authservId: string, domain: string): boolean {
  if (authservId === '') return false
  const own = fields.filter((field) => serverOf(field) === authservId.toLowerCase())
  const results: Result[] = []
  for (const field of own) {
    const found = resultsOf(field)
    if (found === null) return false
    results.push(...found)
  }
  const [dmarc, dkim, spf] = ['dmarc', 'dkim', 'spf'].map((name) =>
    results.filter(({ method }) => method === name),
  ) as [Result[], Result[], Result[]]
  if (dmarc.some(({ result }) => result !== 'none'))
    return dmarc.every((one) => isPass(one) && one.properties.get('header.from') === domain)
  return (
    (dkim.some((one) => isPass(one) && signerOf(one) === domain) &&
      dkim.every(({ result }) => result !== 'none')) ||
    (spf.length > 0 &&
      spf.every((one) => isPass(one) && domainOf(one.properties.get('smtp.mailfrom')) === domain))
  )
}

const isPass = ({ result }: Result): boolean => result === 'pass'

const signerOf = ({ properties }: Result): string | null =>
  properties.get('header.d') ?? domainOf(properties.get('header.i'))

const domainOf = (address: string | undefined): string | null => address?.split('@').at(-1) ?? null

const serverOf = (field: string): string | null => /^\s*([^\s;(]+)/.exec(field)?.[1]?.toLowerCase() ?? null

/** The results of a field; null if it is malformed. */
function resultsOf(field: string): Result[] | null {
  const plain = withoutComments(field)
  if (plain === null) return null
  return (plain.match(PARTS) ?? []).slice(1).flatMap((part) => {
    const [first, ...others] = [...part.toLowerCase().matchAll(PAIRS)]
    if (first === undefined) return []
    const properties = new Map(others.map(([, name, value]) => [name!, value!]))
    return [{ method: first[1]!, result: first[2]!, properties }]
  })
}

/** Comments nest, and have no quoted texts (RFC 5322 3.2.2). */
function withoutComments(field: string): string | null {
  let [depth, isQuoted, plain] = [0, false, '']
  for (const [token] of field.matchAll(/\\.|["()]|[^\\"()]+/g)) {
    if (depth === 0 && token === '"') isQuoted = !isQuoted
    if (!isQuoted && token === '(') depth += 1
    else if (!isQuoted && token === ')') depth -= 1
    else if (depth === 0) plain += token
    if (depth < 0) return null
  }
  return depth === 0 && !isQuoted ? plain : null
}
