/**
 * Handing an application to another developer: an offer by mail, which the receiver accepts while signed in. Nobody gets an
 * application unasked, and the answer does not tell whether an address has an account.
 */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { OauthApp } from '../../../schemas/oauth/oauth-app.js'
import type { ThrottleStore } from '../../../schemas/oauth/throttle.js'
import { randomToken, tokenHash } from '../../oauth/random-token.js'
import type { requireDeveloper } from '../lib/require-session.js'
import { MAX_APPS, renderAppPage } from './apps.js'
import type { AppsDeps, DeveloperContext } from './apps.js'
import { isEmailAddress } from '../lib/form-checks.js'
import { transferAcceptedMail, transferOfferMail } from '../lib/mails.js'
import type { DeveloperAccountStore, Mailer } from '../ports.js'
import type { LinkStore } from '../../../schemas/oauth/mailed-link.js'
import { errorPageText } from '../lib/error-pages.js'
import { mailThrottle } from '../sign-in/sign-in-throttle.js'

export type AppTransferDeps = AppsDeps & {
  developers: DeveloperAccountStore
  links: LinkStore
  mailer: Mailer
  throttle: ThrottleStore
}

const LINK_MINUTES = 24 * 60

/** Offers the application to the developer of the address typed; it stays with its owner until that one accepts. */
export async function offerTransfer(
  page: DeveloperContext,
  one: OauthApp,
  deps: AppTransferDeps,
): Promise<FastifyReply> {
  const fault = async (text: string): Promise<FastifyReply> =>
    await renderAppPage(page, one, [{ field: 'transfer_email', text }], deps)
  const email = (page.form.get('transfer_email') ?? '').trim()
  if (!isEmailAddress(email)) return await fault('Enter an email address, for example name@example.com.')
  const to = await deps.developers.byEmail(email)
  if (to?.id === page.account.id)
    return await fault('This is your own address. Enter that of the other developer account.')
  const wait = await mailThrottle(email, page.request.ip, deps)
  if (wait !== null) {
    void page.reply.header('retry-after', wait)
    return await page.show('problem', { title: 'Too many attempts' }, errorPageText('throttled'), 429)
  }
  const token = randomToken('')
  // For an address without an account a link is made as well, which nobody ever learns: the answer takes the same time.
  const payload: Record<string, string> =
    to === null ? {} : { clientId: one.clientId, from: page.account.id, to: to.id }
  await deps.links.create({
    purpose: 'app_transfer',
    about: null,
    hash: tokenHash(token),
    payload,
    minutes: LINK_MINUTES,
  })
  if (to !== null)
    deps.mailer.send(transferOfferMail(to.email, `${deps.settings.authUrl}/console/transfer?token=${token}`))
  await page.note('app_offered', { clientId: one.clientId })
  return await page.go(`/console/apps/${encodeURIComponent(one.clientId)}?m=offered`)
}

export function appTransferRoutes(
  app: FastifyInstance,
  scope: ReturnType<typeof requireDeveloper>,
  deps: AppTransferDeps,
): void {
  app.get(
    '/console/transfer',
    scope(async (page) => {
      const token = page.query.get('token') ?? ''
      const offer = await openOffer(page, token, deps)
      return offer === null ? await gone(page) : await showOffer(page, offer.app, token, null)
    }),
  )

  app.post(
    '/console/transfer',
    scope(async (page) => {
      const token = page.form.get('token') ?? ''
      const offer = await openOffer(page, token, deps)
      if (offer === null) return await gone(page)
      if ((await deps.developerApps.list(page.account.id)).length >= MAX_APPS)
        return await showOffer(
          page,
          offer.app,
          token,
          `An account holds at most ${MAX_APPS} applications. Delete one or hand it over, then accept.`,
        )
      const { clientId, name } = offer.app
      const owner = await deps.developers.byId(offer.from)
      const taken =
        (await deps.links.consume('app_transfer', tokenHash(token))) !== null &&
        (await deps.developerApps.transfer(clientId, offer.from, page.account.id))
      if (!taken) return await gone(page)
      await page.note('app_transferred', { clientId, detail: { from: offer.from } })
      if (owner !== null) deps.mailer.send(transferAcceptedMail(owner.email, name))
      return await page.go(`/console/apps/${encodeURIComponent(clientId)}?m=received`)
    }),
  )
}

/** The offer of a link, to whoever is signed in, of an application that is still its owner's; else null. */
async function openOffer(
  page: DeveloperContext,
  token: string,
  deps: AppTransferDeps,
): Promise<{ app: OauthApp; from: string } | null> {
  const { clientId, from, to } = (await deps.links.peek('app_transfer', tokenHash(token))) ?? {}
  if (clientId === undefined || from === undefined || to !== page.account.id) return null
  const found = await deps.apps.find(clientId)
  return found === null || found.app.developerId !== from ? null : { app: found.app, from }
}

async function showOffer(
  page: DeveloperContext,
  app: OauthApp,
  token: string,
  fault: string | null,
): Promise<FastifyReply> {
  return await page.show(
    'transfer',
    { title: `Accept ${app.name}`, errors: fault === null ? [] : [{ field: 'accept', text: fault }] },
    {
      token,
      name: app.name,
      organisation: app.organisation,
      environment: app.environment,
      redirectUri: app.redirectUri ?? '',
    },
  )
}

async function gone(page: DeveloperContext): Promise<FastifyReply> {
  return await page.show('problem', { title: 'This offer is not open' }, errorPageText('offer_gone'), 400)
}
