/** Signing up as a member: a form, a mail, a link. The answer never tells whether an address has an account. */
import type { FastifyInstance } from 'fastify'
import { queryText, readParameters } from '../../oauth/parameters.js'
import { randomToken, tokenHash } from '../../oauth/random-token.js'
import { checkEmail, checkText, checkNewPassword } from '../lib/form-checks.js'
import { accountExistsMail, confirmAddressMail } from '../lib/mails.js'
import type { MemberSignInDeps } from './member-sign-in.js'
import { browserId, checkSignUpPassword, renderConfirmPage } from './confirm-sign-up.js'
import { renderPage } from '../lib/render-page.js'
import type { Mailer } from '../ports.js'
import type { LinkStore } from '../../../schemas/oauth/mailed-link.js'
import { errorPageText } from '../lib/error-pages.js'
import { returnPath, withReturn } from '../lib/return-path.js'
import { mailThrottle } from './sign-in-throttle.js'
import { csrfTokenFor, isGenuineForm, readVisitor } from '../lib/session.js'

export type MemberSignUpDeps = MemberSignInDeps & { links: LinkStore; mailer: Mailer }

const HOME = '/account/trips'
const AGAIN = { href: '/oauth/signup', text: 'Sign up again' }
const LINK_MINUTES = 24 * 60

export function memberSignUp(app: FastifyInstance, deps: MemberSignUpDeps): void {
  app.get('/oauth/signup', async (request, reply) => {
    const to = returnPath(readParameters(queryText(request.url)).get('q'), HOME)
    const visit = await readVisitor(request, 'member', deps)
    return await renderPage(
      reply,
      'sign-up',
      { title: 'Create an account', formToken: csrfTokenFor(visit, reply, deps) },
      { returnTo: to, firstName: '', lastName: '', email: '', signInUrl: withReturn('/oauth/login', to) },
    )
  })

  app.post('/oauth/signup', async (request, reply) => {
    const form = readParameters(String(request.body ?? ''))
    const visit = await readVisitor(request, 'member', deps)
    if (!isGenuineForm(request, visit, form.get('form_token'), deps)) {
      return await renderPage(
        reply,
        'problem',
        { title: 'This form is not valid' },
        errorPageText('foreign_form'),
        403,
      )
    }
    const to = returnPath(form.get('q'), HOME)
    const first = checkText(form, 'first_name', 'your first name', 100)
    const last = checkText(form, 'last_name', 'your last name', 100)
    const email = checkEmail(form)
    const password = checkNewPassword(form, 'password', deps.passwords)
    const errors = [...first.errors, ...last.errors, ...email.errors, ...password.errors]
    const wait = errors.length > 0 ? null : await mailThrottle(email.value, request.ip, deps)
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
    if (errors.length > 0) {
      return await renderPage(
        reply,
        'sign-up',
        { title: 'Create an account', formToken: csrfTokenFor(visit, reply, deps), errors },
        {
          returnTo: to,
          firstName: first.value,
          lastName: last.value,
          email: email.value,
          signInUrl: withReturn('/oauth/login', to),
        },
      )
    }
    // Known or not, the same work is done and the same page comes back; only the mail tells, to whoever owns the address.
    const passwordHash = await deps.passwords.hash(password.value)
    const known = await deps.members.byEmail(email.value)
    const token = randomToken('')
    const payload: Record<string, string> =
      known === null
        ? {
            email: email.value,
            firstName: first.value,
            lastName: last.value,
            passwordHash,
            by: browserId(visit),
            returnTo: to,
          }
        : {}
    await deps.links.create({
      purpose: 'member_sign_up',
      about: null,
      hash: tokenHash(token),
      payload,
      minutes: LINK_MINUTES,
    })
    deps.mailer.send(
      known === null
        ? confirmAddressMail(email.value, `${deps.settings.authUrl}/oauth/confirm?token=${token}`)
        : accountExistsMail(known.email, deps.settings.authUrl + withReturn('/oauth/login', to)),
    )
    return await renderPage(
      reply,
      'check-mail',
      { title: 'Check your mail' },
      { email: email.value, what: 'confirm the address and finish signing up', within: 'a day' },
    )
  })

  app.get('/oauth/confirm', async (request, reply) => {
    const token = readParameters(queryText(request.url)).get('token') ?? ''
    const payload = await deps.links.peek('member_sign_up', tokenHash(token))
    if (payload?.['email'] === undefined)
      return await renderPage(
        reply,
        'problem',
        { title: 'This link does not work' },
        { ...errorPageText('link_used'), next: AGAIN },
        400,
      )
    const visit = await readVisitor(request, 'member', deps)
    return await renderConfirmPage(
      { kind: 'member', action: '/oauth/confirm', token, payload, visit, request, reply },
      deps,
    )
  })

  app.post('/oauth/confirm', async (request, reply) => {
    const form = readParameters(String(request.body ?? ''))
    const visit = await readVisitor(request, 'member', deps)
    if (!isGenuineForm(request, visit, form.get('form_token'), deps)) {
      return await renderPage(
        reply,
        'problem',
        { title: 'This form is not valid' },
        errorPageText('foreign_form'),
        403,
      )
    }
    const token = form.get('token') ?? ''
    const payload = (await deps.links.peek('member_sign_up', tokenHash(token))) ?? {}
    const refused = await checkSignUpPassword(
      { kind: 'member', action: '/oauth/confirm', token, payload, visit, request, reply },
      form,
      deps,
    )
    if (refused !== null) return refused
    const { email, firstName, lastName, passwordHash, returnTo } =
      (await deps.links.consume('member_sign_up', tokenHash(token))) ?? {}
    if (
      email === undefined ||
      firstName === undefined ||
      lastName === undefined ||
      passwordHash === undefined
    ) {
      return await renderPage(
        reply,
        'problem',
        { title: 'This link does not work' },
        { ...errorPageText('link_used'), next: AGAIN },
        400,
      )
    }
    const to = returnPath(returnTo ?? null, HOME)
    const id = await deps.members.create({ email, firstName, lastName, passwordHash })
    // Somebody took the address meanwhile: what was chosen at this sign-up is not what the account has.
    if (id === null)
      return await renderPage(
        reply,
        'problem',
        { title: 'Nothing was changed' },
        {
          ...errorPageText('address_taken'),
          next: { href: withReturn('/oauth/login', to), text: 'Sign in' },
        },
        409,
      )
    await deps.audit.record({
      event: 'signed_up',
      actor: { kind: 'member', id },
      memberId: id,
      address: request.ip,
      request: request.id,
    })
    return await reply.redirect(withReturn('/oauth/login?m=confirmed', to), 303)
  })
}
