/** A role that runs alone writes lines of JSON and nothing else, with one line per request if it is asked to. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import t from 'tap'
import { freePort } from '../../ops/embedded/free-port.js'
import { ROOT } from '../../ops/config/paths.js'
import { jsonLines } from '../support/json-lines.js'
import { program } from '../support/program.js'
import { testDatabase, testNats } from '../support/servers.js'
import { until } from '../support/until.js'

t.setTimeout(120_000)

t.test('all output is JSON from the first line on, and the access log has no secret', async (t) => {
  const [port, opsPort] = [await freePort(), await freePort()]
  const child = spawn(process.execPath, [...program('ops/start.ts'), '--role=api'], {
    cwd: ROOT,
    env: {
      ...process.env,
      DATABASE_URL: await testDatabase(t, 'full'),
      DATABASE_CONTROL_URL: '',
      NATS_URL: (await testNats(t)).url,
      SECRET_KEY: 'a'.repeat(40),
      TLS: 'proxy',
      TRUSTED_PROXIES: '127.0.0.1',
      PORT: String(port),
      OPS_PORT: String(opsPort),
      DATA_DIR: t.testdir({}),
      STREAM_MAX_BYTES: String(64 * 2 ** 20),
      LOG_LEVEL: 'info',
      LOG_FILE: '',
      ACCESS_LOG: 'on',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  const ended = once(child, 'exit')
  t.teardown(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const request = async (path: string, headers: Record<string, string> = {}): Promise<number> =>
    (
      await fetch(`http://127.0.0.1:${port}${path}`, {
        headers: { 'x-forwarded-proto': 'https', ...headers },
      })
    ).status
  await until('it is ready', () => output.includes('"msg":"ready"'), 60_000)
  t.equal(await request('/v2/me?access_token=very-secret'), 401)
  t.equal(await request('/v2/me', { authorization: 'Bearer very-secret' }), 401)
  t.equal(await request('/calendar/very-secret.ics'), 404)
  t.equal(await request('/openapi.json'), 200)
  const metrics = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text()
  t.match(metrics, /^tripfold_http_requests_total\{method="GET",route="\/v2\/me",status="4xx"\} 2$/m)
  t.match(metrics, /^tripfold_http_request_seconds_count\{method="GET",route="\/openapi.json"\} 1$/m)
  t.match(metrics, /^tripfold_build_info\{version="\d+\.\d+\.\d+",node="\d+\.[^"]+",role="api"\} 1$/m)
  child.kill('SIGTERM')
  await ended
  const lines = jsonLines(output)
  t.equal(lines[0]?.msg, 'starting')
  t.notMatch(output, 'a'.repeat(40), 'the secret key is not shown')
  const requests = lines.filter((line) => line.msg === 'request')
  t.match(requests, [
    { method: 'GET', route: '/v2/me', status: 401, client: null, ms: Number, request: String },
    { method: 'GET', route: '/v2/me', status: 401 },
    { status: 404 },
    { method: 'GET', route: '/openapi.json', status: 200 },
  ])
  t.equal(requests.length, 4, 'one line for each request')
  t.notMatch(output, /very-secret/)
})
