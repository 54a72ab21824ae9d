/** `tls://`, certificates and credentials against real nats-servers. */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import t from 'tap'
import type { Test } from 'tap'
import { connectStream } from '../../../../workers/stream/connection/connect.js'
import { socketOf } from '../../../../workers/stream/connection/socket-error-workaround.js'
import type { StreamSecurity } from '../../../../workers/stream/connection/stream-security.js'
import { tlsFolder, tlsNats } from '../../../support/encrypted-servers.js'
import { jwtUser, nkeyUser } from '../../../support/nats-users.js'
import { natsFolder, ownNats, testNats } from '../../../support/servers.js'
import { until } from '../../../support/until.js'

const folder = await tlsFolder(t)

const isEncrypted = async (url: string, security: StreamSecurity): Promise<boolean> => {
  const nc = await connectStream({ url, security, name: 'test' })
  await nc.flush()
  const { encrypted } = socketOf(nc) as TLSSocket
  await nc.close()
  return encrypted
}

/** A server that greets without TLS and keeps what clients send. */
const plainServer = async (t: Test): Promise<{ port: number; received: () => string }> => {
  let received = ''
  const server = createServer((socket) => {
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1')
    })
    socket.on('error', () => {})
    socket.write('INFO {"server_id":"X","version":"2.14.0","proto":1,"max_payload":1048576}\r\n')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, received: () => received }
}

t.test('tls:// is TLS with a server that our authority has signed', async (t) => {
  const { url } = await tlsNats(t, folder)
  t.ok(await isEncrypted(url, { caFile: folder.ca }))
  await t.rejects(connectStream({ url, security: { caFile: folder.otherCa }, name: 'test' }), {
    code: /SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE/,
  })
  await t.rejects(
    connectStream({ url, name: 'test' }),
    { code: /SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE/ },
    'nor does Node.js know our authority',
  )
})

t.test('a server without TLS is refused before it gets the password', async (t) => {
  const { url } = await testNats(t)
  await t.rejects(
    connectStream({ url: url.replace('nats://', 'tls://'), name: 'test' }),
    /does not support 'tls'/,
  )
  const { port, received } = await plainServer(t)
  await t.rejects(
    connectStream({ url: `tls://user:hunter2@127.0.0.1:${port}`, name: 'test' }),
    /does not support 'tls'/,
  )
  t.equal(received(), '')
})

t.test('the certificate must be for the host in the URL, also if that is an address', async (t) => {
  const { url } = await tlsNats(t, folder, { hosts: ['localhost', 'nats.example'] })
  const security = { caFile: folder.ca }
  await t.rejects(connectStream({ url, security, name: 'test' }), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' })
  t.ok(await isEncrypted(url.replace('127.0.0.1', 'localhost'), security))
})

t.test('a server that demands a client certificate gets it', async (t) => {
  const { url } = await tlsNats(t, folder, { verify: true })
  const { cert, key } = await folder.issue('client')
  t.ok(await isEncrypted(url, { caFile: folder.ca, certFile: cert, keyFile: key }))
  await t.rejects(connectStream({ url, security: { caFile: folder.ca }, name: 'test' }))
})

t.test('a credentials file takes the place of a user in the URL', async (t) => {
  const { users, creds } = jwtUser()
  const { url } = await tlsNats(t, folder, { users })
  const caFile = folder.ca
  t.ok(await isEncrypted(url, { caFile, credsFile: folder.write('right.creds', creds) }))
  const credsFile = folder.write('wrong.creds', jwtUser().creds)
  await t.rejects(connectStream({ url, security: { caFile, credsFile }, name: 'test' }), /Authorization/)
})

t.test('an nkey takes the place of a user in the URL, and may change while we run', async (t) => {
  const [first, second] = [nkeyUser(), nkeyUser()]
  const dir = natsFolder()
  const before = await ownNats(t, { dir, authorization: first.users })
  const nkeyFile = folder.write('user.nk', `${first.seed}\n`)
  const nc = await connectStream({
    url: `nats://127.0.0.1:${before.port}`,
    security: { nkeyFile },
    name: 'test',
  })
  t.teardown(async () => {
    await nc.close()
  })
  await nc.flush()
  await before.stop()
  writeFileSync(nkeyFile, `${second.seed}\n`)
  const after = await ownNats(t, { dir, port: before.port, authorization: second.users })
  t.equal(after.port, before.port)
  await until(
    'the client is back as the other user',
    async () =>
      await nc.flush().then(
        () => true,
        () => false,
      ),
  )
})
