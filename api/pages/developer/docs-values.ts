/** What the examples of the documentation show to a developer who is signed in: never a secret. */
import type { FastifyInstance } from 'fastify'
import type { DeveloperAppStore } from '../ports.js'
import { readVisitor } from '../lib/session.js'
import type { VisitorDeps } from '../lib/session.js'

/** Answers with the developer's applications; with none to anybody else, so that the pages can ask at any time. */
export function docsValuesRoute(
  app: FastifyInstance,
  deps: VisitorDeps & { developerApps: DeveloperAppStore },
): void {
  app.get('/docs/values.json', async (request, reply) => {
    const { session } = await readVisitor(request, 'developer', deps)
    const apps = session?.secondFactor === true ? await deps.developerApps.list(session.accountId) : []
    return await reply.type('application/json; charset=utf-8').send({
      apps: apps.map(({ name, clientId, redirectUri }) => ({
        name,
        client_id: clientId,
        redirect_uri: redirectUri ?? undefined,
      })),
    })
  })
}
