/**
 * A member's passkeys: added and removed on the page Security, after the member confirms who it is (oauth.md 5.9, 131).
 * The challenge belongs to the session that has confirmed it, so its answer needs no further proof.
 */
import { randomBytes } from 'node:crypto'
import type { LinkStore } from '../../../../schemas/oauth/mailed-link.js'
import type { PasskeyStore } from '../../../../schemas/oauth/factors/passkey.js'
import { asSent, line } from '../../lib/form.js'
import { member } from '../../lib/page-access.js'
import type { MemberPage } from '../../lib/page-access.js'
import { page } from '../../lib/page.js'
import type { Posted } from '../../lib/page.js'
import { redirect, view } from '../../lib/page-result.js'
import type { PageResult, Refused } from '../../lib/page-result.js'
import { fields } from '../../views/field.js'
import { html } from '../../views/html.js'
import type { AccountKind } from '../account-kind.js'
import { renderSecurity } from '../account-security.js'
import type { AccountSecurityDeps } from '../account-security.js'
import { browserName } from '../browser-name.js'
import type { SecondFactorDeps } from '../second-factor.js'
import { confirmAgain } from '../step-up.js'
import { creationOptions, readPasskeyAnswer, verifyNewPasskey } from './passkey-ceremony.js'
import { newChallenge, takeChallenge } from './passkey-challenge.js'
import { passkeyForm } from './passkey-form.js'
import { passkeyMail } from './passkey-mail.js'
import type { PasskeyParty } from './passkey-party.js'

export type PasskeyPagesDeps = AccountSecurityDeps &
  SecondFactorDeps & { links: LinkStore; passkeys: PasskeyStore }

const MAX_PASSKEYS = 20
const MAX_NAME = 60
const NAME = {
  passkey_name: line(
    { label: 'Name', hint: 'A name that you will recognise in your list.', autocomplete: 'off' },
    'a name',
    MAX_NAME,
  ),
}
const NEW = { ...NAME, credential: asSent() }
const PURPOSE = 'member_passkey'
const SECURITY = '/account/security'
const ID = /^\d{1,18}$/
const REFUSED = "No passkey was added: your device's answer was not accepted, or came too late. Try again."

/** POST `/account/passkeys`, `/account/passkeys/new` and `/account/passkeys/remove`, where passkeys are offered. */
export function passkeyPages(kind: AccountKind) {
  const { passkeys: party } = kind.signIn
  if (party === null) return []
  return [
    page({ route: 'POST /account/passkeys/new', access: member }, async (page, deps: PasskeyPagesDeps) => {
      const known = await deps.passkeys.ofMember(page.account.id)
      if (known.length >= MAX_PASSKEYS) {
        const text = `Remove a passkey first: an account has at most ${MAX_PASSKEYS}.`
        return await renderSecurity(page, kind, deps, { errors: [{ field: 'passkeys', text }] })
      }
      return (await confirmed(page, 'add a passkey', deps)) ?? (await renderAdd(page, party, deps))
    }),
    page(
      { route: 'POST /account/passkeys', access: member, form: NEW },
      async (page, deps: PasskeyPagesDeps) => await add(page, party, deps),
    ),
    page(
      { route: 'POST /account/passkeys/remove', access: member, form: { passkey: asSent() } },
      async (page, deps: PasskeyPagesDeps) =>
        (await confirmed(page, 'remove a passkey', deps)) ?? (await remove(page, page.form.passkey, deps)),
    ),
  ]
}

/** Null once the member has confirmed who it is. */
async function confirmed(page: MemberPage, what: string, deps: SecondFactorDeps): Promise<PageResult | null> {
  return await confirmAgain(page, { what, back: SECURITY }, deps)
}

const sessionId = ({ session }: MemberPage): string => session.hash.toString('base64url')

async function renderAdd(
  page: MemberPage,
  party: PasskeyParty,
  deps: PasskeyPagesDeps,
  refused: Refused = {},
): Promise<PageResult> {
  const { account, request } = page
  const known = await deps.passkeys.ofMember(account.id)
  const userHandle = known[0]?.userHandle ?? randomBytes(32)
  const challenge = await newChallenge(
    { purpose: PURPOSE, about: account.id, by: sessionId(page) },
    deps.links,
    { handle: userHandle.toString('base64url') },
  )
  const options = await creationOptions(party, { email: account.email, userHandle, challenge, known })
  const suggested = browserName(request.headers['user-agent'] ?? '').slice(0, MAX_NAME)
  const values = { passkey_name: page.sent.get('passkey_name') ?? suggested }
  return view(
    { title: 'Add a passkey', path: SECURITY, hasPasskeys: true, ...refused },
    (frame) => html`
<h1>Add a passkey</h1>
<p class="lead">Your device or your password manager keeps it, and asks for your fingerprint, your face or a PIN before it is used. From then on it signs you in by itself.</p>
${passkeyForm(
  frame,
  { action: '/account/passkeys', options },
  html`${fields(frame, NAME, values)}<p class="actions"><button class="primary" id="passkey">Create the passkey</button> <a href="${SECURITY}">Back</a></p>`,
)}
<noscript><p>Creating a passkey needs JavaScript, which is switched off in this browser. <a href="${SECURITY}">Back to Security</a></p></noscript>
`,
  )
}

async function add(
  page: Posted<MemberPage, typeof NEW>,
  party: PasskeyParty,
  deps: PasskeyPagesDeps,
): Promise<PageResult> {
  const { account, form, errors } = page
  const again = async (refused: Refused): Promise<PageResult> =>
    (await confirmed(page, 'add a passkey', deps)) ?? (await renderAdd(page, party, deps, refused))
  if (errors.length > 0) return await again({ errors })
  const answer = readPasskeyAnswer(form.credential)
  const asked = { purpose: PURPOSE, by: sessionId(page) } as const
  const kept = answer === null ? null : await takeChallenge(asked, answer.challenge, deps.links)
  const made = answer === null || kept === null ? null : await verifyNewPasskey(party, answer)
  const userHandle = Buffer.from(kept?.['handle'] ?? '', 'base64url')
  const isAdded =
    made !== null &&
    (await deps.passkeys.add({ ...made, memberId: account.id, userHandle, name: form.passkey_name }))
  if (!isAdded) return await again({ errors: [{ field: 'passkey', text: REFUSED }] })
  await page.audit('passkey_added')
  deps.mailer.send(passkeyMail(account.email, 'added'))
  return redirect(`${SECURITY}?m=passkey_added`)
}

async function remove(page: MemberPage, id: string, deps: PasskeyPagesDeps): Promise<PageResult> {
  const { account } = page
  if (ID.test(id) && (await deps.passkeys.remove(account.id, id))) {
    await page.audit('passkey_removed')
    deps.mailer.send(passkeyMail(account.email, 'removed'))
  }
  return redirect(`${SECURITY}?m=passkey_removed`)
}
