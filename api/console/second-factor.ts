/** The second factor of developers: set up once, asked for at each sign-in and again before what cannot be undone. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { renderSVG } from 'uqr'
import { sameSecret } from '../oauth/random-token.js'
import type { developerScope, Opened } from './account-scope.js'
import type { DeveloperSignInDeps } from './developer-sign-in.js'
import { DEVELOPER_HOME } from './developer-sign-in.js'
import type { FieldError } from './pages.js'
import type { DeveloperAccount } from './ports.js'
import { returnPath } from './return-path.js'
import { base32, matchTotp, newTotpSecret, totpAddress } from './totp.js'
import { signIn } from './visit.js'

const SEAL = 'second factor'
const LIMIT = 10
const WINDOW_SECONDS = 900
const WRONG = 'This code is not right, or was used already. Enter the newest one.'

export type SecondFactorDeps = DeveloperSignInDeps & { now: () => number }
type Page = Opened<DeveloperAccount>

/** `scope` admits developers without a second factor in the session. */
export function secondFactor (app: FastifyInstance, scope: ReturnType<typeof developerScope>, deps: SecondFactorDeps): void {
  app.get('/console/second-factor', scope(async page => {
    const to = returnPath(page.query.get('q'), DEVELOPER_HOME)
    if (page.session.secondFactor) return await page.go(to)
    return await ask(page, to, [], deps)
  }))

  app.post('/console/second-factor', scope(async page => {
    const { request, reply, account, form, go, note } = page
    const to = returnPath(form.get('q'), DEVELOPER_HOME)
    const setUp = account.sealedTotp === null
    const sealed = setUp ? sealedOf(form.get('sealed'), account, deps) : account.sealedTotp
    const step = sealed === null ? null : await takeCode(page, sealed, form.get('code') ?? '', setUp, deps)
    if (sealed === null || step === null) return await ask(page, to, [{ field: 'code', text: WRONG }], deps)
    if (setUp) {
      await deps.developers.setTotp(account.id, sealed, step)
      await note('second_factor_set')
    }
    await signIn(request, reply, { kind: 'developer', accountId: account.id, secondFactor: true }, deps)
    await note('signed_in')
    return await go(to)
  }))

  app.get('/console/prove', scope(async page => await page.show('prove', { title: 'Confirm it is you' }, { returnTo: returnPath(page.query.get('q'), DEVELOPER_HOME) })))

  app.post('/console/prove', scope(async page => {
    const { account, session, form, go, note } = page
    const to = returnPath(form.get('q'), DEVELOPER_HOME)
    const step = account.sealedTotp === null ? null : await takeCode(page, account.sealedTotp, form.get('code') ?? '', false, deps)
    if (step === null) return await page.show('prove', { title: 'Confirm it is you', errors: [{ field: 'code', text: WRONG }] }, { returnTo: to })
    await deps.sessions.proved(session.hash)
    await note('proved_again')
    return await go(to)
  }))
}

/** The step of a right code that was not used before, else null; failures are counted. */
async function takeCode (page: Page, sealed: Buffer, code: string, setUp: boolean, deps: SecondFactorDeps): Promise<number | null> {
  const key = `second factor ${page.account.id}`
  const limited = deps.settings.signInFailures > 0
  const blocked = limited && await deps.throttle.blocked([{ key, limit: LIMIT }]) !== null
  const step = blocked ? null : matchTotp(deps.vault.open(SEAL, sealed), code, deps.now())
  const taken = step !== null && (setUp || await deps.developers.takeTotpStep(page.account.id, step))
  if (taken) return step
  if (limited) await deps.throttle.count([key], WINDOW_SECONDS)
  await page.note(blocked ? 'throttled' : 'second_factor_failed')
  return null
}

async function ask (page: Page, to: string, errors: FieldError[], deps: SecondFactorDeps): Promise<FastifyReply> {
  const { account, form } = page
  if (account.sealedTotp !== null) return await page.show('second-factor', { title: 'Second factor', errors }, { returnTo: to, setUp: null })
  const sealed = sealedOf(form.get('sealed'), account, deps) ?? deps.vault.seal(SEAL, newTotpSecret())
  const secret = deps.vault.open(SEAL, sealed)
  return await page.show('second-factor', { title: 'Set up your second factor', errors }, {
    returnTo: to,
    setUp: {
      qr: renderSVG(totpAddress(secret, account.email), { border: 2 }),
      secret: base32(secret).replace(/(.{4})(?=.)/g, '$1 '),
      sealed: `${sealed.toString('base64url')}.${deps.vault.mac('second factor set-up', account.id, sealed.toString('base64url')).toString('base64url')}`
    }
  })
}

/** The secret that the set-up page carried along, sealed and bound to the account; null when it is not one of ours. */
function sealedOf (carried: string | null, account: DeveloperAccount, deps: SecondFactorDeps): Buffer | null {
  const [sealed = '', mac = ''] = carried?.split('.') ?? []
  const right = deps.vault.mac('second factor set-up', account.id, sealed).toString('base64url')
  return sealed !== '' && sameSecret(mac, right) ? Buffer.from(sealed, 'base64url') : null
}
