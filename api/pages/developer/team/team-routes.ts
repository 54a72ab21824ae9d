/** Managing the team of an application; all but leaving is for its owners (oauth.md 5.9, 151; 6.6). */
import { TEAM_ROLES } from '../../../../schemas/oauth/team.js'
import type { TeamRole } from '../../../../schemas/oauth/team.js'
import { emailAddressError } from '../../lib/form-checks.js'
import { teamChangedMail, teamInvitationMail } from '../../mails.js'
import type { DeveloperAccountStore } from '../../ports.js'
import { attempter, mailThrottle } from '../../sign-in/sign-in-throttle.js'
import type { AppsDeps } from '../apps-deps.js'
import { tabPath } from '../tabs/app-frame.js'
import { choiceOf } from '../webhooks/list-query.js'
import { invitationPath } from './invitation-routes.js'
import { renderTeam } from './team-page.js'
import { appPage } from '../own-app.js'
import type { AppPage } from '../own-app.js'
import type { PageResult } from '../../lib/page-result.js'
import { problem, redirect, throttled } from '../../lib/page-result.js'

const INVITATION_DAYS = 7
/** Members and open invitations of an application together. */
const MAX_TEAM = 50
const ID = /^\d{1,18}$/

type TeamDeps = AppsDeps & { developers: DeveloperAccountStore }

const confirmed = (what: string, ...fields: string[]) => ({ what, fields, back: 'team' })

export const teamPages = [
  appPage(
    { route: 'GET /console/apps/:clientId/team' },
    async (page, deps: TeamDeps) => await renderTeam(page, deps),
  ),
  appPage(
    {
      route: 'POST /console/apps/:clientId/team/invite',
      role: 'owner',
      stepUp: confirmed('invite somebody to', 'invite_email', 'invite_role'),
    },
    invite,
  ),
  appPage(
    {
      route: 'POST /console/apps/:clientId/team/role',
      role: 'owner',
      stepUp: confirmed('change a role in', 'developer', 'role'),
    },
    changeRole,
  ),
  appPage(
    {
      route: 'POST /console/apps/:clientId/team/remove',
      role: 'owner',
      stepUp: confirmed('remove somebody from', 'developer'),
    },
    remove,
  ),
  appPage({ route: 'POST /console/apps/:clientId/team/withdraw', role: 'owner' }, withdraw),
  appPage({ route: 'POST /console/apps/:clientId/team/leave', role: 'viewer' }, leave),
]

/** The answer does not depend on whether the address has an account; its owner joins after signing in. */
async function invite(page: AppPage, deps: TeamDeps): Promise<PageResult> {
  const { app } = page
  const { clientId } = app
  const refuse = async (text: string): Promise<PageResult> =>
    await renderTeam(page, deps, [{ field: 'invite_email', text }])
  const email = (page.form.get('invite_email') ?? '').trim()
  const role = choiceOf(page.form, 'invite_role', TEAM_ROLES)
  const invalid = emailAddressError(email)
  if (invalid !== null) return await refuse(invalid)
  if (role === null) return await renderTeam(page, deps, [{ field: 'invite_role', text: 'Choose a role.' }])
  const wait = await mailThrottle('developer invitation', email, attempter(null, page.request.ip), deps)
  if (wait !== null) return throttled(wait)
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
  return redirect(tabPath(clientId, 'team', 'invited'))
}

async function changeRole(page: AppPage, deps: TeamDeps): Promise<PageResult> {
  const { clientId } = page.app
  const id = page.form.get('developer') ?? ''
  const role = choiceOf(page.form, 'role', TEAM_ROLES)
  if (role === null || !ID.test(id)) return problem('not_found')
  if (await deps.team.changeRole(clientId, id, role))
    await recordChange(page, { event: 'team_role_changed', id, role }, deps)
  return redirect(tabPath(clientId, 'team', 'role'))
}

async function remove(page: AppPage, deps: TeamDeps): Promise<PageResult> {
  const { clientId } = page.app
  const id = page.form.get('developer') ?? ''
  if (!ID.test(id) || !(await deps.team.remove(clientId, id))) return problem('not_found')
  await recordChange(page, { event: 'team_removed', id, role: null }, deps)
  return redirect(id === page.account.id ? '/console/apps?m=left' : tabPath(clientId, 'team', 'removed'))
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
  if (member !== null && id !== page.account.id) mailer.send(teamChangedMail(member.email, name, role))
}

async function withdraw(page: AppPage, deps: TeamDeps): Promise<PageResult> {
  const { clientId } = page.app
  const id = page.form.get('invitation') ?? ''
  if (!ID.test(id) || !(await deps.team.withdraw(clientId, id))) return problem('not_found')
  await page.audit('team_invitation_ended', { clientId, detail: { why: 'withdrawn' } })
  return redirect(tabPath(clientId, 'team', 'withdrawn'))
}

/** The application's developer cannot leave: it would have no owner. */
async function leave(page: AppPage, deps: TeamDeps): Promise<PageResult> {
  const { clientId } = page.app
  if (!(await deps.team.remove(clientId, page.account.id))) return problem('not_found')
  await page.audit('team_left', { clientId })
  return redirect('/console/apps?m=left')
}
