/** The second factor of developers: set up once, asked for at each sign-in and again before what cannot be undone. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { renderSVG } from 'uqr'
import { sameSecret } from '../../oauth/random-token.js'
import type { requireDeveloper, PageContext } from '../lib/require-session.js'
import type { DeveloperSignInDeps } from './developer-sign-in.js'
import { DEVELOPER_HOME } from './developer-sign-in.js'
import type { FieldError } from '../lib/render-page.js'
import type { DeveloperAccount } from '../../../schemas/oauth/account.js'
import { returnPath } from '../lib/return-path.js'
import { totpThrottle, TOO_MANY_ATTEMPTS } from './sign-in-throttle.js'
import { base32, matchTotp, newTotpSecret, totpUri } from './totp.js'
import { openSession } from '../lib/session.js'

const SEAL = 'second factor'
const WRONG = 'This code is not right, or was used already. Enter the newest one.'
const SET_MEANWHILE = 'A second factor was set up in another window meanwhile. Enter a code of that one.'

export type SecondFactorDeps = DeveloperSignInDeps & { now: () => number }
type Page = PageContext<DeveloperAccount>

/** `scope` admits developers without a second factor in the session. */
export function secondFactorRoutes(
  app: FastifyInstance,
  scope: ReturnType<typeof requireDeveloper>,
  deps: SecondFactorDeps,
): void {
  app.get(
    '/console/second-factor',
    scope(async (page) => {
      const to = returnPath(page.query.get('q'), DEVELOPER_HOME)
      if (page.session.secondFactor) return await page.go(to)
      return await ask(page, to, [], deps)
    }),
  )

  app.post(
    '/console/second-factor',
    scope(async (page) => {
      const { request, reply, account, form, go, note } = page
      const to = returnPath(form.get('q'), DEVELOPER_HOME)
      const setUp = account.sealedTotp === null
      const sealed = setUp ? sealedOf(form.get('sealed'), account, deps) : account.sealedTotp
      if (sealed === null) return await ask(page, to, [{ field: 'code', text: WRONG }], deps)
      const code = await takeCode(page, sealed, form.get('code') ?? '', setUp, deps)
      if (code.is !== 'right') return await ask(page, to, refusal(page, code), deps, statusOf(code))
      if (setUp) {
        if (!(await deps.developers.setTotp(account.id, sealed, code.step))) {
          await note('second_factor_failed')
          return await askForSet(page, to, [{ field: 'code', text: SET_MEANWHILE }])
        }
        await note('second_factor_set')
      }
      await openSession(
        request,
        reply,
        { kind: 'developer', accountId: account.id, secondFactor: true },
        deps,
      )
      await note('signed_in')
      return await go(to)
    }),
  )

  app.get(
    '/console/prove',
    scope(
      async (page) =>
        await page.show(
          'prove',
          { title: 'Confirm it is you' },
          { returnTo: returnPath(page.query.get('q'), DEVELOPER_HOME) },
        ),
    ),
  )

  app.post(
    '/console/prove',
    scope(async (page) => {
      const { account, session, form, go, note } = page
      const to = returnPath(form.get('q'), DEVELOPER_HOME)
      const code =
        account.sealedTotp === null
          ? { is: 'wrong' as const }
          : await takeCode(page, account.sealedTotp, form.get('code') ?? '', false, deps)
      if (code.is !== 'right')
        return await page.show(
          'prove',
          { title: 'Confirm it is you', errors: refusal(page, code) },
          { returnTo: to },
          statusOf(code),
        )
      await deps.sessions.recordStepUp(session.hash)
      await note('proved_again')
      return await go(to)
    }),
  )
}

type Refused = { is: 'wrong' } | { is: 'too many'; wait: number }

/** The step of a right code that was not used before. Each code is counted before it is looked at. */
async function takeCode(
  page: Page,
  sealed: Buffer,
  code: string,
  setUp: boolean,
  deps: SecondFactorDeps,
): Promise<{ is: 'right'; step: number } | Refused> {
  const throttle = totpThrottle(page.account.id, deps)
  const wait = await throttle.take()
  if (wait !== null) {
    await page.note('throttled')
    return { is: 'too many', wait }
  }
  const step = matchTotp(deps.vault.open(SEAL, sealed), code, deps.now())
  if (step === null || (!setUp && !(await deps.developers.takeTotpStep(page.account.id, step)))) {
    await page.note('second_factor_failed')
    return { is: 'wrong' }
  }
  await throttle.succeeded()
  return { is: 'right', step }
}

const statusOf = (refused: Refused): number => (refused.is === 'wrong' ? 422 : 429)

function refusal(page: Page, refused: Refused): FieldError[] {
  if (refused.is === 'wrong') return [{ field: 'code', text: WRONG }]
  void page.reply.header('retry-after', refused.wait)
  return [{ field: 'code', text: TOO_MANY_ATTEMPTS }]
}

/** Asks for a code of the factor that is set. */
async function askForSet(
  page: Page,
  to: string,
  errors: FieldError[],
  status?: number,
): Promise<FastifyReply> {
  return await page.show(
    'second-factor',
    { title: 'Second factor', errors },
    { returnTo: to, setUp: null },
    status,
  )
}

async function ask(
  page: Page,
  to: string,
  errors: FieldError[],
  deps: SecondFactorDeps,
  status?: number,
): Promise<FastifyReply> {
  const { account, form } = page
  if (account.sealedTotp !== null) return await askForSet(page, to, errors, status)
  const sealed = sealedOf(form.get('sealed'), account, deps) ?? deps.vault.seal(SEAL, newTotpSecret())
  const secret = deps.vault.open(SEAL, sealed)
  return await page.show(
    'second-factor',
    { title: 'Set up your second factor', errors },
    {
      returnTo: to,
      setUp: {
        qr: renderSVG(totpUri(secret, account.email), { border: 2 }),
        secret: base32(secret).replace(/(.{4})(?=.)/g, '$1 '),
        sealed: `${sealed.toString('base64url')}.${deps.vault.mac('second factor set-up', account.id, sealed.toString('base64url')).toString('base64url')}`,
      },
    },
    status,
  )
}

/** The secret that the set-up page carried along, sealed and bound to the account; null when it is not one of ours. */
function sealedOf(carried: string | null, account: DeveloperAccount, deps: SecondFactorDeps): Buffer | null {
  const [sealed = '', mac = ''] = carried?.split('.') ?? []
  const right = deps.vault.mac('second factor set-up', account.id, sealed).toString('base64url')
  return sealed !== '' && sameSecret(mac, right) ? Buffer.from(sealed, 'base64url') : null
}
