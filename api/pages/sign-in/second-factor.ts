/**
 * The second factor (TOTP): asked for at each sign-in. Developers set it up at the first one, members
 * on their page Security if they want one. A code works once (oauth.md 5.7, 114).
 */
import { renderSVG } from 'uqr'
import type { Account, SecondFactorRows } from '../../../schemas/oauth/account.js'
import type { RecoveryCodeStore } from '../../../schemas/oauth/factors/recovery-code.js'
import type { Session } from '../../../schemas/oauth/session.js'
import { sameSecret } from '../../oauth/random-token.js'
import { asSent } from '../lib/form.js'
import { page } from '../lib/page.js'
import type { Admit, Page, Posted } from '../lib/page.js'
import { hasProvenAll } from '../lib/page-access.js'
import type { AccountPage } from '../lib/page-access.js'
import { redirect, view } from '../lib/page-result.js'
import type { PageResult, Refused } from '../lib/page-result.js'
import { returnPath } from '../lib/return-path.js'
import { openSession } from '../lib/session.js'
import type { Mailer } from '../ports.js'
import { fieldOf, recoveryField } from '../views/field.js'
import { html, trustedMarkup } from '../views/html.js'
import type { Html } from '../views/html.js'
import { signOutForm } from '../views/layout.js'
import type { PageFrame } from '../views/page-frame.js'
import { postForm } from '../views/post-form.js'
import { secondFactorPath } from './account-kind.js'
import type { AccountKind } from './account-kind.js'
import { knownDevice, rememberDevice, sessionKey } from './known-device.js'
import { codesGuessedMail, recoveryCodeUsedMail } from './recovery/factor-mails.js'
import { recoveryHashes } from './recovery/recovery-codes.js'
import { renderNewCodes } from './recovery/show-codes.js'
import type { SignInDeps } from './sign-in.js'
import { attempter, mayWarnOfCodes, TOO_MANY_ATTEMPTS, totpThrottle } from './sign-in-throttle.js'
import { matchTotp, newTotpSecret, readableSecret, totpUri } from './totp.js'

export type SecondFactorDeps = SignInDeps & {
  members: SecondFactorRows
  developers: SecondFactorRows
  recovery: RecoveryCodeStore
  mailer: Mailer
}

type RefusedCode = { is: 'wrong' } | { is: 'throttled'; waitSeconds: number }
type CodeResult = { is: 'accepted'; step: number } | RefusedCode

/** Label of sealed second factors. */
export const SECOND_FACTOR_SEAL = 'second factor'
const SET_UP_MAC = 'second factor set-up'
const RECOVERY_FIELD = 'recovery_code'
const WRONG_RECOVERY_CODE = 'This recovery code is wrong, or has already been used.'
const WRONG_CODE = 'This code is wrong, or has already been used. Enter the newest one.'
const SET_UP_ELSEWHERE = 'A second factor was set up in another window. Enter a code from that one.'

export const CODE = {
  q: asSent(),
  /** The key of a factor that is being set up. */
  sealed: asSent(),
  code: asSent({ label: 'Code', autocomplete: 'one-time-code', inputmode: 'numeric', plain: true }),
}

/** GET and POST `/second-factor` of the sign-in. @param access admits accounts that have given the password */
export function secondFactorPages<A extends Account, R>(
  access: Admit<AccountPage<A>, R>,
  kind: AccountKind,
): Array<Page<SecondFactorDeps & R>> {
  return [
    page({ route: `GET ${secondFactorPath(kind)}`, access }, (page, deps: SecondFactorDeps) => {
      const to = returnPath(page.query.get('q'), kind.home)
      return hasProvenAll(page.session, page.account) ? redirect(to) : renderForm(page, kind, to, deps)
    }),
    page(
      { route: `POST ${secondFactorPath(kind)}`, access, form: CODE },
      async (page, deps: SecondFactorDeps) => await completeSignIn(page, kind, deps),
    ),
  ]
}

/** Checks the code of the sign-in, and stores the factor if it is being set up. */
async function completeSignIn(
  page: Posted<AccountPage<Account>, typeof CODE>,
  kind: AccountKind,
  deps: SecondFactorDeps,
): Promise<PageResult> {
  const { account, form } = page
  const to = returnPath(form.q || null, kind.home)
  const isSetUp = account.sealedTotp === null
  if (isSetUp && !kind.secondFactor.isRequired) return redirect(to)
  const sealed = account.sealedTotp ?? readSetUp(form.sealed, account, deps)
  if (sealed === null) return renderForm(page, kind, to, deps, { is: 'wrong' })
  const code = await checkCode(page, sealed, isSetUp, deps)
  if (code.is !== 'accepted') return renderForm(page, kind, to, deps, code)
  if (isSetUp) {
    if (!(await factorOf(page.session, deps).setTotp(account.id, sealed, code.step))) {
      await page.audit('second_factor_failed')
      return renderCodeForm(kind, to, { errors: [{ field: 'code', text: SET_UP_ELSEWHERE }] })
    }
    await page.audit('second_factor_set')
  }
  await openFullSession(page, deps)
  await page.audit('signed_in')
  return isSetUp ? await renderNewCodes(page, kind, to, deps) : redirect(to)
}

/** Opens a session in which the second factor is proven, and makes the browser known for it. */
export async function openFullSession(page: AccountPage<Account>, deps: SignInDeps): Promise<void> {
  const { cookies, account, session } = page
  await openSession(page, { kind: session.kind, accountId: account.id, secondFactor: true }, deps)
  rememberDevice(cookies, session.kind, account, 'second factor', deps)
}

/** The store of the second factor of the session's account. */
export function factorOf({ kind }: Session, { members, developers }: SecondFactorDeps): SecondFactorRows {
  return kind === 'member' ? members : developers
}

/**
 * Counts the attempt, then checks the code, then uses up its time step; a factor being set up has used none
 * yet. Who only knows the password is a stranger; a browser or session in which a code was right before is
 * counted alone (oauth.md 3.6).
 */
export async function checkCode(
  page: AccountPage<Account>,
  sealed: Buffer,
  isSetUp: boolean,
  deps: SecondFactorDeps,
): Promise<CodeResult> {
  const { account, session, request, cookies, sent } = page
  const known =
    knownDevice(cookies, session.kind, account, deps, 'second factor') ??
    (session.secondFactor ? sessionKey(session) : null)
  const throttle = totpThrottle(account.id, attempter(known, request.ip), deps)
  const waitSeconds = await throttle.consume()
  if (waitSeconds !== null) {
    await page.audit('throttled')
    return { is: 'throttled', waitSeconds }
  }
  const recoveryCode = isSetUp ? null : sent.get(RECOVERY_FIELD)
  const step =
    recoveryCode === null
      ? await takeCode(page, sealed, isSetUp, deps)
      : await takeRecoveryCode(page, recoveryCode, deps)
  if (step === null) {
    await page.audit('second_factor_failed')
    if ((await throttle.isSpent()) && (await mayWarnOfCodes(account.id, deps)))
      deps.mailer.send(codesGuessedMail(account.email, request.ip))
    return { is: 'wrong' }
  }
  await throttle.succeeded()
  return { is: 'accepted', step }
}

async function takeCode(
  { account, session, sent }: AccountPage<Account>,
  sealed: Buffer,
  isSetUp: boolean,
  deps: SecondFactorDeps,
): Promise<number | null> {
  const step = matchTotp(deps.vault.open(SECOND_FACTOR_SEAL, sealed), sent.get('code') ?? '', deps.now())
  return step === null || isSetUp || (await factorOf(session, deps).takeTotpStep(account.id, step))
    ? step
    : null
}

/** Uses a recovery code up, which is recorded and mailed; it has no time step. Null if it is not right. */
async function takeRecoveryCode(
  page: AccountPage<Account>,
  code: string,
  deps: SecondFactorDeps,
): Promise<number | null> {
  const { id, email } = page.account
  const remaining = await deps.recovery.use(
    { type: page.session.kind, id },
    recoveryHashes(deps.vault, id, code),
  )
  if (remaining === null) return null
  await page.audit('recovery_code_used', { detail: { remaining } })
  deps.mailer.send(recoveryCodeUsedMail(email, remaining))
  return 0
}

/** The form for a code, or for setting the factor up when there is none. */
function renderForm(
  page: AccountPage<Account>,
  kind: AccountKind,
  to: string,
  deps: SecondFactorDeps,
  refusal: RefusedCode | null = null,
): PageResult {
  const refused = refusal === null ? {} : codeErrors(page, refusal)
  if (page.account.sealedTotp !== null) return renderCodeForm(kind, to, refused)
  return renderSetUp(page, { to, action: secondFactorPath(kind), kind }, deps, refused)
}

interface SetUpForm {
  /** Where to continue. */
  to: string
  action: string
  kind: AccountKind
}

/** The form that sets a factor up, with the key that it carries or a new one. */
export function renderSetUp(
  { account, sent }: AccountPage<Account>,
  { to, action, kind }: SetUpForm,
  deps: SecondFactorDeps,
  refused: Refused = {},
): PageResult {
  const sealed =
    readSetUp(sent.get('sealed') ?? '', account, deps) ?? deps.vault.seal(SECOND_FACTOR_SEAL, newTotpSecret())
  const secret = deps.vault.open(SECOND_FACTOR_SEAL, sealed)
  return view(
    { title: 'Set up your second factor', path: `${kind.accountPath}/security`, ...refused },
    (frame) => html`
<h1>Set up your second factor</h1>
<p class="lead">${kind.secondFactor.lead}</p>
<p>Scan this with an authenticator app, then enter the six digits that it shows.</p>
<div class="qr" role="img" aria-label="QR code with the key below">${trustedMarkup(renderSVG(totpUri(secret, account.email), { border: 2 }))}</div>
<p>No camera? Type in this key: <span class="secret">${readableSecret(secret)}</span></p>
${postForm(
  frame,
  { action, novalidate: true, hidden: { q: to, sealed: writeSetUp(sealed, account, deps) } },
  html`${fieldOf(frame, CODE, 'code', { values: {} })}
<p class="actions"><button class="primary">Continue</button></p>
`,
)}
${action === secondFactorPath(kind) ? anotherAccount(frame, kind) : html`<p><a href="${kind.accountPath}/security">Back</a></p>`}
`,
  )
}

function renderCodeForm(kind: AccountKind, to: string, refused: Refused): PageResult {
  return view(
    { title: 'Second factor', ...refused },
    (frame) => html`
<h1>Second factor</h1>
<p class="lead">Enter the six digits that your authenticator app shows.</p>
${postForm(
  frame,
  { action: secondFactorPath(kind), novalidate: true, hidden: { q: to } },
  html`
${fieldOf(frame, CODE, 'code', { values: {} })}
${recoveryField(frame.errors)}
<p class="actions"><button class="primary">Continue</button></p>
`,
)}
${anotherAccount(frame, kind)}
`,
  )
}

function anotherAccount(frame: PageFrame, { type }: AccountKind): Html {
  return signOutForm(frame, type, html`<p><button class="quiet">Sign in with another account</button></p>`)
}

/** Why the form for a code is shown again. */
export function codeErrors({ sent }: AccountPage<Account>, refusal: RefusedCode): Refused {
  const isRecovery = sent.get(RECOVERY_FIELD) !== null
  const field = isRecovery ? RECOVERY_FIELD : 'code'
  if (refusal.is === 'wrong')
    return { errors: [{ field, text: isRecovery ? WRONG_RECOVERY_CODE : WRONG_CODE }] }
  return {
    errors: [{ field, text: TOO_MANY_ATTEMPTS }],
    status: 429,
    retryAfter: refusal.waitSeconds,
  }
}

/**
 * The set-up page carries the secret, sealed and bound to the account, because nothing is stored until a
 * code is right.
 */
function writeSetUp(sealed: Buffer, account: Account, deps: SecondFactorDeps): string {
  const text = sealed.toString('base64url')
  return `${text}.${setUpMacs(text, account, deps)[0] ?? ''}`
}

/** The sealed secret of a set-up page, or null when it was not made by `writeSetUp` for this account. */
export function readSetUp(carried: string, account: Account, deps: SecondFactorDeps): Buffer | null {
  const [sealed = '', mac = ''] = carried.split('.')
  return sealed !== '' && setUpMacs(sealed, account, deps).some((right) => sameSecret(mac, right))
    ? Buffer.from(sealed, 'base64url')
    : null
}

/** The first is that of the current secret. */
function setUpMacs(sealed: string, account: Account, { vault }: SecondFactorDeps): string[] {
  return vault.macs(SET_UP_MAC, account.id, sealed).map((mac) => mac.toString('base64url'))
}
