import { readFileSync } from 'node:fs'
import t from 'tap'
import { Agent, request } from 'undici'
import { firstBatch } from '../../ops/stack/first-request.js'
import { streamManager } from '../../workers/stream/setup.js'
import { natsFolder, testDatabase, ownNats } from '../support/servers.js'
import { provideDemoCredentials } from '../../ops/stack/demo-credentials.js'
import { readRunConfig } from '../../ops/stack/ready-file.js'
import { silentLog } from '../support/silent-log.js'
import { stackFolder, startStack } from '../support/stack.js'
import { until } from '../support/until.js'
import { openStream } from '../support/open-stream.js'

t.setTimeout(500_000)

t.test(
  'a batch gets 503 with Retry-After while NATS is down and 202 afterwards; a missing stream makes readiness fail',
  async (t) => {
    const dir = stackFolder(t)
    const store = natsFolder()
    const database = await testDatabase(t, 'full')
    const nats = await ownNats(t, { dir: store })
    const { ready } = await startStack(t, dir, {
      DATABASE_URL: database,
      NATS_URL: nats.url,
      SECRET_KEY: 'a secret for tests, longer than thirty-two characters',
    })
    const agent = new Agent({ connect: { ca: readFileSync(ready.ca_file) } })
    t.teardown(async () => {
      await agent.close()
    })
    const config = readRunConfig(dir)
    if (config === null) throw new Error('the stack does not run')
    // A start creates no member on servers of their own.
    const { memberToken } = await provideDemoCredentials(config, silentLog())
    const source = await anyAirline(agent, ready.base_url, memberToken)
    const submit = async (): Promise<{
      status: number
      retry: string | undefined
      error: unknown
      ms: number
    }> => {
      const began = performance.now()
      const answer = await request(`${ready.base_url}/v2/segments`, {
        method: 'POST',
        dispatcher: agent,
        body: JSON.stringify(firstBatch(source, Date.now())),
        headers: { authorization: `Bearer ${memberToken}`, 'content-type': 'application/json' },
      })
      const body = (await answer.body.json()) as { error?: unknown }
      return {
        status: answer.statusCode,
        retry: answer.headers['retry-after'] as string | undefined,
        error: body.error,
        ms: performance.now() - began,
      }
    }
    t.equal((await submit()).status, 202)
    await nats.stop()
    const refused = await submit()
    t.equal(refused.status, 503)
    t.equal(refused.error, 'temporarily_unavailable')
    t.ok(Number(refused.retry) > 0, 'Retry-After says when to try again')
    t.ok(refused.ms < 12_000, 'it answers within the deadline')
    await ownNats(t, { dir: store, port: nats.port })
    await until('batches are accepted again', async () => (await submit()).status === 202, 30_000)
    const readiness = async (): Promise<Response> => await fetch(`${ready.ops_url}/readyz`)
    await until('every process is ready again', async () => (await readiness()).status === 200)
    const nc = await openStream(t, { url: nats.url })
    for (const name of ['SEGMENTS', 'EVENTS']) await (await streamManager(nc)).streams.delete(name)
    const checks = await until(
      'every role reports its missing stream, though the broker answers',
      async () => {
        const { checks } = (await (await readiness()).json()) as { checks: Record<string, string> }
        return ['api.stream', 'fold-1.stream', 'deliver-1.stream'].every((name) => checks[name] !== 'ok')
          ? checks
          : null
      },
    )
    t.equal((await readiness()).status, 503)
    t.match(checks, {
      'api.stream': 'SEGMENTS is missing',
      'fold-1.stream': /missing/,
      'deliver-1.stream': 'EVENTS is missing',
    })
  },
)

async function anyAirline(agent: Agent, baseUrl: string, token: string): Promise<string> {
  const answer = await request(`${baseUrl}/v2/sources?classification=airline&limit=1`, {
    dispatcher: agent,
    headers: { authorization: `Bearer ${token}` },
  })
  const [source] = (await answer.body.json()) as Array<{ id: string }>
  if (source === undefined) throw new Error('there is no source of an airline')
  return source.id
}
