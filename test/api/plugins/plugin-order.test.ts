/** A plugin does not start before those it relies on: what answers a request needs the standard headers first. */
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import t from 'tap'
import { bodyTimeout } from '../../../api/plugins/body-timeout.js'
import { compression } from '../../../api/plugins/compression.js'
import { networkBounds } from '../../../api/plugins/connections/network-bounds.js'
import { DEFAULT_PRESSURE_LIMITS, loadEnd, loadShedding } from '../../../api/plugins/load-shedding.js'
import { httpsOnly } from '../../../api/plugins/https-only.js'
import { hostAndExpectation, shortUrl } from '../../../api/plugins/malformed-requests.js'
import { requestObserver } from '../../../api/plugins/request-observer.js'
import { requestTrace } from '../../../api/plugins/request-trace.js'
import { standardHeaders } from '../../../api/plugins/standard-headers.js'
import { unknownPaths } from '../../../api/plugins/unknown-paths.js'
import { unreadAnswers } from '../../../api/plugins/unread-answers.js'

const bodies = {
  deadlines: { smallMs: 1, largeMs: 1 },
  unfinished: networkBounds({ perNetwork: 0, all: 0 }),
  metrics: undefined,
}
const pressure = { limits: DEFAULT_PRESSURE_LIMITS, metrics: undefined }

const CASES: ReadonlyArray<[string, string, (app: FastifyInstance) => PromiseLike<unknown>]> = [
  ['request-trace', 'connection-limits', (app) => app.register(requestTrace, { tracer: undefined })],
  ['request-observer', 'request-trace', (app) => app.register(requestObserver, { observe: undefined })],
  ['standard-headers', 'request-observer', (app) => app.register(standardHeaders)],
  ['host-and-expectation', 'standard-headers', (app) => app.register(hostAndExpectation)],
  ['body-timeout', 'connection-limits', (app) => app.register(bodyTimeout, bodies)],
  ['load-shedding', 'body-timeout', (app) => app.register(loadShedding, pressure)],
  ['https-only', 'standard-headers', (app) => app.register(httpsOnly)],
  ['short-url', 'standard-headers', (app) => app.register(shortUrl)],
  ['unknown-paths', 'standard-headers', (app) => app.register(unknownPaths)],
  ['unread-answers', 'compression', (app) => app.register(unreadAnswers, { maxMs: 1, metrics: undefined })],
  ['load-end', 'load-shedding', (app) => app.register(compression).register(loadEnd)],
]

t.test('each plugin is refused without the one that comes before it', async (t) => {
  for (const [name, before, register] of CASES) {
    const app = Fastify()
    await t.rejects(
      async () => {
        await register(app)
      },
      { message: `The dependency '${before}' of plugin '${name}' is not registered` },
      name,
    )
    await app.close().catch(() => undefined)
  }
})
