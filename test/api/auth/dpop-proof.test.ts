/**
 * Proofs of keys (oauth.md 1.4), with each part right or wrong: what the table says is wrong is refused, at the token
 * endpoint and at each resource, and nothing else. The numbers are rows of oauth.md 5.
 */
import t from 'tap'
import fc from 'fast-check'
import { freshCode, tokenRequest, tokensOf, signedInNode } from '../../support/auth/auth-fixtures.js'
import { authNode } from '../../support/auth/auth-node.js'
import type { Answer, CallOptions } from '../../support/https-site.js'
import { dpopKey, proofParts, sha256 } from '../../support/auth/dpop-key.js'
import type { ProofParts } from '../../support/auth/dpop-key.js'
import { propertyRuns } from '../../support/property-runs.js'

const { node, app, who } = await signedInNode(t)
const [key, other, ed, rsa] = [dpopKey(), dpopKey(), dpopKey('EdDSA'), dpopKey('RS256')]

/** A token of the member that is bound to the key. */
const bound = async (by: typeof key, resource = node.url): Promise<string> => {
  const form = {
    grant_type: 'authorization_code',
    redirect_uri: app.redirectUri,
    code: await freshCode(who, app, { resource }),
  }
  const proof = by.proof('POST', `${node.url}/oauth/token`)
  return tokensOf(await tokenRequest(node, app, form, { dpop: proof })).accessToken
}
const mcp = `${node.url}/mcp`
const LIST_TOOLS = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })
const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const own = new URLSearchParams({
  grant_type: 'client_credentials',
  client_id: app.clientId,
  client_secret: app.clientSecret,
}).toString()

interface Endpoint {
  what: string
  method: 'GET' | 'POST' | 'HEAD'
  path: string
  /** A token for each key; null at the token endpoint. */
  tokens: Map<typeof key, string> | null
  request: CallOptions
}
const tokens = new Map([
  [key, await bound(key)],
  [ed, await bound(ed)],
])
const toolTokens = new Map([
  [key, await bound(key, mcp)],
  [ed, await bound(ed, mcp)],
])
const ENDPOINTS: Endpoint[] = [
  {
    what: 'token',
    method: 'POST',
    path: '/oauth/token',
    tokens: null,
    request: { headers: FORM, body: own },
  },
  { what: 'read', method: 'GET', path: '/v2/me', tokens, request: {} },
  { what: 'query', method: 'GET', path: '/v2/trips?limit=1', tokens, request: {} },
  { what: 'head', method: 'HEAD', path: '/v2/me', tokens, request: {} },
  {
    ...{ what: 'mcp', method: 'POST', path: '/mcp', tokens: toolTokens },
    request: { headers: JSON_HEADERS, body: LIST_TOOLS },
  },
]

interface Draft extends ProofParts {
  by: typeof key
  /** The claim ath, of the token. */
  ath: (token: string) => string | undefined
  /** What is sent in place of the proof. */
  sent: (proof: string) => string
}
type Change = (draft: Draft) => void
type Variant = [what: string, isRight: boolean, change: Change]

const header =
  (name: string, value: unknown): Change =>
  (draft) => {
    draft.header[name] = value
  }
const claim =
  (name: string, value: (old: never) => unknown): Change =>
  (draft) => {
    draft.claims[name] = value(draft.claims[name] as never)
  }
const keyed =
  (by: typeof key, alg: string): Change =>
  (draft) => {
    draft.by = by
    Object.assign(draft.header, { alg, jwk: by.jwk })
  }
const sent =
  (change: Draft['sent']): Change =>
  (draft) => {
    draft.sent = change
  }
const ath =
  (change: Draft['ath']): Change =>
  (draft) => {
    draft.ath = change
  }
const after = (suffix: string) => (old: string) => old + suffix
const later = (seconds: number) => (old: number) => old + seconds

/** What a proof may be in each of its parts, and whether that is right (RFC 9449 4.3). */
const PARTS: Readonly<Record<string, Variant[]>> = {
  alg: [
    ['ES256', true, () => undefined],
    ['EdDSA', true, keyed(ed, 'EdDSA')],
    ['Ed25519', true, keyed(ed, 'Ed25519')],
    ['none', false, header('alg', 'none')],
    ['HS256', false, header('alg', 'HS256')],
    ['RS256', false, keyed(rsa, 'RS256')],
  ],
  typ: [
    ['JWT', false, header('typ', 'JWT')],
    ['none', false, header('typ', undefined)],
    ['of an access token', false, header('typ', 'at+jwt')],
  ],
  jwk: [
    [
      'with what else a key may say',
      true,
      (draft) => header('jwk', { ...draft.by.jwk, kid: 'mine', use: 'sig' })(draft),
    ],
    ['none', false, header('jwk', undefined)],
    ['a private one', false, (draft) => header('jwk', draft.by.privateJwk)(draft)],
    ['a secret', false, header('jwk', { kty: 'oct', k: 'c2VjcmV0' })],
    ['another one', false, header('jwk', other.jwk)],
    ['no point of its curve', false, header('jwk', { ...key.jwk, x: other.jwk.x })],
    ['text', false, header('jwk', JSON.stringify(key.jwk))],
  ],
  htm: [
    ['another method', false, claim('htm', () => 'PUT')],
    ['lower case', false, claim('htm', (old: string) => old.toLowerCase())],
    ['none', false, claim('htm', () => undefined)],
  ],
  htu: [
    ['with a query', true, claim('htu', after('?a=b'))],
    ['with a fragment', true, claim('htu', after('#a'))],
    ['an upper-case host', true, claim('htu', (old: string) => old.replace('localhost', 'LOCALHOST'))],
    ['escaped without need', true, claim('htu', (old: string) => old.replace(/e([^e]*)$/, '%65$1'))],
    ['another path', false, claim('htu', after('x'))],
    ['a slash more', false, claim('htu', after('/'))],
    ['another host', false, claim('htu', (old: string) => old.replace('localhost', '127.0.0.1'))],
    ['http', false, claim('htu', (old: string) => old.replace('https', 'http'))],
    ['a path', false, claim('htu', (old: string) => new URL(old).pathname)],
    ['none', false, claim('htu', () => undefined)],
  ],
  iat: [
    ['some time ago', true, claim('iat', later(-15))],
    ['a clock that is ahead', true, claim('iat', later(28))],
    ['too old', false, claim('iat', later(-35))],
    ['too far ahead', false, claim('iat', later(50))],
    ['text', false, claim('iat', String)],
    ['none', false, claim('iat', () => undefined)],
  ],
  jti: [
    ['a number', false, claim('jti', () => 1)],
    ['empty', false, claim('jti', () => '')],
    ['none', false, claim('jti', () => undefined)],
  ],
  proof: [
    ['twice', false, sent((proof) => `${proof}, ${proof}`)],
    ['with a cut signature', false, sent((proof) => proof.slice(0, -4))],
    ['without a signature', false, sent((proof) => proof.replace(/[^.]+$/, ''))],
    ['no JWT', false, sent(() => 'abc')],
  ],
}
/** Of a resource alone: the token that it comes with. */
const ATH: Variant[] = [
  ['none', false, ath(() => undefined)],
  ['of another token', false, ath(() => sha256('another'))],
  ['padded', false, ath((token) => `${sha256(token)}=`)],
]
const partsOf = ({ tokens: ofKeys }: Endpoint) => (ofKeys === null ? PARTS : { ...PARTS, ath: ATH })

/** Sends the request with a proof of these parts; the key is the first of them. */
async function send(
  { method, path, request, tokens: ofKeys }: Endpoint,
  changes: readonly Change[],
): Promise<Answer> {
  const of = { method, url: node.url + path.replace(/\?.*/, ''), at: node.auth.keys.now() }
  const draft: Draft = {
    ...proofParts({ jwk: key.jwk, alg: 'ES256' }, of),
    by: key,
    ath: sha256,
    sent: (proof) => proof,
  }
  for (const change of changes) change(draft)
  const token = ofKeys?.get(draft.by) ?? ofKeys?.get(key)
  if (token !== undefined) draft.claims['ath'] = draft.ath(token)
  const dpop = draft.sent(draft.by.signed(draft))
  const authorization: Record<string, string> = token === undefined ? {} : { authorization: `DPoP ${token}` }
  return await node.call(path, {
    ...request,
    method,
    headers: { ...request.headers, ...authorization, dpop },
  })
}

const CHALLENGE =
  /^DPoP error="invalid_dpop_proof", error_description="([^"]+)", resource_metadata="[^"]+", algs="ES256 EdDSA Ed25519"$/

/** The sentence of a refusal of the proof; throws for any other answer. */
function refusal(answer: Answer, { tokens: ofKeys, method }: Endpoint): string {
  const { error, error_description: says } = method === 'HEAD' ? {} : answer.json()
  const [, challenge] = CHALLENGE.exec(String(answer.headers['www-authenticate'])) ?? []
  const found = [answer.status, method === 'HEAD' ? 'invalid_token' : error]
  const expected = ofKeys === null ? [400, 'invalid_dpop_proof'] : [401, 'invalid_token']
  if (found.join() !== expected.join() || (ofKeys !== null && challenge === undefined))
    throw new Error(`${found.join()} ${answer.text} ${String(answer.headers['www-authenticate'])}`)
  return challenge ?? String(says)
}

for (const endpoint of ENDPOINTS)
  t.test(`190 and 195 ${endpoint.what}: each part alone`, async (t) => {
    for (const [part, variants] of Object.entries(partsOf(endpoint)))
      for (const [what, isRight, change] of variants) {
        const answer = await send(endpoint, [change])
        if (isRight) t.equal(answer.status, 200, `${part} ${what}: ${answer.text}`)
        else t.match(refusal(answer, endpoint), RegExp(`\\b${part}\\b`), `${part} ${what}`)
      }
  })

t.test('190 and 195 any parts together', async () => {
  const anyOf = (variants: Variant[]) =>
    fc.oneof(
      { weight: 5, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.constantFrom(...variants) },
    )
  const requests = fc
    .constantFrom(...ENDPOINTS)
    .chain((endpoint) => fc.tuple(fc.constant(endpoint), ...Object.values(partsOf(endpoint)).map(anyOf)))
  await fc.assert(
    fc.asyncProperty(requests, async ([endpoint, ...chosen]) => {
      const variants = chosen.filter((one) => one !== null)
      const answer = await send(
        endpoint,
        variants.map(([, , change]) => change),
      )
      if (variants.some(([, isRight]) => !isRight)) refusal(answer, endpoint)
      else if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`)
    }),
    { numRuns: propertyRuns(3_000) },
  )
})

/** GET /v2/me with these headers: its status, and the scheme and error of the challenge. */
async function asked(headers: Record<string, string>, at = node): Promise<[number, string?, string?]> {
  const answer = await at.call(`${at.app.listeningOrigin}/v2/me`, { headers })
  const challenge = /^(\w+)(?: error="(\w+)")?/.exec(String(answer.headers['www-authenticate'] ?? ''))
  return [answer.status, ...(challenge?.slice(1) ?? [])] as [number, string?, string?]
}
const token = tokens.get(key)!
const url = `${node.url}/v2/me`
const fresh = (of = token, by = key): string => by.proof('GET', url, of)

t.test('192 and 193 a bound token comes with its key, and no other token does', async (t) => {
  const unbound = tokensOf(
    await tokenRequest(node, app, {
      grant_type: 'authorization_code',
      redirect_uri: app.redirectUri,
      code: await freshCode(who, app),
    }),
  ).accessToken
  const withKey = [401, 'DPoP', 'invalid_token']
  t.same(await asked({ authorization: `Bearer ${token}` }), withKey)
  t.same(await asked({ authorization: `Bearer ${token}`, dpop: fresh() }), withKey)
  t.same(await asked({ authorization: `DPoP ${unbound}`, dpop: fresh(unbound) }), withKey)
  t.same(await asked({ authorization: `DPoP abc`, dpop: fresh() }), withKey)
  t.same(await asked({ authorization: `DPoP ${token}` }), [401, 'DPoP', 'invalid_dpop_proof'], 'no proof')
  t.same(
    await asked({ authorization: `DPoP ${token}`, dpop: fresh(token, other) }),
    [401, 'DPoP', 'invalid_dpop_proof'],
    'another key',
  )
  t.same(await asked({ authorization: `dpop ${token}`, dpop: fresh() }), [200], 'the scheme in lower case')
  t.same(await asked({ authorization: `Bearer ${unbound}`, dpop: 'abc' }), [200], 'nobody asks for a proof')
  const missing = String((await node.call('/v2/me')).headers['www-authenticate'])
  t.match(missing, /^Bearer realm="api", resource_metadata="[^"]+", DPoP algs="ES256 EdDSA Ed25519"$/)
})

t.test('194 a proof works once', async (t) => {
  const used = [401, 'DPoP', 'invalid_dpop_proof']
  const headers = { authorization: `DPoP ${token}`, dpop: fresh() }
  t.same(await asked(headers), [200])
  t.same(await asked(headers), used)
  const parts = proofParts({ jwk: key.jwk, alg: 'ES256' }, { method: 'GET', url, token })
  t.same(await asked({ ...headers, dpop: key.signed(parts) }), [200])
  t.same(await asked({ ...headers, dpop: key.signed(parts) }), used, 'signed again, with the same jti')
  const edToken = tokens.get(ed)!
  const { jti } = parts.claims
  const same = proofParts({ jwk: ed.jwk, alg: 'EdDSA' }, { method: 'GET', url, token: edToken })
  same.claims['jti'] = jti
  t.same(
    await asked({ authorization: `DPoP ${edToken}`, dpop: ed.signed(same) }),
    [200],
    'the jti of another key',
  )
})

t.test('191 behind another address, a proof is for the one that clients know', async (t) => {
  const neighbour = await authNode(t, { joins: node })
  const authorization = `DPoP ${token}`
  t.same(await asked({ authorization, dpop: fresh() }, neighbour), [200])
  const dpop = key.proof('GET', `${neighbour.app.listeningOrigin}/v2/me`, token)
  t.same(await asked({ authorization, dpop }, neighbour), [401, 'DPoP', 'invalid_dpop_proof'])
})
