/** One request of an application, found by the X-Request-Id of its answer (contract.md 11). */
import type { FastifyInstance } from 'fastify'
import type { AppsDeps } from '../apps-deps.js'
import { findOwnApp } from '../own-app.js'
import type { DeveloperGuard } from '../own-app.js'
import { appFrame } from '../tabs/app-frame.js'
import { requestItem } from './request-item.js'

const MAX_SAME_ID = 20
const ANY = { statusClass: null, method: null, path: null, memberId: null, since: null, until: null }

export function requestRoutes(app: FastifyInstance, guard: DeveloperGuard, deps: AppsDeps): void {
  app.get(
    '/console/apps/:clientId/requests/:requestId',
    guard(async (page) => {
      const found = await findOwnApp(page, deps)
      const { requestId: id } = page.request.params as { requestId: string }
      if (found === null || id.includes('\0')) return await page.renderError('not_found')
      const { clientId } = found.app
      const rows = await deps.requestLog.list(clientId, {
        ...ANY,
        request: id,
        before: null,
        limit: MAX_SAME_ID,
      })
      return await page.render(
        'app/request',
        { title: rows.length === 0 ? 'Request not found' : `Request ${id}` },
        {
          appFrame: appFrame(found.app, 'requests'),
          id,
          requests: rows.map((row) => requestItem(clientId, row)),
        },
        rows.length === 0 ? 404 : 200,
      )
    }),
  )
}
