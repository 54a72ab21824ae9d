/** Managing the team of an application; all but leaving is for its owners (oauth.md 5.9, 151; 6.6). */
import type { TeamRole } from '../../../../schemas/oauth/team.js'
import { asSent } from '../../lib/form.js'
import type { Posted } from '../../lib/page.js'
import { problem, redirect, throttled } from '../../lib/page-result.js'
import type { PageResult } from '../../lib/page-result.js'
import { teamChangedMail, teamInvitationMail } from '../../mails.js'
import type { DeveloperAccountStore } from '../../ports.js'
import { attempter, mailThrottle } from '../../sign-in/sign-in-throttle.js'
import { tabPath } from '../app-view.js'
import type { AppsDeps } from '../apps-deps.js'
import { appPage } from '../own-app.js'
import type { AppPage } from '../own-app.js'
import { invitationPath } from './invitation-page.js'
import { CHANGE_ROLE, INVITE, renderTeam } from './team-page.js'

const INVITATION_DAYS = 7
/** Members and open invitations of an application together. */
const MAX_TEAM = 50
const ID = /^\d{1,18}$/
const IN_TEAM = 'This address is already in the team. Change its role in the list.'
const TEAM_FULL = `A team has at most ${MAX_TEAM} members and open invitations. Remove one first.`

type TeamDeps = AppsDeps & { developers: DeveloperAccountStore }

const confirmed = (what: string) => ({ what, back: 'team' })

export const teamPages = [
  appPage(
    { route: 'GET /console/apps/:clientId/team' },
    async (page, deps: TeamDeps) => await renderTeam(page, deps),
  ),
  appPage(
    {
      route: 'POST /console/apps/:clientId/team/invite',
      role: 'owner',
      form: INVITE,
      stepUp: confirmed('invite somebody to'),
      again: renderTeam,
    },
    invite,
  ),
  appPage(
    {
      route: 'POST /console/apps/:clientId/team/role',
      role: 'owner',
      form: CHANGE_ROLE,
      stepUp: confirmed('change a role in'),
    },
    async (page, deps: TeamDeps) => {
      const { clientId } = page.app
      const { developer: id, role } = page.form
      if (role === null || !ID.test(id)) return problem('not_found')
      if (await deps.team.changeRole(clientId, id, role))
        await recordChange(page, { event: 'team_role_changed', id, role }, deps)
      return redirect(tabPath(clientId, 'team', 'role'))
    },
  ),
  appPage(
    {
      route: 'POST /console/apps/:clientId/team/remove',
      role: 'owner',
      form: { developer: asSent() },
      stepUp: confirmed('remove somebody from'),
    },
    async (page, deps: TeamDeps) => {
      const { clientId } = page.app
      const id = page.form.developer
      if (!ID.test(id) || !(await deps.team.remove(clientId, id))) return problem('not_found')
      await recordChange(page, { event: 'team_removed', id, role: null }, deps)
      return redirect(id === page.account.id ? '/console/apps?m=left' : tabPath(clientId, 'team', 'removed'))
    },
  ),
  appPage(
    {
      route: 'POST /console/apps/:clientId/team/withdraw',
      role: 'owner',
      form: { invitation: asSent() },
    },
    async ({ app: { clientId }, form, audit }, { team }: TeamDeps) => {
      const id = form.invitation
      if (!ID.test(id) || !(await team.withdraw(clientId, id))) return problem('not_found')
      await audit('team_invitation_ended', { clientId, detail: { why: 'withdrawn' } })
      return redirect(tabPath(clientId, 'team', 'withdrawn'))
    },
  ),
  appPage(
    { route: 'POST /console/apps/:clientId/team/leave', role: 'viewer' },
    // The application's developer cannot leave: it would have no owner.
    async ({ app: { clientId }, account, audit }, { team }: TeamDeps) => {
      if (!(await team.remove(clientId, account.id))) return problem('not_found')
      await audit('team_left', { clientId })
      return redirect('/console/apps?m=left')
    },
  ),
]

/** The answer does not depend on whether the address has an account; its owner joins after signing in. */
async function invite(page: Posted<AppPage, typeof INVITE>, deps: TeamDeps): Promise<PageResult> {
  const { app, account } = page
  const { clientId } = app
  const { invite_email: email, invite_role: role } = page.form
  const refuse = async (field: string, text: string): Promise<PageResult> =>
    await renderTeam(page, deps, { errors: [{ field, text }] })
  if (role === null) return await refuse('invite_role', 'Choose a role.')
  const wait = await mailThrottle('developer invitation', email, attempter(null, page.request.ip), deps)
  if (wait !== null) return throttled(wait)
  const bounds = { by: account.id, days: INVITATION_DAYS, max: MAX_TEAM }
  const invited = await deps.team.invite({ clientId, email, role, ...bounds })
  if (typeof invited === 'string')
    return await refuse('invite_email', invited === 'member' ? IN_TEAM : TEAM_FULL)
  const link = deps.settings.authUrl + invitationPath(invited.id)
  deps.mailer.send(teamInvitationMail(email, link, { by: account, app: app.name, role }))
  await page.audit('team_invited', { clientId, detail: { why: `${email} as ${role}`, role } })
  return redirect(tabPath(clientId, 'team', 'invited'))
}

/** Records the change and writes to the member concerned. */
async function recordChange(
  page: AppPage,
  { event, id, role }: { event: 'team_role_changed' | 'team_removed'; id: string; role: TeamRole | null },
  { developers, mailer }: TeamDeps,
): Promise<void> {
  const { clientId, name } = page.app
  const member = await developers.byId(id)
  const who = member?.email ?? id
  await page.audit(event, { clientId, detail: { why: role === null ? who : `${who} is now ${role}` } })
  if (member !== null && id !== page.account.id)
    mailer.send(teamChangedMail(member.email, { app: name, by: page.account, role }))
}
