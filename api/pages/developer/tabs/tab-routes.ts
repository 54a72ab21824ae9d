/** The pages of an application's tabs. Events and one webhook have files of their own in `webhooks/`. */
import type { FastifyInstance } from 'fastify'
import { findOwnApp } from '../own-app.js'
import type { AppAction, DeveloperGuard } from '../own-app.js'
import { tabRole } from './app-frame.js'
import type { AppTab } from './app-frame.js'
import { renderCredentials } from './credentials.js'
import { renderDanger } from './danger.js'
import { renderOverview } from './overview.js'
import type { OverviewDeps } from './overview.js'
import { renderRequests } from '../requests/request-list.js'
import { renderSettings } from './settings.js'
import { renderWebhooks } from './webhooks.js'

export function tabRoutes(app: FastifyInstance, guard: DeveloperGuard, deps: OverviewDeps): void {
  const tabs: Readonly<Partial<Record<AppTab, AppAction>>> = {
    overview: async (page, own) => await renderOverview(page, own, deps),
    credentials: async (page, own) => await renderCredentials(page, own, [], deps),
    webhooks: async (page, own) => await renderWebhooks(page, own, [], deps),
    requests: async (page, own) => await renderRequests(page, own, deps),
    settings: async (page, own) => await renderSettings(page, own),
    danger: async (page, own) => await renderDanger(page, own, [], deps),
  }
  for (const [name, show] of Object.entries(tabs)) {
    const tab = name as AppTab
    app.get(
      `/console/apps/:clientId${tab === 'overview' ? '' : `/${tab}`}`,
      guard(async (page) => {
        const found = await findOwnApp(page, deps, tabRole(tab))
        return found === null ? await page.renderError('not_found') : await show(page, found.app)
      }),
    )
  }
}
