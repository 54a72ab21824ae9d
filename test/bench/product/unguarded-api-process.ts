/**
 * The api role with GET /v2/me and POST /v2/segments a second time under /unguarded: the same endpoints
 * without token verification.
 */
import type { Guard } from '../../../api/auth/guard.js'
import { Registry } from 'prom-client'
import { BATCHES_PER_TURN, fairTurns } from '../../../api/limits/fair-turns.js'
import type { AnyDeclaration } from '../../../api/operation/declaration.js'
import { registrar } from '../../../api/operation/registrar.js'
import { getMe } from '../../../api/routes/me.js'
import { submitSegments } from '../../../api/routes/segment-batch.js'
import { operationRules } from '../../../api/server.js'
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
/** The same operation under another path. */
function unguarded(declaration: AnyDeclaration): AnyDeclaration {
  const [method, path] = declaration.route.split(' ')
  return {
    ...declaration,
    route: `${method as 'GET'} /unguarded${path!}`,
    undocumented: true,
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
    const register = registrar(app, { ...operationRules(() => trustHeader, deps), guard: () => trustHeader })
    register(
      [getMe, submitSegments].map(({ declaration, handle }) => ({
        declaration: unguarded(declaration),
        handle,
      })),
      { ...deps, turns: fairTurns(BATCHES_PER_TURN) },
    )
  },
)
process.once('SIGTERM', () => {
  void open.close().then(() => process.exit(0))
})
replyToBench({ port: config.PORT })
