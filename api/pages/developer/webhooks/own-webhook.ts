/** Pages of a webhook of an application of the developer; webhooks of others are not found. */
import { isId } from '../../../../schemas/base/ids.js'
import type { TeamRole } from '../../../../schemas/oauth/team.js'
import type { CallbackRow } from '../../../../schemas/webhooks/callback.js'
import { problem } from '../../lib/page-result.js'
import type { PageResult } from '../../lib/page-result.js'
import type { Page } from '../../lib/page.js'
import { appPage } from '../own-app.js'
import type { AppAccessDeps, AppPage } from '../own-app.js'
import type { DeliveryStore } from './delivery-store.js'

export interface WebhookPagesDeps {
  deliveries: DeliveryStore
}

export interface WebhookPage extends AppPage {
  hook: CallbackRow
}

export type WebhookHandler<D> = (page: WebhookPage, deps: D) => PageResult | Promise<PageResult>

interface WebhookPageDeclaration {
  readonly route: `${'GET' | 'POST'} /console/apps/:clientId/webhooks/:hookId${string}`
  readonly role?: TeamRole
}

export function webhookPage<D extends WebhookPagesDeps>(
  declaration: WebhookPageDeclaration,
  handle: WebhookHandler<D>,
): Page<D & AppAccessDeps> {
  return appPage(declaration, async (page, deps: D) => {
    const { hookId } = page.request.params as { hookId: string }
    const hook = isId(hookId) ? await deps.deliveries.find(page.app.clientId, hookId) : null
    return hook === null ? problem('not_found') : await handle({ ...page, hook }, deps)
  })
}
