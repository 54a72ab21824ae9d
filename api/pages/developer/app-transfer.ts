/**
 * Transferring an application to another developer: an offer by mail, which the receiver accepts while
 * signed in. Nobody receives an application unasked, and the answer does not reveal whether an address has
 * an account.
 */
import type { DeveloperAccount } from '../../../schemas/oauth/account.js'
import type { LinkStore } from '../../../schemas/oauth/mailed-link.js'
import type { OauthApp } from '../../../schemas/oauth/oauth-app.js'
import type { ThrottleStore } from '../../../schemas/oauth/throttle.js'
import { randomToken, tokenHash } from '../../oauth/random-token.js'
import { asSent } from '../lib/form.js'
import { formatDateTime } from '../lib/format-date.js'
import { page } from '../lib/page.js'
import type { Posted } from '../lib/page.js'
import { developer } from '../lib/page-access.js'
import type { DeveloperPage } from '../lib/page-access.js'
import { problem, redirect, throttled, view } from '../lib/page-result.js'
import type { PageResult, Refused } from '../lib/page-result.js'
import { transferAcceptedMail, transferNoticeMail, transferOfferMail } from '../mails.js'
import type { DeveloperAccountStore, Mailer } from '../ports.js'
import { attempter, mailThrottle } from '../sign-in/sign-in-throttle.js'
import { html } from '../views/html.js'
import { postForm } from '../views/post-form.js'
import { tabPath } from './app-view.js'
import type { AppsDeps } from './apps-deps.js'
import { MAX_APPS } from './new-app.js'
import { appPage, appPath } from './own-app.js'
import type { AppPage } from './own-app.js'
import { renderDanger, TRANSFER } from './tabs/danger.js'

export type AppTransferDeps = AppsDeps & {
  developers: DeveloperAccountStore
  links: LinkStore
  mailer: Mailer
  throttle: ThrottleStore
}

/** An offer that is open. */
interface Offer {
  app: OauthApp
  /** Whose account the application belongs to. */
  from: string
  /** Who made it: the same, or an owner in the team. */
  by: DeveloperAccount
  /** From when it can be accepted, epoch milliseconds. */
  acceptable: number
}

const LINK = { token: asSent() }
const OWN_ADDRESS = 'The application belongs to this address. Enter that of another developer account.'
const DAY_MINUTES = 24 * 60
const MINUTE_MS = 60_000
/** How long the account that an application belongs to may stop what another owner offers. */
const NOTICE_DAYS = 7
const TOO_EARLY = 'Its owner can stop this until the time above. Come back then.'
const ACCOUNT_FULL = `An account can have at most ${MAX_APPS} applications. Delete or transfer one, then accept.`

export const appTransferPages = [
  appPage(
    {
      route: 'POST /console/apps/:clientId/transfer',
      role: 'owner',
      form: TRANSFER,
      stepUp: { what: 'hand over', back: 'danger' },
      again: renderDanger,
    },
    offerTransfer,
  ),
  page(
    { route: 'GET /console/transfer', access: developer, form: LINK },
    async (page, deps: AppTransferDeps) => {
      const { token } = page.form
      const offer = await findOffer(page, token, deps)
      return offer === null ? problem('offer_gone') : renderOffer(offer, token)
    },
  ),
  page({ route: 'POST /console/transfer', access: developer, form: LINK }, acceptTransfer),
]

/** Offers the application to the developer of the given address. It stays with its owner until accepted. */
async function offerTransfer(
  page: Posted<AppPage, typeof TRANSFER>,
  deps: AppTransferDeps,
): Promise<PageResult> {
  const { app, form } = page
  const { clientId } = app
  const to = await deps.developers.byEmail(form.transfer_email)
  if (to !== null && to.id === app.developerId)
    return await renderDanger(page, deps, { errors: [{ field: 'transfer_email', text: OWN_ADDRESS }] })
  const by = attempter(null, page.request.ip)
  const wait = await mailThrottle('developer transfer', form.transfer_email, by, deps)
  if (wait !== null) return throttled(wait)
  const token = randomToken('')
  const isConsent = page.account.id === app.developerId
  const notice = isConsent ? 0 : NOTICE_DAYS * DAY_MINUTES
  const acceptable = deps.now() + notice * MINUTE_MS
  const parties = { clientId, from: app.developerId ?? '', by: page.account.id }
  // For an unknown address a link is stored as well, without a mail, so that the answer takes the same time.
  await deps.links.create({
    purpose: 'app_transfer',
    about: null,
    hash: tokenHash(token),
    payload: to === null ? {} : { ...parties, to: to.id, acceptable: String(acceptable) },
    minutes: notice + DAY_MINUTES,
  })
  const link = `${deps.settings.authUrl}/console/transfer?token=${token}`
  const from = isConsent ? null : new Date(acceptable)
  if (to !== null) deps.mailer.send(transferOfferMail(to.email, link, { by: page.account, from }))
  if (from !== null) await giveNotice(page, from, deps)
  await page.audit('app_offered', { clientId })
  return redirect(tabPath(clientId, 'danger', isConsent ? 'offered' : 'offered_later'))
}

/** Tells the account that the application belongs to what another owner is about to do with it. */
async function giveNotice(
  { app, account, form }: Posted<AppPage, typeof TRANSFER>,
  from: Date,
  { developers, mailer, settings }: AppTransferDeps,
): Promise<void> {
  const owner = app.developerId === null ? null : await developers.byId(app.developerId)
  if (owner === null) return
  const team = settings.authUrl + tabPath(app.clientId, 'team')
  const receiver = form.transfer_email
  mailer.send(transferNoticeMail(owner.email, { app: app.name, by: account, receiver, from, team }))
}

async function acceptTransfer(
  page: Posted<DeveloperPage, typeof LINK>,
  deps: AppTransferDeps,
): Promise<PageResult> {
  const { token } = page.form
  const offer = await findOffer(page, token, deps)
  if (offer === null) return problem('offer_gone')
  if (offer.acceptable > deps.now())
    return renderOffer(offer, token, { errors: [{ field: 'accept', text: TOO_EARLY }] })
  if ((await deps.developerApps.list(page.account.id)).length >= MAX_APPS)
    return renderOffer(offer, token, { errors: [{ field: 'accept', text: ACCOUNT_FULL }] })
  const { clientId, name } = offer.app
  const owner = await deps.developers.byId(offer.from)
  const accepted =
    (await deps.links.consume('app_transfer', tokenHash(token))) !== null &&
    (await deps.developerApps.transfer(clientId, offer.from, page.account.id))
  if (!accepted) return problem('offer_gone')
  await page.audit('app_transferred', { clientId, detail: { from: offer.from, by: offer.by.id } })
  if (owner !== null)
    deps.mailer.send(transferAcceptedMail(owner.email, { app: name, by: offer.by, receiver: page.account }))
  return redirect(appPath(clientId, 'received'))
}

/**
 * The offer of a link, if it was made to the signed-in developer, the application still belongs to the same account, and
 * who made it is still an owner.
 */
async function findOffer(page: DeveloperPage, token: string, deps: AppTransferDeps): Promise<Offer | null> {
  const payload = (await deps.links.peek('app_transfer', tokenHash(token))) ?? {}
  const { clientId, from, by, to, acceptable } = payload
  if (clientId === undefined || from === undefined || by === undefined || to !== page.account.id) return null
  const [found, maker] = await Promise.all([deps.apps.find(clientId), deps.developers.byId(by)])
  if (found === null || found.app.developerId !== from || maker === null) return null
  if (by !== from && (await deps.team.role(clientId, by)) !== 'owner') return null
  return { app: found.app, from, by: maker, acceptable: Number(acceptable) }
}

function renderOffer({ app, acceptable, by }: Offer, token: string, refused: Refused = {}): PageResult {
  return view(
    { title: `Accept ${app.name}`, ...refused },
    (frame) => html`
<h1>Accept ${app.name}</h1>
<p class="lead"><strong>${by.name}</strong> (${by.email}) offers you the application <strong>${app.name}</strong> of <strong>${app.organisation}</strong>. You can accept it from ${formatDateTime(new Date(acceptable))} until ${formatDateTime(new Date(acceptable + DAY_MINUTES * MINUTE_MS))}.</p>
<dl class="pairs">
<dt>Environment</dt><dd>${app.environment}</dd>
<dt>Redirect URL</dt><dd>${app.redirectUri ?? 'none'}</dd>
</dl>
<p>When you accept, all its secrets and tokens end, and its webhooks and the calendar addresses created with it are removed. Travellers see it under your organisation, as not verified by us, and have to connect it again. Then create a new secret and add your own webhook.</p>
${postForm(
  frame,
  { action: '/console/transfer', hidden: { token } },
  html`<p class="actions"><button class="primary" id="accept">Accept the application</button> <a href="/console/apps">Not now</a></p>
`,
)}
`,
  )
}
