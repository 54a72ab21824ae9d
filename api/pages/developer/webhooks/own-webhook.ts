/** Pages of a webhook of an application of the developer; webhooks of others are not found. */
import { isId } from '../../../../schemas/base/ids.js'
import type { CallbackRow } from '../../../../schemas/webhooks/callback.js'
import type { Fields } from '../../lib/form.js'
import { isResult, page } from '../../lib/page.js'
import type { Admit, Page, Posted } from '../../lib/page.js'
import { problem } from '../../lib/page-result.js'
import type { PageResult } from '../../lib/page-result.js'
import { appDeclaration, appPath, neededRole, ownApp } from '../own-app.js'
import type { AppAccessDeps, AppPage, AppPageDeclaration } from '../own-app.js'
import type { DeliveryStore } from './webhook-stores.js'

export interface WebhookPagesDeps {
  deliveries: DeliveryStore
}

export interface WebhookPage extends AppPage {
  hook: CallbackRow
}

type WebhookAccessDeps = AppAccessDeps & WebhookPagesDeps

interface WebhookPageDeclaration<F extends Fields, D> extends AppPageDeclaration<F, D, WebhookPage> {
  readonly route: `${'GET' | 'POST'} /console/apps/:clientId/webhooks/:hookId${string}`
}

export function webhookPage<D, F extends Fields = Record<never, never>>(
  declaration: WebhookPageDeclaration<F, D>,
  handle: (page: Posted<WebhookPage, F>, deps: D) => PageResult | Promise<PageResult>,
): Page<D & WebhookAccessDeps> {
  const admitApp = ownApp(neededRole(declaration))
  const admit: Admit<WebhookPage, WebhookAccessDeps> = async (request, deps) => {
    const page = await admitApp(request, deps)
    if (isResult(page)) return page
    const { hookId = '' } = page.params
    const hook = isId(hookId) ? await deps.deliveries.find(page.app.clientId, hookId) : null
    return hook === null ? problem('not_found') : { ...page, hook }
  }
  return page(appDeclaration(declaration, admit), handle)
}

/** Path of the webhook's page, and of what is below it. */
export function webhookPath({ app, hook }: WebhookPage, more = ''): string {
  return `${appPath(app.clientId)}/webhooks/${hook.id}${more}`
}
