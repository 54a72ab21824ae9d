/** The pages of an application's tabs. Events and one webhook have files of their own in `webhooks/`. */
import type { AppsDeps } from '../apps-deps.js'
import { appPage } from '../own-app.js'
import { TAB_ROLES } from './app-frame.js'
import { renderOverview } from './overview.js'
import { renderCredentials } from './credentials.js'
import { renderDanger } from './danger.js'
import { renderRequests } from '../requests/request-list.js'
import { renderSettings } from './settings.js'
import { renderWebhooks } from './webhooks.js'

export const tabPages = [
  appPage({ route: 'GET /console/apps/:clientId' }, renderOverview),
  appPage(
    { route: 'GET /console/apps/:clientId/credentials', role: TAB_ROLES.credentials },
    async (page, deps: AppsDeps) => await renderCredentials(page, deps),
  ),
  appPage(
    { route: 'GET /console/apps/:clientId/webhooks' },
    async (page, deps: AppsDeps) => await renderWebhooks(page, deps),
  ),
  appPage({ route: 'GET /console/apps/:clientId/requests' }, renderRequests),
  appPage({ route: 'GET /console/apps/:clientId/settings', role: TAB_ROLES.settings }, (page) =>
    renderSettings(page),
  ),
  appPage(
    { route: 'GET /console/apps/:clientId/danger', role: TAB_ROLES.danger },
    async (page, deps: AppsDeps) => await renderDanger(page, deps),
  ),
]
