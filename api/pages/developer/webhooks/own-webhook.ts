/** The webhook named in the path, if it belongs to an application of the developer. */
import { isId } from '../../../../schemas/base/ids.js'
import type { TeamRole, TeamStore } from '../../../../schemas/oauth/team.js'
import type { AppStore } from '../../../oauth/ports.js'
import { findOwnApp } from '../own-app.js'
import type { DeveloperPage } from '../own-app.js'
import type { DeliveryStore, OwnWebhook } from './delivery-store.js'

export interface WebhookPagesDeps {
  apps: AppStore
  team: TeamStore
  deliveries: DeliveryStore
}

/** Null if there is none; webhooks of others are not found. */
export async function findOwnWebhook(
  page: DeveloperPage,
  deps: WebhookPagesDeps,
  needed?: TeamRole,
): Promise<OwnWebhook | null> {
  const found = await findOwnApp(page, deps, needed)
  const { hookId } = page.request.params as { hookId: string }
  const hook = found === null || !isId(hookId) ? null : await deps.deliveries.find(found.app.clientId, hookId)
  return found === null || hook === null ? null : { app: found.app, hook }
}
