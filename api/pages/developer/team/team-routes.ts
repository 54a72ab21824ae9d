/** Managing the team of an application; all but leaving is for its owners (oauth.md 5.9, 151; 6.6). */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { OauthApp } from '../../../../schemas/oauth/oauth-app.js'
import { TEAM_ROLES } from '../../../../schemas/oauth/team.js'
import type { TeamRole } from '../../../../schemas/oauth/team.js'
import { emailAddressError } from '../../lib/form-checks.js'
import { teamChangedMail, teamInvitationMail } from '../../mails.js'
import type { DeveloperAccountStore } from '../../ports.js'
import { attempter, mailThrottle } from '../../sign-in/sign-in-throttle.js'
import type { AppsDeps } from '../apps-deps.js'
import { findOwnApp, postAppActions, requireStepUp } from '../own-app.js'
import type { AppAction, DeveloperGuard, DeveloperPage } from '../own-app.js'
import { tabPath } from '../tabs/app-frame.js'
import { choiceOf } from '../webhooks/list-query.js'
import { invitationPath } from './invitation-routes.js'
import { renderTeam } from './team-page.js'

const INVITATION_DAYS = 7
/** Members and open invitations of an application together. */
const MAX_TEAM = 50
const ID = /^\d{1,18}$/

type TeamDeps = AppsDeps & { developers: DeveloperAccountStore }

export function teamRoutes(app: FastifyInstance, guard: DeveloperGuard, deps: TeamDeps): void {
  app.get(
    '/console/apps/:clientId/team',
    guard(async (page) => {
      const found = await findOwnApp(page, deps)
      return found === null
        ? await page.renderError('not_found')
        : await renderTeam(page, found.app, [], deps)
    }),
  )
  const confirmed = (what: string, fields: string[], action: AppAction): AppAction =>
    requireStepUp({ what, fields, tab: 'team' }, deps, action)
  postAppActions(
    app,
    guard,
    deps,
    {
      'team/invite': confirmed(
        'invite somebody to',
        ['invite_email', 'invite_role'],
        async (page, own) => await invite(page, own, deps),
      ),
      'team/role': confirmed(
        'change a role in',
        ['developer', 'role'],
        async (page, own) => await changeRole(page, own, deps),
      ),
      'team/remove': confirmed(
        'remove somebody from',
        ['developer'],
        async (page, own) => await remove(page, own, deps),
      ),
      'team/withdraw': async (page, own) => await withdraw(page, own, deps),
    },
    'owner',
  )
  postAppActions(
    app,
    guard,
    deps,
    { 'team/leave': async (page, own) => await leave(page, own, deps) },
    'viewer',
  )
}

/** The answer does not depend on whether the address has an account; its owner joins after signing in. */
async function invite(page: DeveloperPage, app: OauthApp, deps: TeamDeps): Promise<FastifyReply> {
  const { clientId } = app
  const refuse = async (text: string): Promise<FastifyReply> =>
    await renderTeam(page, app, [{ field: 'invite_email', text }], deps)
  const email = (page.form.get('invite_email') ?? '').trim()
  const role = choiceOf(page.form, 'invite_role', TEAM_ROLES)
  const invalid = emailAddressError(email)
  if (invalid !== null) return await refuse(invalid)
  if (role === null)
    return await renderTeam(page, app, [{ field: 'invite_role', text: 'Choose a role.' }], deps)
  const wait = await mailThrottle('developer invitation', email, attempter(null, page.request.ip), deps)
  if (wait !== null) return await page.renderThrottled(wait)
  const by = page.account.id
  const invited = await deps.team.invite({
    clientId,
    email,
    role,
    by,
    days: INVITATION_DAYS,
    max: MAX_TEAM,
  })
  if (invited === 'member') return await refuse('This address is in the team. Change its role in the list.')
  if (invited === 'full')
    return await refuse(`A team has at most ${MAX_TEAM} members and open invitations. Remove one first.`)
  const link = deps.settings.authUrl + invitationPath(invited.id)
  deps.mailer.send(teamInvitationMail(email, link, { by: page.account, app: app.name, role }))
  await page.audit('team_invited', { clientId, detail: { why: `${email} as ${role}`, role } })
  return await page.redirect(tabPath(clientId, 'team', 'invited'))
}

async function changeRole(page: DeveloperPage, app: OauthApp, deps: TeamDeps): Promise<FastifyReply> {
  const { clientId } = app
  const id = page.form.get('developer') ?? ''
  const role = choiceOf(page.form, 'role', TEAM_ROLES)
  if (role === null || !ID.test(id)) return await page.renderError('not_found')
  if (await deps.team.changeRole(clientId, id, role))
    await recordChange(page, app, { event: 'team_role_changed', id, role }, deps)
  return await page.redirect(tabPath(clientId, 'team', 'role'))
}

async function remove(page: DeveloperPage, app: OauthApp, deps: TeamDeps): Promise<FastifyReply> {
  const { clientId } = app
  const id = page.form.get('developer') ?? ''
  if (!ID.test(id) || !(await deps.team.remove(clientId, id))) return await page.renderError('not_found')
  await recordChange(page, app, { event: 'team_removed', id, role: null }, deps)
  return await page.redirect(
    id === page.account.id ? '/console/apps?m=left' : tabPath(clientId, 'team', 'removed'),
  )
}

/** Records the change and writes to the member concerned. */
async function recordChange(
  page: DeveloperPage,
  { clientId, name }: OauthApp,
  { event, id, role }: { event: 'team_role_changed' | 'team_removed'; id: string; role: TeamRole | null },
  { developers, mailer }: TeamDeps,
): Promise<void> {
  const member = await developers.byId(id)
  const who = member?.email ?? id
  await page.audit(event, { clientId, detail: { why: role === null ? who : `${who} is now ${role}` } })
  if (member !== null && id !== page.account.id) mailer.send(teamChangedMail(member.email, name, role))
}

async function withdraw(page: DeveloperPage, { clientId }: OauthApp, deps: TeamDeps): Promise<FastifyReply> {
  const id = page.form.get('invitation') ?? ''
  if (!ID.test(id) || !(await deps.team.withdraw(clientId, id))) return await page.renderError('not_found')
  await page.audit('team_invitation_ended', { clientId, detail: { why: 'withdrawn' } })
  return await page.redirect(tabPath(clientId, 'team', 'withdrawn'))
}

/** The application's developer cannot leave: it would have no owner. */
async function leave(page: DeveloperPage, { clientId }: OauthApp, deps: TeamDeps): Promise<FastifyReply> {
  if (!(await deps.team.remove(clientId, page.account.id))) return await page.renderError('not_found')
  await page.audit('team_left', { clientId })
  return await page.redirect('/console/apps?m=left')
}
