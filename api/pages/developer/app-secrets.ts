/** Client secrets of an application: rotating and revoking them (oauth.md 5.9, 130 to 132). */
import { newClientSecret } from '../../oauth/clients/new-credentials.js'
import type { AppsDeps } from './apps-deps.js'
import { tabPath } from './tabs/app-frame.js'
import { renderCredentials } from './tabs/credentials.js'
import { appPage } from './own-app.js'
import type { AppPage } from './own-app.js'
import type { PageResult } from '../lib/page-result.js'
import { secretPage } from './secret-page.js'
import { redirect } from '../lib/page-result.js'

/** How long the old secret stays valid, in seconds: not at all, an hour, a day, a week. */
const OVERLAPS = [0, 3_600, 86_400, 604_800]
const DEFAULT_OVERLAP = 86_400
const SECRET_ID = /^\d{1,18}$/
const NEWER_SECRET =
  'Another secret was created since this page was shown, and was shown then. If nobody stored it, ' +
  'end it first: the older one keeps working for its time. Then create a new one.'

export const appSecretPages = [
  appPage(
    {
      route: 'POST /console/apps/:clientId/rotate',
      stepUp: {
        what: 'rotate the secret of',
        fields: ['overlap', 'end_tokens', 'newest'],
        back: 'credentials',
      },
    },
    rotate,
  ),
  appPage(
    {
      route: 'POST /console/apps/:clientId/secrets/revoke',
      stepUp: { what: 'end a secret of', fields: ['secret'], back: 'credentials' },
    },
    revoke,
  ),
]

async function rotate(page: AppPage, deps: AppsDeps): Promise<PageResult> {
  const { app, form } = page
  const { clientId } = app
  const requested = Number(form.get('overlap') ?? DEFAULT_OVERLAP)
  const overlapSeconds = OVERLAPS.includes(requested) ? requested : DEFAULT_OVERLAP
  const endTokens = form.get('end_tokens') !== null
  const secret = newClientSecret()
  // A form that is sent twice must not end the secret that the first one created.
  const newest = form.get('newest')
  if (!(await deps.developerApps.rotate(clientId, secret, { overlapSeconds, endTokens, newest })))
    return await renderCredentials(page, deps, [{ field: 'overlap', text: NEWER_SECRET }])
  await page.audit('secret_rotated', {
    clientId,
    detail: { overlap_seconds: overlapSeconds, end_tokens: endTokens },
  })
  return secretPage(app, { kind: 'client_secret', value: secret.value }, deps.settings)
}

async function revoke(page: AppPage, deps: AppsDeps): Promise<PageResult> {
  const { clientId } = page.app
  const id = page.form.get('secret') ?? ''
  if (SECRET_ID.test(id) && (await deps.developerApps.revokeSecret(clientId, id)))
    await page.audit('secret_revoked', { clientId })
  return redirect(tabPath(clientId, 'credentials', 'revoked'))
}
