/** What people do on the pages with second factors and passkeys. */
import { totpCode, totpStep } from '../../../api/pages/sign-in/totp.js'
import type { Answer } from '../https-site.js'
import type { Claims, SoftwareAuthenticator } from './software-authenticator.js'
import { fromBase32 } from './totp-secret.js'
import { formTo, unescaped } from './visitor.js'
import type { Visitor } from './visitor.js'

const REPLACE = '/account/second-factor/replace'

/** The recovery codes that a page shows. */
export const codesOn = ({ text }: Answer): string[] =>
  text.match(/\b[a-z2-9]{5}-[a-z2-9]{5}\b/g)?.filter((one) => one !== 'k7m2p-x9qrt') ?? []

/** The key of the second factor that a page shows. */
export const keyOn = ({ text }: Answer): Buffer =>
  fromBase32(/<span class="secret">([A-Z2-7 ]+)<\/span>/.exec(text)![1]!.replaceAll(' ', ''))

/** Sets a second factor up in a session; its key, and the answer to its first code. @param now epoch milliseconds */
export async function setUpFactor(
  who: Visitor,
  now: number,
  isRight = true,
): Promise<{ key: Buffer; answer: Answer }> {
  const shown = await who.fillAt('/account/security', REPLACE, {})
  const key = keyOn(shown)
  const code = totpCode(key, totpStep(now) + (isRight ? 0 : 1_000))
  return { key, answer: await who.submit(shown, REPLACE, { code }) }
}

/** Makes a passkey in a session, and sends it. */
export async function addPasskey(
  who: Visitor,
  authenticator: SoftwareAuthenticator,
  claims: Claims = {},
  name = 'Phone',
): Promise<Answer> {
  const page = await who.fillAt('/account/security', '/account/passkeys/new', {})
  return await who.submit(page, '/account/passkeys', {
    passkey_name: name,
    credential: authenticator.create(optionsOn(page), claims),
  })
}

/** The options that make a passkey, on the page that does. */
export function optionsOn({ text }: Answer): { challenge: string; rp: { id: string }; user: { id: string } } {
  return JSON.parse(unescaped(/data-options="([^"]*)"/.exec(text)![1]!)) as ReturnType<typeof optionsOn>
}

/** Asks for a challenge on the sign-in page, as its script does. */
export async function challenged(who: Visitor): Promise<{ challenge: string; rpId: string; page: Answer }> {
  const page = await who.get('/oauth/login?switch=1')
  const { form_token: token = '' } = formTo(page.text, '/oauth/passkey').fields
  const options = await who.post('/oauth/passkey/challenge', { form_token: token })
  return { ...(options.json() as { challenge: string; rpId: string }), page }
}

/** Signs in with a passkey; the answer that was sent, and what became of it. */
export async function signInByPasskey(
  who: Visitor,
  authenticator: SoftwareAuthenticator,
  claims: Claims = {},
): Promise<{ credential: string; answer: Answer }> {
  const { page, ...options } = await challenged(who)
  const credential = authenticator.sign(options, claims)
  return { credential, answer: await who.submit(page, '/oauth/passkey', { credential }) }
}
