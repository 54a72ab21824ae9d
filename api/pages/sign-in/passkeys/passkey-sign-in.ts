/**
 * Sign-in with a passkey that the browser finds (oauth.md 5.7, 176). The authenticator verifies the user, so it counts
 * as both factors. The button needs JavaScript; the password form does not.
 */
import type { LinkStore } from '../../../../schemas/oauth/mailed-link.js'
import type { PasskeyStore } from '../../../../schemas/oauth/factors/passkey.js'
import { asSent } from '../../lib/form.js'
import { originOf, visitor } from '../../lib/page-access.js'
import type { VisitorPage } from '../../lib/page-access.js'
import { page } from '../../lib/page.js'
import type { Page, Posted } from '../../lib/page.js'
import { file, redirect, throttled } from '../../lib/page-result.js'
import type { PageResult } from '../../lib/page-result.js'
import { returnPath } from '../../lib/return-path.js'
import { browserId, openSession } from '../../lib/session.js'
import type { AccountKind } from '../account-kind.js'
import { rememberDevice } from '../known-device.js'
import { signInForm } from '../sign-in.js'
import type { SignInDeps } from '../sign-in.js'
import { challengeThrottle } from '../sign-in-throttle.js'
import { readPasskeyAnswer, requestOptions, verifyPasskey } from './passkey-ceremony.js'
import { newChallenge, takeChallenge } from './passkey-challenge.js'
import type { PasskeyParty } from './passkey-party.js'

export type PasskeySignInDeps = SignInDeps & { links: LinkStore; passkeys: PasskeyStore }

const ANSWER = { q: asSent(), credential: asSent() }
const PURPOSE = 'member_passkey_sign_in'
const REFUSED =
  'This passkey was not accepted: it may have been removed from the account, or the page was open for too long. Try again, ' +
  'or sign in with your password.'

/** POST `/passkey` and `/passkey/challenge`, where passkeys are offered. */
export function passkeySignInPages(kind: AccountKind): Array<Page<PasskeySignInDeps>> {
  const { passkeys: party } = kind.signIn
  if (party === null) return []
  const access = visitor(kind.type)
  const path = `${kind.visitorPath}/passkey` as const
  return [
    page({ route: `POST ${path}/challenge`, access }, async (page, deps: PasskeySignInDeps) => {
      const wait = await challengeThrottle(page.request.ip, deps)
      if (wait !== null) return throttled(wait)
      const asked = { purpose: PURPOSE, about: null, by: browserId(page.visitor) } as const
      const options = await requestOptions(party, await newChallenge(asked, deps.links))
      return file({ type: 'application/json', body: JSON.stringify(options) })
    }),
    page({ route: `POST ${path}`, access, form: ANSWER }, async (page, deps: PasskeySignInDeps) => {
      const memberId = await provenMember(page, party, deps)
      return memberId === null ? await refuse(page, kind) : await signIn(page, kind, memberId, deps)
    }),
  ]
}

type AnswerPage = Posted<VisitorPage, typeof ANSWER>

/** The member whose passkey has answered a challenge of this browser; null for any other answer. */
async function provenMember(
  page: AnswerPage,
  party: PasskeyParty,
  deps: PasskeySignInDeps,
): Promise<string | null> {
  const answer = readPasskeyAnswer(page.form.credential)
  if (answer === null) return null
  const asked = { purpose: PURPOSE, by: browserId(page.visitor) } as const
  if ((await takeChallenge(asked, answer.challenge, deps.links)) === null) return null
  const passkey = await deps.passkeys.find(answer.credentialId)
  const counter = passkey === null ? null : await verifyPasskey(party, answer, passkey)
  const isNew =
    passkey !== null && counter !== null && (await deps.passkeys.use(passkey.credentialId, counter))
  if (isNew) return passkey.memberId
  const actor = { kind: 'member', id: passkey?.memberId ?? null } as const
  await deps.audit.record({ event: 'passkey_failed', actor, ...originOf(page) })
  return null
}

async function signIn(
  page: AnswerPage,
  kind: AccountKind,
  memberId: string,
  deps: PasskeySignInDeps,
): Promise<PageResult> {
  const account = await kind.accounts.byId(memberId)
  if (account === null) return await refuse(page, kind)
  await openSession(page, { kind: kind.type, accountId: account.id, secondFactor: true }, deps)
  rememberDevice(page.cookies, kind.type, account, 'second factor', deps)
  const actor = { kind: kind.type, id: account.id }
  await deps.audit.record({ event: 'signed_in_by_passkey', actor, ...originOf(page) })
  return redirect(returnPath(page.form.q || null, kind.home))
}

async function refuse(page: AnswerPage, kind: AccountKind): Promise<PageResult> {
  const returnTo = returnPath(page.form.q || null, kind.home)
  const appName = await kind.signIn.appName(returnTo)
  return signInForm(kind, { returnTo, appName, errors: [{ field: 'passkey', text: REFUSED }] })
}
