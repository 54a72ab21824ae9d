/**
 * Pages of an application of the signed-in developer, or whose team the developer is in, and what the role
 * allows (oauth.md 5.9, 126 and 151). Applications of others are not found.
 */
import type { OauthApp } from '../../../schemas/oauth/oauth-app.js'
import { includesRole } from '../../../schemas/oauth/team.js'
import type { TeamRole, TeamStore } from '../../../schemas/oauth/team.js'
import type { AppStore } from '../../oauth/ports.js'
import type { Fields } from '../lib/form.js'
import { developer } from '../lib/page-access.js'
import type { DeveloperAccessDeps, DeveloperPage } from '../lib/page-access.js'
import { isResult, page } from '../lib/page.js'
import type { Admit, Page, PageDeclaration, Posted } from '../lib/page.js'
import { problem } from '../lib/page-result.js'
import type { PageResult } from '../lib/page-result.js'
import type { SecondFactorDeps } from '../sign-in/second-factor.js'
import { confirmAgain } from '../sign-in/step-up.js'

export interface AppPage extends DeveloperPage {
  app: OauthApp
}

export type AppAccessDeps = DeveloperAccessDeps & SecondFactorDeps & { apps: AppStore; team: TeamStore }

/** What is confirmed again (oauth.md 5.9, 131): the form is carried by the page that asks. */
export interface AppStepUp {
  /** The action without its object, such as "disable". */
  what: string
  /** The page to go back to, below that of the application. */
  back: string
}

export interface AppPageDeclaration<F extends Fields, D, P extends AppPage = AppPage> extends Pick<
  PageDeclaration<P, AppAccessDeps, F, D>,
  'params' | 'form' | 'again'
> {
  readonly route: `${'GET' | 'POST'} /console/apps/:clientId${string}`
  /** The role that it needs; by default viewer to see it and developer to send its form. */
  readonly role?: TeamRole
  /** What is wrong with the form, before it is confirmed. */
  readonly check?: (page: Posted<P, F>, deps: D) => Promise<PageResult | null>
  readonly stepUp?: AppStepUp
}

/** A page of an application: who has no role in it, finds nothing. */
export function appPage<D, F extends Fields = Record<never, never>>(
  declaration: AppPageDeclaration<F, D>,
  handle: (page: Posted<AppPage, F>, deps: D) => PageResult | Promise<PageResult>,
): Page<D & AppAccessDeps> {
  return page(appDeclaration(declaration, ownApp(neededRole(declaration))), handle)
}

/** The role that a page of an application needs. */
export function neededRole({ route, role }: { route: string; role?: TeamRole }): TeamRole {
  return role ?? (route.startsWith('GET') ? 'viewer' : 'developer')
}

/** The declaration of a page that `access` lets in. */
export function appDeclaration<F extends Fields, D, P extends AppPage, A>(
  declaration: AppPageDeclaration<F, D, P>,
  access: Admit<P, A>,
): PageDeclaration<P, A, F, D & AppAccessDeps> {
  const { check, stepUp, ...more } = declaration
  return {
    ...more,
    role: neededRole(declaration),
    isConfirmed: stepUp !== undefined,
    access,
    before: [
      async (page, deps) => (await check?.(page, deps)) ?? null,
      async (page, deps) => (stepUp === undefined ? null : await confirmOwner(page, stepUp, deps)),
    ],
  }
}

/** Lets in who has the role in the application. */
export function ownApp(needed: TeamRole): Admit<AppPage, AppAccessDeps> {
  return async (request, deps) => {
    const page = await developer(request, deps)
    if (isResult(page)) return page
    const { clientId = '' } = page.params
    // Postgres refuses NUL, and no application has it in its id.
    const found = clientId.includes('\0') ? null : await deps.apps.find(clientId)
    const role = found === null ? null : await roleIn(found.app, page.account.id, deps.team)
    if (found === null || role === null) return problem('not_found')
    if (!includesRole(role, needed)) return problem('role_missing')
    page.shell.role = role
    return { ...page, app: found.app }
  }
}

async function roleIn(app: OauthApp, developerId: string, team: TeamStore): Promise<TeamRole | null> {
  return app.developerId === developerId ? 'owner' : await team.role(app.clientId, developerId)
}

/** Null if the developer has confirmed within five minutes, or does so now; otherwise the page that asks for it. */
export async function confirmOwner(
  own: AppPage,
  { what, back }: AppStepUp,
  deps: SecondFactorDeps,
): Promise<PageResult | null> {
  const { clientId, name } = own.app
  return await confirmAgain(own, { what: `${what} ${name}`, back: `${appPath(clientId)}/${back}` }, deps)
}

/** Path of an application's page, with the code of a notice. */
export function appPath(clientId: string, notice?: string): string {
  return `/console/apps/${encodeURIComponent(clientId)}${notice === undefined ? '' : `?m=${notice}`}`
}
