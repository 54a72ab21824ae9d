import type pg from 'pg'
import { grantUses } from '../../api/auth/grant-uses.js'
import type { RequestObserver } from '../../api/plugins/request-observer.js'
import { traceField } from '../../api/http/request-span.js'
import { startRequestLog } from '../../api/request-log/request-log.js'
import { recordGrantUses } from '../../db/oauth/grant-uses.js'
import { requestLogStore } from '../../db/request-log/save-requests.js'
import { requestLogMetrics, requestMetrics } from '../metrics/requests.js'
import type { Disposables } from '../process/disposables.js'
import { makeAccessLog } from '../process/log.js'
import type { RoleContext } from './role.js'

/** Counts every request, keeps it for the developers, records the use of its grant, and logs it if ACCESS_LOG is set. */
export function requestObserver(
  { config, registry, log }: RoleContext,
  open: Disposables,
  pool: pg.Pool,
): RequestObserver {
  const recordUses = grantUses({
    save: async (grants) => {
      await recordGrantUses(pool, grants)
    },
    now: Date.now,
    log,
  })
  const observers: RequestObserver[] = [requestMetrics(registry), recordUses]
  if (config.REQUEST_LOG_PER_DAY > 0) {
    const requestLog = startRequestLog({
      store: requestLogStore(pool),
      perDay: config.REQUEST_LOG_PER_DAY,
      now: Date.now,
      onLost: requestLogMetrics(registry),
      log,
    })
    open.add('request log', requestLog.stop)
    observers.push(requestLog.observe)
  }
  if (config.ACCESS_LOG) {
    const write = makeAccessLog(config, 'api')
    observers.push((answered, request) => {
      write({ ...answered, ms: Math.round(answered.ms), ...traceField(request) }, 'request')
    })
  }
  return (answered, request) => {
    for (const observe of observers) observe(answered, request)
  }
}
