/** Clients that open connections and do not finish what they begin (contract.md 7.4). */
import type { FastifyInstance } from 'fastify'
import { Agent, request } from 'undici'
import { connect as connectTls } from 'node:tls'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import t from 'tap'
import type { Test } from 'tap'
import { authServer } from '../../../../api/pages/auth-server.js'
import {
  DEFAULT_CONNECTION_LIMITS,
  MAX_PIPELINED,
} from '../../../../api/plugins/connections/connection-limits.js'
import type { ConnectionClosedCause } from '../../../../api/plugins/connections/connection-metrics.js'
import type { ApiDeps } from '../../../../api/ports/deps.js'
import { buildServer } from '../../../../api/server.js'
import { tlsServerOptions } from '../../../../ops/roles/tls-options.js'
import { anApp } from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import { OTHER_ADDRESS, rawClient } from '../../../support/http/raw-client.js'
import type { RawClient } from '../../../support/http/raw-client.js'
import { testTls } from '../../../support/test-tls.js'
import { until } from '../../../support/until.js'

const node = await authNode(t)
const { clientId, clientSecret } = await anApp(node)

interface Served {
  app: FastifyInstance
  port: number
  url: string
  closed: ConnectionClosedCause[]
  open: () => number
  unfinished: () => number
  inFlight: () => number
  /** Lets the requests to `/slow` be answered. */
  release: () => void
  slowRequests: () => number
}

/** The node's API and authorization server on a port of their own, without TLS unless asked for. */
async function serve(
  t: Test,
  deps: Partial<ApiDeps> = {},
  { settings = {}, tls = false }: { settings?: Partial<ApiDeps['settings']>; tls?: boolean } = {},
): Promise<Served> {
  const closed: ConnectionClosedCause[] = []
  const readers = { open: () => 0, unfinished: () => 0, inFlight: () => 0 }
  let slowRequests = 0
  let release = (): void => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const app = await buildServer(
    {
      ...node.apiDeps,
      ...deps,
      settings: { ...node.apiDeps.settings, ...settings },
      connectionMetrics: {
        closed: (cause) => closed.push(cause),
        watch: (given) => Object.assign(readers, given),
      },
    },
    {
      tls: tls ? tlsServerOptions(await testTls(), 'TLSv1.3') : null,
      plugins: [
        async (child) => {
          await authServer(child, node.auth.deps)
        },
        async (child) => {
          child.get('/slow', async () => {
            slowRequests += 1
            await released
            return 'slow'
          })
          child.get('/stream', async () => new PassThrough())
          child.get('/large', async () => 'x'.repeat(32 * 2 ** 20))
        },
      ],
    },
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  t.teardown(async () => {
    release()
    await app.close()
  })
  const { port } = app.server.address() as AddressInfo
  return {
    app,
    port,
    url: `http://127.0.0.1:${port}`,
    closed,
    open: () => readers.open(),
    unfinished: () => readers.unfinished(),
    inFlight: () => readers.inFlight(),
    release,
    slowRequests: () => slowRequests,
  }
}

const SMALL = { ...DEFAULT_CONNECTION_LIMITS, unfinished: { perNetwork: 20, all: 1_000 } }

const TOKEN_HEAD = (length: number): string =>
  `POST /oauth/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${length}\r\n\r\n`

/** Statuses of an innocent client: reads, and a token request. */
function innocent(t: Test, url: string, from = OTHER_ADDRESS): { ask: () => Promise<number[]> } {
  const agent = new Agent({ localAddress: from })
  t.teardown(async () => {
    await agent.destroy()
  })
  const send = async (path: string, form?: Record<string, string>): Promise<number> => {
    const answer = await request(url + path, {
      dispatcher: agent,
      ...(form === undefined
        ? {}
        : {
            method: 'POST' as const,
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            body: new URLSearchParams(form).toString(),
          }),
    })
    await answer.body.dump()
    return answer.statusCode
  }
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  return { ask: async () => [await send('/oauth/jwks'), await send('/oauth/token', form)] }
}

const everyoneClosed = async (clients: RawClient[]): Promise<number> =>
  Math.max(...(await Promise.all(clients.map((client) => client.closed))))

t.test('1,000 requests without a body cost the others nothing', async (t) => {
  const server = await serve(t, { deadlines: { smallMs: 2_000 } })
  const { ask } = innocent(t, server.url)
  t.same(await ask(), [200, 200])
  const hostile = Array.from({ length: 1_000 }, () => rawClient(t, server.port, TOKEN_HEAD(100)))
  const { perNetwork } = DEFAULT_CONNECTION_LIMITS.unfinished
  const { perNetwork: openPerNetwork } = DEFAULT_CONNECTION_LIMITS.open
  await until('every place of one network is taken', () => server.unfinished() >= perNetwork)
  const answers: number[] = []
  while (hostile.some((client) => !client.isClosed())) {
    answers.push(...(await ask()))
    t.equal(server.inFlight(), 0, 'they are not load')
    if (server.open() > openPerNetwork + 1) t.fail('more connections of one network than it may have')
  }
  t.same([...new Set(answers)], [200])
  const statuses = new Set(hostile.flatMap((client) => client.statuses()))
  for (const status of statuses) t.ok([408, 429].includes(status), `answered ${status}`)
  t.ok(statuses.has(408), 'the last ones at their deadline')
})

t.test('an innocent client of the same network still has its turn', async (t) => {
  const server = await serve(t, { deadlines: { smallMs: 1_000 } }, { settings: { connections: SMALL } })
  const { perNetwork } = SMALL.unfinished
  const hostile = Array.from({ length: perNetwork }, () => rawClient(t, server.port, TOKEN_HEAD(100)))
  await until('every place of the network is taken', () => server.unfinished() >= perNetwork)
  t.same(await innocent(t, server.url, '127.0.0.1').ask(), [200, 200])
  await everyoneClosed(hostile)
})

t.test('a body sent byte by byte ends at its deadline with 408', async (t) => {
  const server = await serve(t, { deadlines: { smallMs: 600 } })
  const chunked = TOKEN_HEAD(0).replace('Content-Length: 0', 'Transfer-Encoding: chunked')
  for (const [head, byte] of [
    [TOKEN_HEAD(1_000), 'a'],
    [chunked, '1\r\na\r\n'],
  ] as const) {
    const client = rawClient(t, server.port, head)
    const drip = setInterval(() => client.socket.write(byte), 50)
    const ms = await client.closed
    clearInterval(drip)
    t.same(client.statuses(), [408])
    t.ok(ms >= 500, `${ms} ms`)
  }
  t.same(server.closed, ['slow_body', 'slow_body'])
})

t.test('a request that was refused cannot go on sending its body', async (t) => {
  const server = await serve(t, { deadlines: { smallMs: 600, largeMs: 600 } })
  const heads = [
    'POST /v2/segments HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n',
    'POST /v2/feeds/segments HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n',
    'POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n',
    'POST /v2/%zz HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n',
    'GET /oauth/jwks HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n',
  ]
  for (const head of heads) {
    const client = rawClient(t, server.port, head)
    const drip = setInterval(() => client.socket.write('a'), 50)
    await client.closed
    clearInterval(drip)
    t.equal(client.statuses().length, 1, `${head.slice(0, 24)} is answered once: ${client.statuses().join()}`)
  }
  await until('nothing is counted any more', () => server.unfinished() === 0 && server.inFlight() === 0)
})

t.test('connections without a request end at their deadline, and give way to newer ones', async (t) => {
  const server = await serve(t, { deadlines: { headMs: 1_000 } }, { settings: { connections: SMALL } })
  const { perNetwork } = SMALL.unfinished
  const silent = Array.from({ length: perNetwork }, () => rawClient(t, server.port))
  await until('every place of the network is taken', () => server.unfinished() >= perNetwork)
  const slow = rawClient(t, server.port, 'GET / HTTP/1.1\r\n')
  const drip = setInterval(() => slow.socket.write('a: b\r\n'), 50)
  await until('the oldest gave way', () => silent.some((client) => client.isClosed()))
  t.same(server.closed, ['unfinished'])
  t.same(await innocent(t, server.url).ask(), [200, 200])
  await everyoneClosed([...silent, slow])
  clearInterval(drip)
  t.same(slow.statuses(), [408])
})

t.test('a TLS handshake has a deadline too', async (t) => {
  const server = await serve(t, { deadlines: { headMs: 500 } }, { tls: true })
  const silent = rawClient(t, server.port)
  const { ca } = await testTls()
  const greeted = connectTls({ port: server.port, host: '127.0.0.1', servername: 'localhost', ca })
  greeted.on('error', () => {}).resume()
  await new Promise((resolve) => greeted.once('secureConnect', resolve))
  t.equal(server.unfinished(), 2)
  await Promise.all([silent.closed, new Promise((resolve) => greeted.once('close', resolve))])
  await until('nothing is counted any more', () => server.unfinished() === 0 && server.open() === 0)
  const kept = connectTls({ port: server.port, host: '127.0.0.1', servername: 'localhost', ca })
  t.teardown(() => {
    kept.destroy()
  })
  kept.on('error', () => {})
  kept.write('GET /oauth/jwks HTTP/1.1\r\nHost: x\r\n\r\n')
  await new Promise((resolve) => kept.once('data', resolve))
  t.same([server.open(), server.unfinished()], [1, 0], 'an answered request is finished')
})

t.test('idle connections of the largest network give way, busy ones never', async (t) => {
  const limits = { ...DEFAULT_CONNECTION_LIMITS, open: { perNetwork: 4, all: 6 } }
  const server = await serve(t, {}, { settings: { connections: limits } })
  const jwks = 'GET /oauth/jwks HTTP/1.1\r\nHost: x\r\n\r\n'
  const busy = rawClient(t, server.port, 'GET /slow HTTP/1.1\r\nHost: x\r\n\r\n')
  await until('it is being answered', () => server.slowRequests() === 1)
  const idle: RawClient[] = []
  for (let n = 0; n < 3; n += 1) {
    const client = rawClient(t, server.port, jwks)
    await until('it is answered', () => client.statuses().length === 1)
    idle.push(client)
  }
  idle.push(rawClient(t, server.port, jwks))
  await idle[0]!.closed
  t.same(server.closed, ['idle'], 'the oldest idle one of a network that has all its connections')
  for (let n = 0; n < 3; n += 1) {
    const client = rawClient(t, server.port, jwks, { from: OTHER_ADDRESS })
    await until('it is answered', () => client.statuses().length === 1)
  }
  await idle[1]!.closed
  t.notOk(busy.isClosed())
  server.release()
  await until('the busy one is answered', () => busy.statuses().length === 1)
  t.same(busy.statuses(), [200])
})

t.test('connections of a trusted proxy are not one network; its clients are', async (t) => {
  const limits = { open: { perNetwork: 2, all: 0 }, unfinished: { perNetwork: 3, all: 0 } }
  const settings = { connections: limits, trustedProxies: ['loopback'] }
  const server = await serve(t, { deadlines: { smallMs: 1_500 } }, { settings })
  const of = (client: string): string => TOKEN_HEAD(100).replace('Host', `X-Forwarded-For: ${client}\r\nHost`)
  const others = Array.from({ length: 6 }, (_, n) => rawClient(t, server.port, of(`203.0.113.${n}`)))
  const hostile = Array.from({ length: 6 }, (_, n) => rawClient(t, server.port, of(`2001:db8::${n}`)))
  await until('all have arrived', () => hostile.filter((client) => client.isClosed()).length === 3)
  t.same(
    hostile.flatMap((client) => client.statuses()),
    [429, 429, 429],
  )
  t.notOk(others.some((client) => client.isClosed()))
  await everyoneClosed([...others, ...hostile])
})

t.test('requests in flight of one network leave room for the others', async (t) => {
  const pressure = { maxInFlight: 6, maxInFlightPerNetwork: 4, maxDelayMs: 1e6, maxHeap: 1 }
  const server = await serve(t, { pressure })
  const slow = 'GET /slow HTTP/1.1\r\nHost: x\r\n\r\n'
  for (let n = 0; n < 4; n += 1) rawClient(t, server.port, slow)
  await until('they are in flight', () => server.inFlight() === 4)
  const fifth = rawClient(t, server.port, slow)
  await until('it is answered', () => fifth.statuses().length === 1)
  t.same(fifth.statuses(), [429])
  t.same(await innocent(t, server.url).ask(), [200, 200])
})

t.test('pipelined requests are bounded, and a broken connection releases what they held', async (t) => {
  const server = await serve(t)
  const slow = 'GET /slow HTTP/1.1\r\nHost: x\r\n\r\n'
  const client = rawClient(t, server.port, slow + slow.replace('slow', 'stream').repeat(9))
  await until('all are in flight', () => server.inFlight() === 10)
  client.socket.destroy()
  await until('only what is still being done is in flight', () => server.inFlight() === 1)
  await rawClient(t, server.port, slow.repeat(MAX_PIPELINED + 1)).closed
  t.same(server.closed, ['pipelined'])
  server.release()
  await until('nothing is in flight', () => server.inFlight() === 0)
})

t.test('an answer that nobody reads is not load, and ends at its deadline', async (t) => {
  const server = await serve(t, { deadlines: { readMs: 1_000 } })
  const client = rawClient(t, server.port, 'GET /large HTTP/1.1\r\nHost: x\r\n\r\n', { reads: false })
  await until('the answer is being sent', () => server.open() === 1 && server.unfinished() === 0)
  t.equal(server.inFlight(), 0)
  await until('the connection is closed', () => server.open() === 0)
  t.same(server.closed, ['slow_reader'])
  client.socket.destroy()
})
