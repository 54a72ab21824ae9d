/** What the examples of the documentation show to a developer who is signed in: never a secret. */
import type { DeveloperAppStore } from './app-stores.js'
import { page } from '../lib/page.js'
import { visitor } from '../lib/page-access.js'
import { file } from '../lib/page-result.js'
import { JSON_TYPE } from '../../http/reply.js'

/** Answers with the developer's applications; with none to anybody else, so that the pages can ask at any time. */
export const docsValues = page(
  { route: 'GET /docs/values.json', access: visitor('developer') },
  async ({ visitor: { session } }, { developerApps }: { developerApps: DeveloperAppStore }) => {
    const apps = session?.secondFactor === true ? await developerApps.list(session.accountId) : []
    const values = apps.map(({ name, clientId, redirectUri }) => ({
      name,
      client_id: clientId,
      redirect_uri: redirectUri ?? undefined,
    }))
    return file({ type: JSON_TYPE, body: JSON.stringify({ apps: values }) })
  },
)
