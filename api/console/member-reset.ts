/** A forgotten password of a member: a mail, a link good for one use within the hour (ASVS 6.4). */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { queryText, readParameters } from '../oauth/parameters.js'
import { randomToken, tokenHash } from '../oauth/random-token.js'
import { checkEmail, checkNewPassword } from './form-checks.js'
import { passwordChangedMail, resetMail } from './mails.js'
import type { MemberSignUpDeps } from './member-sign-up.js'
import { show } from './pages.js'
import type { FieldError } from './pages.js'
import { problemText } from './problems.js'
import { returnPath } from './return-path.js'
import { mailThrottle } from './sign-in-throttle.js'
import { formTokenFor, isOwnForm, readVisit } from './visit.js'
import type { Visit } from './visit.js'

const HOME = '/account/trips'
const LINK_MINUTES = 60

export function memberReset (app: FastifyInstance, deps: MemberSignUpDeps): void {
  app.get('/oauth/forgot', async (request, reply) => {
    const visit = await readVisit(request, 'member', deps)
    return await show(reply, 'forgot', { title: 'Forgot password', formToken: formTokenFor(visit, reply, deps) },
      { action: '/oauth/forgot', email: '', returnTo: returnPath(readParameters(queryText(request.url)).get('q'), HOME) })
  })

  app.post('/oauth/forgot', async (request, reply) => {
    const form = readParameters(String(request.body ?? ''))
    const visit = await readVisit(request, 'member', deps)
    if (!isOwnForm(request, visit, form.get('form_token'), deps)) return await foreign(reply)
    const returnTo = returnPath(form.get('q'), HOME)
    const email = checkEmail(form)
    if (email.errors.length > 0) {
      return await show(reply, 'forgot', { title: 'Forgot password', formToken: formTokenFor(visit, reply, deps), errors: email.errors },
        { action: '/oauth/forgot', email: email.value, returnTo })
    }
    const wait = await mailThrottle(email.value, request.ip, deps)
    if (wait !== null) {
      void reply.header('retry-after', wait)
      return await show(reply, 'problem', { title: 'Too many attempts' }, problemText('throttled'), 429)
    }
    const member = await deps.members.byEmail(email.value)
    const token = randomToken('')
    // For an address we do not know a link is made as well, which nobody ever learns: the answer takes the same time.
    await deps.links.make({ purpose: 'member_reset', hash: tokenHash(token), payload: member === null ? {} : { id: member.id, returnTo }, minutes: LINK_MINUTES })
    if (member !== null) {
      deps.mailer.send(resetMail(member.email, `${deps.settings.authUrl}/oauth/reset?token=${token}`))
      await deps.audit.record({ event: 'reset_asked', actor: { kind: 'member', id: member.id }, address: request.ip, request: request.id })
    }
    return await show(reply, 'check-mail', { title: 'Check your mail' }, { email: email.value, what: 'choose a new password', within: 'an hour' })
  })

  app.get('/oauth/reset', async (request, reply) => {
    const token = readParameters(queryText(request.url)).get('token') ?? ''
    const payload = await deps.links.look('member_reset', tokenHash(token))
    if (payload?.['id'] === undefined) return await spent(reply)
    return await showReset(reply, await readVisit(request, 'member', deps), token, [], deps)
  })

  app.post('/oauth/reset', async (request, reply) => {
    const form = readParameters(String(request.body ?? ''))
    const visit = await readVisit(request, 'member', deps)
    if (!isOwnForm(request, visit, form.get('form_token'), deps)) return await foreign(reply)
    const token = form.get('token') ?? ''
    if ((await deps.links.look('member_reset', tokenHash(token)))?.['id'] === undefined) return await spent(reply)
    const password = checkNewPassword(form, 'password', deps.passwords)
    if (password.errors.length > 0) return await showReset(reply, visit, token, password.errors, deps)
    const passwordHash = await deps.passwords.hash(password.value)
    const payload = await deps.links.take('member_reset', tokenHash(token))
    const member = payload?.['id'] === undefined ? null : await deps.members.byId(payload['id'])
    if (payload === null || member === null) return await spent(reply)
    await deps.members.setPassword(member.id, passwordHash)
    await deps.members.endGrants(member.id, 'password reset')
    if (form.get('end_sessions') !== null) await deps.sessions.closeAll('member', member.id, null)
    await deps.audit.record({ event: 'password_reset', actor: { kind: 'member', id: member.id }, address: request.ip, request: request.id })
    deps.mailer.send(passwordChangedMail(member.email, 'reset'))
    return await reply.redirect(`/oauth/login?m=reset&q=${encodeURIComponent(returnPath(payload['returnTo'] ?? null, HOME))}`, 303)
  })
}

async function showReset (reply: FastifyReply, visit: Visit, token: string, errors: FieldError[], deps: MemberSignUpDeps): Promise<FastifyReply> {
  return await show(reply, 'reset', { title: 'Choose a new password', formToken: formTokenFor(visit, reply, deps), errors },
    { action: '/oauth/reset', token, consequence: 'Applications you connected will be disconnected, for your safety: connect them again afterwards.' })
}

async function foreign (reply: FastifyReply): Promise<FastifyReply> {
  return await show(reply, 'problem', { title: 'This form is not valid' }, problemText('foreign_form'), 403)
}

async function spent (reply: FastifyReply): Promise<FastifyReply> {
  return await show(reply, 'problem', { title: 'This link does not work' }, problemText('link_used'), 400)
}
