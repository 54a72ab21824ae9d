/**
 * What cannot be undone for an application: revoking its tokens, disabling it, deleting it (oauth.md 5.9,
 * 133).
 */
import type { FastifyInstance } from 'fastify'
import type { OauthApp } from '../../../schemas/oauth/oauth-app.js'
import type { AppsDeps } from './apps-deps.js'
import { postAppActions, requireStepUp } from './own-app.js'
import type { AppAction, DeveloperGuard, DeveloperPage } from './own-app.js'
import { tabPath } from './tabs/app-frame.js'
import { disabledByOperatorText, renderDanger } from './tabs/danger.js'
import type { FieldError } from '../views/page-frame.js'

export function appStatusRoutes(app: FastifyInstance, guard: DeveloperGuard, deps: AppsDeps): void {
  postAppActions(
    app,
    guard,
    deps,
    {
      'end-tokens': requireStepUp(
        { what: 'end all tokens of', fields: [], tab: 'danger' },
        deps,
        revokeTokens(deps),
      ),
      enable: enable(deps),
      disable: withTypedName('disable', 'disable_name', deps, disable(deps)),
      delete: withTypedName('delete', 'delete_name', deps, deleteApp(deps)),
    },
    'owner',
  )
}

function revokeTokens({ developerApps }: AppsDeps): AppAction {
  return async (page, { clientId }) => {
    await developerApps.revokeTokens(clientId)
    await page.audit('tokens_ended', { clientId })
    return await page.redirect(tabPath(clientId, 'danger', 'ended'))
  }
}

function enable(deps: AppsDeps): AppAction {
  return async (page, app) => {
    if (!(await deps.developerApps.setEnabled(app.clientId, true))) {
      const error = { field: 'held', text: disabledByOperatorText(deps.settings) }
      return await renderDanger(page, app, [error], deps)
    }
    await page.audit('app_enabled', { clientId: app.clientId })
    return await page.redirect(tabPath(app.clientId, 'danger', 'enabled'))
  }
}

function disable({ developerApps }: AppsDeps): AppAction {
  return async (page, { clientId }) => {
    await developerApps.setEnabled(clientId, false)
    await page.audit('app_disabled', { clientId })
    return await page.redirect(tabPath(clientId, 'danger', 'disabled'))
  }
}

function deleteApp({ developerApps }: AppsDeps): AppAction {
  return async (page, { clientId, name }) => {
    await developerApps.delete(clientId)
    await page.audit('app_deleted', { clientId, detail: { name } })
    return await page.redirect('/console/apps?m=deleted')
  }
}

/** An action that needs the name of the application typed into `field`, and its developer to confirm. */
function withTypedName(what: string, field: string, deps: AppsDeps, action: AppAction): AppAction {
  const confirmed = requireStepUp({ what, fields: [field], tab: 'danger' }, deps, action)
  return async (page, app) => {
    const error = typedNameError(page, app, field)
    return error === null ? await confirmed(page, app) : await renderDanger(page, app, [error], deps)
  }
}

function typedNameError({ form }: DeveloperPage, { name }: OauthApp, field: string): FieldError | null {
  if ((form.get(field) ?? '').trim() === name) return null
  return { field, text: `Type the name of the application, ${name}, to confirm.` }
}
