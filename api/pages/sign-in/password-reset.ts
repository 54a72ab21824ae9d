/** A forgotten password, of a member or a developer: a mail, a link good for one use within the hour (ASVS 6.4). */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { queryText, readParameters } from '../../oauth/parameters.js'
import type { OauthSettings } from '../../oauth/ports.js'
import type { AuditStore } from '../../../schemas/oauth/audit.js'
import type { ThrottleStore } from '../../../schemas/oauth/throttle.js'
import { randomToken, tokenHash } from '../../oauth/random-token.js'
import type { Vault } from '../../oauth/vault.js'
import { checkEmail, checkNewPassword } from '../lib/form-checks.js'
import { passwordChangedMail, resetPasswordMail } from '../lib/mails.js'
import { renderPage } from '../lib/render-page.js'
import type { FieldError } from '../lib/render-page.js'
import type { Mailer, Passwords } from '../ports.js'
import type { AccountType } from '../../../schemas/oauth/account.js'
import type { LinkPurpose, LinkStore } from '../../../schemas/oauth/mailed-link.js'
import type { SessionStore } from '../../../schemas/oauth/session.js'
import { errorPageText } from '../lib/error-pages.js'
import { returnPath, withReturn } from '../lib/return-path.js'
import { resetSignInThrottle, mailThrottle } from './sign-in-throttle.js'
import { csrfTokenFor, isGenuineForm, readVisitor } from '../lib/session.js'
import type { Visitor } from '../lib/session.js'

const LINK_MINUTES = 60

export interface ResetDeps {
  sessions: SessionStore
  links: LinkStore
  passwords: Passwords
  throttle: ThrottleStore
  audit: AuditStore
  vault: Vault
  mailer: Mailer
  settings: OauthSettings
}

/** Whose passwords: the addresses of the pages, how the account is found, and what else ends with the old password. */
export interface ResetKind {
  kind: AccountType
  /** Prefix of the pages: `/oauth` or `/console`. */
  base: string
  home: string
  purpose: LinkPurpose
  consequence: string | null
  byEmail: (email: string) => Promise<{ id: string; email: string } | null>
  byId: (id: string) => Promise<{ id: string; email: string } | null>
  setPassword: (id: string, passwordHash: string) => Promise<void>
  endWhatDepends: (id: string) => Promise<unknown>
}

export function passwordReset(app: FastifyInstance, deps: ResetDeps, who: ResetKind): void {
  app.get(`${who.base}/forgot`, async (request, reply) => {
    const visit = await readVisitor(request, who.kind, deps)
    return await renderPage(
      reply,
      'forgot',
      { title: 'Forgot password', formToken: csrfTokenFor(visit, reply, deps) },
      {
        action: `${who.base}/forgot`,
        email: '',
        returnTo: returnPath(readParameters(queryText(request.url)).get('q'), who.home),
      },
    )
  })

  app.post(`${who.base}/forgot`, async (request, reply) => {
    const form = readParameters(String(request.body ?? ''))
    const visit = await readVisitor(request, who.kind, deps)
    if (!isGenuineForm(request, visit, form.get('form_token'), deps)) return await foreign(reply)
    const returnTo = returnPath(form.get('q'), who.home)
    const email = checkEmail(form)
    if (email.errors.length > 0) {
      return await renderPage(
        reply,
        'forgot',
        { title: 'Forgot password', formToken: csrfTokenFor(visit, reply, deps), errors: email.errors },
        { action: `${who.base}/forgot`, email: email.value, returnTo },
      )
    }
    const wait = await mailThrottle(email.value, request.ip, deps)
    if (wait !== null) {
      void reply.header('retry-after', wait)
      return await renderPage(
        reply,
        'problem',
        { title: 'Too many attempts' },
        errorPageText('throttled'),
        429,
      )
    }
    const account = await who.byEmail(email.value)
    const token = randomToken('')
    // For an address we do not know a link is made as well, which nobody ever learns: the answer takes the same time.
    await deps.links.create({
      purpose: who.purpose,
      about: account?.id ?? null,
      hash: tokenHash(token),
      payload: account === null ? {} : { id: account.id, returnTo },
      minutes: LINK_MINUTES,
    })
    if (account !== null) {
      deps.mailer.send(
        resetPasswordMail(account.email, `${deps.settings.authUrl}${who.base}/reset?token=${token}`),
      )
      await deps.audit.record({
        event: 'reset_asked',
        actor: { kind: who.kind, id: account.id },
        address: request.ip,
        request: request.id,
      })
    }
    return await renderPage(
      reply,
      'check-mail',
      { title: 'Check your mail' },
      { email: email.value, what: 'choose a new password', within: 'an hour' },
    )
  })

  app.get(`${who.base}/reset`, async (request, reply) => {
    const token = readParameters(queryText(request.url)).get('token') ?? ''
    const payload = await deps.links.peek(who.purpose, tokenHash(token))
    if (payload?.['id'] === undefined) return await spent(reply, who)
    return await showReset(reply, await readVisitor(request, who.kind, deps), token, [], deps, who)
  })

  app.post(`${who.base}/reset`, async (request, reply) => {
    const form = readParameters(String(request.body ?? ''))
    const visit = await readVisitor(request, who.kind, deps)
    if (!isGenuineForm(request, visit, form.get('form_token'), deps)) return await foreign(reply)
    const token = form.get('token') ?? ''
    if ((await deps.links.peek(who.purpose, tokenHash(token)))?.['id'] === undefined)
      return await spent(reply, who)
    const password = checkNewPassword(form, 'password', deps.passwords)
    if (password.errors.length > 0) return await showReset(reply, visit, token, password.errors, deps, who)
    const passwordHash = await deps.passwords.hash(password.value)
    const payload = await deps.links.consume(who.purpose, tokenHash(token))
    const account = payload?.['id'] === undefined ? null : await who.byId(payload['id'])
    if (payload === null || account === null) return await spent(reply, who)
    await who.setPassword(account.id, passwordHash)
    await resetSignInThrottle(who.kind, account.email, deps)
    await who.endWhatDepends(account.id)
    if (form.get('end_sessions') !== null) await deps.sessions.closeAll(who.kind, account.id, null)
    await deps.audit.record({
      event: 'password_reset',
      actor: { kind: who.kind, id: account.id },
      address: request.ip,
      request: request.id,
    })
    deps.mailer.send(
      passwordChangedMail(
        account.email,
        'reset',
        who.kind === 'member' ? 'Applications that were connected have been disconnected.' : '',
      ),
    )
    return await reply.redirect(
      withReturn(`${who.base}/login?m=reset`, returnPath(payload['returnTo'] ?? null, who.home)),
      303,
    )
  })
}

async function showReset(
  reply: FastifyReply,
  visit: Visitor,
  token: string,
  errors: FieldError[],
  deps: ResetDeps,
  who: ResetKind,
): Promise<FastifyReply> {
  return await renderPage(
    reply,
    'reset',
    { title: 'Choose a new password', formToken: csrfTokenFor(visit, reply, deps), errors },
    { action: `${who.base}/reset`, token, consequence: who.consequence },
  )
}

async function foreign(reply: FastifyReply): Promise<FastifyReply> {
  return await renderPage(
    reply,
    'problem',
    { title: 'This form is not valid' },
    errorPageText('foreign_form'),
    403,
  )
}

async function spent(reply: FastifyReply, who: ResetKind): Promise<FastifyReply> {
  return await renderPage(
    reply,
    'problem',
    { title: 'This link does not work' },
    { ...errorPageText('link_used'), next: { href: `${who.base}/forgot`, text: 'Ask for a new link' } },
    400,
  )
}
