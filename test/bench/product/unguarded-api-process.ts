/**
 * The api role with GET /v2/me and POST /v2/segments a second time under /unguarded: the same endpoints
 * without token verification.
 */
import type { Guard } from '../../../api/auth/guard.js'
import { Registry } from 'prom-client'
import { endpointRegistrar } from '../../../api/endpoint.js'
import { meRoutes } from '../../../api/routes/me.js'
import { segmentBatchRoutes } from '../../../api/routes/segment-batch.js'
import { disposables } from '../../../ops/process/disposables.js'
import { startApi } from '../../../ops/roles/api.js'
import { replyToBench, processOptions } from '../harness/bench-process.js'
import { quietLog } from '../harness/quiet-log.js'
import type { RoleProcessOptions } from './role-process.js'

const { config } = await processOptions<Omit<RoleProcessOptions, 'role'>>()
/** Trusts the header `x-member`. */
const trustHeader: Guard = async (request) => {
  request.caller = {
    kind: 'member',
    grant: '1',
    member: String(request.headers['x-member']),
    client: 'bench',
    scopes: null,
  }
}
const open = disposables()
await startApi(
  {
    config,
    log: quietLog,
    worker: `bench-api-${process.pid}`,
    registry: new Registry(),
    open,
  },
  (app, deps) => {
    const add = endpointRegistrar(app, () => trustHeader)
    meRoutes((endpoint) => {
      if (endpoint.method === 'GET') add({ ...endpoint, url: `/unguarded${endpoint.url}` })
    }, deps)
    segmentBatchRoutes((endpoint) => {
      if (endpoint.method === 'POST') add({ ...endpoint, url: `/unguarded${endpoint.url}` })
    }, deps)
  },
)
process.once('SIGTERM', () => {
  void open.close().then(() => process.exit(0))
})
replyToBench({ port: config.PORT })
