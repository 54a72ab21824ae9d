/**
 * Pages of an application of the signed-in developer, or whose team the developer is in, and what the role
 * allows (oauth.md 5.9, 126 and 151). Applications of others are not found.
 */
import type { OauthApp } from '../../../schemas/oauth/oauth-app.js'
import { includesRole } from '../../../schemas/oauth/team.js'
import type { TeamRole, TeamStore } from '../../../schemas/oauth/team.js'
import type { AppStore } from '../../oauth/ports.js'
import { developer } from '../lib/page-access.js'
import type { DeveloperAccessDeps, DeveloperPage } from '../lib/page-access.js'
import { isResult, page } from '../lib/page.js'
import type { Page } from '../lib/page.js'
import { problem } from '../lib/page-result.js'
import type { PageResult } from '../lib/page-result.js'
import type { SecondFactorDeps } from '../sign-in/second-factor.js'
import { confirmAgain } from '../sign-in/step-up.js'

export interface AppPage extends DeveloperPage {
  app: OauthApp
}

export type AppAccessDeps = DeveloperAccessDeps & SecondFactorDeps & { apps: AppStore; team: TeamStore }

/** What is confirmed again (oauth.md 5.9, 131). */
export interface AppStepUp {
  /** The action without its object, such as "disable". */
  what: string
  /** Fields of the form that the page which asks carries. */
  fields: readonly string[]
  /** The page to go back to, below that of the application. */
  back: string
}

export interface AppPageDeclaration<D> {
  readonly route: `${'GET' | 'POST'} /console/apps/:clientId${string}`
  /** The role that it needs; by default viewer to see it and developer to send its form. */
  readonly role?: TeamRole
  /** What is wrong with the form, before it is confirmed. */
  readonly check?: (page: AppPage, deps: D) => Promise<PageResult | null>
  readonly stepUp?: AppStepUp
}

/** A page of an application: who has no role in it, finds nothing. */
export function appPage<D>(
  { route, role, check, stepUp }: AppPageDeclaration<D>,
  handle: (page: AppPage, deps: D) => PageResult | Promise<PageResult>,
): Page<D & AppAccessDeps> {
  const needed = role ?? (route.startsWith('GET') ? 'viewer' : 'developer')
  return page({ route, access: developer }, async (request, deps: D & AppAccessDeps) => {
    const own = await ownApp(request, needed, deps)
    if (isResult(own)) return own
    const refused =
      (await check?.(own, deps)) ?? (stepUp === undefined ? null : await confirmOwner(own, stepUp, deps))
    return refused ?? (await handle(own, deps))
  })
}

async function ownApp(
  request: DeveloperPage,
  needed: TeamRole,
  { apps, team }: AppAccessDeps,
): Promise<AppPage | PageResult> {
  const { clientId } = request.request.params as { clientId: string }
  // Postgres refuses NUL, and no application has it in its id.
  const found = clientId.includes('\0') ? null : await apps.find(clientId)
  const role = found === null ? null : await roleIn(found.app, request.account.id, team)
  if (found === null || role === null) return problem('not_found')
  if (!includesRole(role, needed)) return problem('role_missing')
  request.shell.role = role
  return { ...request, app: found.app }
}

async function roleIn(app: OauthApp, developerId: string, team: TeamStore): Promise<TeamRole | null> {
  return app.developerId === developerId ? 'owner' : await team.role(app.clientId, developerId)
}

/** Null if the developer has confirmed within five minutes, or does so now; otherwise the page that asks for it. */
export async function confirmOwner(
  own: AppPage,
  { what, fields, back }: AppStepUp,
  deps: SecondFactorDeps,
): Promise<PageResult | null> {
  const { clientId, name } = own.app
  const request = { what: `${what} ${name}`, fields, back: `${appPath(clientId)}/${back}` }
  return await confirmAgain(own, request, deps)
}

/** Path of an application's page, with the code of a notice. */
export function appPath(clientId: string, notice?: string): string {
  return `/console/apps/${encodeURIComponent(clientId)}${notice === undefined ? '' : `?m=${notice}`}`
}
