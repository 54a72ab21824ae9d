import t from 'tap'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { connect as connectTls, createServer as createTlsServer } from 'node:tls'
import type { SecureVersion } from 'node:tls'
import { ConnectError } from '../../../../workers/deliver/send/connect-error.js'
import { dnsResolve } from '../../../../workers/deliver/send/dns-resolve.js'
import { dial } from '../../../../workers/deliver/send/ssrf-guard.js'
import { sender } from '../../../../workers/deliver/send/sender.js'
import { receiver } from '../../../support/delivery/receiver.js'
import { testTls } from '../../../support/test-tls.js'

const fault = async (work: Promise<unknown>): Promise<string> =>
  await work.then(
    () => 'allowed',
    (error: unknown) => (error instanceof ConnectError ? error.error : String(error)),
  )

t.test('only https, except in developer mode', async (t) => {
  const to = { protocol: 'http:', hostname: '93.184.216.34', port: '' }
  const open = (): never => {
    throw new Error('must not be resolved')
  }
  t.equal(
    await fault(dial(to, { developerMode: false, resolve: dnsResolve(), timeoutMs: 500, openSocket: open })),
    'refused',
  )
  t.equal(
    await fault(
      dial(
        { ...to, protocol: 'ftp:' },
        { developerMode: false, resolve: dnsResolve(), timeoutMs: 500, openSocket: open },
      ),
    ),
    'refused',
  )
})

t.test('proxy variables are ignored', async (t) => {
  const proxy = await receiver(t)
  const target = await receiver(t)
  const before = { ...process.env }
  t.teardown(() => {
    for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY', 'NODE_USE_ENV_PROXY']) {
      if (before[name] === undefined) delete process.env[name]
      else process.env[name] = before[name]
    }
  })
  for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY'])
    process.env[name] = `http://127.0.0.1:${proxy.port}`
  process.env['NODE_USE_ENV_PROXY'] = '1'
  const send = sender({ developerMode: true, resolve: dnsResolve() })
  t.teardown(send.close)
  t.match(
    await send.post({ callback: '1', url: target.url, connections: 1, timeoutMs: 1_000 }, [], '{"event":1}'),
    { result: { status: 200 }, address: '127.0.0.1' },
  )
  t.equal(proxy.got.length, 0)
})

t.test('TLS: the certificate must cover the name and come from a known authority', async (t) => {
  const tls = await testTls()
  const endpoint = await receiver(t, { tls })
  const resolve = async (): Promise<string[]> => ['127.0.0.1']
  const post = async (host: string, ca?: string[]): Promise<unknown> => {
    const send = sender({ developerMode: true, resolve, ...(ca === undefined ? {} : { ca }) })
    t.teardown(send.close)
    return (
      await send.post(
        { callback: '1', url: `https://${host}:${endpoint.port}/`, connections: 1, timeoutMs: 2_000 },
        [],
        '{"event":1}',
      )
    ).result
  }
  t.match(await post('localhost', [tls.ca]), { is: 'answered', status: 200 })
  t.match(await post('other.example', [tls.ca]), { is: 'failed', error: 'tls' })
  t.match(await post('localhost'), { is: 'failed', error: 'tls' })
})

t.test('TLS 1.2 at least', async (t) => {
  const { ca, cert, key } = await testTls()
  /** What a permissive client negotiates with a server of that version, and the result of our connection. */
  const meet = async (version: SecureVersion): Promise<{ permissive: string | null; ours: string }> => {
    const old = createTlsServer(
      { cert, key, minVersion: version, maxVersion: version, ciphers: 'DEFAULT:@SECLEVEL=0' },
      (socket) => {
        socket.on('error', () => undefined).resume()
      },
    )
    old.on('tlsClientError', () => undefined)
    await new Promise<void>((resolve) => {
      old.listen(0, '127.0.0.1', resolve)
    })
    t.teardown(async () => {
      await new Promise<void>((resolve) => {
        old.close(() => {
          resolve()
        })
      })
    })
    const { port } = old.address() as AddressInfo
    const permissive = await new Promise<string | null>((resolve, reject) => {
      const socket = connectTls(
        {
          port,
          host: '127.0.0.1',
          servername: 'localhost',
          ca,
          minVersion: 'TLSv1',
          ciphers: 'DEFAULT:@SECLEVEL=0',
        },
        () => {
          resolve(socket.getProtocol())
          socket.destroy()
        },
      )
      socket.once('error', reject)
    })
    const dialled = dial(
      { protocol: 'https:', hostname: 'localhost', port: String(port) },
      { developerMode: true, resolve: dnsResolve(), ca: [ca], timeoutMs: 2_000 },
    )
    void dialled.then(
      (socket) => {
        socket.destroy()
      },
      () => undefined,
    )
    return { permissive, ours: await fault(dialled) }
  }
  t.same(await meet('TLSv1.1'), { permissive: 'TLSv1.1', ours: 'tls' })
  t.same(await meet('TLSv1.2'), { permissive: 'TLSv1.2', ours: 'allowed' })
  t.same(await meet('TLSv1.3'), { permissive: 'TLSv1.3', ours: 'allowed' })
})

t.test('a TLS handshake that never ends', async (t) => {
  const mute = createServer((socket) => {
    socket.on('error', () => undefined).resume()
  })
  await new Promise<void>((resolve) => {
    mute.listen(0, '127.0.0.1', resolve)
  })
  t.teardown(async () => {
    await new Promise<void>((resolve) => {
      mute.close(() => {
        resolve()
      })
    })
  })
  const began = performance.now()
  const { port } = mute.address() as AddressInfo
  t.equal(
    await fault(
      dial(
        { protocol: 'https:', hostname: '127.0.0.1', port: String(port) },
        { developerMode: true, resolve: dnsResolve(), timeoutMs: 300 },
      ),
    ),
    'timeout',
  )
  t.ok(performance.now() - began < 1_500)
})
