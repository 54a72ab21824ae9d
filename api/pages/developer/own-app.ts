/** Routes for an application of the signed-in developer. Applications of others are not found. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { DeveloperAccount } from '../../../schemas/oauth/account.js'
import type { AppSecret, OauthApp } from '../../../schemas/oauth/oauth-app.js'
import type { AppStore } from '../../oauth/ports.js'
import type { AccountPage, PageGuard } from '../lib/require-session.js'

export type DeveloperPage = AccountPage<DeveloperAccount>
export type DeveloperGuard = PageGuard<DeveloperAccount>
export type AppAction = (page: DeveloperPage, app: OauthApp) => Promise<FastifyReply>

interface AppLookup {
  apps: AppStore
}

/** The application named in the path, if it belongs to the developer; else null. */
export async function findOwnApp(
  page: DeveloperPage,
  { apps }: AppLookup,
): Promise<{ app: OauthApp; secrets: AppSecret[] } | null> {
  const { clientId } = page.request.params as { clientId: string }
  // Postgres refuses NUL, and no application has it in its id.
  const found = clientId.includes('\0') ? null : await apps.find(clientId)
  return found === null || found.app.developerId !== page.account.id ? null : found
}

/**
 * Registers POST actions under the page of an application: `actions[path]` answers
 * `/console/apps/:clientId/<path>`.
 */
export function postAppActions(
  app: FastifyInstance,
  guard: DeveloperGuard,
  deps: AppLookup,
  actions: Readonly<Record<string, AppAction>>,
): void {
  for (const [path, action] of Object.entries(actions))
    app.post(
      `/console/apps/:clientId/${path}`,
      guard(async (page) => {
        const found = await findOwnApp(page, deps)
        return found === null ? await page.renderError('not_found') : await action(page, found.app)
      }),
    )
}

/**
 * An action that needs the second factor of the last five minutes; otherwise asks for it (oauth.md 5.9,
 * 131).
 */
export function requireStepUp(action: AppAction): AppAction {
  return async (page, app) =>
    page.session.recentlyVerified
      ? await action(page, app)
      : await page.redirect(`/console/prove?q=${encodeURIComponent(appPath(app.clientId))}`)
}

/** Path of an application's page, with the code of a notice. */
export function appPath(clientId: string, notice?: string): string {
  return `/console/apps/${encodeURIComponent(clientId)}${notice === undefined ? '' : `?m=${notice}`}`
}
