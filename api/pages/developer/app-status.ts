/**
 * What cannot be undone for an application: revoking its tokens, disabling it, deleting it (oauth.md 5.9,
 * 133).
 */
import type { AppsDeps } from './apps-deps.js'
import { tabPath } from './tabs/app-frame.js'
import { disabledByOperatorText, renderDanger } from './tabs/danger.js'
import { appPage } from './own-app.js'
import { redirect } from '../lib/page-result.js'
import type { AppPage, AppPageDeclaration } from './own-app.js'
import type { PageResult } from '../lib/page-result.js'

export const appStatusPages = [
  appPage(
    {
      route: 'POST /console/apps/:clientId/end-tokens',
      role: 'owner',
      stepUp: { what: 'end all tokens of', fields: [], back: 'danger' },
    },
    async (page, { developerApps }: AppsDeps) => {
      const { clientId } = page.app
      await developerApps.revokeTokens(clientId)
      await page.audit('tokens_ended', { clientId })
      return redirect(tabPath(clientId, 'danger', 'ended'))
    },
  ),
  appPage({ route: 'POST /console/apps/:clientId/enable', role: 'owner' }, enable),
  appPage(
    { route: 'POST /console/apps/:clientId/disable', role: 'owner', ...withTypedName('disable') },
    async (page, { developerApps }: AppsDeps) => {
      const { clientId } = page.app
      await developerApps.setEnabled(clientId, false)
      await page.audit('app_disabled', { clientId })
      return redirect(tabPath(clientId, 'danger', 'disabled'))
    },
  ),
  appPage(
    { route: 'POST /console/apps/:clientId/delete', role: 'owner', ...withTypedName('delete') },
    async (page, { developerApps }: AppsDeps) => {
      const { clientId, name } = page.app
      await developerApps.delete(clientId)
      await page.audit('app_deleted', { clientId, detail: { name } })
      return redirect('/console/apps?m=deleted')
    },
  ),
]

async function enable(page: AppPage, deps: AppsDeps): Promise<PageResult> {
  const { clientId } = page.app
  if (!(await deps.developerApps.setEnabled(clientId, true))) {
    const error = { field: 'held', text: disabledByOperatorText(deps.settings) }
    return await renderDanger(page, deps, [error])
  }
  await page.audit('app_enabled', { clientId })
  return redirect(tabPath(clientId, 'danger', 'enabled'))
}

/** The name of the application has to be typed into a field of the form, before the action is confirmed. */
function withTypedName(
  what: 'disable' | 'delete',
): Pick<Required<AppPageDeclaration<AppsDeps>>, 'check' | 'stepUp'> {
  const field = `${what}_name`
  return {
    check: async (page, deps) => {
      const { name } = page.app
      if ((page.form.get(field) ?? '').trim() === name) return null
      const text = `Type the name of the application, ${name}, to confirm.`
      return await renderDanger(page, deps, [{ field, text }])
    },
    stepUp: { what, fields: [field], back: 'danger' },
  }
}
