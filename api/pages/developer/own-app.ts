/**
 * Routes for an application of the signed-in developer, or whose team the developer is in, and what the role
 * allows (oauth.md 5.9, 126 and 151). Applications of others are not found.
 */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { DeveloperAccount } from '../../../schemas/oauth/account.js'
import type { AppSecret, OauthApp } from '../../../schemas/oauth/oauth-app.js'
import { includesRole } from '../../../schemas/oauth/team.js'
import type { TeamRole, TeamStore } from '../../../schemas/oauth/team.js'
import type { AppStore } from '../../oauth/ports.js'
import { PageRefusal } from '../lib/page-refusal.js'
import type { AccountPage, PageGuard } from '../lib/require-session.js'
import type { SecondFactorDeps } from '../sign-in/second-factor.js'
import { confirmAgain } from '../sign-in/step-up.js'
import type { StepUpRequest } from '../sign-in/step-up.js'

export type DeveloperPage = AccountPage<DeveloperAccount>
export type DeveloperGuard = PageGuard<DeveloperAccount>
export type AppAction = (page: DeveloperPage, app: OauthApp) => Promise<FastifyReply>

interface AppLookup {
  apps: AppStore
  team: TeamStore
}

/**
 * The application named in the path; null if the developer has no role in it. Refuses the page with 403 if the
 * role does not include `needed`, by default viewer to see pages and developer to send forms.
 */
export async function findOwnApp(
  page: DeveloperPage,
  deps: AppLookup,
  needed: TeamRole = page.request.method === 'POST' ? 'developer' : 'viewer',
): Promise<{ app: OauthApp; secrets: AppSecret[] } | null> {
  const { clientId } = page.request.params as { clientId: string }
  // Postgres refuses NUL, and no application has it in its id.
  const found = clientId.includes('\0') ? null : await deps.apps.find(clientId)
  const role = found === null ? null : await roleIn(found.app, page.account.id, deps.team)
  if (role === null) return null
  if (!includesRole(role, needed)) throw new PageRefusal('role_missing')
  page.showRole(role)
  return found
}

async function roleIn(app: OauthApp, developerId: string, team: TeamStore): Promise<TeamRole | null> {
  return app.developerId === developerId ? 'owner' : await team.role(app.clientId, developerId)
}

/**
 * Registers POST actions under the page of an application: `actions[path]` answers
 * `/console/apps/:clientId/<path>`, for developers with the role.
 */
export function postAppActions(
  app: FastifyInstance,
  guard: DeveloperGuard,
  deps: AppLookup,
  actions: Readonly<Record<string, AppAction>>,
  needed: TeamRole = 'developer',
): void {
  for (const [path, action] of Object.entries(actions))
    app.post(
      `/console/apps/:clientId/${path}`,
      guard(async (page) => {
        const found = await findOwnApp(page, deps, needed)
        return found === null ? await page.renderError('not_found') : await action(page, found.app)
      }),
    )
}

/** What the developer is about to do, the fields of the form, and the tab to go back to. */
type OwnerStepUp = Pick<StepUpRequest, 'what' | 'fields'> & { tab: string }

/**
 * True if the developer has confirmed within five minutes, or does so now; otherwise the page that asks for it
 * has been sent (oauth.md 5.9, 131).
 * @param what the action without its object, such as "disable"
 * @param fields of the form that the page carries
 */
export async function confirmOwner(
  page: DeveloperPage,
  app: OauthApp,
  { what, fields, tab }: OwnerStepUp,
  deps: SecondFactorDeps,
): Promise<boolean> {
  const request = { what: `${what} ${app.name}`, fields, back: `${appPath(app.clientId)}/${tab}` }
  return await confirmAgain(page, request, deps)
}

/** The action, once its developer has confirmed. */
export function requireStepUp(request: OwnerStepUp, deps: SecondFactorDeps, action: AppAction): AppAction {
  return async (page, app) =>
    (await confirmOwner(page, app, request, deps)) ? await action(page, app) : page.reply
}

/** Path of an application's page, with the code of a notice. */
export function appPath(clientId: string, notice?: string): string {
  return `/console/apps/${encodeURIComponent(clientId)}${notice === undefined ? '' : `?m=${notice}`}`
}
