/** The token and revocation endpoints: what is refused, and how (oauth.md 5.2 and 83). The numbers are its rows. */
import t from 'tap'
import { createHash } from 'node:crypto'
import { findMatchingSecret } from '../../../../api/oauth/clients/check-secret.js'
import { OauthError } from '../../../../api/oauth/oauth-error.js'
import { sameHash, tokenHash } from '../../../../api/oauth/random-token.js'
import type { AppSecret } from '../../../../schemas/oauth/oauth-app.js'
import {
  anApp,
  freshCode,
  refreshed,
  tokenRequest,
  tokensOf,
  signedInNode,
} from '../../../support/auth/auth-fixtures.js'
import type { Answer } from '../../../support/https-site.js'
import { isTokenError } from '../../../support/auth/token-error.js'

const { node, app, who } = await signedInNode(t)
const other = await anApp(node)

type Form = Record<string, string>
const OWN: Form = { grant_type: 'client_credentials' }
const { clientId: client_id, clientSecret: client_secret } = app
const basic = (id: string, secret: string): Form => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
})
const VERIFIER = 'a-verifier.of_just~the-right-length-0123456789'
const S256 = {
  code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  code_challenge_method: 'S256',
}
/** A secret with characters that forms and Basic escape. */
const ESCAPED = 'a+b%c:d e/ü'
await node.auth.deps.developerApps.rotate(
  other.clientId,
  { hash: createHash('sha256').update(ESCAPED).digest(), last4: 'odd!' },
  { overlapSeconds: 3_600, endTokens: false },
)
/** Escaped: NUL, half a surrogate pair (no UTF-8), a byte that starts no character. */
const ODD = ['%00', '%ed%a0%bd', '%ff', 'a%00b']

const post = async (form: Form | string, headers: Form = {}, path = '/oauth/token'): Promise<Answer> =>
  await node.post(path, form, headers)
const token = async (form: Form, headers: Form = {}): Promise<Answer> =>
  await tokenRequest(node, app, form, headers)
/** A code of `requested`, exchanged by a form with these changes. */
const code = async (changes: Form, requested: Form = {}, by = token): Promise<Answer> => {
  const fresh = await freshCode(who, app, requested)
  return await by({
    grant_type: 'authorization_code',
    redirect_uri: app.redirectUri,
    code: fresh,
    ...changes,
  })
}
const json = JSON.stringify({ ...OWN, client_id, client_secret })
const secretly = `client_id=${client_id}&client_secret=${client_secret}`
const withoutSecret = async (form: Form): Promise<Answer> => await post({ ...form, client_id })

type Case = [row: string, send: () => Promise<Answer>, status: number, error: string, says?: RegExp]
const MISSING = /grant_type is missing; .*application\/x-www-form-urlencoded/
const CASES: Case[] = [
  ['28 no client', () => post(OWN), 401, 'invalid_client'],
  ['28 no secret', () => withoutSecret(OWN), 401, 'invalid_client'],
  ['29 a wrong secret in the form', () => token({ ...OWN, client_secret: 'x' }), 401, 'invalid_client'],
  ['30 a wrong secret by Basic', () => post(OWN, basic(client_id, 'x')), 401, 'invalid_client'],
  ['31 Basic, not encoded', () => post(OWN, basic(other.clientId, ESCAPED)), 401, 'invalid_client'],
  ['32 unknown client', () => token({ ...OWN, client_id: 'nobody' }), 401, 'invalid_client'],
  ['33 two methods', () => token(OWN, basic(client_id, client_secret)), 400, 'invalid_request'],
  ['34 in the URL', () => post(OWN, {}, `/oauth/token?${secretly}`), 400, 'invalid_request'],
  [
    '34 the secret alone in the URL',
    () => post({ ...OWN, client_id }, {}, `/oauth/token?client_secret=${client_secret}`),
    400,
    'invalid_request',
  ],
  ['35 an unknown grant', () => token({ grant_type: 'password' }), 400, 'unsupported_grant_type'],
  ['36 no grant_type', () => token({}), 400, 'invalid_request', MISSING],
  ['36 nor anything else', () => post('a=b'), 400, 'invalid_request', MISSING],
  ['36 no body', () => node.call('/oauth/token', { method: 'POST' }), 400, 'invalid_request', MISSING],
  [
    '36 grant_type twice',
    () => post(`${secretly}&grant_type=client_credentials&grant_type=client_credentials`),
    400,
    'invalid_request',
  ],
  [
    '37 JSON',
    () => post(json, { 'content-type': 'application/json' }),
    400,
    'invalid_request',
    /form .* with the parameter grant_type; .* application\/json/,
  ],
  ['37 nonsense', () => post(json, { 'content-type': 'nonsense' }), 400, 'invalid_request'],
  ...(['GET', 'PUT', 'DELETE'] as const).map((method): Case => [
    `38 ${method}`,
    () => node.call('/oauth/token', { method }),
    405,
    'method_not_allowed',
  ]),
  ['39 over 16 KB', () => token({ ...OWN, filler: 'x'.repeat(17 * 1024) }), 413, 'payload_too_large'],
  ['44 another URL', () => code({ redirect_uri: `${app.redirectUri}/` }), 400, 'invalid_grant'],
  ['44 no URL', () => code({ redirect_uri: '' }), 400, 'invalid_request'],
  ['45 no verifier', () => code({}, S256), 400, 'invalid_grant'],
  ['45 a wrong verifier', () => code({ code_verifier: 'w'.repeat(43) }, S256), 400, 'invalid_grant'],
  ['46 no challenge', () => code({ code_verifier: VERIFIER }), 400, 'invalid_grant'],
  [
    '47 a verifier is no secret',
    () => code({ code_verifier: VERIFIER }, S256, withoutSecret),
    401,
    'invalid_client',
  ],
  ...['v'.repeat(42), 'v'.repeat(129), `${'v'.repeat(42)}!`].map((code_verifier): Case => [
    `48 the verifier ${code_verifier}`,
    () => code({ code_verifier }),
    400,
    'invalid_request',
  ]),
  ['83 no secret', () => post({ client_id, token: 'abc' }, {}, '/oauth/revoke'), 401, 'invalid_client'],
  [
    '149 with a slash',
    () => post({ ...OWN, client_id, client_secret: 'no' }, {}, '/oauth/token/'),
    401,
    'invalid_client',
  ],
  ...ODD.flatMap((odd): Case[] => {
    const form = `grant_type=client_credentials&token=x&client_id=${odd}&client_secret=x`
    return [
      [`the client ${odd}`, () => post(form), 401, 'invalid_client'],
      [`the client ${odd}, revoked`, () => post(form, {}, '/oauth/revoke'), 401, 'invalid_client'],
      [`the client ${odd} by Basic`, () => post(OWN, basic(odd, 'x')), 401, 'invalid_client'],
      [
        `the code ${odd}`,
        () => post(`${secretly}&grant_type=authorization_code&code=${odd}&redirect_uri=${odd}`),
        400,
        'invalid_grant',
      ],
      [
        `the refresh token ${odd}`,
        () => post(`${secretly}&grant_type=refresh_token&refresh_token=${odd}`),
        400,
        'invalid_grant',
      ],
      [`the grant ${odd}`, () => post(`${secretly}&grant_type=${odd}`), 400, 'unsupported_grant_type'],
    ]
  }),
  ['a NUL by Basic', () => post(OWN, basic('\0', 'x')), 401, 'invalid_client'],
]

t.test('each request is refused with its error', async (t) => {
  const texts = new Map<string, string>()
  for (const [what, send, status, error, says = /./] of CASES) {
    const answer = await send()
    isTokenError(t, answer, status, error, what)
    t.match(answer.json()['error_description'], says, what)
    if (status === 401) t.match(answer.headers['www-authenticate'], /^Basic realm="/, what)
    if (status === 405) t.equal(answer.headers['allow'], 'POST', what)
    texts.set(what, answer.text)
  }
  t.equal(texts.get('32 unknown client'), texts.get('29 a wrong secret in the form'), '32 alike')
  t.equal((await node.call('/oauth/token', { method: 'HEAD' })).status, 405)
  const quoted = new OauthError('invalid_request', 'a "quoted" \\ thing\n')
  t.equal(quoted.message, 'a ?quoted? ? thing?', '49 plain ASCII')
})

t.test('25 to 27, 31, 45, 52 and 149 what is accepted: five fields, never cached, as JSON', async (t) => {
  const exchanged = await code({ scope: 'admin' })
  const encoded = new URLSearchParams({ s: ESCAPED }).toString().slice(2)
  const accepted = [
    exchanged,
    await refreshed(node, app, tokensOf(exchanged).refreshToken),
    await code({ code_verifier: VERIFIER }, S256),
    await token({ ...OWN, scope: 'admin' }),
    await post(OWN, basic(client_id, client_secret)),
    await post(OWN, basic(encodeURIComponent(other.clientId), encoded)),
    await post({ ...OWN, client_id, client_secret }, {}, '/oauth/token/'),
  ]
  for (const answer of accepted) {
    t.equal(answer.status, 200, answer.text)
    const body = answer.json()
    t.same(Object.keys(body).sort(), ['access_token', 'expires_in', 'refresh_token', 'scope', 'token_type'])
    t.match(body, { expires_in: 86_400, token_type: 'bearer', scope: '' })
    const { pragma, 'cache-control': control, 'content-type': type } = answer.headers
    t.same([control, pragma, type], ['no-store', 'no-cache', 'application/json; charset=utf-8'])
  }
  for (const path of ['/oauth/token//', '/oauth/revoke/'])
    t.equal((await post({ ...OWN, client_id, client_secret }, {}, path)).status, 404, path)
  t.equal((await node.call('/oauth/token/')).headers['allow'], 'POST')
})

t.test('32 an unknown client costs one hash comparison, a known one as many as it has secrets', async (t) => {
  const secrets = ['first', 'second'].map((id) => ({ id, hash: tokenHash(id) }) as AppSecret)
  let compared = 0
  const count = (a: Uint8Array, b: Uint8Array): boolean => {
    compared += 1
    return sameHash(a, b)
  }
  t.equal(findMatchingSecret([], 'x', count), null)
  t.equal(compared, 1, 'unknown')
  t.equal(findMatchingSecret(secrets, 'first', count)?.id, 'first')
  t.equal(compared, 3, 'no early exit')
})
