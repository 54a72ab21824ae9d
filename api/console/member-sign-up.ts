/** Signing up as a member: a form, a mail, a link. The answer never tells whether an address has an account. */
import type { FastifyInstance } from 'fastify'
import { queryText, readParameters } from '../oauth/parameters.js'
import { randomToken, tokenHash } from '../oauth/random-token.js'
import { checkEmail, checkLine, checkNewPassword } from './form-checks.js'
import { alreadyMail, confirmMail } from './mails.js'
import type { MemberSignInDeps } from './member-sign-in.js'
import { browserOf, refuseStranger, showConfirm } from './own-sign-up.js'
import { show } from './pages.js'
import type { LinkStore, Mailer } from './ports.js'
import { problemText } from './problems.js'
import { returnPath, withReturn } from './return-path.js'
import { mailThrottle } from './sign-in-throttle.js'
import { formTokenFor, isOwnForm, readVisit } from './visit.js'

export type MemberSignUpDeps = MemberSignInDeps & { links: LinkStore; mailer: Mailer }

const HOME = '/account/trips'
const AGAIN = { href: '/oauth/signup', text: 'Sign up again' }
const LINK_MINUTES = 24 * 60

export function memberSignUp(app: FastifyInstance, deps: MemberSignUpDeps): void {
  app.get('/oauth/signup', async (request, reply) => {
    const to = returnPath(readParameters(queryText(request.url)).get('q'), HOME)
    const visit = await readVisit(request, 'member', deps)
    return await show(
      reply,
      'sign-up',
      { title: 'Create an account', formToken: formTokenFor(visit, reply, deps) },
      { returnTo: to, firstName: '', lastName: '', email: '', signInUrl: withReturn('/oauth/login', to) },
    )
  })

  app.post('/oauth/signup', async (request, reply) => {
    const form = readParameters(String(request.body ?? ''))
    const visit = await readVisit(request, 'member', deps)
    if (!isOwnForm(request, visit, form.get('form_token'), deps)) {
      return await show(
        reply,
        'problem',
        { title: 'This form is not valid' },
        problemText('foreign_form'),
        403,
      )
    }
    const to = returnPath(form.get('q'), HOME)
    const first = checkLine(form, 'first_name', 'your first name', 100)
    const last = checkLine(form, 'last_name', 'your last name', 100)
    const email = checkEmail(form)
    const password = checkNewPassword(form, 'password', deps.passwords)
    const errors = [...first.errors, ...last.errors, ...email.errors, ...password.errors]
    const wait = errors.length > 0 ? null : await mailThrottle(email.value, request.ip, deps)
    if (wait !== null) {
      void reply.header('retry-after', wait)
      return await show(reply, 'problem', { title: 'Too many attempts' }, problemText('throttled'), 429)
    }
    if (errors.length > 0) {
      return await show(
        reply,
        'sign-up',
        { title: 'Create an account', formToken: formTokenFor(visit, reply, deps), errors },
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
            by: browserOf(visit),
            returnTo: to,
          }
        : {}
    await deps.links.make({
      purpose: 'member_sign_up',
      about: null,
      hash: tokenHash(token),
      payload,
      minutes: LINK_MINUTES,
    })
    deps.mailer.send(
      known === null
        ? confirmMail(email.value, `${deps.settings.authUrl}/oauth/confirm?token=${token}`)
        : alreadyMail(known.email, deps.settings.authUrl + withReturn('/oauth/login', to)),
    )
    return await show(
      reply,
      'check-mail',
      { title: 'Check your mail' },
      { email: email.value, what: 'confirm the address and finish signing up', within: 'a day' },
    )
  })

  app.get('/oauth/confirm', async (request, reply) => {
    const token = readParameters(queryText(request.url)).get('token') ?? ''
    const payload = await deps.links.look('member_sign_up', tokenHash(token))
    if (payload?.['email'] === undefined)
      return await show(
        reply,
        'problem',
        { title: 'This link does not work' },
        { ...problemText('link_used'), next: AGAIN },
        400,
      )
    const visit = await readVisit(request, 'member', deps)
    return await showConfirm(
      { kind: 'member', action: '/oauth/confirm', token, payload, visit, request, reply },
      deps,
    )
  })

  app.post('/oauth/confirm', async (request, reply) => {
    const form = readParameters(String(request.body ?? ''))
    const visit = await readVisit(request, 'member', deps)
    if (!isOwnForm(request, visit, form.get('form_token'), deps)) {
      return await show(
        reply,
        'problem',
        { title: 'This form is not valid' },
        problemText('foreign_form'),
        403,
      )
    }
    const token = form.get('token') ?? ''
    const payload = (await deps.links.look('member_sign_up', tokenHash(token))) ?? {}
    const refused = await refuseStranger(
      { kind: 'member', action: '/oauth/confirm', token, payload, visit, request, reply },
      form,
      deps,
    )
    if (refused !== null) return refused
    const { email, firstName, lastName, passwordHash, returnTo } =
      (await deps.links.take('member_sign_up', tokenHash(token))) ?? {}
    if (
      email === undefined ||
      firstName === undefined ||
      lastName === undefined ||
      passwordHash === undefined
    ) {
      return await show(
        reply,
        'problem',
        { title: 'This link does not work' },
        { ...problemText('link_used'), next: AGAIN },
        400,
      )
    }
    const to = returnPath(returnTo ?? null, HOME)
    const id = await deps.members.create({ email, firstName, lastName, passwordHash })
    // Somebody took the address meanwhile: what was chosen at this sign-up is not what the account has.
    if (id === null)
      return await show(
        reply,
        'problem',
        { title: 'Nothing was changed' },
        { ...problemText('address_taken'), next: { href: withReturn('/oauth/login', to), text: 'Sign in' } },
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
