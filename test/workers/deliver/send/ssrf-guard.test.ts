import t from 'tap'
import { connect, createServer, Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { ConnectError } from '../../../../workers/deliver/send/connect-error.js'
import { dnsResolve } from '../../../../workers/deliver/send/dns-resolve.js'
import { allowedAddresses, dial } from '../../../../workers/deliver/send/ssrf-guard.js'
import { sender } from '../../../../workers/deliver/send/sender.js'
import { dnsStub } from '../../../support/delivery/dns-stub.js'
import { receiver } from '../../../support/delivery/receiver.js'

const fault = async (work: Promise<unknown>): Promise<string> =>
  await work.then(
    () => 'allowed',
    (error: unknown) => (error instanceof ConnectError ? error.error : String(error)),
  )

t.test('names are resolved by the guard, and one private address is enough to refuse', async (t) => {
  const zone: Record<string, string[]> = {
    'public.example': ['93.184.216.34'],
    'both.example': ['93.184.216.34', '2606:2800:220:1::1'],
    'private.example': ['10.0.0.5'],
    'mixed.example': ['93.184.216.34', '127.0.0.1'],
    'mixed6.example': ['93.184.216.34', '0:0:0:0:0:0:0:1'],
    'metadata.example': ['169.254.169.254'],
    'cgnat.example': ['100.64.3.4'],
    'mapped.example': ['0:0:0:0:0:ffff:7f00:1'],
    'nat64.example': ['64:ff9b::a9fe:a9fe'],
    'nat64local.example': ['64:ff9b:1::a9fe:a9fe'],
    'sixtofour.example': ['2002:7f00:1::'],
    'teredo.example': ['2001:0:4136:e378:8000:63bf:3fff:fdd2'],
    'linklocal.example': ['fe80::1'],
    'unique.example': ['fd00:ec2::254'],
    'zero.example': ['0.0.0.0'],
  }
  const resolve = dnsResolve([await dnsStub(t, (name) => zone[name] ?? [])])
  const of = async (host: string, dev = false): Promise<string> =>
    await fault(allowedAddresses(host, { developerMode: dev, resolve }))
  for (const name of ['public.example', 'both.example']) t.equal(await of(name), 'allowed', name)
  for (const name of Object.keys(zone).slice(2)) t.equal(await of(name), 'refused', name)
  t.equal(await of('missing.example'), 'dns')
  for (const host of [
    '127.0.0.1',
    '[::1]',
    '169.254.169.254',
    '[::ffff:127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '10.1.2.3',
    '0.0.0.0',
  ])
    t.equal(await of(host), 'refused', host)
  for (const host of ['127.0.0.1', '[::1]', 'localhost'])
    t.equal(await of(host, true), 'allowed', `${host} in developer mode`)
  for (const host of ['10.1.2.3', '169.254.169.254', 'private.example', 'mapped.example'])
    t.equal(await of(host, true), 'refused', `${host} even in developer mode`)
})

t.test('in developer mode localhost has both address families', async (t) => {
  const port = await new Promise<number | null>((resolve) => {
    const server = createServer((socket) => {
      socket.destroy()
    })
    t.teardown(() => {
      server.close()
    })
    server.once('error', () => {
      resolve(null)
    })
    server.listen(0, '::1', () => {
      resolve((server.address() as AddressInfo).port)
    })
  })
  if (port === null) {
    t.pass('this machine has no IPv6')
    return
  }
  for (const hostname of ['localhost', 'localhost.']) {
    const socket = await dial(
      { protocol: 'http:', hostname, port: String(port) },
      {
        developerMode: true,
        timeoutMs: 2_000,
        resolve: async () => {
          throw new Error('must not be resolved')
        },
      },
    )
    t.equal(socket.remoteAddress, '::1', hostname)
    socket.destroy()
  }
})

t.test('a DNS server that is silent or gone', async (t) => {
  t.equal(
    await fault(
      dial(
        { protocol: 'https:', hostname: 'slow.example', port: '' },
        { developerMode: false, timeoutMs: 300, resolve: async () => await new Promise(() => undefined) },
      ),
    ),
    'timeout',
  )
  t.equal(
    await fault(
      allowedAddresses('x.example', { developerMode: false, resolve: dnsResolve(['127.0.0.1:9'], 300) }),
    ),
    'dns',
  )
})

t.test('a DNS server that fails for one family: the other one counts', async (t) => {
  const zone: Record<string, string[]> = { 'old.example': ['93.184.216.34'], 'inside.example': ['10.0.0.5'] }
  const resolve = dnsResolve([await dnsStub(t, (name, family) => (family === 4 ? (zone[name] ?? []) : null))])
  t.same(await resolve('old.example'), ['93.184.216.34'])
  t.equal(await fault(allowedAddresses('inside.example', { developerMode: false, resolve })), 'refused')
  t.equal(await fault(resolve('missing.example')), 'dns')
  t.equal(await fault(dnsResolve([await dnsStub(t, () => null)])('old.example')), 'dns')
})

t.test('of two addresses, a silent one leaves time for the other', async (t) => {
  const partner = await receiver(t)
  const asked: string[] = []
  const open = (to: { host: string; port: number }): Socket => {
    asked.push(to.host)
    return to.host === '127.0.0.1' ? connect(to) : new Socket()
  }
  const rules = { developerMode: true, timeoutMs: 1_000, openSocket: open }
  const to = { protocol: 'http:', hostname: 'pair.example', port: String(partner.port) }
  const socket = await dial(to, { ...rules, resolve: async () => ['127.0.0.9', '127.0.0.1'] })
  t.equal(socket.remoteAddress, '127.0.0.1')
  socket.destroy()
  t.same(asked.splice(0), ['127.0.0.9', '127.0.0.1'])
  const began = performance.now()
  t.equal(
    await fault(dial(to, { ...rules, resolve: async () => ['127.0.0.9', '127.0.0.8', '127.0.0.1'] })),
    'timeout',
  )
  t.same(asked, ['127.0.0.9', '127.0.0.8'], 'a third address is not tried')
  t.ok(performance.now() - began < 5_000)
})

t.test(
  'a public name that becomes private is refused when connecting, and no response is kept',
  async (t) => {
    const secret = await receiver(t)
    secret.reply((_got, response) => {
      response.end('a secret response')
    })
    let asked = 0
    const resolve = dnsResolve([
      await dnsStub(t, () => {
        asked += 1
        return asked <= 2 ? ['93.184.216.34'] : ['127.0.0.1']
      }),
    ])
    t.equal(
      await fault(allowedAddresses('rebind.example', { developerMode: false, resolve })),
      'allowed',
      'allowed at registration',
    )
    const send = sender({ developerMode: false, resolve })
    t.teardown(send.close)
    const posted = await send.post(
      { callback: '1', url: `https://rebind.example:${secret.port}/`, connections: 1, timeoutMs: 1_000 },
      [],
      '{}',
    )
    t.match(posted, { result: { is: 'failed', error: 'refused' }, address: null, excerpt: null })
    t.equal(secret.got.length, 0, 'no byte was sent')
  },
)

t.test('literal addresses take the same path', async (t) => {
  const secret = await receiver(t)
  const send = sender({ developerMode: false, resolve: dnsResolve() })
  t.teardown(send.close)
  for (const host of [
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '127.1',
    '0',
    '0.0.0.0',
    '①②⑦.0.0.1',
    '%31%32%37.0.0.1',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::]',
    '[2001::1]',
    '[fe80::1]',
    '[fd00::1]',
  ]) {
    const posted = await send.post(
      { callback: host, url: `https://us:pw@${host}:${secret.port}/`, connections: 1, timeoutMs: 1_000 },
      [],
      '{}',
    )
    t.match(posted, { result: { is: 'failed', error: 'refused' }, excerpt: null }, host)
  }
  t.equal(secret.got.length, 0)
})

t.test('an IPv6 scope is no bypass: an address with a zone is refused', async (t) => {
  for (const host of ['[fe80::1%lo]', '[::1%lo]', 'fe80::1%25lo', '[2606:4700:4700::1111%lo]']) {
    t.not(
      await fault(allowedAddresses(host, { developerMode: true, resolve: dnsResolve(['127.0.0.1:9'], 300) })),
      'allowed',
      host,
    )
  }
  t.equal(
    await fault(
      allowedAddresses('scoped.example', {
        developerMode: true,
        resolve: async () => ['2606:4700:4700::1111', 'fe80::1%lo'],
      }),
    ),
    'refused',
  )
})

t.test(
  'a connection that does not lead to the checked address is closed before a byte is sent',
  async (t) => {
    let connections = 0
    let bytes = 0
    const inside = createServer((socket) => {
      connections += 1
      socket
        .on('error', () => undefined)
        .on('data', (chunk) => {
          bytes += chunk.length
        })
    })
    await new Promise<void>((resolve) => {
      inside.listen(0, '127.0.0.1', resolve)
    })
    t.teardown(async () => {
      await new Promise<void>((resolve) => {
        inside.close(() => {
          resolve()
        })
      })
    })
    const { port } = inside.address() as AddressInfo
    const asked: string[] = []
    // Something on the way redirects into the private network.
    const open = (to: { host: string; port: number }): ReturnType<typeof connect> => {
      asked.push(to.host)
      return connect({ host: '127.0.0.1', port })
    }
    const resolve = async (): Promise<string[]> => ['93.184.216.34']
    const send = sender({ developerMode: false, resolve, openSocket: open })
    t.teardown(send.close)
    for (const host of ['public.example', '93.184.216.34']) {
      const posted = await send.post(
        { callback: host, url: `https://${host}:${port}/`, connections: 1, timeoutMs: 2_000 },
        [],
        '{"event":1}',
      )
      t.match(posted, { result: { is: 'failed', error: 'refused' }, address: null, excerpt: null }, host)
    }
    t.same(asked, ['93.184.216.34', '93.184.216.34'], 'the checked address is connected to, not the name')
    t.same([connections, bytes], [2, 0], 'connected, and nothing sent')
  },
)
