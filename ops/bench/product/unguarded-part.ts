/** The product's api role with GET /v2/me and POST /v2/segments a second time, below /unguarded: the same endpoints, but whoever asks is believed. */
import type { Guard } from '../../../api/auth/guard.js'
import { Registry } from 'prom-client'
import { adder } from '../../../api/endpoint.js'
import { meRoutes } from '../../../api/routes/me.js'
import { segmentBatchRoutes } from '../../../api/routes/segment-batch.js'
import { startApi } from '../../roles/api.js'
import { answer, partOptions } from '../process.js'
import { quietLog } from '../world.js'
import type { RolePartOptions } from './role-part.js'

const { config } = await partOptions<Omit<RolePartOptions, 'role'>>()
/** Believes the header `x-member`. */
const believe: Guard = async (request) => {
  request.caller = { kind: 'member', member: String(request.headers['x-member']), client: 'bench' }
}
const running = await startApi(
  {
    config,
    log: quietLog,
    worker: `bench-api-${process.pid}`,
    registry: new Registry(),
    fail: (why) => {
      throw new Error(why)
    },
  },
  (app, deps) => {
    const add = adder(app, () => believe)
    meRoutes((endpoint) => {
      if (endpoint.method === 'GET') add({ ...endpoint, url: `/unguarded${endpoint.url}` })
    }, deps)
    segmentBatchRoutes((endpoint) => {
      if (endpoint.method === 'POST') add({ ...endpoint, url: `/unguarded${endpoint.url}` })
    }, deps)
  },
)
process.once('SIGTERM', () => {
  void running.stop().then(() => process.exit(0))
})
answer({ port: config.PORT })
