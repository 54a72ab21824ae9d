/** Signing up as a developer: a form, a mail, a link; then the first sign-in sets the second factor. */
import type { FastifyInstance } from 'fastify'
import { queryText, readParameters } from '../../oauth/parameters.js'
import { randomToken, tokenHash } from '../../oauth/random-token.js'
import { fieldErrors } from '../developer/apps.js'
import type { DeveloperSignInDeps } from './developer-sign-in.js'
import { checkEmail, checkText, checkNewPassword } from '../lib/form-checks.js'
import { accountExistsMail, confirmAddressMail } from '../lib/mails.js'
import { browserId, checkSignUpPassword, renderConfirmPage } from './confirm-sign-up.js'
import { renderPage } from '../lib/render-page.js'
import type { Mailer } from '../ports.js'
import type { LinkStore } from '../../../schemas/oauth/mailed-link.js'
import { errorPageText } from '../lib/error-pages.js'
import { mailThrottle } from './sign-in-throttle.js'
import { csrfTokenFor, isGenuineForm, readVisitor } from '../lib/session.js'
import { lookAlikeError } from '../lib/look-alike.js'

export type DeveloperSignUpDeps = DeveloperSignInDeps & { links: LinkStore; mailer: Mailer }

const SIGN_IN = { href: '/console/login', text: 'Sign in' }
const AGAIN = { href: '/console/signup', text: 'Sign up again' }
const LINK_MINUTES = 24 * 60

export function developerSignUp(app: FastifyInstance, deps: DeveloperSignUpDeps): void {
  app.get('/console/signup', async (request, reply) => {
    const visit = await readVisitor(request, 'developer', deps)
    return await renderPage(
      reply,
      'developer-sign-up',
      { title: 'Create a developer account', formToken: csrfTokenFor(visit, reply, deps) },
      { name: '', organisation: '', email: '' },
    )
  })

  app.post('/console/signup', async (request, reply) => {
    const form = readParameters(String(request.body ?? ''))
    const visit = await readVisitor(request, 'developer', deps)
    if (!isGenuineForm(request, visit, form.get('form_token'), deps)) {
      return await renderPage(
        reply,
        'problem',
        { title: 'This form is not valid' },
        errorPageText('foreign_form'),
        403,
      )
    }
    const name = checkText(form, 'name', 'your name', 100)
    const organisation = checkText(form, 'organisation', 'your organisation', 100)
    const alike =
      organisation.errors.length === 0
        ? fieldErrors([['organisation', lookAlikeError(organisation.value)]])
        : []
    const email = checkEmail(form)
    const password = checkNewPassword(form, 'password', deps.passwords)
    const errors = [...name.errors, ...organisation.errors, ...alike, ...email.errors, ...password.errors]
    if (errors.length > 0) {
      return await renderPage(
        reply,
        'developer-sign-up',
        { title: 'Create a developer account', formToken: csrfTokenFor(visit, reply, deps), errors },
        { name: name.value, organisation: organisation.value, email: email.value },
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
    const passwordHash = await deps.passwords.hash(password.value)
    const known = await deps.developers.byEmail(email.value)
    const token = randomToken('')
    const payload: Record<string, string> =
      known === null
        ? {
            email: email.value,
            name: name.value,
            organisation: organisation.value,
            passwordHash,
            by: browserId(visit),
          }
        : {}
    await deps.links.create({
      purpose: 'developer_sign_up',
      about: null,
      hash: tokenHash(token),
      payload,
      minutes: LINK_MINUTES,
    })
    deps.mailer.send(
      known === null
        ? confirmAddressMail(email.value, `${deps.settings.authUrl}/console/confirm?token=${token}`)
        : accountExistsMail(known.email, `${deps.settings.authUrl}/console/login`),
    )
    return await renderPage(
      reply,
      'check-mail',
      { title: 'Check your mail' },
      { email: email.value, what: 'confirm the address and finish signing up', within: 'a day' },
    )
  })

  app.get('/console/confirm', async (request, reply) => {
    const token = readParameters(queryText(request.url)).get('token') ?? ''
    const payload = await deps.links.peek('developer_sign_up', tokenHash(token))
    if (payload?.['email'] === undefined)
      return await renderPage(
        reply,
        'problem',
        { title: 'This link does not work' },
        { ...errorPageText('link_used'), next: AGAIN },
        400,
      )
    const visit = await readVisitor(request, 'developer', deps)
    return await renderConfirmPage(
      { kind: 'developer', action: '/console/confirm', token, payload, visit, request, reply },
      deps,
    )
  })

  app.post('/console/confirm', async (request, reply) => {
    const form = readParameters(String(request.body ?? ''))
    const visit = await readVisitor(request, 'developer', deps)
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
    const payload = (await deps.links.peek('developer_sign_up', tokenHash(token))) ?? {}
    const refused = await checkSignUpPassword(
      { kind: 'developer', action: '/console/confirm', token, payload, visit, request, reply },
      form,
      deps,
    )
    if (refused !== null) return refused
    const { email, name, organisation, passwordHash } =
      (await deps.links.consume('developer_sign_up', tokenHash(token))) ?? {}
    if (
      email === undefined ||
      name === undefined ||
      organisation === undefined ||
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
    const id = await deps.developers.create({ email, name, organisation, passwordHash })
    if (id === null)
      return await renderPage(
        reply,
        'problem',
        { title: 'Nothing was changed' },
        { ...errorPageText('address_taken'), next: SIGN_IN },
        409,
      )
    await deps.audit.record({
      event: 'signed_up',
      actor: { kind: 'developer', id },
      address: request.ip,
      request: request.id,
    })
    return await reply.redirect('/console/login?m=confirmed', 303)
  })
}
